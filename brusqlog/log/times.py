"""Times and dates of a log: whether the calendar has them, and which instant they are."""

from datetime import date
from functools import lru_cache

NANOSECONDS = 10**9


@lru_cache(maxsize=4096)
def day_number(text: str) -> int:
    """The number of the day `YYYY-MM-DD`; raises `ValueError` if the calendar has no such day."""
    return date(int(text[:4]), int(text[5:7]), int(text[8:10])).toordinal()


def instant(time: str) -> int:
    """The nanoseconds of an RFC 3339 time on one line for all offsets.

    `time` has passed the pattern of `at`. Raises `ValueError` for a day that the calendar lacks.
    """
    seconds = (
        day_number(time[:10]) * 86400
        + int(time[11:13]) * 3600
        + int(time[14:16]) * 60
        + int(time[17:19])
    )
    tail = time[19:]
    if tail[-1] in "Zz":
        fraction = tail[:-1]
    else:
        fraction = tail[:-6]
        offset = int(tail[-5:-3]) * 3600 + int(tail[-2:]) * 60
        seconds += offset if tail[-6] == "-" else -offset
    return seconds * NANOSECONDS + int(fraction[1:].ljust(9, "0") or 0)


def runs_backwards(before: str, now: str) -> bool:
    """Whether `now` is an earlier instant than `before`. With the same offset, as in nearly every
    log, the texts compare as the instants do."""
    if now[19:] == before[19:] and now[10] == before[10]:
        return now < before
    return instant(now) < instant(before)


@lru_cache(maxsize=4096)
def has_day(day: str) -> bool:
    """Whether the calendar has `day`: `YYYY`, `YYYY-MM` or `YYYY-MM-DD`."""
    try:
        day_number((day + "-01-01")[:10])
    except ValueError:
        return False
    return True
