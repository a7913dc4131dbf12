"""An archive made again from its logs."""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

import duckdb
from duckdb import DuckDBPyConnection
from msgspec import Struct, field

from brusqlog.archive.anew import KEPT, Source, sources_of
from brusqlog.archive.errors import ArchiveError
from brusqlog.archive.intake import SAME_PLAY, Added, Intake
from brusqlog.archive.opening import alone, attached, beside, is_damage, reading, writing
from brusqlog.archive.tables import ALIASES, OF_A_GAME, REMOVED, SOURCES
from brusqlog.game.ruleset import Ruleset
from brusqlog.languages import Language
from brusqlog.spelling import Style


class Rebuilt(Struct):
    """What came of an archive that was made again."""

    added: Added = field(default_factory=Added)
    copied: int = 0
    """Games whose logs are gone, taken over as they were."""
    lost: list[str] = field(default_factory=list)
    """Games whose logs are gone, and which could not be read in the archive."""


def rebuilding(
    path: str | Path,
    paths: Sequence[str | Path],
    rulesets: Mapping[str, Ruleset] | None,
    rebuilt: Rebuilt,
    language: Language = "en",
    waiting: Callable[[], object] = lambda: None,
) -> Iterator[str]:
    """Make an archive again from the files that it was made of, or from others. The name of each
    game is given out when it is judged; the old archive is there until the new one is whole. Games
    that were removed stay away. Raises `ArchiveError`."""
    old, new = Path(os.path.realpath(path)), Path(os.path.realpath(path) + ".rebuilt")
    if old.is_dir():
        raise ArchiveError("{file}: this is a folder, not an archive", file=path)
    if not old.is_file():
        reading([path]).close()  # which tells that there is none
    with alone(path, waiting):
        known = _Known(path)
        chosen = [str(each) for each in paths] or known.there
        if not chosen and known.damaged:
            raise ArchiveError(
                "{file}: this is so damaged that it does not say what it was made of; name the"
                " files behind it",
                file=path,
            )
        try:
            with writing(new) as con:
                intake = Intake(
                    con,
                    [*beside(path), *beside(new)],
                    rulesets or {},
                    Style(language=language),
                    rebuilt.added,
                )
                for game, source, position in known.games:
                    intake.hold(game, source, position)
                intake.games = set(known.removed)  # which are not taken in then
                yield from intake.take(chosen)
                _take_over(con, path, known, intake, rebuilt)
            os.replace(new, old)  # noqa: PTH105, the same on all systems
            Path(beside(path)[2]).unlink(missing_ok=True)
        finally:
            for file in beside(new):
                with suppress(OSError):
                    Path(file).unlink(missing_ok=True)


class _Known:
    """What can still be read of the old archive: its games by source and position, its files."""

    def __init__(self, path: str | Path) -> None:
        self.damaged = False
        self.games: list[tuple[str, str, int]] = []
        self.sources: list[Source] = []
        self.removed: list[str] = []
        try:
            with reading([path]) as con:
                self.sources = sources_of(con, "sources")
                self.games = con.execute("SELECT game, source, position FROM games").fetchall()
                self.removed = [str(game) for (game,) in con.execute(_REMOVED).fetchall()]
        except ArchiveError as error:
            if not isinstance(error.__cause__, duckdb.Error) or not is_damage(error.__cause__):
                raise
            self.damaged = True
        except duckdb.Error:
            self.damaged = True

    @property
    def there(self) -> list[str]:
        """The files that are still there."""
        return [source.name for source in self.sources if source.is_there]


def _take_over(
    con: DuckDBPyConnection, path: str | Path, known: _Known, intake: Intake, rebuilt: Rebuilt
) -> None:
    """Take over from the old archive what no log has: what was changed in it by hand, and games
    whose logs are gone."""
    held = {game for places in intake.held.values() for games in places.values() for game in games}
    left = sorted(held - intake.games)
    if known.damaged:
        rebuilt.lost = left
        return
    try:
        attached(con, path, KEPT)
        con.execute(_WANTED, {"games": left})
        for statement in _taken_over():
            con.execute(statement)
        con.commit()
    except (duckdb.Error, ArchiveError) as error:
        if isinstance(error, duckdb.Error) and not is_damage(error):
            raise
        rebuilt.lost = left
        con.rollback()
    else:
        rebuilt.copied = len(left)


def _taken_over() -> Iterator[str]:
    for table in (ALIASES, REMOVED):
        yield f"INSERT INTO {table.name} FROM {KEPT}.{table.name}"
    for table in OF_A_GAME:
        yield f"INSERT INTO {table.name} FROM {KEPT}.{table.name} WHERE game IN (FROM wanted)"
    theirs = f"source IN (SELECT source FROM {KEPT}.games WHERE game IN (FROM wanted))"
    theirs += f" AND source NOT IN (SELECT source FROM {SOURCES.name})"
    yield f"INSERT INTO findings FROM {KEPT}.findings WHERE game IS NULL AND {theirs}"
    yield f"INSERT INTO sources FROM {KEPT}.sources WHERE {theirs}"
    yield f"INSERT INTO rulesets FROM {KEPT}.rulesets EXCEPT FROM rulesets"
    yield SAME_PLAY


_WANTED: Final = "CREATE TEMP TABLE wanted AS SELECT unnest($games::VARCHAR[]) AS game"
_REMOVED: Final = "SELECT game FROM removed"
