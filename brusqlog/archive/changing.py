"""Changes to an archive as it is: games removed, names that stand for others."""

import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from duckdb import DuckDBPyConnection

from brusqlog.archive.errors import QueryError
from brusqlog.archive.intake import SAME_PLAY, take_away
from brusqlog.archive.naming import game_called, known_player
from brusqlog.archive.opening import reading, writing


def remove(path: str | Path, games: Iterable[str]) -> list[str]:
    """Remove games, by name or id, and give their names. Raises `ArchiveError`, and then nothing
    is removed."""
    with _changing(path) as con:
        names = sorted({game_called(con.execute, given) for given in games})
        now = datetime.now(UTC).replace(tzinfo=None)
        for name in names:
            take_away(con, name)
            con.execute("INSERT INTO removed VALUES (?, ?)", [name, now])
        con.execute(SAME_PLAY)
    return names


def alias(path: str | Path, name: str, player: str) -> None:
    """Count the player of that name under another one. Raises `ArchiveError` if nobody has the
    name, or if each of the two would stand for the other."""
    name, player = (unicodedata.normalize("NFC", given) for given in (name, player))
    with _changing(path) as con:
        known_player(name, (one for (one,) in con.execute(_NAMES).fetchall()))
        standing = dict(con.execute("SELECT name, player FROM aliases").fetchall())
        if name in (player, standing.get(player)):
            raise QueryError(
                "{name!r} stands for itself already, or {player!r} stands for it",
                name=name,
                player=player,
            )
        player = standing.get(player, player)
        con.execute("DELETE FROM aliases WHERE name = ?", [name])
        con.execute("UPDATE aliases SET player = $player WHERE player = $name", _both(name, player))
        con.execute("INSERT INTO aliases VALUES ($name, $player)", _both(name, player))


def unalias(path: str | Path, name: str) -> None:
    """Let a name stand for itself again. Raises `ArchiveError` if it stands for no other."""
    name = unicodedata.normalize("NFC", name)
    with _changing(path) as con:
        if not con.execute("DELETE FROM aliases WHERE name = ? RETURNING name", [name]).fetchall():
            raise QueryError("{given!r}: this name stands for no other", given=name)


def aliases(path: str | Path) -> list[tuple[str, str]]:
    """The names that stand for others, with those. Raises `ArchiveError`."""
    with reading([path]) as con:
        return con.execute("SELECT name, player FROM aliases ORDER BY ALL").fetchall()


@contextmanager
def _changing(path: str | Path) -> Iterator[DuckDBPyConnection]:
    """A connection that changes an archive that there is, as a whole or not at all."""
    reading([path]).close()
    with writing(path) as con:
        yield con
        con.commit()


def _both(name: str, player: str) -> dict[str, str]:
    return {"name": name, "player": player}


_NAMES: Final = "SELECT DISTINCT name FROM seats"
