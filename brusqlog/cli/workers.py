"""Who does the work of a verb: this process, others here, or those of a cluster."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

from brusqlog.cli.options import wrong
from brusqlog.cluster import ClusterError, executor
from brusqlog.errors import JobsError

if TYPE_CHECKING:
    from concurrent.futures import Executor


@contextmanager
def workers(jobs: int, address: str | None) -> Iterator[tuple[int, "Executor | None"]]:
    """How many tasks are done at once, and the executor that does them; None for processes of our
    own. What cannot be had is wrong usage."""
    if address is not None and jobs != 1:
        raise wrong("--cluster", "this goes without --jobs.")
    with ExitStack() as stack:
        pool = None
        if address is not None:
            try:
                pool, jobs = stack.enter_context(executor(address))
            except ClusterError as error:
                template = "no workers can be had there: {reason}."
                raise wrong("--cluster", template, reason=str(error)) from error
        try:
            yield jobs, pool
        except JobsError as error:
            template = "no processes can be started here: {reason}."
            raise wrong("--jobs", template, reason=str(error)) from error
