"""Logs out to a file, in the canonical form: one object a line, fields in the format's order."""

import errno
import os
import secrets
import shutil
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

import msgspec

from brusqlog.game.events import Event
from brusqlog.log.strict import Unknown

_encoder = msgspec.json.Encoder()


def dumps(event: Event | Unknown) -> bytes:
    """The canonical line of an event, without its line feed. An event that this version does not
    know is written as it was read."""
    return event.raw if isinstance(event, Unknown) else _encoder.encode(event)


def write_log(events: Iterable[Event | Unknown], handle: BinaryIO) -> None:
    """Write events as lines, each ended by LF, to a binary handle."""
    for event in events:
        handle.write(dumps(event) + b"\n")


def write(events: Iterable[Event | Unknown], path: str | Path, *, force: bool = False) -> None:
    """Write events to a new file, whole or not at all.

    Raises `FileExistsError` if there is one already, unless `force` replaces it; `OSError` if it
    cannot be written, or if what is there is no regular file.
    """
    with replacing(path, force=force) as handle:
        write_log(events, handle)


@contextmanager
def replacing(path: str | Path, *, force: bool = False) -> Iterator[BinaryIO]:
    """A binary handle whose bytes become the file at `path` when the block ends without an
    exception; otherwise nothing is changed. Raises as `write` does."""
    target = Path(path)
    _judge(target)
    if target.exists() and not force:
        raise FileExistsError(f"{target} exists already")
    new = target.with_name(f".{target.name}.{secrets.token_hex(4)}")
    try:
        with new.open("xb") as handle:
            yield handle
            handle.flush()
            os.fsync(handle.fileno())
        _settle(new, target, force)
    except OSError as error:  # nobody asked for the temporary file
        if error.filename == str(new):
            error.filename = str(target)
        raise
    finally:
        new.unlink(missing_ok=True)


def _judge(target: Path) -> None:
    """Refuse what only looks like a file. To replace a link or a device leaves it broken."""
    try:
        mode = target.lstat().st_mode
    except FileNotFoundError:
        return
    if stat.S_ISREG(mode):
        return
    what = "a pipe, a socket or a device"
    if stat.S_ISDIR(mode) or stat.S_ISLNK(mode):
        what = "a folder" if stat.S_ISDIR(mode) else "a link"
    raise OSError(errno.EINVAL, f"this is {what}, not a regular file", str(target))


def _settle(new: Path, target: Path, force: bool) -> None:
    """Give the finished file its name; a file that is replaced leaves it its rights."""
    if force:
        with suppress(OSError):  # there was none, or the file system has no rights to give
            shutil.copymode(target, new)
        new.replace(target)
        return
    try:
        target.hardlink_to(new)  # unlike a rename, refuses a file made in the meantime
    except FileExistsError:
        raise FileExistsError(f"{target} exists already") from None
    except (OSError, NotImplementedError):  # no hard links on this file system
        new.replace(target)
