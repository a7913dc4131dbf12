"""The text of one game in lines as a person means them: with what goes on below, without comments.

Nothing here knows a word of the notation.
"""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from brusqlog.log.faults import Fault, FormError
from brusqlog.log.lines import decoded, located
from brusqlog.notation.spans import BLANKS, Span

COMMENT: Final = "#"
_MARK: Final = "\ufeff"
_UNREAD: Final = {0xDC80 + byte: "\ufffd" for byte in range(128)} | {0: "\ufffd", ord("\r"): " "}


class Physical(Struct, frozen=True):
    """A line of the file without its LF, its number from 1, and where it begins in bytes. `shown`
    is its text, U+FFFD where it is no UTF-8, without the CR of a line end of Windows."""

    text: bytes
    number: int
    byte: int
    shown: str

    @classmethod
    def of(cls, text: bytes, number: int, byte: int) -> "Physical":
        """The line of these bytes."""
        return cls(text, number, byte, shown(text))

    @property
    def says(self) -> bool:
        """Whether it means anything."""
        return bool(self.shown.strip(BLANKS + _MARK)) and not self.shown.startswith(COMMENT)

    @property
    def goes_on(self) -> bool:
        """Whether it goes on with the line before."""
        return self.shown[:1] in tuple(BLANKS)


def escape(text: bytes) -> str:
    """Text whose every byte can be had back."""
    return text.decode("utf-8", "surrogateescape")


def shown(text: bytes) -> str:
    """The text of a line, without the CR of a line end of Windows; what is no UTF-8 is U+FFFD, one
    a byte."""
    return escape(text.removesuffix(b"\r")).translate(_UNREAD)


def fault_of_form(line: Physical) -> Fault | None:
    """What is wrong with the bytes of a line, if anything."""
    text = line.text.removesuffix(b"\r")
    try:
        decoded(text)
    except FormError as wrong:
        return located(wrong, text, seq=None, line=line.number, byte=line.byte)
    return None


def logical(lines: list[Physical], too_long: set[int]) -> Iterator[Span]:
    """The lines that mean something, each with those that go on with it. Places count from the
    first line, in code points of the text; those in `too_long` are passed over."""
    at = 0
    begun: Span | None = None
    parts: list[str] = []
    size = 0
    for line in lines:
        if line.says and line.number not in too_long:
            said = line.shown
            if begun is not None and line.goes_on:
                gap = at - begun.at - size
                parts += ["\n" * gap, said]
                size += gap + len(said)
            else:
                if begun is not None:
                    yield Span("".join(parts), begun.at).strip()
                marked = said.startswith(_MARK)
                begun, parts = Span("", at + marked), [said[marked:]]
                size = len(said) - marked
        at += len(escape(line.text)) + 1
    if begun is not None:
        yield Span("".join(parts), begun.at).strip()
