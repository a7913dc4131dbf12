"""The times at the ends of lines: cut off, so that the lines repeat, and judged by themselves."""

import re
from datetime import date
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from brusqlog.bulk.lowered import Array, Bytes
from brusqlog.bulk.repeats import Text
from brusqlog.log.framing import LINE_LIMIT
from brusqlog.log.times import NANOSECONDS

_TAIL: Final = re.compile(
    rb',"at":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?P<fraction>\.\d{1,9})?(?P<offset>Z|[+-]\d\d:\d\d)"}$'
)
_SECONDS: Final = len(',"at":"0000-00-00T00:00:')
"""Where in such an end the seconds stand."""
_WORD: Final = 8

AT_ONCE: Final = 1 << 15
"""Lines looked at at once, so that what is made of them stays in the cache."""

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


def clock_of(text: Text, size: int) -> Clock | None:
    """How the last of the lines that the first bytes of a text are tells its time, None if it has
    none."""
    last = bytes(text[text.rfind(b"\n", 0, size - 1) + 1 : size - 1])
    found = _TAIL.search(last)
    if found is None:
        return None
    before, offset = found[0][: -len(found["offset"]) - 2], found["offset"].replace(b"-", b"+")
    pattern = re.sub(rb"\d", b"0", before + offset) + b'"}'
    return Clock(pattern, len(found["fraction"] or b".") - 1, offset != b"Z")


def times(text: Text, ends: NDArray[np.int64], clock: Clock) -> Times:
    """The times at the ends of all lines."""
    length = np.diff(ends, prepend=-1) - 1
    parts = [slice(at, at + AT_ONCE) for at in range(0, len(ends), AT_ONCE)]
    found = [_times(text, ends[part], length[part], clock) for part in parts]
    return Times(*map(np.concatenate, zip(*found, strict=True)))


def _times(text: Text, ends: NDArray[np.int64], length: NDArray[np.int64], clock: Clock) -> Times:
    """The times at the ends of lines of this length. Where only the seconds are others than in the
    line before, only they are read."""
    width, fraction = len(clock.pattern), _SECONDS + 3
    room = -(-width // _WORD) * _WORD
    known = (length >= width) & (length <= LINE_LIMIT) & (ends >= room)
    tails: Array = np.ndarray(len(text) - room + 1, f"V{room}", text, strides=(1,))
    words = tails[np.where(known, ends - room, 0)].view(np.uint64).reshape(-1, room // _WORD)
    found = words.view(np.uint8)[:, room - width :]

    minute = np.zeros(room, np.uint8)
    minute[room - width :] = 0xFF
    for start, count in ((_SECONDS, 2), (fraction, clock.fraction)):
        minute[room - width + start :][:count] = 0
    others = np.zeros(len(ends), np.uint64)
    for word, mask in zip(words.T, minute.view(np.uint64), strict=True):
        others[1:] |= (word[1:] ^ word[:-1]) & mask
    others[:1] = 1
    begins = np.flatnonzero(others)
    minutes = _minutes(found[begins], clock)
    lines = np.diff(begins, append=len(ends))
    known &= np.repeat(minutes.known, lines)

    def number(start: int, count: int) -> NDArray[np.int32]:
        value = np.zeros(len(ends), np.int32)
        for place in range(start, start + count):
            digit = found[:, place] - np.uint8(ord("0"))
            np.logical_and(known, digit < 10, out=known)
            value = value * 10 + digit
        return value

    second = number(_SECONDS, 2)
    known &= second < 60
    own = second * np.int64(NANOSECONDS)
    own += number(fraction, clock.fraction) * np.int64(10 ** (9 - clock.fraction))
    return Times(known, np.repeat(minutes.instants, lines) + own)


def _minutes(found: Bytes, clock: Clock) -> Times:
    """Of times the minutes in which they are."""
    signs = np.ascontiguousarray((found - np.frombuffer(clock.pattern, np.uint8)).T)
    known = np.ones(len(found), np.bool_)
    west = np.zeros(len(found), np.bool_)
    for place, sign in enumerate(clock.pattern):
        if sign == ord("+"):
            west = signs[place] == ord("-") - ord("+")
            signs[place, west] = 0
        known &= signs[place] < (10 if sign == ord("0") else 1)
    digits = [signs[place] for place, sign in enumerate(clock.pattern) if sign == ord("0")]

    def number(start: int, count: int) -> NDArray[np.int64]:
        value = np.zeros(len(found), np.int64)
        for digit in digits[start : start + count]:
            value = value * 10 + digit
        return value

    day, known_day = _days(number(0, 8))
    hour, minute = number(8, 2), number(10, 2)
    known &= known_day & (hour < 24) & (minute < 60)
    seconds = day * _DAY + hour * 3600 + minute * 60
    if clock.offset:
        hours, minutes = number(len(digits) - 4, 2), number(len(digits) - 2, 2)
        known &= (hours < 24) & (minutes < 60)
        seconds -= np.where(west, -1, 1) * (hours * 3600 + minutes * 60)
    return Times(known, seconds * NANOSECONDS)


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
