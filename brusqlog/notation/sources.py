"""Games out of any source: a transcript or a hand table is read as one, everything else as a log.

A file is a transcript by its suffix `.brusq`, also with `.gz` or `.zst` behind it, and a hand table
by its suffix `.parquet`; bytes, standard input and other handles by what they begin with. A log
begins with a `{`, after blanks, a byte order mark and comments; a hand table with `PAR1`.
"""

import io
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Any, BinaryIO, Final, Literal, cast

from brusqlog.game.ruleset import Ruleset
from brusqlog.log.faults import Fault, SourceError
from brusqlog.log.gamelog import GameLog
from brusqlog.log.headers import HeaderLine
from brusqlog.log.headers import read_headers as log_headers
from brusqlog.log.reader import read_logs
from brusqlog.log.sources import PIECE, Source, name_of, pieces
from brusqlog.notation.reader import read_transcripts

SUFFIXES: Final = (".brusq", ".brusq.gz", ".brusq.zst")
"""How the name of a transcript ends."""

TABLE: Final = ".parquet"
"""How the name of a hand table ends."""

Form = Literal["log", "text", "table"]
"""What a source may be: a log, a transcript, a hand table."""

_TABLE: Final = b"PAR1"

_LOG: Final = frozenset(b"{[")
_BEFORE: Final = re.compile(rb"(?:\xef\xbb\xbf|\xc2\xa0|\xe2\x80\xaf|[ \t\r\n]|#[^\n]*(?:\n|$))*")


def read_games(
    source: Source, *, name: str | None = None, rulesets: Mapping[str, Ruleset] | None = None
) -> Iterator[GameLog | Fault]:
    """Every game of a log or a transcript, in order; a string is a path. `rulesets` are rulesets of
    one's own, by full name. As `read_logs` otherwise."""
    source, form = recognised(source, name)
    if form == "text":
        return read_transcripts(source, name=name, rulesets=rulesets)
    if form == "table":
        from brusqlog.bulk import reading  # numpy is for those who need it

        return reading.logs(source, name, rulesets)
    return read_logs(source, name=name)


def read_headers(source: Source, *, name: str | None = None) -> Iterator[HeaderLine | Fault]:
    """The headers of a log or a transcript, one for every game that `read_games` would give."""
    source, form = recognised(source, name)
    if form == "log":
        yield from log_headers(source, name=name)
        return
    for found in read_games(source, name=name):
        if isinstance(found, Fault):
            yield found
        else:
            yield HeaderLine(
                file=found.file,
                index=found.index,
                line=found.line,
                byte=found.byte,
                header=found.header,
            )


def recognised(source: Source, name: str | None = None) -> tuple[Source, Form]:
    """The source, to be read from now on in place of the one given, and what it is."""
    file = name_of(source, name).lower()
    if file.endswith((*SUFFIXES, TABLE)):
        return source, "table" if file.endswith(TABLE) else "text"
    if isinstance(source, str | Path):
        return source, "log"
    if isinstance(source, bytes):
        return source, _begun_form(source)
    begun = _Begun(source)
    return cast("BinaryIO", begun), _begun_form(begun.head)


def _begun_form(head: bytes) -> Form:
    if head.startswith(_TABLE):
        return "table"
    return "text" if _begins_transcript(head) else "log"


def _begins_transcript(head: bytes) -> bool:
    """Whether a text, packed or not, begins like a transcript; an empty one does not."""
    text = b""
    try:
        for piece in pieces(io.BytesIO(head)):
            text += piece
            first = text[_BEFORE.match(text).end() :]  # type: ignore[union-attr]
            if first:
                return first[0] not in _LOG
    except SourceError:  # packed text that goes on behind its head, or is damaged
        pass
    return False


class _Begun:
    """A handle whose first piece has been looked at."""

    def __init__(self, handle: IO[Any]) -> None:
        self.handle = handle
        self.name = getattr(handle, "name", None)
        self.first: bytes | str | None = None
        self.fault: Exception | None = None
        try:
            self.first = handle.read(PIECE)
        except (OSError, UnicodeDecodeError) as fault:
            self.fault = fault

    @property
    def head(self) -> bytes:
        """The first piece as bytes."""
        first = self.first or b""
        return first.encode("utf-8", "replace") if isinstance(first, str) else first

    def read(self, size: int) -> bytes | str:
        """The first piece, then what follows it; raises what looking at it raised."""
        if self.fault is not None:
            raise self.fault
        if self.first is not None:
            first, self.first = self.first, None
            return first
        return cast("bytes | str", self.handle.read(size))
