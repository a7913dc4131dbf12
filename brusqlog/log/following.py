"""A log watched while it is written: whole lines only, and what becomes of the file."""

import os
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final, Literal

from msgspec import Struct

PAUSE: Final = 0.25
"""Seconds between two looks at a file."""

What = Literal["grown", "cut", "replaced", "gone"]


class Change(Struct, frozen=True):
    """What happened to the file since the last look, and the whole lines that are in it now. The
    first is `grown`; `cut`: it is shorter, or what it held was written over; `replaced`: another
    file has its name; `gone`: none has."""

    what: What
    data: bytes


def _pause() -> bool:
    time.sleep(PAUSE)
    return True


def follow(path: str | Path, pause: Callable[[], bool] = _pause) -> Iterator[Change]:
    """Every change of a file, beginning with what is in it; goes on while `pause` says so.

    A last line without its LF is kept back until that is written. Raises `OSError` if the file
    cannot be read at the start.
    """
    seen: tuple[int, ...] | None = None
    file: tuple[int, ...] = ()
    told: bytes | None = None
    while True:
        try:
            stamp = _stamp(Path(path).stat())
            if stamp != seen:
                now, data = _read(path)
                what = _what(replaced=bool(file) and now != file, told=told or b"", data=data)
                if told is None or what == "replaced" or data != told:
                    yield Change(what, data)
                seen, file, told = stamp, now, data
        except FileNotFoundError:
            if told is None:
                raise
            if seen is not None:
                seen, file = None, (-1,)  # what comes next is another file, even of that number
                yield Change("gone", told)
        if not pause():
            return


def _read(path: str | Path) -> tuple[tuple[int, ...], bytes]:
    """Which file it is, and its whole lines."""
    with Path(path).open("rb", buffering=0) as handle:
        found = os.fstat(handle.fileno())
        data = handle.readall()
    return (found.st_dev, found.st_ino), data[: data.rfind(b"\n") + 1]


def _what(*, replaced: bool, told: bytes, data: bytes) -> What:
    if replaced:
        return "replaced"
    return "grown" if data.startswith(told) else "cut"


def saves(paths: Iterable[str | Path], pause: Callable[[], bool] = _pause) -> Iterator[None]:
    """Once at the start, and again whenever a file of the paths, or below a folder of them, was
    made, changed or removed; goes on while `pause` says so."""
    known = None
    while True:
        now = {file: _stamped(file) for path in paths for file in _files(Path(path))}
        if now != known:
            known = now
            yield None
        if not pause():
            return


def _files(path: Path) -> Iterator[Path]:
    if not path.is_dir():
        yield path
        return
    for folder, _, names in os.walk(path):
        yield from (Path(folder) / name for name in names)


def _stamp(found: os.stat_result) -> tuple[int, ...]:
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns


def _stamped(file: Path) -> tuple[int, ...] | None:
    try:
        return _stamp(file.stat())
    except OSError:
        return None
