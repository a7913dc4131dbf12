"""A disk that fails on purpose, and what a crash may leave of what was written to it.

`Disk` stands in for the module `os` in `brusqlog.writing.disk`: every call goes through to the real
one and is recorded; the n-th call of a kind can be made to fail or, a write, to fall short. From
the record `states` rebuilds what may be on the disk after a crash between any two calls.
"""

import errno
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

KINDS = ("open", "write", "fsync", "ftruncate", "replace")


class Call(NamedTuple):
    """One call that changed something: its kind, which file or folder, and the data or size."""

    kind: str
    name: str
    value: Any = None


class Disk:
    """The module `os`, watched. `fail` is `(kind, n, how)`: the n-th call of that kind, from 0,
    fails with that error number, or a write with `short` takes half of its bytes."""

    def __init__(self, fail: tuple[str, int, int | str] | None = None) -> None:
        self.calls: list[Call] = []
        self.counts = dict.fromkeys(KINDS, 0)
        self.fail = fail
        self.names: dict[int, str] = {}

    def __getattr__(self, name: str) -> Any:
        return getattr(os, name)

    def _next(self, kind: str) -> int | str | None:
        count, self.counts[kind] = self.counts[kind], self.counts[kind] + 1
        if self.fail is None or self.fail[:2] != (kind, count):
            return None
        how = self.fail[2]
        if isinstance(how, int):
            raise OSError(how, os.strerror(how))
        return how

    def open(self, path: Any, flags: int, mode: int = 0o777) -> int:
        self._next("open")
        new = bool(flags & os.O_CREAT) and not os.path.lexists(path)
        fd = os.open(path, flags, mode)
        self.names[fd] = str(path)
        if new:
            self.calls.append(Call("create", str(path)))
        return fd

    def write(self, fd: int, data: bytes) -> int:
        if self._next("write") == "short":
            data = data[: len(data) // 2]
        done = os.write(fd, data)
        self.calls.append(Call("write", self.names.get(fd, "?"), data[:done]))
        return done

    def fsync(self, fd: int) -> None:
        self._next("fsync")
        os.fsync(fd)
        self.calls.append(Call("fsync", self.names.get(fd, "?")))

    def ftruncate(self, fd: int, size: int) -> None:
        self._next("ftruncate")
        os.ftruncate(fd, size)
        self.calls.append(Call("ftruncate", self.names.get(fd, "?"), size))

    def replace(self, old: Any, new: Any) -> None:
        self._next("replace")
        os.replace(old, new)  # noqa: PTH105
        self.calls.append(Call("replace", str(old), str(new)))


class _File:
    """What a file holds, and what of it is certain."""

    def __init__(self, content: bytes = b"") -> None:
        self.now = self.certain = content

    def after_crash(self, unsynced: str) -> bytes:
        if unsynced == "kept":
            return self.now
        if unsynced == "zeroed" and len(self.now) > len(self.certain):
            return self.certain + bytes(len(self.now) - len(self.certain))
        return self.certain


class State(NamedTuple):
    """After so many calls: the files of the folder by name."""

    calls: int
    files: dict[str, bytes]


def states(calls: list[Call], before: dict[str, bytes] | None = None) -> Iterator[State]:
    """What may be on the disk after a crash behind each call: names that no sync of the folder made
    certain are there or not, and bytes that no sync of the file did are kept, lost or zeroed.
    `before`: the files that were there from the start."""
    files = {name: _File(content) for name, content in (before or {}).items()}
    certain = dict(files)
    yield State(0, dict(before or {}))
    for count, call in enumerate(calls, 1):
        name = Path(call.name).name
        match call.kind:
            case "create":
                files[name] = _File()
            case "write":
                files[name].now += call.value
            case "ftruncate":
                files[name].now = files[name].now[: call.value]
            case "replace":
                files[Path(call.value).name] = files.pop(name)
            case "fsync" if name in files:
                files[name].certain = files[name].now
            case "fsync":
                certain = dict(files)
        for names in (files, certain):
            for unsynced in ("kept", "lost", "zeroed"):
                left = {name: file.after_crash(unsynced) for name, file in names.items()}
                yield State(count, left)


ERRORS = (errno.EIO, errno.ENOSPC)
