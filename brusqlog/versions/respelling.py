"""A transcript respelled in the writer's form, line by line: nothing is added or taken away.

Keywords, names, cards, numbers and texts are written as the writer writes them, one blank between
them, a line in one piece; comments and blank lines keep their places, runs of blank lines become
one, and one stands before every hand. So a game says what it said before, also what the writer
would leave out: withdrawn events, payments that the rules fill in, faults. The writer's own text
stays as it is.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

from brusqlog.game.findings import Language
from brusqlog.notation import grammar as gr
from brusqlog.notation.heading import Heading
from brusqlog.notation.lines import Physical, logical
from brusqlog.notation.parser import Parser
from brusqlog.notation.pen import Pen
from brusqlog.notation.spans import BLANKS, Span
from brusqlog.notation.syntax import Line
from brusqlog.notation.transcript import Transcript
from brusqlog.notation.values import Kind

_MARK: Final = b"\xef\xbb\xbf"
_BARE: Final = ("hand", "shuffle", "mixed", "end", "undo")
"""Keywords behind which nothing need stand, and then no colon."""

_SPACED: Final[Mapping[str, str]] = {
    ",": ", ", ">": " > ", "+": " + ", "|": " | ", "(": " (", ".": ". ", ";": " ; ", "!": "! ",
}  # fmt: skip
"""Signs with the blanks that the writer puts round them."""


class Token(Struct, frozen=True):
    """A value of a line as the writer spells it, and where it ends in the text."""

    said: str
    end: int
    kind: str = ""


class Speller(Parser):
    """Takes lines apart as the reader does, and keeps the writer's spelling of every value."""

    def __init__(self, language: Language, players: Sequence[str]) -> None:
        super().__init__(language, players)
        self.pen = Pen(language, players)
        self.tokens: dict[int, Token] = {}

    def spelled(self, span: Span) -> tuple[str | None, str]:
        """The key of a line, and the line."""
        self.tokens = {}
        line = self.line(span)
        if line.key in gr.HEADER:
            self._header(line)
        said, at, before = "", span.at, ""
        for start, token in sorted(self.tokens.items()):
            gap = span.text[at - span.at : start - span.at]
            said += self._gap(gap, before, token.kind, first=not said) + token.said
            at, before = token.end, token.kind
        said = (said + self._gap(span.text[at - span.at :], before, "", first=False)).rstrip()
        return line.key, said.rstrip(": ") if line.key in _BARE and before == "keyword" else said

    def _header(self, line: Line) -> None:
        Heading([line], self)
        self.header_remark(line.whole)

    def _gap(self, gap: str, before: str, after: str, *, first: bool) -> str:
        """What stands between two values: signs, with the blanks that belong to them."""
        signs = [sign for sign in gap if sign not in BLANKS]
        if signs == [","] and before == after == "card":
            signs = []
        if signs == [":"] and (before, after) == ("seat", "card"):
            return ":"
        if not signs:
            return "" if first else " "
        colon = gr.COLON.of(self.language) + " "
        said = "".join(colon if sign == ":" else _SPACED.get(sign, sign) for sign in signs)
        return re.sub(" +", " ", said).lstrip() if first else re.sub(" +", " ", said)

    def note(self, where: Span, kind: Kind, value: Any) -> None:
        where = where.strip()
        if where.text:
            self.tokens[where.at] = Token(self._spelling(kind, value), where.end, kind)

    def _spelling(self, kind: Kind, value: Any) -> str:
        """A value as the writer spells it."""
        pen = self.pen
        match kind:
            case "keyword":
                return pen.word(value)
            case "word":
                return str(value.of(self.language))
            case "seat":
                return pen.players[int(value)]
            case "card":
                return pen.card(value)
            case "number":
                return str(value)
            case "text":
                return pen.text(value, "," if self.key == "identities" else "")
            case "name":
                return pen.name(value)
            case "remark":
                return pen.remark(value)
            case "packets":
                return "+".join(map(str, value))
            case "net":
                return gr.NET
            case "option":
                return pen.option(*value)


def respelled(data: bytes, games: Sequence[Transcript]) -> bytes:
    """The text of a transcript, decompressed, in the writer's form. `games` are those that were
    read from it, without faults of form."""
    lines = [
        Physical.of(text, number, 0)
        for number, text in enumerate(data.removeprefix(_MARK).split(b"\n"), 1)
    ]
    begins = [game.line - 1 for game in games]
    found: list[str] = []
    for start, end, game in zip([0, *begins], [*begins, len(lines)], [None, *games], strict=True):
        players = game.header.players if game is not None and game.header is not None else ()
        speller = Speller(game.language if game is not None else "en", players)
        _put(found, lines[start:end], speller)
    return "".join(f"{line}\n" for line in _spaced(found)).encode("utf-8", "surrogateescape")


def _put(found: list[str], lines: Sequence[Physical], speller: Speller) -> None:
    """Add the lines of one game. What stands within a line of several follows it."""
    for group in _groups(lines):
        if not group[0].says:
            found.append(group[0].shown.rstrip(BLANKS))
            continue
        (span,) = logical(group, set())
        key, said = speller.spelled(span)
        if key == "hand":
            found.insert(_above(found), "")
        found.append(said)


def _groups(lines: Sequence[Physical]) -> Iterator[list[Physical]]:
    """Lines that go on with one another, and each comment and blank line by itself."""
    groups: list[list[Physical]] = []
    said: list[Physical] | None = None
    for line in lines:
        if line.says and line.goes_on and said is not None:
            said.append(line)
            continue
        groups.append([line])
        if line.says:
            said = groups[-1]
    return iter(groups)


def _above(found: Sequence[str]) -> int:
    """Where the comments begin that stand directly above the next line."""
    at = len(found)
    while at and found[at - 1].startswith("#"):
        at -= 1
    return at


def _spaced(lines: Sequence[str]) -> Iterator[str]:
    """The lines without blank ones at the beginning and end, and with one for several."""
    blank = begun = False
    for line in lines:
        if line:
            if blank and begun:
                yield ""
            yield line
            begun = True
        blank = not line
