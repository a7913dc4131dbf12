"""Only the headers of a source, for lists of games."""

import re
from collections.abc import Iterator

from msgspec import Struct

from brusqlog.game.events import Game
from brusqlog.log.faults import Fault, SourceError
from brusqlog.log.framing import Block, Lines
from brusqlog.log.lines import canonical, exact
from brusqlog.log.sources import Source, name_of, pieces

_WORD = b'"game"'
_PERHAPS = re.compile(rb'"game"|\\u')
"""What a line needs to be a header: the word, or an escape that may spell it."""


class HeaderLine(Struct, frozen=True, kw_only=True):
    """Where a game begins: `file`, `index`, `line` and `byte` as in `GameLog`. `header` is None if
    it cannot be read."""

    file: str
    index: int
    line: int
    byte: int
    header: Game | None


def read_headers(source: Source, *, name: str | None = None) -> Iterator[HeaderLine | Fault]:
    """The headers of a source, one for every game that `read_logs` would give; a string is a path.

    A `Fault`: the source cannot be read (any further), or holds no log.
    """
    file = name_of(source, name)
    lines = Lines(pieces(source, name), file)
    index = 0
    try:
        for block in lines:
            for line, byte, header in _headers(block, begun=index > 0):
                index += 1
                yield HeaderLine(file=file, index=index, line=line, byte=byte, header=header)
    except SourceError as error:
        yield Fault(code=error.code, facts=error.facts)
        return
    if index == 0:
        yield Fault(code="empty-file", facts={"file": file})


def _headers(block: Block, begun: bool) -> Iterator[tuple[int, int, Game | None]]:
    """Line, byte and header of each game that begins in a block; unless a game has `begun`, the
    first line that is not blank begins one in any case."""
    text, end = block.text, block.size
    escaped = b"\\u" in text

    def find(start: int) -> int:
        if not escaped:  # much faster than the expression
            return text.find(_WORD, start, end)
        match = _PERHAPS.search(text, start, end)
        return match.start() if match else -1

    at = start = 0  # a line and where it begins
    while start < end:
        stop = text.index(b"\n", start)
        line = text[start:stop].removesuffix(b"\r")
        header, is_header = _header(line) if _PERHAPS.search(line) else (None, False)
        if is_header or (not begun and line.strip(b" \t")):
            begun = True
            shift = block.missing if at else 0
            yield block.line + at, block.byte + start + shift, header
        following = stop + 1
        if begun:
            found = find(following)
            following = end if found < 0 else text.rindex(b"\n", 0, found) + 1
        at += text.count(b"\n", start, following)
        start = following


def _header(line: bytes) -> tuple[Game | None, bool]:
    event = canonical([line])[0]
    if event is None:
        found = exact(line)
        return (found.event if isinstance(found.event, Game) else None), found.header
    return (event, True) if isinstance(event, Game) else (None, False)
