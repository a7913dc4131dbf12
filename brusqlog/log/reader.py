"""Logs out of a file: one game after another, in bounded memory, each fault at its exact place.

The fast path rests on lines repeating: each different line is decoded once, and the dictionary of
lines already known gives the events of all others. Only what the dictionary does not know is looked
at one by one, and a header is never put into it, so that it is also what finds where games begin.
"""

from collections.abc import Iterator
from typing import Final, TypeGuard

from msgspec import UNSET
from msgspec.structs import replace

from brusqlog.game.events import Event, Game, Note, Seal
from brusqlog.log.faults import Fault, FormError, SourceError
from brusqlog.log.framing import KEPT, LINE_LIMIT, Block, Lines
from brusqlog.log.gamelog import GameLog, begins_seal
from brusqlog.log.headers import HeaderLine, read_headers
from brusqlog.log.lines import Line, canonical, exact, located, respelt
from brusqlog.log.sources import Source, name_of, pieces
from brusqlog.log.strict import Unknown
from brusqlog.log.times import runs_backwards

__all__ = ["Fault", "GameLog", "HeaderLine", "Unknown", "read_headers", "read_logs"]

_KNOWN_LINES: Final = 1 << 15
_KNOWN_LENGTH: Final = 256
_known: dict[bytes, Event] = {}
"""The events of canonical lines seen before, in any file. Bounded: emptied when it is full."""

ONCE: Final = frozenset({"bom", "crlf", "blank-line", "other-spelling"})
"""Faults that are told once a file, at the first place."""

_SINGULAR: Final = frozenset({Game, Seal, Note, Unknown})
"""Kinds whose lines are looked at each time: they stand once, or hold what hardly repeats."""


def read_logs(source: Source, *, name: str | None = None) -> Iterator[GameLog | Fault]:
    """Every game of a source, in order; a string is a path.

    A `Fault` by itself belongs to no game: the source cannot be read (any further), holds no log,
    or ends in a header that was never finished. Nothing is raised for what a source holds.
    """
    file = name_of(source, name)
    lines = Lines(pieces(source, name), file)
    reading = Reading(file, lines)
    broken = None
    try:
        for block in lines:
            yield from reading.block(block)
    except SourceError as error:
        broken = Fault(code=error.code, facts=error.facts)
    yield from reading.end(broken)


class Reading:
    """One pass over a source: where it stands, and the game that is open. Whole games in between
    may be passed over, as long as nothing `pending` has to be told with the next one."""

    def __init__(self, file: str, source: Lines) -> None:
        self.file, self.source = file, source
        self.index = 0
        self.log: GameLog | None = None
        self.closed: list[GameLog] = []
        self.seals: list[int] = []
        self.late: list[tuple[int, str]] = []
        self.clock: str | None = None
        self.told: set[str] = set()
        self.early: list[Fault] = []
        self.respelt: dict[bytes, Event] = {}

    def block(self, block: Block) -> list[GameLog]:
        """Take whole lines in; a game comes out when the next one begins."""
        self.now, self.lines = block, block.lines
        lines = self.lines
        if self.source.bom and "bom" not in self.told:
            self.told.add("bom")
            self.early.append(Fault(code="bom", line=1, column=1, width=1, byte=0))
        self.events: list[Event | Unknown | None] = list(map(_known.get, lines))
        self.given = 0  # lines whose events were given to a log
        self.counted = self.offset = 0  # lines counted, and their bytes
        self.begun = 0  # where the part of `text` begins that belongs to the open log
        self.closed = []
        missed = _missed(self.events)
        if self.respelt:
            for at in missed:
                self.events[at] = self.respelt.get(lines[at])
            missed = [at for at in missed if self.events[at] is None]
        found = canonical([lines[at] for at in missed])
        for at, event in zip(missed, found, strict=True):
            if event is None:
                self._unusual(at)
            else:
                if type(event) is Game:
                    self._begin(at)
                if _repeats(event):
                    self.events[at] = event
                    self._learn(lines[at], event)
                else:
                    self._take(at, event)
        self._give(len(lines))
        if self.log is not None:
            self.log.add(block.text[self.begun : block.size])
            self.log.bound()
        return self.closed

    @property
    def pending(self) -> bool:
        """Whether something is to be told with the next game, whatever it is."""
        return bool(self.early) or (self.source.bom and "bom" not in self.told)

    def pass_over(self, games: int) -> list[GameLog]:
        """Count so many games as read; the one that is open is whole, and comes out."""
        closed, self.log = self.log, None
        self.index += games
        if closed is None:
            return []
        self._close(closed)
        return [closed]

    def end(self, broken: Fault | None) -> Iterator[GameLog | Fault]:
        """What is left at the end of the source; `broken` is why it could not be read further."""
        lone = broken
        if self.source.rest:
            cut = self._torn(self.source.rest, lone is not None)
            lone = lone or cut
        if self.log is not None:
            self._close(self.log)
            yield self.log
        elif lone is None and not self.index:
            lone = Fault(code="empty-file", facts={"file": self.file})
        if lone is not None:
            yield lone

    def _torn(self, rest: bytes, broken: bool) -> Fault | None:
        """Take the bytes behind the last LF; the fault is returned if it belongs to no log."""
        log = None if exact(rest).header else self.log
        sealed = log is not None and (bool(self.seals) or begins_seal(rest))
        code = "sealed-torn-tail" if sealed else "torn-tail"
        if len(rest) > LINE_LIMIT:
            code = "line-too-long"
        wrong = FormError(code, 0, len(rest.decode("utf-8", "replace")), limit=LINE_LIMIT)
        lone = rest.find(b"\r", 0, -1)  # one at the very end may be half of a line end
        if lone >= 0:
            start = len(rest[:lone].decode("utf-8", "surrogateescape"))
            wrong = FormError("lone-cr", start, start + 1, found="0D")
        seq = len(log.events) if log is not None else None
        fault = located(wrong, rest, seq=seq, line=self.source.line, byte=self.source.byte)
        if log is None:
            return replace(fault, text=rest.removesuffix(b"\r").decode("utf-8", "replace"))
        log.add(rest)
        log.torn = True
        if not broken:
            log.find(fault)
        return None

    def _unusual(self, at: int) -> None:
        """Take a line that is not canonical text."""
        line = self.lines[at]
        text = line.removesuffix(b"\r")
        if not text.strip(b" \t"):
            self._give(at)
            self.given = at + 1
            self._tell("blank-line", at, b"")
            return
        found = self._read(text, cut=text != line)
        if found.header:
            self._begin(at).newer = found.newer
        if text != line:
            self._tell("crlf", at, text)
        if found.wrong is not None:
            self._find(found.wrong, at)
        elif found.event is not None:
            if found.respelt:
                self._tell("other-spelling", at, b"", len(text.decode()))
            self._take(at, found.event)
            if (found.respelt or text != line) and _repeats(found.event):
                self._remember(line, found.event)

    def _read(self, text: bytes, cut: bool) -> Line:
        if cut and (event := canonical([text])[0]) is not None:
            return Line(event=event, header=isinstance(event, Game))
        if (event := respelt(text)) is not None:
            return Line(event=event, header=isinstance(event, Game), respelt=True)
        return exact(text, newer=self.log is not None and self.log.newer)

    def _take(self, at: int, event: Event | Unknown) -> None:
        """Put an event at its line, and remember what only the whole log can judge."""
        self.events[at] = event
        if self.log is None:
            self._seq(at)
        elif self.log.full:
            return
        if isinstance(event, Seal):
            self.seals.append(self._seq(at))
        if isinstance(event, Event) and event.at is not UNSET:
            if self.clock is not None and runs_backwards(self.clock, event.at):
                self.late.append((self._seq(at), self.clock))
            self.clock = event.at

    def _remember(self, line: bytes, event: Event) -> None:
        if self.log is not None and self.log.newer:  # other logs may not hold what this one may
            return
        if len(line) <= _KNOWN_LENGTH and len(self.respelt) < _KNOWN_LINES:
            self.respelt[line] = event

    def _learn(self, line: bytes, event: Event) -> None:
        if len(line) <= _KNOWN_LENGTH:
            if len(_known) >= _KNOWN_LINES:
                _known.clear()
            _known[line] = event

    def _begin(self, at: int) -> GameLog:
        """A new log begins with the line `at`."""
        self._give(at)
        start = self._start(at)
        if self.log is not None:
            self.log.add(self.now.text[self.begun : start])
            self.log.bound()
            self._close(self.log)
            self.closed.append(self.log)
        self.begun = start
        self.index += 1
        byte = self.now.byte + start + (self.now.missing if at else 0)
        log = GameLog(self.file, self.index, self.now.line + at, byte)
        self.log, self.seals, self.late, self.clock = log, [], [], None
        log.remarks, self.early = self.early, []
        return log

    def _close(self, log: GameLog) -> None:
        log.close(self.seals, self.late)

    def _give(self, upto: int) -> None:
        """Give the events of the lines before `upto` to the open log; with none open, the first of
        them begins one that lacks its header."""
        if self.given < upto:
            given, self.given = self.given, upto
            log = self.log or self._begin(given)
            log.give(self.events[given:upto])

    def _seq(self, at: int) -> int:
        """The number of the event in line `at` in its log."""
        self._give(at)
        log = self.log or self._begin(at)
        return len(log.events)

    def _find(self, wrong: FormError, at: int) -> None:
        seq = self._seq(at)
        assert self.log is not None
        self.log.find(self._located(wrong, at, seq))
        missing = 0 if at else self.now.missing
        if len(self.lines[at]) + missing > KEPT:
            self.log.drop(missing)

    def _located(self, wrong: FormError, at: int, seq: int | None) -> Fault:
        line, byte = self.now.line + at, self._byte(at)
        return located(wrong, self.lines[at], seq=seq, line=line, byte=byte)

    def _tell(self, code: str, at: int, before: bytes, width: int = 1) -> None:
        """What is accepted although the writer would not write it is told once a file, whatever
        the limits of its log; `before` is what stands before it in its line."""
        if code in self.told:
            return
        self.told.add(code)
        self._give(at)
        column = len(before.decode("utf-8", "replace"))
        fault = self._located(FormError(code, column, column + width), at, None)
        if self.log is None:
            self.early.append(fault)
        else:
            self.log.remarks.append(fault)

    def _start(self, at: int) -> int:
        """Where line `at`, which begins a log, begins in `text`. Every line that does was looked at
        before, so it is the next one of its text, and to search is cheaper than to count."""
        if at > self.counted:
            line = b"\n" + self.lines[at] + b"\n"
            self.offset = self.now.text.index(line, self.offset) + 1
            self.counted = at
        return self.offset

    def _offset(self, at: int) -> int:
        """Where line `at` begins in `text`. Asked in the order of the lines."""
        self.offset += sum(map(len, self.lines[self.counted : at])) + at - self.counted
        self.counted = at
        return self.offset

    def _byte(self, at: int) -> int:
        return self.now.byte + self._offset(at) + (self.now.missing if at else 0)


def _missed(events: list[Event | Unknown | None]) -> list[int]:
    """Where None stands; `index` finds the few places much faster than a loop over all."""
    missed: list[int] = []
    at = -1
    try:
        while True:
            at = events.index(None, at + 1)
            missed.append(at)
    except ValueError:
        return missed


def _repeats(event: Event | Unknown) -> TypeGuard[Event]:
    """Whether the line of an event is one of those that an archive holds again and again."""
    return type(event) not in _SINGULAR and event.at is UNSET  # type: ignore[union-attr]
