"""A fault of form: what is wrong with the bytes of a log, and exactly where."""

from typing import Any

from msgspec import Struct, field

from brusqlog.errors import BrusqlogError


class Fault(Struct, frozen=True, kw_only=True):
    """A fault of form with its place.

    `seq` is the number of the event in its log (the header is 0), `line` counts from 1 in the file,
    `column` and `width` are code points of that line (column from 1), `byte` counts from 0 in the
    decompressed text. All are None where there is no such place. `facts` fill the places of the
    code's message. `text` is the line of a fault that belongs to no game, which would have it.
    """

    code: str
    seq: int | None = None
    line: int | None = None
    column: int | None = None
    width: int | None = None
    byte: int | None = None
    facts: dict[str, Any] = field(default_factory=dict)
    text: str | None = None


class FormError(BrusqlogError, ValueError):
    """A line is not what the format asks for; `start` and `end` are code points of the line."""

    def __init__(self, code: str, start: int, end: int, **facts: Any) -> None:
        super().__init__(code)
        self.code, self.start, self.end, self.facts = code, start, end, facts


class SourceError(BrusqlogError, OSError):
    """A source cannot be read, or no further; `code` names the reason in the registry."""

    def __init__(self, code: str, **facts: Any) -> None:
        super().__init__(f"{facts.get('file', 'the source')}: {code}")
        self.code, self.facts = code, facts
