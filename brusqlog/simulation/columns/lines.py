"""Lines by numbers: each different line is made once, by the writer of logs."""

from collections.abc import Callable, Sequence
from math import prod
from typing import Final

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from brusqlog.bulk.lowered import Array
from brusqlog.game.events import Event
from brusqlog.log.writer import dumps

Codes = NDArray[np.int32]
"""Lines, as places on a `Shelf`."""

NOTHING: Final = 0
"""The code of no line."""
OPEN: Final = "?"
"""Stands where a text is still to be filled in."""


class Shelf:
    """Lines, each at its code. If `timed` they end where their time belongs. At most so many are
    `lent` at once."""

    def __init__(self, timed: bool, lent: int) -> None:
        self.timed = timed
        self.passing = NOTHING + 1
        """The next free place for a line that is lent."""
        self.kept = self.passing + lent
        """The next free place for a line that stays."""
        self.texts = np.empty(self.kept * 2, np.object_)
        self.texts[NOTHING] = b""

    def text(self, event: Event) -> bytes:
        """The line of an event."""
        if not self.timed:
            return dumps(event) + b"\n"
        return dumps(replace(event, at=OPEN)).rpartition(OPEN.encode())[0]

    def keep(self, event: Event | None) -> int:
        """The code of the line of a new event, for good."""
        if event is None:
            return NOTHING
        if self.kept == len(self.texts):
            self.texts = np.append(self.texts, np.empty_like(self.texts))
        self.texts[self.kept] = self.text(event)
        self.kept += 1
        return self.kept - 1

    def lend(self, texts: Sequence[bytes]) -> Codes:
        """The codes of these lines, until `clear`."""
        begin, self.passing = self.passing, self.passing + len(texts)
        self.texts[begin : self.passing] = texts
        return np.arange(begin, self.passing, dtype=np.int32)

    def clear(self) -> None:
        """Forget the lines that were lent."""
        self.passing = NOTHING + 1


class Kind:
    """The lines of one kind of event, by numbers below `sizes`."""

    def __init__(
        self, shelf: Shelf, sizes: Sequence[int], make: Callable[..., Event | None]
    ) -> None:
        self.shelf, self.sizes, self.make = shelf, tuple(sizes), make
        self.codes: Codes = np.full(prod(sizes), -1, np.int32)

    def of(self, *numbers: Array | int) -> Codes:
        """The codes of lines, given arrays of their numbers, which are broadcast."""
        key = np.asarray(numbers[0], np.int32)
        for size, more in zip(self.sizes[1:], numbers[1:], strict=True):
            key = key * size + more
        found = self.codes.take(key)
        if found.size and found.min() < 0:
            for new in np.unique(key[found < 0]):
                of = (int(number) for number in np.unravel_index(new, self.sizes))
                self.codes[new] = self.shelf.keep(self.make(*of))
            found = self.codes.take(key)
        return found
