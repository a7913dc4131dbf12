"""One game as it was read: its events by number, its bytes, its faults of form, and places."""

import hashlib
import re
from array import array
from collections.abc import Sequence
from itertools import accumulate, takewhile
from typing import Final, cast

from brusqlog.game.events import FORMAT, Event, Game, Seal
from brusqlog.log.faults import Fault, FormError
from brusqlog.log.lines import decoded
from brusqlog.log.scan import Node, scan
from brusqlog.log.strict import Unknown

LOG_LIMIT: Final = 1 << 28
"""Bytes of one log that are kept; a file may be of any size."""

FAULT_LIMIT: Final = 10_000
"""Faults of form that are kept of one log."""

_SEAL_BEGUN = re.compile(rb'\s*\{\s*("event"\s*:\s*"se|"sha256")')

Path = tuple[str | int, ...]
Place = tuple[int, int | None, int | None, int | None]
"""Line, column and width (code points, from 1), and byte offset in the decompressed text. A row of
a table has its number only."""


class GameLog:
    """One game of a file.

    `file` is its name and `index` its position in the file, from 1; `line` is the number of its
    first line and `byte` the offset of that line in the decompressed text. `raw` are all its bytes.
    `events` is indexed by `seq`: None is a line that cannot be read, `Unknown` an event of a newer
    minor version. Events may be shared between logs: never change what they hold. `faults` are in
    the order of the text, the `remarks` that are made once a file among them.
    `torn`: the file ends within a line, which is not among the events.
    `readable`: there is a header of a known version, so the game can be judged.
    """

    __slots__ = (
        "_gaps", "_parts", "_size", "_spans", "_starts", "byte", "events", "faults", "file",
        "full", "index", "line", "newer", "raw", "readable", "remarks", "torn",
    )  # fmt: skip

    def __init__(self, file: str, index: int, line: int, byte: int) -> None:
        self.file, self.index, self.line, self.byte = file, index, line, byte
        self.raw = b""
        self.events: list[Event | Unknown | None] = []
        self.faults: list[Fault] = []
        self.remarks: list[Fault] = []
        self.torn = self.readable = self.newer = False
        self._parts: list[bytes] = []
        self._size = 0
        self.full = False
        self._gaps: list[tuple[int, int]] = []
        self._spans: list[tuple[int, int, int]] | None = None
        self._starts: Sequence[int] | None = None

    @property
    def header(self) -> Game | None:
        """The header, None if there is none that can be read."""
        first = self.events[0] if self.events else None
        return first if isinstance(first, Game) else None

    def known_events(self) -> list[Event | None]:
        """The events up to the first of a kind that this version does not know: from there on
        nothing is decided."""
        if not self.newer:
            return cast(list[Event | None], self.events)
        known = takewhile(lambda event: not isinstance(event, Unknown), self.events)
        return cast(list[Event | None], list(known))

    def line_of(self, seq: int) -> int:
        """The number of the line of an event in its file; raises `IndexError` if there is none."""
        return self.line + self._line(seq)[0]

    def byte_of(self, seq: int) -> int:
        """Where the line of an event begins in its file, decompressed; raises `IndexError`."""
        return self._offset(self._line(seq)[1])

    def text_of(self, line: int) -> str:
        """A line of this log without its end; U+FFFD stands for what is no UTF-8. Of a line that is
        not in this log, such as the blank ones before it, nothing."""
        starts = self._line_starts()
        at = line - self.line
        if not 0 <= at < len(starts) - 1:
            return ""
        text = self.raw[starts[at] : starts[at + 1] - 1]
        return text.removesuffix(b"\r").decode("utf-8", "replace")

    def place(self, seq: int, path: Path | None = None) -> Place:
        """Where the value at `path` of an event stands, e.g. `("cards", 1)`; the whole object if
        there is no such value. Raises `IndexError` if there is no such event."""
        offset, start, end = self._line(seq)
        text = self.raw[start:end]
        try:
            line = decoded(text)
            node = scan(line)
        except FormError:
            line = text.decode("utf-8", "surrogateescape")
            node = Node(None, 0, len(line))
        node = node.at(path or ()) or node
        inside = len(line[: node.start].encode("utf-8", "surrogateescape"))
        column, width = node.start + 1, max(1, node.end - node.start)
        return self.line + offset, column, width, self._offset(start + inside)

    def _offset(self, position: int) -> int:
        return self.byte + position + sum(lost for at, lost in self._gaps if position > at)

    def _line(self, seq: int) -> tuple[int, int, int]:
        """Of one event what `_lines` has of every one, quicker where no line is blank."""
        if self._spans is None and 0 <= seq < len(self.events) and b"\r" not in self.raw:
            starts = self._line_starts()
            # An empty piece, or a torn one, is behind the last line feed.
            if len(starts) - 2 == len(self.events):
                return seq, starts[seq], starts[seq + 1] - 1
        return self._lines()[seq]

    def _line_starts(self) -> Sequence[int]:
        """Where in `raw` each line begins, and where one after the last would."""
        if self._starts is None:
            pieces = self.raw.split(b"\n")
            self._starts = array("Q", accumulate((len(piece) + 1 for piece in pieces), initial=0))
        return self._starts

    def _lines(self) -> list[tuple[int, int, int]]:
        """Of every event: lines after the first one, and where in `raw` it begins and ends."""
        if self._spans is None:
            spans, start = [], 0
            for offset, text in enumerate(self.raw.split(b"\n")):
                if text.removesuffix(b"\r").strip(b" \t"):
                    end = start + len(text) - text.endswith(b"\r")
                    spans.append((offset, start, end))
                start += len(text) + 1
            self._spans = spans
        return self._spans

    # What follows is for the reader, which fills a log and closes it.

    def give(self, events: list[Event | Unknown | None]) -> None:
        """Take further events."""
        if not self.full:
            self.events += events

    def add(self, text: bytes) -> None:
        """Take further bytes."""
        if not self.full:
            self._parts.append(text)
            self._size += len(text)

    def drop(self, missing: int) -> None:
        """Keep in mind that bytes of the line at the end of those taken were dropped."""
        self._gaps.append((self._size, missing))

    def bound(self) -> None:
        """Take no more once the log has more bytes than the limit. The line in which it passes that
        is the last one, so that it does not matter how many lines were taken at once."""
        if self._size <= LOG_LIMIT or self.full:
            return
        last = self._parts.pop()
        end = last.index(b"\n", LOG_LIMIT - self._size) + 1
        self._parts.append(last[:end])
        beyond = (line.removesuffix(b"\r") for line in last[end:].split(b"\n"))
        kept = len(self.events) - sum(bool(line.strip(b" \t")) for line in beyond)
        del self.events[kept:]
        line = self.line + sum(part.count(b"\n") for part in self._parts)
        self.faults = [fault for fault in self.faults if (fault.line or 0) < line]
        self.find(Fault(code="log-too-large", line=line, facts={"limit": LOG_LIMIT}))
        self.full = True

    def find(self, fault: Fault) -> None:
        """Keep a fault, up to the limit."""
        if self.full or len(self.faults) > FAULT_LIMIT:
            return
        if len(self.faults) == FAULT_LIMIT:
            facts = {"limit": FAULT_LIMIT}
            fault = Fault(code="too-many-faults", seq=fault.seq, line=fault.line, facts=facts)
        self.faults.append(fault)

    def find_at(self, code: str, seq: int, path: Path | None = None, **facts: object) -> None:
        """Keep a fault at a value of an event, once all bytes are there."""
        line, column, width, byte = self.place(seq, path)
        self.faults.append(
            Fault(code=code, seq=seq, line=line, column=column, width=width, byte=byte, facts=facts)
        )

    def close(self, seals: list[int], late: list[tuple[int, str]]) -> None:
        """Put the bytes together and judge what only the whole log shows: `seals` are the numbers
        of its seals, `late` those of the events earlier than the one before, with its time."""
        self.raw = self._parts[0] if len(self._parts) == 1 else b"".join(self._parts)
        self._parts = []
        foreign = [fault for fault in self.faults if fault.code == "format-major"]
        if foreign:
            self.events, self.faults, self.torn = [None], foreign, False
        else:
            self._check_whole(seals, late)
        if self.remarks:
            self.faults = self.remarks + self.faults
        if len(self.faults) > 1:
            self.faults.sort(key=lambda fault: (fault.line or 0, fault.column or 0))

    def _check_whole(self, seals: list[int], late: list[tuple[int, str]]) -> None:
        if header := self.header:
            self.readable = True
            if self.newer:
                self.find_at("newer-format", 0, ("format",), found=header.format, known=FORMAT)
        elif self.events and self.events[0] is not None:
            self.find_at("no-header", 0)
        for seq, before in late:
            event = self.events[seq] if seq < len(self.events) else None
            if isinstance(event, Event):
                self.find_at("time-backwards", seq, ("at",), found=event.at, before=before)
        if seals and not self._gaps:
            self._check_seals(seals)

    def _check_seals(self, seals: list[int]) -> None:
        digest, done = hashlib.sha256(), 0
        for seq in (seq for seq in seals if seq < len(self.events)):
            start = self._lines()[seq][1]
            digest.update(self.raw[done:start])
            done = start
            seal, expected = self.events[seq], digest.hexdigest()
            if isinstance(seal, Seal) and seal.sha256 != expected:
                self.find_at("seal-broken", seq, ("sha256",), found=seal.sha256, expected=expected)


def begins_seal(torn: bytes) -> bool:
    """Whether a torn line was going to be a seal."""
    return _SEAL_BEGUN.match(torn) is not None
