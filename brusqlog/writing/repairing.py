"""Lines that cannot be read, shown and, when told to, taken out; what is taken out is kept."""

from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from brusqlog.checking.report import is_error
from brusqlog.log.reader import Fault, GameLog, read_logs
from brusqlog.writing import disk
from brusqlog.writing.opened import plain


class BadLine(Struct, frozen=True):
    """A line that is no event: its number from 1, its bytes with their end, where they begin in the
    file, and why it cannot be read. `torn`: it is the last one, and lacks its line feed."""

    line: int
    byte: int
    data: bytes
    fault: Fault

    @property
    def torn(self) -> bool:
        return not self.data.endswith(b"\n")


def bad_lines(path: str | Path) -> list[BadLine]:
    """The lines of a file that cannot be read as events, in order. Raises `WriteError` for one
    that is packed, `OSError`."""
    return list(_bad(plain(path).read_bytes(), str(path)))


def _bad(data: bytes, name: str) -> Iterator[BadLine]:
    starts = [0]
    while at := data.find(b"\n", starts[-1]) + 1:
        starts.append(at)
    starts.append(len(data))
    told = set()
    for fault in sorted(_faults(data, name), key=lambda fault: fault.line or 0):
        if fault.line is not None and fault.line not in told:
            told.add(fault.line)
            begun, end = starts[fault.line - 1 : fault.line + 1]
            yield BadLine(fault.line, begun, data[begun:end], fault)


def _faults(data: bytes, name: str) -> Iterator[Fault]:
    """What makes lines unreadable, not what is only amiss in one that can be read."""
    for found in read_logs(data, name=name):
        if isinstance(found, GameLog):
            torn = len(found.events)
            for fault in found.faults:
                seq = fault.seq
                unread = seq is not None and (seq >= torn or found.events[seq] is None)
                if unread and (is_error(fault.code) or seq == torn):
                    yield fault
        elif found.line is not None:
            yield found


def take_out(path: str | Path, line: int) -> Path:
    """Take a bad line out of the file and return where its bytes were saved, beside it.

    The file is written anew and renamed under its lock, so that a crash leaves the old one or the
    new one. Raises `WriteError`, `BusyError`, `OSError`; `LookupError` if that line can be read.
    """
    path = plain(path)
    fd = disk.open_log(path)
    try:
        data = disk.read(fd)
        bad = next((bad for bad in _bad(data, str(path)) if bad.line == line), None)
        if bad is None:
            raise LookupError(line)
        saved = disk.save(path.with_name(f"{path.name}.removed-{bad.byte}"), bad.data)
    except BaseException:
        disk.close(fd)
        raise
    end = bad.byte + len(bad.data)
    disk.replace_log(fd, path, data[: bad.byte] + data[end:])
    return saved
