"""Text cut into whole lines at LF, in bounded memory."""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from brusqlog.log.faults import SourceError

LINE_LIMIT: Final = 64 * 1024
"""Bytes of a line without its line end."""

KEPT: Final = 1 << 20
"""Bytes kept of a line that does not end; what is beyond is dropped, and counted."""

_BOM: Final = b"\xef\xbb\xbf"
_UTF16: Final = (b"\xff\xfe", b"\xfe\xff")


class Block(Struct, frozen=True):
    """Whole lines: `lines` without LF; the first `size` bytes of `text` are these, each ended by
    LF, and it may go on with the beginning of the next line. The first of them is the `line`-th of
    the source and begins at its byte `byte`; `missing` bytes of it were dropped."""

    text: bytes
    size: int
    lines: list[bytes]
    line: int
    byte: int
    missing: int


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
        for piece in self._unmarked():
            text = self.rest + piece
            lines = text.split(b"\n")
            self.rest = lines.pop()
            if lines:
                yield self._block(text, lines)
            if len(self.rest) > KEPT:
                self.missing += len(self.rest) - KEPT
                self.rest = self.rest[:KEPT]

    def _block(self, text: bytes, lines: list[bytes]) -> Block:
        size = len(text) - len(self.rest)
        block = Block(text, size, lines, self.line, self.byte, self.missing)
        self.line += len(lines)
        self.byte += size + self.missing
        self.missing = 0
        return block

    def _unmarked(self) -> Iterator[bytes]:
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
