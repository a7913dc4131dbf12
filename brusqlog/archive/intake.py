"""Takes games into an archive: each once, each with all its rows, file by file."""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from duckdb import DuckDBPyConnection
from msgspec import Struct

import brusqlog
from brusqlog.archive.gathering import Gathered
from brusqlog.archive.opening import real
from brusqlog.archive.played import Row
from brusqlog.archive.reading import Bytes
from brusqlog.archive.rows import Origin, finding_rows, game_rows, name_of, named
from brusqlog.archive.tables import FINDINGS, OF_A_GAME, RULESETS, SOURCES
from brusqlog.checking.report import CleanGames, Wishes, file_report
from brusqlog.checking.run import STDIN, files
from brusqlog.game.events import Game
from brusqlog.game.findings import Finding
from brusqlog.game.ruleset import Ruleset
from brusqlog.game.terms import find_ruleset
from brusqlog.log.identity import has_grown_from, lines_of
from brusqlog.log.reader import Fault, GameLog
from brusqlog.log.sources import Source
from brusqlog.spelling import Style

if TYPE_CHECKING:
    from brusqlog.archive.clean import Clean

BATCH: Final = 5_000_000
"""Rows after which what is whole is committed."""

_SOURCES: Final = """
    SELECT source, bytes_sha256, games, EXISTS (
        FROM findings WHERE findings.source = sources.source AND game IS NULL
    ) FROM sources
"""

SAME_PLAY: Final = """
    UPDATE games SET same_play_as = nullif(found.first, games.game) FROM (
        SELECT play_key, arg_min(game, (added_at, source, position)) AS first
        FROM games WHERE play_key IS NOT NULL GROUP BY play_key
    ) AS found
    WHERE games.play_key = found.play_key
      AND games.same_play_as IS DISTINCT FROM nullif(found.first, games.game)
"""
"""Says of each game which other one was played like it."""


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
        self.gathered = Gathered(con)
        self.clean: Clean | None = None
        """The clean games of the block that is being read."""
        self.games: set[str] = set()
        self.held: dict[str, dict[int, set[str]]] = {}
        """The games by source and position; a file that was changed may have had several there."""
        for game, source, position in _all(con, "SELECT game, source, position FROM games"):
            self.hold(game, source, position)
        self.sources: dict[str, set[str | None]] = {}
        """The digests by source; None of what could not be read."""
        self.whole: dict[tuple[str, str], int] = {}
        """How many games there are in a source with that digest; those of which there was something
        to say besides are not in it."""
        for source, digest, games, told in _all(con, _SOURCES):
            self.sources.setdefault(source, set()).add(digest)
            if digest is not None and not told:
                self.whole[source, digest] = games
        self.removed = {game for (game,) in _all(con, "SELECT game FROM removed")}
        if self.removed:  # every file is read again, for what was removed from it
            self.whole.clear()
        self.rulesets = set(_all(con, "SELECT rules, sha256 FROM rulesets"))
        self.noted: set[str] = set()
        """The rulesets, by name, that have come up."""

    def take(self, paths: Iterable[str | Path]) -> Iterator[str]:
        """Add the games of files and folders; the name of each is given out when it is judged.

        Nothing is committed to a new archive if nothing could be read."""
        for name, source, place in self.found(paths):
            yield from self.file(name, source, place)
            if self.gathered.uncommitted >= BATCH:
                self.commit()
        self.finish()

    def found(self, paths: Iterable[str | Path]) -> Iterator[tuple[str, Source | Fault, str]]:
        """Every file of the paths, without those of the archive itself: its name, what it is read
        from, and the name by which it is to be known."""
        for name, source in files(paths):
            place = STDIN if name == STDIN else os.path.abspath(name)  # noqa: PTH100, keeps links
            if real(place) not in self.ours:
                yield name, source, place

    def finish(self) -> None:
        """Commit all, unless nothing could be read and there was nothing before."""
        if any(digest for digests in self.sources.values() for digest in digests):
            self.gathered.insert()
            self.con.execute(SAME_PLAY)
            self.commit()

    def file(self, name: str, source: Source | Fault, place: str) -> Iterator[str]:
        """Add the games of one file; `place` is the name by which it is known from now on."""
        origin = Origin(place, datetime.now(UTC).replace(tzinfo=None))
        bytes_read = Bytes(source)
        self.added.files += 1
        before = self.held_in(place)
        if self.is_whole(bytes_read, place):
            self.added.known += self.whole[place, bytes_read.digest() or ""]
            return
        faults: list[Fault] = []
        read: set[str] = set()
        count = 0
        for found in bytes_read.games(name, self.wishes.rulesets):
            if isinstance(found, Fault):
                faults.append(found)
                continue
            for game in self._games(found, origin):
                count += 1
                read.add(game)
                yield game
        self._insert_clean(origin)
        told = file_report(name, faults, self.wishes, games=count)
        spoken = file_report(name, faults, Wishes(style=self.style), games=count)
        self.added.findings += spoken.findings
        if told.read != "whole":
            self.added.unread.append(name)
        elif place != STDIN:
            self.added.gone += len(before & self.games - read)
        findings = finding_rows(told.findings, origin)
        self.enter(origin, bytes_read.digest(), count, findings)

    def is_whole(self, read: Bytes, place: str) -> bool:
        """Whether a file is as it was when it was added, nothing is to be said of it besides, and
        there is no game that it has no more."""
        games = self.whole.get((place, read.digest() or ""), -1)
        return games >= len(self.held_in(place))

    def enter(
        self, origin: Origin, digest: str | None, games: int, findings: Sequence[Row]
    ) -> None:
        """Enter a file, or what it has become; as it was, it is not entered again."""
        known = self.sources.setdefault(origin.source, set())
        if digest is not None and digest in known:
            return
        if known and origin.source != STDIN:
            self.gathered.insert()
            of_file = "source = ? AND game IS NULL"
            self.con.execute(f"DELETE FROM {FINDINGS.name} WHERE {of_file}", [origin.source])
            self.con.execute(f"DELETE FROM {SOURCES.name} WHERE source = ?", [origin.source])
            known.clear()
        known.add(digest)
        row = {"bytes_sha256": digest, "games": games, "engine": brusqlog.__version__}
        self.gathered.add({SOURCES.name: [row | origin._asdict()], FINDINGS.name: list(findings)})

    def _games(self, found: GameLog | CleanGames, origin: Origin) -> Iterator[str]:
        if isinstance(found, CleanGames):
            yield from self._clean(found, origin)
        else:
            yield self._game(found, origin)

    def _game(self, log: GameLog, origin: Origin) -> str:
        """Take in one game, unless it is there already, and say what it is called."""
        game = name_of(log)
        if self._is_new(game, log.index, origin, lambda: lines_of(log)):
            rows = game_rows(log, self.wishes, origin)
            self.gathered.add(rows)
            self._note_ruleset(log.header)
            self.added.faulty += rows["games"][0]["status"] == "faulty"
        return game

    def _clean(self, games: CleanGames, origin: Origin) -> Iterator[str]:
        """Take in those of some clean games that are not there, and say what each is called."""
        from brusqlog.archive.clean import Clean

        (run,) = games.derived
        if self.clean is None or self.clean.found is not run.found:
            self._insert_clean(origin)
            self.clean = Clean(run.found, self.wishes.rulesets)
        for place, lines in enumerate(run.lines):
            game = named(lines)
            if self._is_new(game, games.index + place, origin, lines.tobytes):
                self.clean.want(run.first + place, game, games.index + place)
                self._note_ruleset(run.found.headers[run.first + place].game)
            yield game

    def _insert_clean(self, origin: Origin) -> None:
        if self.clean is not None:
            for table, columns in self.clean.columns(origin):
                self.gathered.add_columns(table, columns)
            self.clean = None

    def _is_new(self, game: str, position: int, origin: Origin, lines: Callable[[], bytes]) -> bool:
        """Whether a game is to be taken in; then its older selves are no more."""
        others = self.held.get(origin.source, {}).get(position, set()) - {game}
        older = [other for other in others if has_grown_from(lines(), other)]
        for other in older:
            self.forget(other, origin.source, position)
        if game in self.games:
            self.added.known += 1
            return False
        if game in self.removed:
            self.con.execute("DELETE FROM removed WHERE game = ?", [game])
        self.hold(game, origin.source, position)
        self.added.grown += bool(older)
        self.added.games += not older
        return True

    def _note_ruleset(self, header: Game | None) -> None:
        """Enter by which state of its ruleset a game was judged."""
        if header is None or header.rules in self.noted:
            return
        self.noted.add(header.rules)
        ruleset, _ = find_ruleset(header, self.wishes.rulesets)
        row = (header.rules, ruleset.digest if ruleset else None)
        if ruleset is not None and row not in self.rulesets:
            self.gathered.add({RULESETS.name: [dict(zip(("rules", "sha256"), row, strict=True))]})

    def hold(self, game: str, source: str, position: int) -> None:
        """Enter that there is a game, and where it is read first."""
        self.games.add(game)
        self.held.setdefault(source, {}).setdefault(position, set()).add(game)

    def held_in(self, source: str) -> set[str]:
        """The games that are known to have stood in a file."""
        return set().union(*self.held.get(source, {}).values())

    def forget(self, game: str, source: str, position: int) -> None:
        """Take a game away, as another one is what has become of it."""
        self.gathered.insert()
        take_away(self.con, game)
        self.games.discard(game)
        self.held[source][position].discard(game)

    def commit(self) -> None:
        """Commit what was taken in so far."""
        self.gathered.insert()
        self.con.commit()
        self.con.begin()
        self.gathered.uncommitted = 0


def take_away(con: DuckDBPyConnection, game: str) -> None:
    """Delete all rows of a game."""
    for table in OF_A_GAME:
        con.execute(f"DELETE FROM {table.name} WHERE game = ?", [game])


def _all(con: DuckDBPyConnection, query: str) -> list[Any]:
    return con.execute(query).fetchall()
