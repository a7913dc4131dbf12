"""Single values of a transcript as nodes: cards, players, numbers, words, texts.

What cannot be read is told once, with its place, and gives a node without a value.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal

from brusqlog.game.cards import UNKNOWN
from brusqlog.game.events import SAFE
from brusqlog.game.findings import Language
from brusqlog.log.faults import FormError
from brusqlog.log.scan import Node
from brusqlog.notation import names
from brusqlog.notation.cards import OF, card, readings
from brusqlog.notation.grammar import NONE, Word, example, near, normal, other
from brusqlog.notation.spans import BLANKS, QUOTED, Span, tidy, unquoted
from brusqlog.notation.syntax import Entry, Laid
from brusqlog.notation.words import folded
from brusqlog.spelling import Style

SHOWN: Final = 60
"""Code points of a text that a message repeats."""

DIGITS: Final = 16
"""Digits of the largest integer that a log may hold."""

Kind = Literal[
    "keyword", "word", "seat", "card", "number", "text", "name", "remark", "packets", "net",
    "option",
]  # fmt: skip
"""What a value is, as `Values.note` tells it."""

_NAME: Final = re.compile(rf'({QUOTED}|[^{BLANKS},;:|>+()"]+)')
_BARE: Final = re.compile(rf'(?:{QUOTED}|[^{BLANKS},:"]|")+')
_PREFIX: Final = re.compile(rf"[{BLANKS}]*:[{BLANKS}]*")
_NUMBER: Final = re.compile(r"[-−]?[0-9]+")


class Values:
    """Reads the values of one game in its language, and keeps what is wrong with them."""

    def __init__(self, language: Language, players: Sequence[str]) -> None:
        self.language: Language = language
        self.players = players
        self.faults: list[FormError] = []
        self.key = ""
        """Of what kind the line is that is being read."""
        self.head = Span("", 0)
        """With what that line begins."""

    def note(self, where: Span, kind: Kind, value: Any) -> None:
        """Told of every value as it is read: where it stands, what it is, and what was read, which
        is None if it could not be. Nothing is done with it here; a class below may override this,
        and no other method, to go with the reading.

        A `keyword` is told by its key, also the words of an incident; a `word` as the `Word` that
        it is; a `seat` by its number; `packets` by their sizes; `net` by nothing; an `option` by
        its name and value. What is told later of the same place is the closer of the two.
        """

    def wrong(self, code: str, where: Span, **facts: Any) -> None:
        """Keep what is wrong with a piece of text, once a place: what else is wrong there only
        follows from it."""
        if any(fault.start == where.at for fault in self.faults):
            return
        facts = {"found": shown(where), "language": self.language, **facts}
        self.faults.append(FormError(code, where.at, where.end, **facts))

    @property
    def form(self) -> str:
        """A line of the kind that is being read, as an example."""
        return example(self.key, self.language)

    def unexpected(self, where: Span) -> None:
        """A piece of text has no place where it stands."""
        if where.text:
            self.wrong("text-unexpected", where, form=self.form)

    def missing(self, where: Span) -> Node:
        """Something is missing behind a piece of text."""
        found = shown(where) or shown(self.head)
        self.wrong("text-missing", where, found=found, form=self.form)
        return unread(where)

    def past(self, signs: re.Pattern[str], where: Span) -> Span:
        """What follows signs that are too many, which are told."""
        stray = signs.match(where.text)
        if stray is None:
            return where
        self.unexpected(where.cut(0, stray.end()))
        return where.cut(stray.end()).strip()

    # Words --------------------------------------------------------------------------------------

    def word(self, where: Span, words: Mapping[str, Word], *, silent: bool = False) -> str | None:
        """The key of a word; `silent`: the text may be something else, so nothing is told."""
        plain = normal(where.text)
        for key, word in words.items():
            if normal(word.of(self.language)) == plain:
                self.note(where, "word", word)
                return key
        for key, word in words.items():
            if normal(word.of(other(self.language))) == plain:
                self.foreign(where, word.of(self.language))
                return key
        if not silent:
            mine = {word.of(self.language): key for key, word in words.items()}
            close = near(where.text, mine)
            self.wrong("word-unknown", where, near=close, known=list(mine))
            return mine[close[0]] if len(close) == 1 else None
        return None

    def foreign(self, where: Span, due: str) -> None:
        """A word or a card of the other language."""
        self.wrong("wrong-language", where, other=other(self.language), due=due)

    def is_none(self, where: Span) -> bool:
        """Whether a list is said to be empty."""
        plain = normal(where.text)
        return plain in {normal(word) for word in NONE["none"]} and bool(
            self.word(where, NONE, silent=True)
        )

    # Players ------------------------------------------------------------------------------------

    def seat(self, where: Span) -> Node:
        """The seat of a player by his name or the beginning of it."""
        if not where.text:
            return self.missing(where)
        found = names.player(where.text, self.players)
        if isinstance(found, int):
            self.note(where, "seat", found)
            return Node(found, where.at, where.end)
        name = shown(Span(names.unquoted(where.text), where.at))
        if found.several:
            self.wrong("player-ambiguous", where, found=name, near=list(found.near))
        else:
            self.wrong("player-unknown", where, found=name, near=list(found.near),
                       known=list(self.players))  # fmt: skip
        return unread(where)

    def named(self, where: Span) -> tuple[Span, Span]:
        """A name at the beginning, and what stands behind it."""
        where = where.strip()
        match = _NAME.match(where.text)
        size = match.end() if match else 0
        return where.cut(0, size), where.cut(size).strip()

    # Cards --------------------------------------------------------------------------------------

    def card(self, where: Span) -> Node:
        """A card, `??` if it was not seen; so is one that cannot be read, once that is told."""
        found = card(tidy(where.text), self.language)
        if isinstance(found, str):
            self.note(where, "card", found)
            return Node(found, where.at, where.end)
        style = Style(self.language)
        meant = [style.card(one) for one in readings(where.text, self.language)]
        if found.why == "language":
            self.foreign(where, style.card(str(card(tidy(where.text), other(self.language)))))
        elif found.why == "suit-missing":
            self.wrong("suit-missing", where)
        else:
            self.wrong("card-unread", where, near=[*found.near, *meant][:2])
        return Node(UNKNOWN, where.at, where.end)

    def seen_card(self, where: Span) -> Node:
        """One card; it has no value if it cannot be read."""
        told = len(self.faults)
        found = self.cards(where)
        if not found:
            return self.missing(where)
        if len(self.faults) > told:
            del self.faults[told + 1 :]
            return unread(where)
        self.only_first(found, where)
        return found[0]

    def only_first(self, cards: list[Node], where: Span) -> None:
        """Of several cards all but the first have no place."""
        for extra in cards[1:]:
            self.unexpected(where.cut(extra.start - where.at, extra.end - where.at))

    def laid(self, where: Span) -> list[Laid]:
        """Cards one after another, parted by blanks or commas, each perhaps with its player."""
        found, at = [], 0
        text = where.text
        while match := _BARE.search(text, at):
            seat = None
            self.unexpected(where.cut(at, match.start()).stripped(","))
            start, at = match.span()
            if colon := _PREFIX.match(text, at):
                seat = self.seat(where.cut(start, at))
                match = _BARE.match(text, colon.end())
                start = at = colon.end()
                if match is None:
                    self.missing(where.cut(0, at))
                    break
                at = match.end()
            at = self._in_words(text, start, at)
            found.append(Laid(self.card(where.cut(start, at)), seat))
        self.unexpected(where.cut(at).stripped(","))
        return found

    def _in_words(self, text: str, start: int, end: int) -> int:
        """Where a card ends that may be in words: `queen of hearts`."""
        of = _BARE.search(text, end)
        if of and folded(of[0]) in OF.values() and not text[end : of.start()].strip(BLANKS):
            suit = _BARE.search(text, of.end())
            if suit and not text[of.end() : suit.start()].strip(BLANKS):
                return suit.end()
        return end

    def cards(self, where: Span) -> list[Node]:
        """Cards without players."""
        return self.unseated(self.laid(where), where)

    def unseated(self, cards: list[Laid], where: Span) -> list[Node]:
        """The cards of a piece of text, which may not have players."""
        found = []
        for laid in cards:
            if laid.seat is not None:
                self.unexpected(Span(where.text[laid.seat.start - where.at :], laid.seat.start)
                                .cut(0, laid.seat.end - laid.seat.start))  # fmt: skip
            found.append(laid.card)
        return found

    # Numbers and texts --------------------------------------------------------------------------

    def number(self, where: Span) -> Node:
        """An integer."""
        if not where.text:
            return self.missing(where)
        if not _NUMBER.fullmatch(where.text):
            self.wrong("number-unread", where)
            return unread(where)
        digits = where.text.lstrip("-−")
        if len(digits) > DIGITS or int(digits) > SAFE:
            self.wrong("integer-too-big", where, limit=SAFE)
            return unread(where)
        number = int(where.text.replace("−", "-"))
        self.note(where, "number", number)
        return Node(number, where.at, where.end)

    def entry(self, where: Span) -> Entry:
        """A player and a number: `Anne 46`."""
        name, rest = self.named(where)
        seat = self.seat(name)
        if not rest.text:
            return Entry(seat, self.missing(where))
        return Entry(seat, self.number(rest))

    def text(self, where: Span) -> Node:
        """A text, in quotation marks or as it is."""
        where = where.strip()
        quoted = re.fullmatch(QUOTED, where.text, re.DOTALL)
        text = unquoted(where.text) if quoted else tidy(where.text)
        self.note(where, "text", text)
        return Node(text, where.at, where.end)

    def name(self, where: Span) -> Node:
        """The name of a new player."""
        node = self.text(where)
        self.note(where.strip(), "name", node.value)
        if not where.text.startswith('"') and not _NAME.fullmatch(where.text) and where.text:
            self.wrong("name-unquoted", where)
        return node


def shown(where: Span) -> str:
    """A piece of text as it may stand in a message."""
    text = tidy(where.text)
    return text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"


def unread(where: Span) -> Node:
    """Stands for what could not be read."""
    return Node(None, where.at, where.end)


def listed(nodes: list[Node], start: int, end: int) -> Node:
    """Nodes as one list; it has no value if one of them has none."""
    values = [node.value for node in nodes]
    return Node(None if None in values else values, start, end, items=nodes)
