"""What the system does for a log that grows: open, lock, write, sync, cut, rename.

Only this module knows descriptors and platforms, so that it can be put through every failure in
tests. `fcntl` and `msvcrt` are imported when they are used. Made for local file systems: locks and
`fsync` of network file systems promise less.
"""

import os
import secrets
import stat
import sys
from pathlib import Path
from typing import Final

from brusqlog.writing.faults import BusyError, WriteError

PARTS: Final = 1 << 20
"""Bytes read at once."""

_FAR: Final = 1 << 62
"""On Windows a lock also keeps readers out of the bytes it covers, so it lies beyond any log."""

_FLAGS: Final = (
    getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
    | getattr(os, "O_NOINHERIT", 0)
    | getattr(os, "O_NOFOLLOW", 0)
)


def open_log(path: Path, *, create: bool = False) -> int:
    """A descriptor of the log, for reading and appending, under an exclusive lock that lasts until
    it is closed.

    Raises `BusyError` at once if someone else has it, `WriteError` for a link, what is no regular
    file, and where there are no locks, `FileExistsError` or `FileNotFoundError`, and `OSError`.
    """
    if path.is_symlink():
        raise WriteError("link", file=str(path))
    made = os.O_CREAT | os.O_EXCL if create else 0
    fd = os.open(path, os.O_RDWR | os.O_APPEND | made | _FLAGS, 0o666)
    try:
        found = os.fstat(fd)
        if not stat.S_ISREG(found.st_mode):
            raise WriteError("special", file=str(path))
        if found.st_nlink > 1:
            raise WriteError("link", file=str(path))
        _lock(fd, path)
        if not is_at(fd, path):
            # Renamed away between opening and locking: what is there now is another file.
            raise BusyError("busy", file=str(path))
    except BaseException:
        os.close(fd)
        raise
    return fd


def _lock(fd: int, path: Path) -> None:
    """Take the exclusive lock."""
    try:
        taken = _taken(fd)
    except (ImportError, OSError) as error:  # no module for locks, or a file system without them
        raise WriteError("unlockable", file=str(path)) from error
    if not taken:
        raise BusyError("busy", file=str(path))


def _taken(fd: int) -> bool:
    """Whether the lock could be taken; it never waits."""
    try:
        import fcntl
    except ImportError:
        return _taken_on_windows(fd)
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _taken_on_windows(fd: int) -> bool:
    import msvcrt

    os.lseek(fd, _FAR, os.SEEK_SET)
    try:
        msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
    except PermissionError:
        return False
    return True


def is_at(fd: int, path: Path, size: int | None = None) -> bool:
    """Whether the file at `path` is still the one that is open, and as long as it was left."""
    try:
        there = os.stat(path, follow_symlinks=False)  # noqa: PTH116, once an append: no detours
    except FileNotFoundError:
        return False
    here = os.fstat(fd)
    same = (there.st_dev, there.st_ino) == (here.st_dev, here.st_ino)
    return same and size in (None, here.st_size)


def read(fd: int) -> bytes:
    """All bytes of the log."""
    os.lseek(fd, 0, os.SEEK_SET)
    parts = []
    while part := os.read(fd, PARTS):
        parts.append(part)
    return b"".join(parts)


def write(fd: int, data: bytes) -> int:
    """One write at the end of the log; how many bytes were taken."""
    return os.write(fd, data)


def sync(fd: int) -> None:
    """Return when the bytes are on the disk."""
    if sys.platform == "darwin":
        import fcntl

        fcntl.fcntl(fd, fcntl.F_FULLFSYNC)  # fsync there leaves them in the drive's own memory
    else:
        os.fsync(fd)


def sync_folder(folder: Path) -> None:
    """Return when the names in the folder are on the disk. Windows does that by itself."""
    if os.name == "nt":
        return
    fd = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)


def cut(fd: int, size: int) -> None:
    """Shorten the log."""
    os.ftruncate(fd, size)


def close(fd: int) -> None:
    """Close the log and give up its lock."""
    os.close(fd)


def save(path: Path, data: bytes) -> Path:
    """A new file with these bytes, on the disk when this returns. Its name is `path`, or that with
    a number if another file has it; one with the same bytes is left as it is."""
    number, target = 1, path
    while target.exists():
        if target.is_file() and target.read_bytes() == data:
            return target
        number += 1
        target = path.with_name(f"{path.name}-{number}")
    _put(data, path, target)
    return target


def replace_log(fd: int, path: Path, data: bytes) -> None:
    """The log at `path`, open and locked as `fd`, written anew with these bytes, and closed: after
    a crash it is the old one or the new one, whole."""
    rights = stat.S_IMODE(os.fstat(fd).st_mode)
    if os.name == "nt":  # there an open file cannot be replaced
        os.close(fd)
        _put(data, path, path, rights)
        return
    try:
        _put(data, path, path, rights)
    finally:
        os.close(fd)


def _put(data: bytes, path: Path, target: Path, rights: int | None = None) -> None:
    """A file with these bytes, made beside `path`, then named `target`; on the disk when this
    returns."""
    new = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    fd = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _FLAGS, 0o666)
    try:
        try:
            write_all(fd, data)
            if rights is not None:
                os.chmod(new, rights)  # noqa: PTH101
            sync(fd)
        finally:
            os.close(fd)
        rename(new, target)
    except BaseException:
        new.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def write_all(fd: int, data: bytes) -> None:
    """All the bytes, in as many writes as it takes."""
    while data:
        data = data[write(fd, data) :]


def rename(old: Path, new: Path) -> None:
    """Give a file another name; what had it is replaced."""
    os.replace(old, new)  # noqa: PTH105, so that a test can make it fail with the others
