"""What a question may cost: how long it is worked on, and how much memory that takes.

DuckDB has no limit of time. It can be interrupted, but some of its functions do not heed that while
they work at one value, nor its own limit of memory. So a thread watches: it interrupts, and where
that does not help it gives the whole process up.
"""

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from duckdb import DuckDBPyConnection
from msgspec import Struct

from brusqlog.archive.errors import ArchiveError, QueryError
from brusqlog.archive.opening import MEMORY

TICK: Final = 0.05
"""Seconds between two looks."""

GRACE: Final = 2.0
"""Seconds that an interruption has to help."""

GIB: Final = 2**30


class Limits(Struct, frozen=True):
    """`seconds` of work, 0 for as many as it takes, and `memory` in GiB, which DuckDB is told; what
    it takes without counting it may be as much again."""

    seconds: float = 0
    memory: float = MEMORY

    def overrun(self, seconds: float, taken: int) -> ArchiveError | None:
        """What to say of a question that took so long, and so many bytes; None within limits."""
        if 0 < self.seconds < seconds:
            template = "this was stopped after {limit:g} s; --timeout allows more, 0 any time"
            return ArchiveError(template, limit=self.seconds)
        if taken > 2 * self.memory * GIB:
            return ArchiveError(
                "this was stopped, it takes too much memory;"
                " --memory allows more than {limit:g} GiB",
                limit=self.memory,
            )
        return None


class Guard:
    """The watch over a question. While it is `paused` no time is counted."""

    def __init__(self, con: DuckDBPyConnection, limits: Limits) -> None:
        self.con = con
        self.limits = limits
        self.paused = False
        self.fault: ArchiveError | None = None
        self.done = threading.Event()

    def unhurried(self, pieces: Iterator[str]) -> Iterator[str]:
        """The pieces of an answer; the time is not counted that somebody takes to read them."""
        for piece in pieces:
            self.paused = True
            yield piece
            self.paused = False

    def watch(self, give_up: Callable[[ArchiveError], object]) -> None:
        """Interrupt what goes beyond the limits; `give_up` is called if it then does not end."""
        spent, before, taken = 0.0, time.monotonic(), resident()
        while self.fault is None:
            if self.done.wait(TICK):
                return
            now = time.monotonic()
            spent += 0 if self.paused else now - before
            before = now
            self.fault = self.limits.overrun(spent, resident() - taken)
        for _ in range(round(GRACE / TICK)):
            self.con.interrupt()  # an earlier one is lost if nothing was being worked out
            if self.done.wait(TICK):
                return
        give_up(self.fault)


@contextmanager
def guarded(
    con: DuckDBPyConnection, limits: Limits, give_up: Callable[[ArchiveError], object]
) -> Iterator[Guard]:
    """Watches over questions to a connection as long as the block lasts; `give_up` is to end the
    process. Raises `ArchiveError` for what was stopped."""
    guard = Guard(con, limits)
    watching = threading.Thread(target=guard.watch, args=[give_up], daemon=True)
    watching.start()
    try:
        yield guard
    except (QueryError, KeyboardInterrupt):
        if guard.fault is None:
            raise
        raise guard.fault from None
    finally:
        guard.done.set()
        watching.join()


def resident() -> int:
    """The bytes of memory that this process takes, or has taken at most; 0 where the system does
    not say."""
    with suppress(OSError):
        pages = int(Path("/proc/self/statm").read_bytes().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")
    if sys.platform == "win32":
        return 0
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024
