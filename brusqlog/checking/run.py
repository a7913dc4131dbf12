"""Judges the games of files and folders, one at a time."""

import io
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from brusqlog.checking.report import Report, Wishes, file_report, report
from brusqlog.game.course import Course
from brusqlog.game.findings import Finding
from brusqlog.game.judge import Judgement, judge
from brusqlog.game.ruleset import Ruleset
from brusqlog.log import sources as logs
from brusqlog.log.identity import beginnings, foreign
from brusqlog.log.reader import Fault, GameLog
from brusqlog.log.sources import Source
from brusqlog.notation import sources as notation

SUFFIXES: Final = (*logs.SUFFIXES, *notation.SUFFIXES)
"""What is taken for a log or a transcript in a folder; a file that is named is always read."""

STDIN: Final = "-"


def check(paths: Iterable[str | Path], wishes: Wishes | None = None) -> Iterator[Finding]:
    """The findings of all games in files and folders, in order; `-` is standard input."""
    for each in reports(paths, wishes or Wishes()):
        yield from each.findings


def reports(paths: Iterable[str | Path], wishes: Wishes) -> Iterator[Report]:
    """A report for each game as soon as it is judged, and one for each file after its games.

    No more than one game is held at a time. What cannot be read stops nothing else.
    """
    for file, games in sources(paths, wishes.rulesets):
        faults, count = [], 0
        due = wishes.digest
        for log in games:
            if isinstance(log, Fault):
                faults.append(log)
            else:
                count += 1
                if due is not None and due in beginnings(log):
                    due = None
                yield report(log, judged(log, wishes.rulesets), wishes)
        if due is not None:
            faults.append(foreign(file, due))
        yield file_report(file, faults, wishes, games=count)


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
    paths: Iterable[str | Path], rulesets: Mapping[str, Ruleset] | None = None
) -> Iterator[tuple[str, Iterator[GameLog | Fault]]]:
    """Every file of the paths, by name, with its games; a fault that belongs to no game by itself.
    `rulesets` are rulesets of one's own, by which transcripts are read.

    A folder is walked in the order of names; links that lead out of it are not followed, and what
    is hidden, with a dot before its name, is passed over.
    """
    for name, source in files(paths):
        if isinstance(source, Fault):
            yield name, iter([source])
        else:
            yield name, notation.read_games(source, name=name, rulesets=rulesets)


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


def _below(folder: str, suffixes: tuple[str, ...]) -> Iterator[tuple[str, Source | Fault]]:
    closed: list[OSError] = []
    empty = True
    root = Path(folder).resolve()
    for where, folders, names in os.walk(folder, onerror=closed.append):
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
