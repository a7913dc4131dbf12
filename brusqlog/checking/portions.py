"""Files in portions, each of which can be judged by itself: whole, or cut where games begin."""

import os
import re
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, Final

from msgspec import Struct
from msgspec.structs import replace

from brusqlog.checking.run import size_of
from brusqlog.log.faults import Fault
from brusqlog.log.framing import GAME
from brusqlog.log.sources import Source
from brusqlog.notation.sources import SUFFIXES, TABLE

WHOLE: Final = (".gz", ".zst", *SUFFIXES, TABLE)
"""How the names of files end in which a game cannot be found without reading all before it."""

_BEGUN: Final = re.compile(rb"(?:\xef\xbb\xbf)?[ \t\r\n]*\{")
_WINDOW: Final = 1 << 16

Mark = tuple[int, int]
"""What tells a file from another one that has its name later: device and number."""


class Portion(Struct, frozen=True):
    """A file, or of one that is `cut` the bytes from `start`, where a game begins, up to `end`, or
    to its end. `name` is how findings name it, `size` the bytes that were there when it was cut."""

    name: str
    source: Source | Fault
    size: int = 0
    start: int = 0
    end: int | None = None
    cut: Mark | None = None

    @property
    def is_last(self) -> bool:
        """Whether its file ends with it."""
        return self.end is None

    @property
    def is_elsewhere(self) -> bool:
        """Whether another process can read it: it is no handle, and no name that means one."""
        source = self.source
        return isinstance(source, Fault) or (
            isinstance(source, str) and not source.startswith(("/dev/", "/proc/"))
        )


def portion(name: str, source: Source | Fault) -> Portion:
    """A file whole, its path absolute."""
    if isinstance(source, str):
        with suppress(OSError):  # the folder that we are in was removed
            source = os.path.join(os.getcwd(), source)  # noqa: PTH109, PTH118, keeps `..` after links
    return Portion(name, source, size_of(source))


def split(whole: Portion, size: int) -> tuple[Portion, Portion | None]:
    """The first `size` bytes of a portion, or as many more as it takes to a game, and the rest; the
    portion as it is, and None, if it cannot be split.

    The beginning of a game is in the first part too, so that nothing that stands before one is told
    apart from it.
    """
    source, start = whole.source, whole.start
    if not isinstance(source, str) or whole.size <= size or source.lower().endswith(WHOLE):
        return whole, None
    end = start + whole.size
    try:
        with Path(source).open("rb", buffering=0) as handle:
            handle.seek(start)
            begun = _BEGUN.match(handle.read(_WINDOW))
            place = end if begun is None else _game(handle, start + begun.end() + size - 1, end)
            mark = whole.cut or _mark(handle)
    except OSError:  # whoever reads it tells why
        return whole, None
    if place == end:
        return whole, None
    first = replace(whole, size=place - start, end=place, cut=mark)
    return first, replace(whole, size=end - place, start=place, cut=mark)


def _game(handle: BinaryIO, at: int, end: int) -> int:
    """The first place behind `at` where a game begins, or the end."""
    handle.seek(at)
    text = b""
    while at < end and (more := handle.read(_WINDOW)):
        text += more
        found = text.find(GAME)
        if found >= 0:
            return min(at + found + 1, end)
        at += max(0, len(text) - len(GAME))
        text = text[-len(GAME) :]
    return end


def _mark(handle: BinaryIO) -> Mark:
    found = os.fstat(handle.fileno())
    return found.st_dev, found.st_ino


class Stretch:
    """The bytes of a portion that was cut, as a handle. `lines` is how many have been read."""

    def __init__(self, portion: Portion) -> None:
        self.portion = portion
        self.at = portion.start
        self.lines = 0
        self.handle: BinaryIO | None = None

    def read(self, size: int) -> bytes:
        """The next bytes, `size` at most; none at the end. Raises `OSError` if they cannot be read,
        and if the file is not the one that was cut any more."""
        if self.handle is None:
            self.handle = self._opened()
        if self.portion.end is not None:
            size = min(size, self.portion.end - self.at)
        text = self.handle.read(size)
        self.at += len(text)
        self.lines += text.count(b"\n")
        return text

    def close(self) -> None:
        """Let go of the file."""
        if self.handle is not None:
            self.handle.close()

    def _opened(self) -> BinaryIO:
        assert isinstance(self.portion.source, str)
        handle = self.handle = Path(self.portion.source).open("rb", buffering=0)  # noqa: SIM115
        before = len(GAME) if self.at else 0
        handle.seek(self.at - (1 if before else 0))
        if _mark(handle) != self.portion.cut or handle.read(before) != GAME[:before]:
            raise OSError("the file was changed while it was read")
        handle.seek(self.at)
        return handle
