"""Text cut into whole lines at LF, in bounded memory."""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from brusqlog.log.faults import SourceError

LINE_LIMIT: Final = 64 * 1024
"""Bytes of a line without its line end."""

KEPT: Final = 1 << 20
"""Bytes kept of a line that does not end; what is beyond is dropped, and counted."""

GAME: Final = b'\n{"event":"game"'
"""The end of one line and the beginning of one that the reader takes for a header in any case."""

_BOM: Final = b"\xef\xbb\xbf"
_UTF16: Final = (b"\xff\xfe", b"\xfe\xff")


class Block(Struct, frozen=True):
    """Whole lines: the first `size` bytes of `text` are these, each ended by LF, and it may go on
    with the beginning of the next line. The first of them is the `line`-th of the source and begins
    at its byte `byte`; `missing` bytes of it were dropped."""

    text: bytes
    size: int
    line: int
    byte: int
    missing: int

    @property
    def lines(self) -> list[bytes]:
        """The lines without LF, cut anew each time."""
        return self.text[: self.size].split(b"\n")[:-1]

    def part(self, start: int, stop: int, line: int) -> "Block":
        """The lines from byte `start` of the text, where line `line` of the block (from 0) begins,
        to byte `stop`."""
        text = self.text[start:stop]
        lost = self.missing if start else 0
        missing = 0 if start else self.missing
        return Block(text, len(text), self.line + line, self.byte + start + lost, missing)


class Lines:
    """The blocks of a text, without a byte order mark at its start (`bom`: there is one).

    Afterwards `rest` is what stands behind the last LF, without the `missing` bytes dropped from
    it; it is line number `line` and begins at `byte`. Raises what `pieces` raises, and
    `SourceError` for UTF-16.
    """

    def __init__(self, pieces: Iterator[bytes], file: str) -> None:
        self.pieces, self.file = pieces, file
        self.rest = b""
        self.missing = 0
        self.line, self.byte = 1, 0
        self.bom = False

    def __iter__(self) -> Iterator[Block]:
        for piece in self.unmarked():
            text = self.rest + piece
            yield from self.blocks(text, text.rfind(b"\n") + 1)
            self.shorten()

    def shorten(self) -> None:
        """Drop what is left over of a line beyond what is kept."""
        if len(self.rest) > KEPT:
            self.missing += len(self.rest) - KEPT
            self.rest = self.rest[:KEPT]

    def blocks(self, text: bytes, size: int) -> Iterator[Block]:
        """The first bytes of a text as a block, if they are any; the others are left over."""
        self.rest = text[size:]
        if size:
            block = Block(text, size, self.line, self.byte, self.missing)
            self.line += self.count(text, size)
            self.byte += size + self.missing
            self.missing = 0
            yield block

    def count(self, text: bytes, size: int) -> int:
        """How many lines end in the first bytes of a text."""
        return text.count(b"\n", 0, size)

    def unmarked(self) -> Iterator[bytes]:
        """The pieces behind a byte order mark."""
        first = next(self.pieces, b"")
        while 0 < len(first) < len(_BOM) and (more := next(self.pieces, b"")):
            first += more
        if first.startswith(_UTF16):
            raise SourceError("utf-16", file=self.file)
        if first.startswith(_BOM):
            self.bom = True
            self.byte = len(_BOM)
            first = first[len(_BOM) :]
        yield first
        yield from self.pieces
