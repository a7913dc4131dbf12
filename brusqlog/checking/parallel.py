"""Judging in several processes. The reports, and their order, are those of judging in one."""

import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import closing, contextmanager, nullcontext, suppress
from itertools import chain, islice
from typing import TYPE_CHECKING, Final

from brusqlog.checking.outcomes import ROOM, Joined, Outcome, outcome, outcomes, room_of
from brusqlog.checking.portions import Portion, portion, split
from brusqlog.checking.report import Report, Wishes
from brusqlog.checking.run import Meter
from brusqlog.errors import JobsError
from brusqlog.log.faults import Fault
from brusqlog.log.sources import Source

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

LARGEST: Final = 16 << 20
"""Bytes of a task, at most, where nothing else is said."""

SMALLEST: Final = 1 << 20
"""The same at the start. For less no process is started."""

SECONDS: Final = 1.0
SAID: Final = ROOM // 4
"""What a task is to take, and the bytes that are to be said of it: what is faulty takes a hundred
times as long. The next tasks are made as large as that."""

SHARES: Final = 4
"""Tasks a worker, at least, where there is enough for that: some take longer than others."""

AHEAD: Final = 2
"""Tasks a worker that are given away and not taken back yet."""

GRACE: Final = 2.0
"""Seconds that a process has to stop when it is told to."""

_OPENING: Final = 1 << 12
"""To open a file takes as long as to judge about so many bytes."""

_MOST: Final = 61 if sys.platform == "win32" else 1 << 16
"""Processes that can be waited for."""

Task = list[Portion]
Given = tuple[Task, Future[list[Outcome]] | None]
"""A task, and what will be its outcomes if it was given away."""


def reports(
    files: Iterable[tuple[str, Source | Fault]],
    wishes: Wishes,
    *,
    jobs: int = 0,
    executor: Executor | None = None,
    meter: Meter | None = None,
    size: int | None = None,
) -> Iterator[Report]:
    """The reports of files by `jobs` workers, 0 being one a processor: processes of our own, or
    those of an `executor`, which is left running. Handles are read here, by this process.

    What a worker has to say is kept back until its turn comes, of at most `AHEAD` tasks a worker.
    A task whose worker dies is judged here, and so is what follows it. When the iterator ends or is
    closed, no task of ours is waiting any more and processes of our own have ended. `size` is what
    a task has at most, in bytes, unless one game has more. Raises `JobsError` where no processes
    can be started.
    """
    jobs = workers(jobs, executor)
    portions = [portion(name, source) for name, source in files]
    meter = meter or Meter()
    meter.known = sum(each.size for each in portions)
    size = size or max(SMALLEST, min(LARGEST, meter.known // (jobs * SHARES)))
    if executor is not None:
        yield from _joined(_Shared(executor, jobs, size, wishes), portions, meter)
        return
    with processes(jobs) as own:
        yield from _joined(_Shared(own, jobs, size, wishes, own=True), portions, meter)


def workers(jobs: int, executor: Executor | None) -> int:
    """How many tasks are done at once where so many were asked for, 0 being one a processor."""
    if jobs < 0:
        raise ValueError(f"jobs: {jobs} is less than 0")
    if jobs == 0 or (executor is not None and jobs == 1):
        jobs = _processors()
    return min(jobs, _MOST)


def _processors() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _joined(shared: "_Shared", portions: list[Portion], meter: Meter) -> Iterator[Report]:
    whole: Joined | None = None
    with closing(shared.outcomes(portions)) as outcomes:
        for part, found in outcomes:
            whole = whole or Joined(part.name, shared.wishes)
            yield from whole.reports(part, found)
            meter.done += part.size
            if part.is_last:
                yield whole.report()
                whole = None


class _Shared:
    """Work that is given to the workers of an executor in tasks of about `size` bytes, at most
    `most`, and taken back in order. `own`: they are processes of ours; `here`: this process does
    it all."""

    def __init__(
        self, executor: Executor, jobs: int, most: int, wishes: Wishes, *, own: bool = False
    ) -> None:
        self.executor, self.ahead, self.wishes = executor, jobs * AHEAD, wishes
        self.most, self.size = most, min(SMALLEST, most)
        self.own, self.here = own, False

    def outcomes(
        self, portions: Iterable[Portion]
    ) -> Generator[tuple[Portion, Outcome], None, None]:
        """The portions, cut further, with their outcomes."""
        tasks = self._tasks(portions, self.most)
        first = list(islice(tasks, 2))
        self.here = self.own and len(first) < 2  # then no process need be started
        yield from self._outcomes(chain(first, tasks), self.most)

    def _outcomes(self, tasks: Iterable[Task], size: int) -> Iterator[tuple[Portion, Outcome]]:
        with closing(self._given(tasks)) as given:
            for task, future in given:
                done = self._taken(future)
                self._adapt(task, done)
                yield from zip(task, done, strict=False)
                rest = task[len(done) :]
                if rest and future is not None and not self.here:
                    read = sum(part.size for part in rest)
                    yield from self._again(rest, max(1, min(size, read) // 4))
                else:
                    yield from self._judged(rest)

    def _adapt(self, task: Task, done: list[Outcome]) -> None:
        """Make the next tasks as large as this one shows to be right."""
        read = sum(part.size for part in task[: len(done)])
        seconds = sum(found.seconds for found in done)
        if read:
            share = max(seconds / SECONDS, room_of(done) / SAID)
            self.size = max(1, min(self.most, int(read / max(share, 1e-6))))

    def _again(self, rest: Task, size: int) -> Iterator[tuple[Portion, Outcome]]:
        """What there was too much to be said of at once, in smaller tasks."""
        self.size = min(self.size, size)
        if len(rest) == 1 and split(rest[0], size)[1] is None:
            yield from self._judged(rest)
        else:
            yield from self._outcomes(self._tasks(rest, size), size)

    def _judged(self, task: Task) -> Iterator[tuple[Portion, Outcome]]:
        """A task as it is judged by this process."""
        yield from ((part, outcome(part, self.wishes)) for part in task)

    def _tasks(self, portions: Iterable[Portion], size: int) -> Iterator[Task]:
        task: Task = []
        weight = 0
        for whole in portions:
            rest: Portion | None = whole
            while rest is not None:
                part, rest = split(rest, min(size, self.size))
                cost = part.size + _OPENING
                full = weight + cost > min(size, self.size)
                if task and (full or part.is_elsewhere != task[0].is_elsewhere):
                    yield task
                    task, weight = [], 0
                task.append(part)
                weight += cost
        if task:
            yield task

    def _given(self, tasks: Iterable[Task]) -> Generator[Given, None, None]:
        waiting: deque[Given] = deque()
        try:
            for task in tasks:
                waiting.append((task, self._give(task)))
                if len(waiting) == self.ahead:
                    yield waiting[0]
                    waiting.popleft()
            while waiting:
                yield waiting[0]
                waiting.popleft()
        finally:
            for _, future in waiting:
                if future is not None:
                    future.cancel()

    def _give(self, task: Task) -> Future[list[Outcome]] | None:
        if self.here or not task[0].is_elsewhere:
            return None
        try:
            with uninterrupted() if self.own else nullcontext():
                return self.executor.submit(_work, task, self.wishes)
        except BrokenExecutor:
            self.here = True
            return None
        except OSError as error:
            if self.own:
                raise JobsError(error.strerror or str(error)) from error
            raise

    def _taken(self, future: Future[list[Outcome]] | None) -> list[Outcome]:
        if future is None:
            return []
        try:
            return future.result()
        except BrokenExecutor:
            self.here = True
            return []


@contextmanager
def processes(jobs: int) -> Iterator[Executor]:
    """New processes, which end when they are left, and when this one ends, however it does."""
    try:
        from concurrent.futures import ProcessPoolExecutor
        from multiprocessing import get_context

        context = get_context("spawn")
        lives, holds = context.Pipe(duplex=False)
        executor = ProcessPoolExecutor(
            jobs, mp_context=context, initializer=_begin, initargs=(lives,)
        )
    except (ImportError, NotImplementedError, OSError) as error:
        raise JobsError(str(error)) from error
    try:
        yield executor
    finally:
        holds.close()
        executor.shutdown(cancel_futures=True)
        lives.close()


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Ctrl-C is for this process, not for those that are started here: it does not reach them even
    while they load."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# In a worker ----------------------------------------------------------------------------------

_stopped: Final = threading.Event()
"""Set in a process of ours when nobody waits for what it does any more."""


def _begin(lives: "Connection") -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end, args=(lives,), daemon=True).start()


def _end(lives: "Connection") -> None:
    """Stop when the other end of the pipe is closed. What is being sent is sent first, or the one
    who reads it would wait for the rest."""
    from multiprocessing import parent_process

    with suppress(EOFError, OSError):
        lives.recv_bytes()
    _stopped.set()
    parent = parent_process()
    if parent is not None:
        parent.join(GRACE)
    os._exit(1)


def _work(task: Task, wishes: Wishes) -> list[Outcome]:
    return outcomes(task, wishes, _stopped.is_set)
