"""A log that grows while people play: every event judged before a byte is written.

What `append` has acknowledged is whole in the file, and with `sync="event"` on the disk. Several
events of one call are one write but not one atom: after a crash the first of them may be there
without the others.
"""

import contextlib
import hashlib
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from itertools import pairwise, starmap, takewhile
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, NamedTuple, Self

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from brusqlog.checking.report import Wishes, report
from brusqlog.checking.run import judged
from brusqlog.errors import EventError
from brusqlog.game import events as ev
from brusqlog.game.course import Course
from brusqlog.game.findings import Finding, Language
from brusqlog.game.ruleset import Ruleset
from brusqlog.game.state import State
from brusqlog.game.table import begin
from brusqlog.log.lines import canonical, exact
from brusqlog.log.reader import GameLog, read_logs
from brusqlog.log.times import runs_backwards
from brusqlog.log.writer import dumps
from brusqlog.spelling import Style
from brusqlog.writing import disk
from brusqlog.writing.faults import ConflictError, WriteError
from brusqlog.writing.opened import plain, set_aside, take_up
from brusqlog.writing.trial import try_next, try_whole

Sync = Literal["event", "hand", "none"]
Clock = Callable[[], datetime]


class Appended(NamedTuple):
    """What became of an `append`: the `seq` of the next event, and what `check` says of these ones.
    `refused`: one of them was a breach, and nothing was written."""

    seq: int
    findings: tuple[Finding, ...] = ()
    refused: bool = False


class LogWriter:
    """Writes one log, alone: it holds an exclusive lock on the file until it is closed.

    `create` begins a log, `resume` goes on with one. `sync` says when an append waits for the disk:
    at every event, at each `hand` and `end`, or never (a seal always waits). `clock` gives the time
    for events that have no `at`; it is aware of its offset. Findings are worded in a `language`,
    with letters for suits if `letters` are asked for. Local file systems only.
    """

    def __init__(
        self,
        path: Path,
        fd: int,
        sync: Sync,
        clock: Clock | None,
        rulesets: Mapping[str, Ruleset] | None,
        style: Style,
    ) -> None:
        self._path, self._fd = path, fd
        self._sync_at, self._clock, self._rulesets = sync, clock, rulesets or {}
        self._style = style
        self._events: list[ev.Event] = []
        self._digest = hashlib.sha256()
        self._size = 0
        self._broken: str | None = None

    @classmethod
    def create(
        cls,
        path: str | Path,
        header: ev.Game,
        *,
        sync: Sync = "event",
        clock: Clock | None = None,
        rulesets: Mapping[str, Ruleset] | None = None,
        language: Language = "en",
        letters: bool = False,
    ) -> "LogWriter":
        """Begin a log with its header, which is on the disk when this returns.

        A file without one whole line, as a crash in here may leave it, is taken over. Raises
        `FileExistsError` for any other, `EventError` for a header with which nothing can be played,
        `WriteError`, `OSError`.
        """
        path = plain(path)
        course = begin(header, rulesets)
        try:
            fd = disk.open_log(path, create=True)
        except FileExistsError as there:
            fd = _unbegun(path, there)
        writer = cls(path, fd, sync, clock, rulesets, Style(language, letters))
        try:
            writer._course = course
            writer._events = [writer._timed(header)]
            writer._put(_line(writer._events[0]), synced=True)
            disk.sync_folder(path.parent)
        except BaseException:
            writer.close()
            raise
        return writer

    @classmethod
    def resume(
        cls,
        path: str | Path,
        *,
        sync: Sync = "event",
        clock: Clock | None = None,
        rulesets: Mapping[str, Ruleset] | None = None,
        language: Language = "en",
        letters: bool = False,
    ) -> "LogWriter":
        """Go on with a log. A torn tail is saved to `FILE.torn-OFFSET`, then cut off.

        Raises `BusyError` if it has a writer, `DamagedError` if a line cannot be read or a sealed
        log is torn, `WriteError`, `FileNotFoundError`, `OSError`.
        """
        path = plain(path)
        fd = disk.open_log(path)
        writer = cls(path, fd, sync, clock, rulesets, Style(language, letters))
        try:
            found = take_up(fd, path, writer._rulesets)
        except BaseException:
            writer.close()
            raise
        writer._saved = found.saved
        writer._events = [event for event in found.log.events if isinstance(event, ev.Event)]
        writer._course, writer._faulty = found.course, found.faulty
        writer._last = next((e.at for e in reversed(writer._events) if e.at is not UNSET), UNSET)
        writer._digest.update(found.log.raw)
        writer._size = len(found.data)
        return writer

    _saved: Path | None = None
    _course: Course
    _faulty = False
    _state: State | None = None
    _last: str | UnsetType = UNSET

    # What there is -----------------------------------------------------------------------------

    @property
    def path(self) -> Path:
        """The file."""
        return self._path

    @property
    def saved(self) -> Path | None:
        """Where the bytes of a torn tail were saved when the log was opened."""
        return self._saved

    @property
    def header(self) -> ev.Game:
        """The header of the game."""
        header = self._events[0]
        assert isinstance(header, ev.Game)
        return header

    @property
    def events(self) -> Sequence[ev.Event]:
        """All events of the log by `seq`, the header first."""
        return tuple(self._events)

    @property
    def seq(self) -> int:
        """The `seq` of the next event."""
        return len(self._events)

    @property
    def state(self) -> State:
        """The state after the last event."""
        if self._state is None:
            self._state = State(trial(self))
        return self._state

    # What comes --------------------------------------------------------------------------------

    def append(
        self,
        *events: ev.Event,
        expected: int | None = None,
        accept: Mapping[str, str] | None = None,
    ) -> Appended:
        """Write events, if every one of them may come now.

        A breach is refused with the findings that `check` would give, and nothing is written. Codes
        in `accept`, each with the words of the decision, may pass: a `ruling` is written before the
        event, so that `check` agrees with it later; what no ruling can permit is refused all the
        same. `expected` is the `seq` that the first event must get. The same events there already
        are a success and are not written again; of some of them only the others are written.

        Raises `ConflictError` where something else stands at `expected`, `EventError` for a
        malformed event, `WriteError` if they were not written: then none of them is acknowledged,
        and this writer writes no more.
        """
        self._ready()
        accept = accept or {}
        if any(isinstance(event, ev.Seal) for event in events):
            raise EventError("a seal is made by `seal`, from the bytes before it")
        left = self._left(events, expected, accept)
        if not left:
            return Appended(self.seq)
        timed = [self._timed(event) for event in left]
        if self._faulty or any(isinstance(event, ev.Retract) for event in timed):
            tried = try_whole(self._events, timed, self._rulesets)
        else:
            tried = try_next(self._course, self.seq, timed, accept)
        data = b"".join(map(_line, tried.events))
        backwards = self._runs_backwards(tried.events)
        told = self._told(data) if tried.refused or tried.remarks or backwards else ()
        if tried.refused:
            return Appended(self.seq, told, refused=True)
        due = self._sync_at == "event" or (
            self._sync_at == "hand" and any(isinstance(event, ev.Hand | ev.End) for event in left)
        )
        self._put(data, synced=due)
        self._events += tried.events
        self._last = next((e.at for e in reversed(tried.events) if e.at is not UNSET), self._last)
        self._course, self._faulty, self._state = tried.course, tried.faulty, None
        return Appended(self.seq, told)

    def seal(self) -> str:
        """Write a `seal` over all bytes of the log so far, and wait for the disk: its digest."""
        self._ready()
        digest = self._digest.hexdigest()
        seal = self._timed(ev.Seal(sha256=digest))
        self._put(_line(seal), synced=True)
        self._events.append(seal)
        self._state = None
        return digest

    def close(self) -> None:
        """Give up the lock. Without effect the second time."""
        if self._fd >= 0:
            fd, self._fd = self._fd, -1
            self._broken = self._broken or "closed"
            disk.close(fd)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.close()

    # How -----------------------------------------------------------------------------------------

    def _timed(self, event: Any) -> Any:
        if self._clock is None or event.at is not UNSET:
            return event
        now = self._clock()
        if now.utcoffset() is None:
            raise EventError("the clock gives a time without its offset")
        return replace(event, at=now.isoformat(timespec="milliseconds"))

    def _ready(self) -> None:
        """Raise unless the file is still ours and as we left it."""
        if self._broken is None and not disk.is_at(self._fd, self._path, self._size):
            self._broken = "gone"
        if self._broken is not None:
            raise WriteError(self._broken, file=str(self._path))

    def _left(
        self, events: Sequence[ev.Event], expected: int | None, accept: Mapping[str, str]
    ) -> Sequence[ev.Event]:
        """Those of the events that are not there yet."""
        if expected is None or expected == self.seq:
            return events
        facts = {"file": str(self._path), "expected": expected, "found": self.seq}
        if expected > self.seq:
            raise ConflictError("gap", **facts)
        rulings = set(accept.values())
        there = [
            event
            for event in self._events[max(expected, 0) :]
            if not (isinstance(event, ev.Incident) and event.text in rulings)  # put in for them
        ]
        pairs = zip(there, events, strict=False)
        known = list(takewhile(lambda pair: self._same(*pair), pairs))
        if len(known) < min(len(there), len(events)):
            raise ConflictError("conflict", **facts)
        return events[len(known) :]

    def _same(self, there: ev.Event, event: ev.Event) -> bool:
        """Whether an event was written already; the time that our clock gave it is not its own."""
        if self._clock is not None and event.at is UNSET:
            there = replace(there, at=UNSET)
        return there == event

    def _runs_backwards(self, events: Sequence[ev.Event]) -> bool:
        """Whether the time of one of them is before the last one before it: a warning."""
        times = [self._last, *(event.at for event in events)]
        known = [time for time in times if time is not UNSET]
        return any(starmap(runs_backwards, pairwise(known)))

    def _told(self, data: bytes) -> tuple[Finding, ...]:
        """What `check` would say of the lines, and had not said without them."""
        text = disk.read(self._fd)
        known = {(found.seq, found.code, found.seat) for found in self._findings(text)}
        return tuple(
            found
            for found in self._findings(text + data)
            if (found.seq, found.code, found.seat) not in known
        )

    def _findings(self, text: bytes) -> Sequence[Finding]:
        (log,) = read_logs(text, name=str(self._path))
        assert isinstance(log, GameLog)
        wishes = Wishes(style=self._style, rulesets=self._rulesets)
        return report(log, judged(log, self._rulesets), wishes).findings

    def _put(self, data: bytes, *, synced: bool) -> None:
        """One write, then the disk if that is due. What fails is never tried again."""
        try:
            done = disk.write(self._fd, data)
        except OSError as error:
            self._undo()
            raise self._failed("failed", reason=error.strerror or str(error)) from error
        if done != len(data):
            self._undo()
            raise self._failed("short", done=done, due=len(data))
        self._size += done
        if synced:
            try:
                disk.sync(self._fd)
            except OSError as error:
                raise self._failed("unsynced", reason=error.strerror or str(error)) from error
        self._digest.update(data)

    def _undo(self) -> None:
        """Cut off what a failed write may have left; if that fails too, the next `resume` does."""
        with contextlib.suppress(OSError):
            disk.cut(self._fd, self._size)

    def _failed(self, key: str, **facts: Any) -> WriteError:
        self._broken = "stopped"
        return WriteError(key, file=str(self._path), **facts)


def trial(writer: LogWriter) -> Course:
    """The course after the last event, as a copy on which events may be tried."""
    course = writer._course.copy()
    course.seq = writer.seq - 1
    return course


def _unbegun(path: Path, there: FileExistsError) -> int:
    """The file that is there already, if it has not one whole line: what a crash leaves of
    `create`. Its bytes are saved beside it. Raises `there` for any other."""
    fd = disk.open_log(path)
    try:
        data = disk.read(fd)
        if b"\n" in data:
            raise there
        if data:
            set_aside(fd, path, data, 0)
    except BaseException:
        disk.close(fd)
        raise
    return fd


def _line(event: ev.Event) -> bytes:
    """The line of an event, if the reader takes it for that event."""
    try:
        line = dumps(event)
    except (TypeError, UnicodeEncodeError, ValueError) as error:
        raise EventError(f"malformed event: {error}") from error
    if canonical([line])[0] != event:
        wrong = exact(line).wrong
        raise EventError(f"malformed event: {wrong.code if wrong else event}")
    return line + b"\n"
