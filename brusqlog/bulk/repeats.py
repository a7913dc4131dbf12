"""Lines that come again and again, found by their bytes, many at once.

A line is looked for where a hash of its bytes says, and known only if all its bytes are the same.
"""

from collections.abc import Sequence
from itertools import repeat
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from brusqlog.bulk.lowered import Array

Text = bytes | bytearray
Places = NDArray[np.int64]
Codes = NDArray[np.int32]

LONGEST: Final = 128
"""Bytes of a line from which on it is looked for by itself."""

FEW: Final = 32
"""Lines of one length below which each of them is looked for by itself."""

PROBES: Final = 8
"""Places in which a line may lie, one behind the other. One for which they are all taken is looked
for by itself."""

_LF: Final = ord("\n")
_WORD: Final = 8
_SPREAD: Final = np.array(
    [pow(0x9E3779B97F4A7C15, 2 * place + 1, 1 << 64) for place in range(LONGEST // _WORD)],
    np.uint64,
)
"""What the words of a line are multiplied by."""


class Found(NamedTuple):
    """The lines of a text: where they end, and their numbers, -1 for those that are not known;
    which these are, and their text."""

    ends: Places
    codes: Codes
    places: Places
    lines: list[bytes]


class Repeats:
    """Lines and their numbers, from 0."""

    def __init__(self) -> None:
        self._numbers: dict[bytes, int] = {}
        self._tables: dict[int, _Table] = {}

    def learn(self, lines: Sequence[bytes], first: int) -> None:
        """Number new lines from `first` on."""
        self._numbers.update(zip(lines, range(first, first + len(lines)), strict=True))
        by_length: dict[int, list[bytes]] = {}
        for line in lines:
            by_length.setdefault(len(line), []).append(line)
        for length, alike in by_length.items():
            if 0 < length < LONGEST:
                table = self._tables.setdefault(length, _Table(length))
                table.add(alike, [self._numbers[line] for line in alike])

    def find(self, text: Text, start: int, at: int, stop: int, tail: int = 0) -> Found:
        """Look for the lines that end at bytes `at` to `stop` of a text, without the last `tail`
        bytes of each. The first of them begins at `start`."""
        ends = np.flatnonzero(np.frombuffer(text, np.uint8, stop - at, at) == _LF) + at
        begins = np.append(start, ends[:-1] + 1)[: len(ends)]
        lengths = np.maximum(ends - begins - tail, 0)
        codes = self._look(text, begins, lengths)
        places = np.flatnonzero(codes < 0)
        starts = begins[places]
        bounds = zip(starts.tolist(), (starts + lengths[places]).tolist(), strict=True)
        view = memoryview(text)
        lines = [bytes(view[begin:end]) for begin, end in bounds]
        numbers = np.fromiter(map(self._numbers.get, lines, repeat(-1)), np.int32, len(lines))
        codes[places] = numbers
        new = np.flatnonzero(numbers < 0)
        return Found(ends, codes, places[new], [lines[place] for place in new.tolist()])

    def _look(self, text: Text, begins: Places, lengths: Places) -> Codes:
        """The numbers of lines that are in the tables, those of one length together."""
        found = np.full(len(begins), -1, np.int32)
        sizes = np.minimum(lengths, LONGEST).astype(np.uint8)
        order = np.argsort(sizes, kind="stable")
        counts = np.bincount(sizes, minlength=LONGEST)
        stops = np.cumsum(counts)
        for length in np.flatnonzero(counts[:LONGEST] >= FEW).tolist():
            table = self._tables.get(length)
            if table is not None:
                alike = order[stops[length] - counts[length] : stops[length]]
                found[alike] = table.find(text, begins[alike])
        return found


class _Table:
    """Lines of one length. Place 0 of `lines` and `codes` is that of no line."""

    def __init__(self, length: int) -> None:
        self.words = -(-length // _WORD)
        self.cell = np.dtype(f"V{self.words * _WORD}")
        rest = length % _WORD or _WORD
        self.last = np.frombuffer(b"\xff" * rest + bytes(_WORD - rest), np.uint64)
        """Which bytes of the last word belong to the line."""
        self.lines: Array = np.zeros(1, self.cell)
        self.codes = np.full(1, -1, np.int32)
        self.slots = np.zeros(0, np.int32)

    def add(self, lines: Sequence[bytes], codes: Sequence[int]) -> None:
        """Take in lines that are new."""
        text = b"".join([line.ljust(self.cell.itemsize, b"\0") for line in lines])
        waiting = np.arange(len(self.lines), len(self.lines) + len(lines), dtype=np.int32)
        self.lines = np.concatenate([self.lines, np.frombuffer(text, self.cell)])
        self.codes = np.concatenate([self.codes, np.array(codes, np.int32)])
        length = len(self.lines).bit_length()
        bits = max(12, min(2 * length, 18), length + 2)
        if len(self.slots) < 1 << bits:
            self.slots = np.zeros(1 << bits, np.int32)
            waiting = np.arange(1, len(self.lines), dtype=np.int32)
        for probe in range(PROBES):
            slots = self._slots(self._cut(self.lines[waiting]), probe)
            free = self.slots[slots] == 0
            self.slots[slots[free]] = waiting[free]  # of several for one slot one stays
            waiting = waiting[self.slots[slots] != waiting]

    def find(self, text: Text, begins: Places) -> Codes:
        """The numbers of the lines that begin there."""
        room = len(text) - self.cell.itemsize + 1
        if begins[-1] >= room:  # too near to the end of the text
            within = begins < room
            found = np.full(len(begins), -1, np.int32)
            if within.any():
                found[within] = self.find(text, begins[within])
            return found
        words = self._cut(np.ndarray(room, self.cell, text, strides=(1,))[begins])
        words[:, -1] &= self.last
        return self._found(words)

    def _cut(self, cells: Array) -> NDArray[np.uint64]:
        return cells.view(np.uint64).reshape(-1, self.words)

    def _found(self, words: NDArray[np.uint64], probe: int = 0) -> Codes:
        """The numbers of lines, those looked for in vain in so many places before."""
        places = self.slots.take(self._slots(words, probe))
        found = self.codes.take(places)
        other = np.flatnonzero(self._cut(self.lines.take(places)) != words) // self.words
        if len(other):
            found[other] = -1
            further = other[places[other] > 0]
            if len(further) and probe + 1 < PROBES:
                found[further] = self._found(words[further], probe + 1)
        return found

    def _slots(self, words: NDArray[np.uint64], probe: int) -> NDArray[np.int64]:
        """The slots of lines in the so many-th place."""
        mixed = words @ _SPREAD[: self.words]
        mixed >>= np.uint64(65 - len(self.slots).bit_length())
        slots = mixed.view(np.int64)
        return (slots + probe) % len(self.slots) if probe else slots
