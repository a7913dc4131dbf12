"""A log that is there already: read under its lock, its torn tail put aside, ready to go on."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from brusqlog.checking.report import is_error
from brusqlog.game.course import Course
from brusqlog.game.events import Event
from brusqlog.game.judge import judge
from brusqlog.game.ruleset import Ruleset
from brusqlog.log.reader import Fault, GameLog, read_logs
from brusqlog.writing import disk
from brusqlog.writing.faults import DamagedError, WriteError


def plain(path: str | Path) -> Path:
    """The path of a log that can grow: absolute, as the folder may change while it is open."""
    if str(path).lower().endswith((".gz", ".zst")):
        raise WriteError("packed", file=str(path))
    if str(path).lower().endswith(".brusq"):
        raise WriteError("transcript", file=str(path))
    return Path(path).absolute()


class Opened(Struct, frozen=True):
    """A log as it was found: its game, the bytes of its whole lines, the course after its last
    event, and whether it is faulty. `saved` is where the bytes of a torn tail went."""

    log: GameLog
    data: bytes
    course: Course
    faulty: bool
    saved: Path | None


def take_up(fd: int, path: Path, rulesets: Mapping[str, Ruleset]) -> Opened:
    """Read the open log and cut off its torn tail, whose bytes are saved first.

    Raises `DamagedError` for lines that cannot be read, `WriteError` for what cannot be gone on
    with, `OSError`.
    """
    data = disk.read(fd)
    whole = data.rfind(b"\n") + 1
    game = _game(data[:whole], path)
    if whole < len(data) and game.header is not None and _sealed(data, path):
        raise DamagedError("sealed-torn", file=str(path), line=data.count(b"\n") + 1)
    course, faulty = course_after(game.known_events(), rulesets)
    if course is None:
        raise WriteError("headless", file=str(path))
    saved = set_aside(fd, path, data, whole) if whole < len(data) else None
    return Opened(game, data[:whole], course, faulty, saved)


def course_after(
    events: Sequence[Event | None], rulesets: Mapping[str, Ruleset]
) -> tuple[Course | None, bool]:
    """The course after the last of the events, None if the header cannot be used, and whether
    the log is faulty. A judgement's own course has closed its last hand, which here goes on."""
    frames: dict[int, Course] = {}
    judgement = judge(events, rulesets, frames)
    return (frames[max(frames)] if frames else None), judgement.status == "faulty"


def set_aside(fd: int, path: Path, data: bytes, whole: int) -> Path:
    """Save what stands behind the last whole line beside the log, then cut it off."""
    saved = disk.save(path.with_name(f"{path.name}.torn-{whole}"), data[whole:])
    disk.cut(fd, whole)
    disk.sync(fd)
    return saved


def _game(data: bytes, path: Path) -> GameLog:
    """The one game of whole lines, every one of which can be read."""
    found = list(read_logs(data, name=str(path)))
    games = [game for game in found if not isinstance(game, Fault)]
    if len(games) != 1:
        key = "many" if len(games) > 1 else "headless"
        raise WriteError(key, file=str(path), found=len(games))
    (game,) = games
    if game.newer:
        assert game.header is not None
        raise WriteError("newer", file=str(path), found=game.header.format)
    faults = [fault for fault in found if isinstance(fault, Fault)]
    for fault in [*faults, *game.faults]:
        if is_error(fault.code) and (fault.seq is None or game.events[fault.seq] is None):
            raise DamagedError("damaged", file=str(path), line=fault.line)
    if not game.readable:
        raise WriteError("headless", file=str(path))
    return game


def _sealed(data: bytes, path: Path) -> bool:
    """Whether the reader calls the torn tail that of a sealed log."""
    codes = {
        fault.code
        for found in read_logs(data, name=str(path))
        for fault in ([found] if isinstance(found, Fault) else found.faults)
    }
    return "sealed-torn-tail" in codes
