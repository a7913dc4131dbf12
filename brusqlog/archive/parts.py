"""Files taken in by other processes: each makes an archive of its own of one file, which is sent
back and put into the whole one."""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import nullcontext
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from msgspec import Struct

from brusqlog.archive.intake import Added, Intake
from brusqlog.archive.opening import attached, writing
from brusqlog.archive.reading import Bytes
from brusqlog.archive.rows import Origin
from brusqlog.archive.tables import FINDINGS, OF_A_GAME
from brusqlog.checking.parallel import processes, uninterrupted, workers
from brusqlog.checking.run import size_of
from brusqlog.game.ruleset import Ruleset
from brusqlog.log.faults import Fault
from brusqlog.log.sources import Source
from brusqlog.spelling import Style

AHEAD: Final = 2
"""Files a worker that are given away and not put in yet."""

SMALLEST: Final = 8 << 20
"""Bytes of a file that is worth giving away: to start a process and to send back an archive takes
longer than to take in less."""

_PART: Final = "part"


class Part(Struct):
    """What a worker made of a file: an archive, as the bytes of its file; the older selves that its
    games take the place of, with their positions; what is to be told."""

    archive: bytes
    forgotten: list[tuple[str, int]]
    added: Added


class _Given(NamedTuple):
    name: str
    source: Source | Fault
    place: str
    future: Future[Part] | None


def part(
    name: str,
    source: str,
    place: str,
    held: Mapping[int, set[str]],
    rulesets: Mapping[str, Ruleset],
    style: Style,
) -> Part:
    """Make an archive of a file, in a process of its own. `held` are the games that are known to
    have stood in it, by position."""
    added = Added()
    with TemporaryDirectory() as folder:
        path = Path(folder, "part.duckdb")
        with writing(path) as con:
            intake = Intake(con, [], rulesets, style, added)
            intake.held[place] = {position: set(games) for position, games in held.items()}
            for _ in intake.file(name, source, place):
                pass
            intake.commit()
        left = intake.held[place]
        forgotten = [
            (game, position)
            for position, games in held.items()
            for game in games - left.get(position, set())
        ]
        return Part(path.read_bytes(), forgotten, added)


def take(
    intake: Intake, paths: Iterable[str | Path], jobs: int, executor: Executor | None
) -> Iterator[str]:
    """Add the games of files and folders by `jobs` processes, 0 being one a processor, or by the
    workers of an executor. Raises `JobsError` where no processes can be started."""
    jobs = workers(jobs, executor)
    with nullcontext(executor) if executor is not None else processes(jobs) as pool:
        assert pool is not None
        own = executor is None
        yield from _Shared(intake, pool, jobs, own=own).take(intake.found(paths))
    intake.finish()


class _Shared:
    """Takes files in by the workers of an executor, `jobs` of them, and puts what they send into
    an archive in the order of the files."""

    def __init__(self, intake: Intake, executor: Executor, jobs: int, *, own: bool) -> None:
        self.intake, self.executor, self.ahead = intake, executor, jobs * AHEAD
        self.own, self.broken = own, False

    def take(self, found: Iterator[tuple[str, Source | Fault, str]]) -> Iterator[str]:
        """Add the games of files, each with the place by which it is known; the name of each game
        is given out. A file whose worker fails is told as unread, and harms no other."""
        waiting: deque[_Given] = deque()
        try:
            for name, source, place in found:
                waiting.append(_Given(name, source, place, self._give(name, source, place)))
                if len(waiting) > self.ahead:
                    yield from self._taken(waiting.popleft())
            while waiting:
                yield from self._taken(waiting.popleft())
        finally:
            for given in waiting:
                if given.future is not None:
                    given.future.cancel()

    def _give(self, name: str, source: Source | Fault, place: str) -> Future[Part] | None:
        """Give a file away; None if it is to be taken in here."""
        if self.broken or not isinstance(source, str) or size_of(source) < SMALLEST:
            return None
        if place in self.intake.sources and self.intake.is_whole(Bytes(source), place):
            return None
        held = self.intake.held.get(place, {})
        style, rulesets = self.intake.style, self.intake.wishes.rulesets
        try:
            with uninterrupted() if self.own else nullcontext():
                return self.executor.submit(part, name, source, place, held, rulesets, style)
        except BrokenExecutor:
            self.broken = True
            return None

    def _taken(self, given: _Given) -> Iterator[str]:
        try:
            made = given.future.result() if given.future is not None else None
        except BrokenExecutor:  # of a pool that is gone nobody knows which file broke it
            self.broken, made = True, None
        except Exception as error:  # whatever ends a worker
            fault = Fault(
                code="read-failed",
                facts={"file": given.name, "reason": f"{type(error).__name__}: {error}"},
            )
            yield from self.intake.file(given.name, fault, given.place)
            return
        if made is None:
            yield from self.intake.file(given.name, given.source, given.place)
        else:
            yield from self._put(made, given.place)

    def _put(self, made: Part, place: str) -> Iterator[str]:
        """Put what was made of a file into the archive."""
        intake = self.intake
        with TemporaryDirectory() as folder:
            path = Path(folder, "part.duckdb")
            path.write_bytes(made.archive)
            attached(intake.con, path, _PART)
            yield from self._merged(made, place)
            intake.commit()  # or the part could not be let go
            intake.con.execute(f"DETACH {_PART}")

    def _merged(self, made: Part, place: str) -> Iterator[str]:
        intake, con = self.intake, self.intake.con
        before = intake.held_in(place)
        for game, position in made.forgotten:
            intake.forget(game, place, position)
        con.execute(_FRESH)
        for table in OF_A_GAME:
            rows = f"FROM {_PART}.{table.name} WHERE game IN (SELECT game FROM fresh)"
            con.execute(f"INSERT INTO {table.name} {rows}")
        con.execute(f"INSERT INTO rulesets FROM {_PART}.rulesets EXCEPT FROM rulesets")
        read = dict(con.execute(f"SELECT game, position FROM {_PART}.games").fetchall())
        again = read.keys() & intake.games
        for game, position in read.items():
            if game not in again:
                intake.hold(game, place, position)
        ours, theirs = intake.added, made.added
        ours.games += theirs.games - len(again)
        ours.known += theirs.known + len(again)
        ours.grown += theirs.grown
        ours.faulty += con.execute(_FAULTY).fetchall()[0][0]
        ours.files += theirs.files
        ours.unread += theirs.unread
        ours.findings += theirs.findings
        if not theirs.unread:
            ours.gone += len(before & intake.games - read.keys())
        self._enter(place)
        yield from read

    def _enter(self, place: str) -> None:
        """Enter the file itself, and what there is to say of it."""
        con = self.intake.con
        names = [column.name for column in FINDINGS.columns]
        found = con.execute(f"FROM {_PART}.findings WHERE game IS NULL").fetchall()
        findings = [dict(zip(names, row, strict=True)) for row in found]
        for digest, games, added_at in con.execute(_SOURCE).fetchall():
            self.intake.enter(Origin(place, added_at), digest, games, findings)


_FRESH: Final = f"""
    CREATE OR REPLACE TEMP TABLE fresh AS
    SELECT game FROM {_PART}.games ANTI JOIN games USING (game)
"""
_FAULTY: Final = (
    f"SELECT count(*) FROM {_PART}.games SEMI JOIN fresh USING (game) WHERE status = 'faulty'"
)
_SOURCE: Final = f"SELECT bytes_sha256, games, added_at FROM {_PART}.sources"
