"""A transcript respelled in the writer's form, line by line: nothing is added or taken away.

Keywords, names, cards, numbers and texts are written as the writer writes them, one blank between
them, a line in one piece; comments and blank lines keep their places, runs of blank lines become
one, and one stands before every hand. So a game says what it said before, also what the writer
would leave out: withdrawn events, payments that the rules fill in, faults. The writer's own text
stays as it is.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct

from brusqlog.game.findings import Language
from brusqlog.log.scan import Node
from brusqlog.notation import grammar as gr
from brusqlog.notation.heading import Heading
from brusqlog.notation.lines import Physical, logical
from brusqlog.notation.options import option
from brusqlog.notation.parser import Parser
from brusqlog.notation.pen import Pen
from brusqlog.notation.spans import BLANKS, Span
from brusqlog.notation.syntax import Line, PaidSaid
from brusqlog.notation.transcript import Transcript

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
        return line.key, said.rstrip(": ") if line.key in _BARE and not before else said

    def _header(self, line: Line) -> None:
        value = self.header_value(line)
        if line.key == "options":
            for part in [] if self.is_none(value) else value.split(","):
                self._keep(part, self.pen.option(*option(part.text)))
        elif line.key == "language":
            self._keep(value, gr.normal(value.text))
        else:
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

    def _keep(self, where: Span, said: str, kind: str = "") -> None:
        if where.text:
            self.tokens[where.at] = Token(said, where.end, kind)

    # Values as they are read --------------------------------------------------------------------

    def keyword(self, mark: Span, whole: Span) -> str | None:
        key = super().keyword(mark, whole)
        if key is not None:
            self._keep(mark, self.pen.word(key))
        return key

    def word(
        self, where: Span, words: Mapping[str, gr.Word], *, silent: bool = False
    ) -> str | None:
        key = super().word(where, words, silent=silent)
        if key is not None:
            self._keep(where, words[key].of(self.language), "word")
        return key

    def seat(self, where: Span) -> Node:
        node = super().seat(where)
        if node.value is not None:
            self._keep(where, self.pen.players[node.value], "seat")
        return node

    def card(self, where: Span) -> Node:
        node = super().card(where)
        self._keep(where, self.pen.card(node.value), "card")
        return node

    def number(self, where: Span) -> Node:
        node = super().number(where)
        self._keep(where, str(node.value), "number")
        return node

    def text(self, where: Span) -> Node:
        node = super().text(where)
        also = "," if self.key == "identities" else ""
        self._keep(where.strip(), self.pen.text(node.value, also), "text")
        return node

    def name(self, where: Span) -> Node:
        node = super().name(where)
        self._keep(where.strip(), self.pen.name(node.value), "text")
        return node

    def _remark(self, where: Span) -> Node:
        node = super()._remark(where)
        self._keep(where.strip(), self.pen.remark(node.value), "text")
        return node

    def _packets(self, where: Span) -> tuple[int, ...] | None:
        split = super()._packets(where)
        self._keep(where, "+".join(map(str, split or ())), "text")
        return split

    def _paid(self, where: Span) -> PaidSaid:
        said = super()._paid(where)
        if said.net is not None:
            self._keep(said.net, gr.NET, "word")
        return said

    def incident(self, where: Span) -> dict[str, Node]:
        found = super().incident(where)
        kind = found["kind"]
        if kind.value is not None:
            words = where.cut(kind.start - where.at, kind.end - where.at)
            self._keep(words, self.pen.word(kind.value), "word")
        return found


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
