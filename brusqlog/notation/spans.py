"""Pieces of a transcript that know where they stand."""

import re
from typing import Final, NamedTuple

BLANKS: Final = " \t\u00a0\u202f\r\n"
"""Blanks; a line end is one where a line goes on with the next."""

QUOTED: Final = r'"(?:[^"\\]|\\.)*"'
"""A text in quotation marks."""

_SIGNS: Final = re.compile(rf"{QUOTED}|[^\"]|\"", re.DOTALL)
_OPEN: Final = re.compile(rf'(?:{QUOTED}|[^"])*+"', re.DOTALL)
_JOINT: Final = re.compile(rf"[{BLANKS}]*\n[{BLANKS}]*")
_ESCAPE: Final = re.compile(r"\\(.)", re.DOTALL)
_ESCAPES: Final = {"n": "\n", "r": "\r", "0": "\0", "\\": "\\"}


class Span(NamedTuple):
    """A piece of text and where in the text of its game it begins, in code points."""

    text: str
    at: int

    @property
    def end(self) -> int:
        """Where the next piece would begin."""
        return self.at + len(self.text)

    def cut(self, start: int, end: int | None = None) -> "Span":
        """The part from `start` up to `end`, counted in it."""
        return Span(self.text[start:end], self.at + start)

    def strip(self) -> "Span":
        """The piece without the blanks round it."""
        return self.stripped("")

    def stripped(self, marks: str) -> "Span":
        """The piece without blanks and these signs round it."""
        start = len(self.text) - len(self.text.lstrip(BLANKS + marks))
        return self.cut(start, max(start, len(self.text.rstrip(BLANKS + marks))))

    def split(self, marks: str) -> "list[Span]":
        """The pieces between these signs outside quotation marks, without blanks round them."""
        found, start = [], 0
        for place in self.places(marks):
            found.append(self.cut(start, place).strip())
            start = place + 1
        return [*found, self.cut(start).strip()]

    def partition(self, marks: str) -> "tuple[Span, Span | None]":
        """What stands before the first of these signs outside quotation marks, and behind it."""
        for place in self.places(marks):
            return self.cut(0, place).strip(), self.cut(place + 1).strip()
        return self.strip(), None

    def places(self, marks: str) -> list[int]:
        """Where these signs stand outside quotation marks."""
        if '"' not in self.text:
            return [at for at, sign in enumerate(self.text) if sign in marks]
        return [m.start() for m in _SIGNS.finditer(self.text) if m[0] in marks]


def open_quote(text: str) -> int | None:
    """Where a quotation mark stands that is never closed."""
    if text.count('"') == 0:
        return None
    found = _OPEN.match(text)
    return found.end() - 1 if found else None


def tidy(text: str) -> str:
    """A text of several lines on one, without the blanks round it."""
    return _JOINT.sub(" ", text).strip(BLANKS) if "\n" in text else text.strip(BLANKS)


def unescaped(text: str) -> str:
    r"""The text of a remark: `\n` is a line end in it, `\\` a backslash, also `\r` and `\0`."""
    return _ESCAPE.sub(lambda match: _ESCAPES.get(match[1], match[0]), text)


def unquoted(text: str) -> str:
    """The text in quotation marks, without these."""
    return _ESCAPE.sub(lambda match: _ESCAPES.get(match[1], match[1]), text[1:-1])


def escaped(text: str) -> str:
    """A remark as it is written."""
    for sign, name in (("\\", "\\"), ("\n", "n"), ("\r", "r"), ("\0", "0")):
        text = text.replace(sign, "\\" + name)
    return text


def quoted(text: str) -> str:
    """A text as it is written in quotation marks."""
    return '"' + escaped(text).replace('"', '\\"') + '"'
