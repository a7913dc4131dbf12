"""How cards, counters, names and control characters are written for people.

Nothing here is read back: the log's own spelling is in `brusqlog.game.cards`.
"""

import unicodedata
from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from brusqlog.game.cards import RED, UNKNOWN
from brusqlog.languages import Language
from brusqlog.languages import language as language
from brusqlog.nouns import PLURALS, REASONS, SUITS

RANKS: Final[dict[Language, dict[str, str]]] = {
    "en": {"T": "10"},
    "fr": {"T": "10", "K": "R", "Q": "D", "J": "V"},
}
SYMBOLS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
LETTERS: Final[dict[Language, dict[str, str]]] = {
    "en": {"S": "S", "H": "H", "D": "D", "C": "C"},
    "fr": {"S": "P", "H": "C", "D": "K", "C": "T"},
}
"""Suits where the terminal has no symbols; the same letters as in the transcript notation."""

PLAIN: Final = {
    "★": "*", "→": "->", "…": "...", "·": "-", "−": "-", "–": "-", "—": "-", "«": '"', "»": '"',
    "’": "'", "§": "sect. ", "œ": "oe", "Œ": "Oe", "æ": "ae", "Æ": "Ae", "°": "o",
}  # fmt: skip
"""What stands for signs of ours where there is only ASCII."""

_JOINERS: Final = "\u200c\u200d"  # they shape letters and emoji, and hide nothing
_SGR: Final = {"bold": "1", "dim": "2", "red": "31", "yellow": "33", "blue": "34", "green": "32"}


class Style(Struct, frozen=True):
    """How a piece of output is to look."""

    language: Language = "en"
    letters: bool = False
    """Letters for suits, and no sign beyond ASCII of our own."""
    colour: bool = False
    columns: int = 80

    def card(self, card: str) -> str:
        """A card as it is written in this language: `10♠`, `R♥`; `??` stays."""
        if card == UNKNOWN:
            return card
        rank, suit = card[0], card[1]
        signs = LETTERS[self.language] if self.letters else SYMBOLS
        return RANKS[self.language].get(rank, rank) + signs[suit]

    def painted(self, card: str, *kinds: str) -> str:
        """The card, red suits in red."""
        return self.paint(self.card(card), "red" if card[1] in RED else "", *kinds)

    def suit(self, suit: str) -> str:
        """A suit in words."""
        return self.plain(SUITS[self.language][suit])

    def number(self, count: int | str, noun: str) -> str:
        """A number with its noun, one or many: `1 counter`, `0 jeton`."""
        one, many = PLURALS[noun][self.language]
        singular = ("1", "-1", "0") if self.language == "fr" else ("1", "-1")
        return f"{count} {one if str(count) in singular else many}"

    def mark(self, sign: str) -> str:
        """A colon or semicolon: in French with a blank before it."""
        return mark(sign, self.language)

    def join(self, parts: Iterable[str]) -> str:
        """`a, b and c`."""
        *first, last = parts
        if not first:
            return last
        return f"{', '.join(first)} {'et' if self.language == 'fr' else 'and'} {last}"

    def paint(self, text: str, *kinds: str) -> str:
        """The text in colour, if there is to be any."""
        codes = ";".join(_SGR[kind] for kind in kinds if kind)
        return f"\x1b[{codes}m{text}\x1b[0m" if self.colour and codes and text else text

    def plain(self, text: str) -> str:
        """Our own signs as ASCII, where only letters can be shown."""
        if not self.letters:
            return text
        return "".join(PLAIN.get(sign, sign) for sign in text)


def mark(sign: str, language: Language) -> str:
    """A colon or semicolon as it is written in a language: in French with a blank before it."""
    return f" {sign}" if language == "fr" else sign


def reason(error: OSError | str, language: Language) -> str:
    """Why a system cannot read or write a file; in English where its French is not known."""
    text = error if isinstance(error, str) else error.strerror or str(error)
    return REASONS.get(text, text) if language == "fr" else text


def escape(text: str) -> str:
    """The text with its control, direction and line-breaking characters shown as escapes."""
    return text if text.isascii() and text.isprintable() else "".join(map(_escaped, text))


def _escaped(char: str) -> str:
    if unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Zl", "Zp") or char in _JOINERS:
        return char
    return repr(char)[1:-1]


def width(text: str) -> int:
    """How many columns of a terminal the text takes."""
    return sum(map(_cell, text))


def _cell(char: str) -> int:
    if unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in ("W", "F") else 1


def shorten(text: str, columns: int, style: Style) -> str:
    """The text cut to so many columns, `…` at the end where something is missing."""
    if width(text) <= columns:
        return text
    mark = style.plain("…")
    kept = ""
    for char in text:
        if width(kept + char) > columns - len(mark):
            break
        kept += char
    return kept + mark


def pad(text: str, columns: int, *, right: bool = False) -> str:
    """The text filled with blanks to so many columns; `right` puts it to the right."""
    blanks = " " * (columns - width(text))
    return blanks + text if right else text + blanks


def initials(names: list[str]) -> list[str]:
    """The shortest beginnings that tell the names apart, else the numbers of the seats."""
    for length in (1, 2, 3):
        short = [unicodedata.normalize("NFC", name)[:length] for name in names]
        different = len({name.casefold() for name in short}) == len(names)
        if different and all(width(name) <= 3 for name in short):
            return short
    return [str(seat) for seat in range(len(names))]
