"""The times at the ends of lines: cut off, so that the lines repeat, and judged by themselves."""

import re
from datetime import date
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from brusqlog.log.framing import LINE_LIMIT
from brusqlog.log.times import NANOSECONDS

_TAIL: Final = re.compile(
    rb',"at":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?P<fraction>\.\d{1,9})?(?P<offset>Z|[+-]\d\d:\d\d)"}$'
)
_DAY: Final = 86400
EPOCH: Final = date(2000, 1, 1)
"""The day from which instants are counted."""
_EPOCH: Final = EPOCH.toordinal()
_FAR: Final = 100 * 365
"""Days from there that are left to the fold: nanoseconds between them may not fit into 64 bits."""
_NO_DAY: Final = -_FAR


class Clock(NamedTuple):
    """What the last line of a block ends with, so that other lines may be held against it."""

    pattern: bytes
    """The end, from the comma on, with a 0 for each digit, a + for either sign of the offset."""
    fraction: int
    """Digits of the fractions of seconds."""
    offset: bool
    """Whether there is an offset in digits, rather than `Z`."""


class Times(NamedTuple):
    """The times of lines: `known` where a line ends as the clock says, with a time that there is;
    `instants` in nanoseconds."""

    known: NDArray[np.bool_]
    instants: NDArray[np.int64]


def clock_of(text: bytes, ends: NDArray[np.int64]) -> Clock | None:
    """How the last line of a text tells its time, None if it has none."""
    last = text[int(ends[-2]) + 1 if len(ends) > 1 else 0 : int(ends[-1])]
    found = _TAIL.search(last)
    if found is None:
        return None
    before, offset = found[0][: -len(found["offset"]) - 2], found["offset"].replace(b"-", b"+")
    pattern = re.sub(rb"\d", b"0", before + offset) + b'"}'
    return Clock(pattern, len(found["fraction"] or b".") - 1, offset != b"Z")


def times(text: bytes, ends: NDArray[np.int64], clock: Clock) -> Times:
    """The times at the ends of all lines."""
    width = len(clock.pattern)
    length = np.diff(ends, prepend=-1) - 1
    known = (length >= width) & (length <= LINE_LIMIT)
    tails = np.ndarray(len(text) - width + 1, f"V{width}", text, strides=(1,))
    found = tails[np.where(known, ends - width, 0)].view(np.uint8).reshape(-1, width)
    signs = np.ascontiguousarray((found - np.frombuffer(clock.pattern, np.uint8)).T)
    west = np.zeros(len(ends), np.bool_)
    for place, sign in enumerate(clock.pattern):
        if sign == ord("+"):
            west = signs[place] == ord("-") - ord("+")
            signs[place, west] = 0
        known &= signs[place] < (10 if sign == ord("0") else 1)
    digits = (signs[place] for place, sign in enumerate(clock.pattern) if sign == ord("0"))

    def number(length: int) -> NDArray[np.int64]:
        value = np.zeros(len(ends), np.int32)
        for _ in range(length):
            value = value * 10 + next(digits)
        return value.astype(np.int64)

    day, known_day = _days(number(8))
    hour, minute, second = number(2), number(2), number(2)
    known &= known_day & (hour < 24) & (minute < 60) & (second < 60)
    fraction = number(clock.fraction) * 10 ** (9 - clock.fraction)
    seconds = day * _DAY + hour * 3600 + minute * 60 + second
    if clock.offset:
        hours, minutes = number(2), number(2)
        known &= (hours < 24) & (minutes < 60)
        seconds -= np.where(west, -1, 1) * (hours * 3600 + minutes * 60)
    return Times(known, seconds * NANOSECONDS + fraction)


def _days(dates: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """The numbers of days `YYYYMMDD`, and whether the calendar has them, not too far off."""
    begins = np.flatnonzero(np.diff(dates, prepend=-1))
    numbers = np.array([_day(int(one)) for one in dates[begins]], np.int64)
    found = np.repeat(numbers, np.diff(begins, append=len(dates)))
    return found, found != _NO_DAY


@lru_cache(maxsize=4096)
def _day(number: int) -> int:
    try:
        day = date(number // 10000, number // 100 % 100, number % 100).toordinal() - _EPOCH
    except ValueError:
        return _NO_DAY
    return day if abs(day) < _FAR else _NO_DAY
