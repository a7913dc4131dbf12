"""Judges the games of files and folders, one at a time."""

import io
import os
import stat
import sys
from collections.abc import Generator, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec import Struct, field
from msgspec.structs import replace

from brusqlog.checking.report import (
    CleanGames,
    FileReport,
    GameReport,
    Report,
    Wishes,
    file_report,
    report,
)
from brusqlog.checking.screening import Screening
from brusqlog.game.course import Course
from brusqlog.game.findings import Finding
from brusqlog.game.judge import Judgement, judge
from brusqlog.game.ruleset import Ruleset
from brusqlog.log import sources as logs
from brusqlog.log.identity import beginnings, foreign
from brusqlog.log.reader import Fault, GameLog
from brusqlog.log.sources import Source
from brusqlog.notation import sources as notation

if TYPE_CHECKING:
    from concurrent.futures import Executor

RECORDS: Final = (*logs.SUFFIXES, *notation.SUFFIXES)
"""What is taken for a log or a transcript in a folder; a file that is named is always read."""

SUFFIXES: Final = (*RECORDS, notation.TABLE)
"""The same, hand tables too."""

STDIN: Final = "-"

MANIFEST, EXPORT = "manifest.json", b'"brusqlog-export/'
"""What marks a folder that `archive export` wrote, and stands at the beginning of that file."""


class Account(Struct):
    """What a file, or a part of it, comes to while its games are reported one by one: their number,
    how many bytes of its text have been judged, the faults that belong to no game. `due` is the
    digest that a game is to begin with, until one does."""

    games: int = 0
    size: int = 0
    faults: list[Fault] = field(default_factory=list)
    due: str | None = None

    def report(self, file: str, wishes: Wishes) -> FileReport:
        """The report of the file, once its last game has been reported."""
        lacking = [] if self.due is None else [foreign(file, self.due)]
        return file_report(file, [*self.faults, *lacking], wishes, games=self.games)


class Meter(Struct):
    """How much is to be judged, and how much has been, in bytes of the files."""

    known: int = 0
    done: int = 0


def check(
    paths: Iterable[str | Path],
    wishes: Wishes | None = None,
    *,
    jobs: int = 1,
    executor: "Executor | None" = None,
) -> Iterator[Finding]:
    """The findings of all games in files and folders, in order; `-` is standard input."""
    for each in reports(paths, wishes or Wishes(), jobs=jobs, executor=executor):
        yield from each.findings


def reports(
    paths: Iterable[str | Path],
    wishes: Wishes,
    *,
    jobs: int = 1,
    executor: "Executor | None" = None,
    meter: Meter | None = None,
) -> Generator[Report, None, None]:
    """A report for each game as soon as it is judged, and one for each file after its games.

    No more than one game is held at a time. What cannot be read stops nothing else. The reports are
    the same with any `jobs` and any `executor`, for which see `parallel.reports`. `meter` is kept
    up to date, for which all files are looked for at the start.
    """
    if jobs == 1 and executor is None:
        yield from _one_by_one(files(paths), wishes, meter)
    else:
        from brusqlog.checking import parallel

        found = files(paths)
        yield from parallel.reports(found, wishes, jobs=jobs, executor=executor, meter=meter)


def _one_by_one(
    found: Iterable[tuple[str, Source | Fault]], wishes: Wishes, meter: Meter | None
) -> Iterator[Report]:
    if meter is None:
        meter = Meter()
    else:
        found = list(found)
        meter.known = sum(size_of(source) for _, source in found)
    for file, source in found:
        account = Account(due=wishes.digest)
        before, size = meter.done, size_of(source)
        for each in game_reports(file, source, wishes, account):
            meter.done = before + min(account.size, size)
            yield each
        meter.done = before + size
        yield account.report(file, wishes)


def game_reports(
    file: str, source: Source | Fault, wishes: Wishes, account: Account
) -> Iterator[GameReport | CleanGames]:
    """The reports of the games in a source, each as soon as it is judged. What there is to say of
    the file besides is put into `account`."""
    if not isinstance(source, Fault):
        source, form = notation.recognised(source, file)
        if form == "table":
            from brusqlog.checking import tables  # numpy is for those who need it

            yield from tables.reports(file, source, wishes, account)
            return
    games: Iterator[GameLog | CleanGames | Fault]
    screening = None
    if not isinstance(source, Fault) and form == "log" and wishes.screen and not wishes.digest:
        screening = Screening(wishes.rulesets, require_finished=wishes.require_finished)
        games = screening.games(source, name=file)
    else:
        games = _games(file, source, wishes.rulesets)
    for log in games:
        if isinstance(log, Fault):
            account.faults.append(log)
        elif isinstance(log, CleanGames):
            account.games += len(log.ids)
            account.size = screening.done if screening else 0
            yield log
        else:
            account.games += 1
            account.size = log.byte + len(log.raw)
            if account.due is not None and account.due in beginnings(log):
                account.due = None
            yield report(log, judged(log, wishes.rulesets), wishes)


def judged(
    log: GameLog,
    rulesets: Mapping[str, Ruleset] | None = None,
    frames: dict[int, Course] | None = None,
) -> Judgement:
    """The judgement of a game. From an event of a newer format on nothing is decided: what comes
    before it is judged, and the game never counts as finished. `frames` as in `judge`."""
    known = log.known_events()
    judgement = judge(known, rulesets, frames)
    if len(known) == len(log.events):
        return judgement
    status = "faulty" if judgement.status == "faulty" else "unfinished"
    return replace(judgement, status=status, events=len(log.events))


def sources(
    paths: Iterable[str | Path],
    rulesets: Mapping[str, Ruleset] | None = None,
    suffixes: tuple[str, ...] = SUFFIXES,
) -> Iterator[tuple[str, Iterator[GameLog | Fault]]]:
    """Every file of the paths, by name, with its games; a fault that belongs to no game by itself.
    `rulesets` are rulesets of one's own, by which transcripts are read.

    A folder is walked in the order of names; links that lead out of it are not followed, and what
    is hidden, with a dot before its name, is passed over.
    """
    for name, source in files(paths, suffixes):
        yield name, _games(name, source, rulesets)


def _games(
    name: str, source: Source | Fault, rulesets: Mapping[str, Ruleset] | None
) -> Iterator[GameLog | Fault]:
    if isinstance(source, Fault):
        return iter([source])
    return notation.read_games(source, name=name, rulesets=rulesets)


def files(
    paths: Iterable[str | Path], suffixes: tuple[str, ...] = SUFFIXES
) -> Iterator[tuple[str, Source | Fault]]:
    """Every file of the paths, by name, with what it is read from; of folders those files whose
    names end so, or why a folder cannot be walked, or that there are none."""
    for path in map(str, paths):
        if path == STDIN:
            yield STDIN, sys.stdin.buffer if sys.stdin else io.BytesIO()
        elif Path(path).is_dir():
            yield from _below(path, suffixes)
        else:
            yield _named(path), path


def size_of(source: Source | Fault) -> int:
    """The bytes of a regular file; 0 of anything else, and of what is not there."""
    if not isinstance(source, str):
        return 0
    try:
        found = os.stat(source)  # noqa: PTH116, a path that holds a NUL is a ValueError
    except (OSError, ValueError):
        return 0
    return found.st_size if stat.S_ISREG(found.st_mode) else 0


def _below(folder: str, suffixes: tuple[str, ...]) -> Iterator[tuple[str, Source | Fault]]:
    closed: list[OSError] = []
    empty = True
    root = Path(folder).resolve()
    for where, folders, names in os.walk(folder, onerror=closed.append):
        if MANIFEST in names and _is_export(Path(where, MANIFEST)):
            folders.clear()
            continue
        folders[:] = _seen(folders)
        for name in _seen(names):
            path = os.path.join(where, name)  # noqa: PTH118, keeps `./` as the user wrote it
            if name.lower().endswith(suffixes) and _stays(Path(path), root):
                empty = False
                yield _named(path), path
    for error in closed:
        code = "permission-denied" if isinstance(error, PermissionError) else "read-failed"
        name = _named(str(error.filename))
        facts = {"file": name, "reason": error.strerror or str(error)}
        yield name, Fault(code=code, facts=facts)
    if empty and not closed:
        name = _named(folder)
        yield name, Fault(code="empty-folder", facts={"file": name, "suffixes": list(suffixes)})


def _is_export(manifest: Path) -> bool:
    """Whether a folder with that manifest is an archive that was exported: its files are no hand
    tables."""
    try:
        with manifest.open("rb") as file:
            return EXPORT in file.read(256)
    except OSError:
        return False


def _seen(names: Iterable[str]) -> list[str]:
    """What is not hidden, in order."""
    return sorted(name for name in names if not name.startswith("."))


def _stays(path: Path, root: Path) -> bool:
    """Whether a path is no link, or one that leads to a place below `root`."""
    if not path.is_symlink():
        return True
    try:
        return path.resolve(strict=True).is_relative_to(root)
    except FileNotFoundError:  # a link to nothing: reading it tells so
        return path.resolve().is_relative_to(root)
    except (OSError, RuntimeError):  # a link that leads to itself
        return False


def _named(path: str) -> str:
    """The path as text that can be encoded: bytes of a file name that are no UTF-8 as escapes."""
    return path.encode("utf-8", "backslashreplace").decode("utf-8")
