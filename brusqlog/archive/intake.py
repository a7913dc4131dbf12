"""Takes games into an archive: each once, each with all its rows, file by file."""

import hashlib
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, BinaryIO, Final, cast

from duckdb import DuckDBPyConnection
from msgspec import Struct

import brusqlog
from brusqlog.archive.opening import real
from brusqlog.archive.played import Row, Rows
from brusqlog.archive.rows import Origin, finding_rows, game_rows, name_of
from brusqlog.archive.tables import FINDINGS, OF_A_GAME, RULESETS, SOURCES, TABLES
from brusqlog.checking.report import Wishes, file_report
from brusqlog.checking.run import STDIN, files
from brusqlog.game.findings import Finding
from brusqlog.game.ruleset import Ruleset
from brusqlog.game.terms import find_ruleset
from brusqlog.log.identity import has_grown_from
from brusqlog.log.reader import Fault, GameLog
from brusqlog.log.sources import Source
from brusqlog.notation.sources import read_games
from brusqlog.spelling import Style

BATCH: Final = 50_000
"""Rows that are gathered before they are inserted together."""

_SAME_PLAY: Final = """
    UPDATE games SET same_play_as = found.same FROM (
        SELECT game, nullif(first_value(game) OVER twins, game) AS same
        FROM games WHERE play_key IS NOT NULL
        WINDOW twins AS (PARTITION BY play_key ORDER BY added_at, source, position)
    ) AS found
    WHERE games.game = found.game AND games.same_play_as IS DISTINCT FROM found.same
"""


class Added(Struct, kw_only=True):
    """What was added to an archive, counted."""

    files: int = 0
    """Files that were read, or could not be."""
    games: int = 0
    """Games that are new."""
    grown: int = 0
    """Games that replaced an older self, of which they are a continuation."""
    known: int = 0
    """Games that were there already."""
    faulty: int = 0
    """Those of the new and the grown ones that have errors."""
    gone: int = 0
    """Games that were read earlier from the same files and stand there no more; they were kept."""
    unread: list[str] = []
    """Files that could not be read, or not to their end."""
    findings: list[Finding] = []
    """What is to be said of files rather than of games, as `check` says it."""


class Intake:
    """One `add`. Rows are gathered and inserted together; a file is committed whole or not."""

    def __init__(
        self,
        con: DuckDBPyConnection,
        ours: Sequence[str],
        rulesets: Mapping[str, Ruleset],
        style: Style,
        added: Added,
    ) -> None:
        self.con = con
        self.ours = ours
        """The archive's own files, which are passed over: to read one gives up DuckDB's lock."""
        self.wishes = Wishes(rulesets=rulesets)
        self.style = style
        """How findings are worded for `added`; in the archive they are English."""
        self.added = added
        self.rows: Rows = {}
        self.pending = self.uncommitted = 0
        self.games: set[str] = set()
        self.held: dict[str, dict[int, set[str]]] = {}
        """The games by source and position; a file that was changed may have had several there."""
        for game, source, position in _all(con, "SELECT game, source, position FROM games"):
            self._hold(game, source, position)
        self.sources: dict[str, set[str | None]] = {}
        """The digests by source; None of what could not be read."""
        for source, digest in _all(con, "SELECT source, bytes_sha256 FROM sources"):
            self.sources.setdefault(source, set()).add(digest)
        self.rulesets = set(_all(con, "SELECT rules, sha256 FROM rulesets"))

    def take(self, paths: Iterable[str | Path]) -> Iterator[str]:
        """Add the games of files and folders; the name of each is given out when it is judged.

        Nothing is committed to a new archive if nothing could be read."""
        for name, source in files(paths):
            place = STDIN if name == STDIN else os.path.abspath(name)  # noqa: PTH100, keeps links
            if real(place) not in self.ours:
                yield from self._file(name, source, place)
                if self.uncommitted + self.pending >= BATCH:
                    self._commit()
        if any(digest for digests in self.sources.values() for digest in digests):
            self._commit()

    def _file(self, name: str, source: Source | Fault, place: str) -> Iterator[str]:
        origin = Origin(place, datetime.now(UTC).replace(tzinfo=None))
        before = set().union(*self.held.get(place, {}).values())
        bytes_read = _Bytes(source)
        faults: list[Fault] = []
        read: list[str] = []
        for log in bytes_read.logs(name, self.wishes.rulesets):
            if isinstance(log, Fault):
                faults.append(log)
                continue
            read.append(self._game(log, origin))
            if self.pending >= BATCH:
                self._insert()
            yield read[-1]
        told = file_report(name, faults, self.wishes, games=len(read))
        spoken = file_report(name, faults, Wishes(style=self.style), games=len(read))
        self.added.files += 1
        self.added.findings += spoken.findings
        if told.read != "whole":
            self.added.unread.append(name)
        elif place != STDIN:
            self.added.gone += len(before & self.games - set(read))
        findings = finding_rows(told.findings, origin)
        self._source(origin, bytes_read.digest(), len(read), findings)

    def _source(
        self, origin: Origin, digest: str | None, games: int, findings: Sequence[Row]
    ) -> None:
        """Enter a file, or what it has become; as it was, it is not entered again."""
        known = self.sources.setdefault(origin.source, set())
        if digest is not None and digest in known:
            return
        if known and origin.source != STDIN:
            self._insert()
            of_file = "source = ? AND game IS NULL"
            self.con.execute(f"DELETE FROM {FINDINGS.name} WHERE {of_file}", [origin.source])
            self.con.execute(f"DELETE FROM {SOURCES.name} WHERE source = ?", [origin.source])
            known.clear()
        known.add(digest)
        row = {"bytes_sha256": digest, "games": games, "engine": brusqlog.__version__}
        self._gather({SOURCES.name: [row | origin._asdict()], FINDINGS.name: list(findings)})

    def _game(self, log: GameLog, origin: Origin) -> str:
        """Take in one game, unless it is there already, and say what it is called."""
        game = name_of(log)
        others = self.held.get(origin.source, {}).get(log.index, set()) - {game}
        older = [other for other in others if has_grown_from(log, other)]
        for other in older:
            self._forget(other, origin.source, log.index)
        if game in self.games:
            self.added.known += 1
            return game
        self._hold(game, origin.source, log.index)
        rows = game_rows(log, self.wishes, origin)
        self._gather(rows)
        self._note_ruleset(log)
        self.added.grown += bool(older)
        self.added.games += not older
        self.added.faulty += rows["games"][0]["status"] == "faulty"
        return game

    def _note_ruleset(self, log: GameLog) -> None:
        """Enter by which state of its ruleset a game was judged."""
        if log.header is None:
            return
        ruleset, _ = find_ruleset(log.header, self.wishes.rulesets)
        row = (log.header.rules, ruleset.digest if ruleset else None)
        if ruleset is not None and row not in self.rulesets:
            self.rulesets.add(row)
            self._gather({RULESETS.name: [dict(zip(("rules", "sha256"), row, strict=True))]})

    def _hold(self, game: str, source: str, position: int) -> None:
        self.games.add(game)
        self.held.setdefault(source, {}).setdefault(position, set()).add(game)

    def _forget(self, game: str, source: str, position: int) -> None:
        self._insert()
        for table in OF_A_GAME:
            self.con.execute(f"DELETE FROM {table.name} WHERE game = ?", [game])
        self.games.discard(game)
        self.held[source][position].discard(game)

    def _gather(self, rows: Rows) -> None:
        for table, found in rows.items():
            self.rows.setdefault(table, []).extend(found)
            self.pending += len(found)

    def _insert(self) -> None:
        """Insert what is gathered. DuckDB takes columns of Python objects quickest, in all of its
        versions; masks of typed numpy columns are not heeded by all."""
        import numpy as np  # not for those who only ask

        for table in TABLES:
            rows = self.rows.pop(table.name, [])
            if rows:
                names = [column.name for column in table.columns]
                values = {
                    name: np.array([row.get(name) for row in rows], dtype=object) for name in names
                }
                self.con.register("gathered", values)
                self.con.execute(f"INSERT INTO {table.name} BY NAME SELECT * FROM gathered")
                self.con.unregister("gathered")
        self.uncommitted += self.pending
        self.pending = 0

    def _commit(self) -> None:
        self._insert()
        self.con.execute(_SAME_PLAY)
        self.con.commit()
        self.con.begin()
        self.uncommitted = 0


class _Bytes:
    """The bytes of one file or of standard input: the games in them, and their sha-256."""

    def __init__(self, source: Source | Fault) -> None:
        self.source = source
        self.sha256: Any = None
        if isinstance(source, str):
            # Before the games are read: what is appended meanwhile makes another file next time.
            with suppress(OSError, ValueError):  # reading it tells why
                if Path(source).is_file():
                    with Path(source).open("rb") as handle:
                        self.sha256 = hashlib.file_digest(handle, "sha256")

    def logs(self, name: str, rulesets: Mapping[str, Ruleset]) -> Iterator[GameLog | Fault]:
        """The games, and the faults that belong to none."""
        if isinstance(self.source, Fault):
            return iter([self.source])
        if isinstance(self.source, str):
            return read_games(self.source, name=name, rulesets=rulesets)
        self.sha256 = hashlib.sha256()
        return read_games(cast(BinaryIO, self), name=name, rulesets=rulesets)

    def read(self, size: int) -> bytes:
        """Read on, as `read_games` asks for it."""
        piece: bytes = cast(BinaryIO, self.source).read(size)
        self.sha256.update(piece)
        return piece

    def digest(self) -> str | None:
        """The sha-256 of the bytes in hex; None if they could not be read."""
        return self.sha256 and str(self.sha256.hexdigest())


def _all(con: DuckDBPyConnection, query: str) -> list[Any]:
    return con.execute(query).fetchall()
