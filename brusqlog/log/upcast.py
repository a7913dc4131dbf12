"""Older major versions of the format, brought up to the present one."""

from typing import Any, Final

MAJOR: Final = 1
MINOR: Final = 0
"""The version this reader was written for: `brusqlog/MAJOR.MINOR`."""

MAJORS: Final = frozenset({MAJOR})
"""The major versions that `upcast` takes."""


def upcast(event: dict[str, Any]) -> dict[str, Any]:
    """An event object of a log of any of `MAJORS` as the present version has it.

    There is no older version yet, so nothing changes. The loader calls it for every line that is
    not canonical text of the present version.
    """
    return event
