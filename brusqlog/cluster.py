"""Workers on other machines: an executor of Dask `distributed`, which is an extra of ours."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from brusqlog.errors import BrusqlogError

if TYPE_CHECKING:
    from concurrent.futures import Executor

PATIENCE: Final = 10
"""Seconds in which the scheduler has to answer."""


class ClusterError(BrusqlogError):
    """Workers that cannot be had; the message is why."""


@contextmanager
def executor(address: str) -> Iterator[tuple["Executor", int]]:
    """The workers of a scheduler at that address, and how many tasks they do at once. They read
    files by the same names as this process; a task whose worker dies is given to another one.
    Raises `ClusterError`."""
    try:
        from distributed import (  # type: ignore[import-untyped, import-not-found, unused-ignore]
            Client,
        )
    except ImportError:
        raise ClusterError('this needs distributed: `pip install "brusqlog[cluster]"`') from None
    try:
        client: Any = Client(address, timeout=PATIENCE, set_as_default=False)  # type: ignore[no-untyped-call, unused-ignore]
    except (OSError, ValueError) as error:
        raise ClusterError(str(error) or "nobody answers") from error
    try:
        yield client.get_executor(pure=False), sum(client.ncores().values()) or 1
    finally:
        client.close()
