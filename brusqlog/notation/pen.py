"""How the writer spells the values of a transcript: the one form of many that the reader takes.

A name is written in full, and in quotation marks only where it must be: with a blank, one of
`, ; : | > + ( ) "`, or if it is a word of the notation. A text stands in quotation marks if it is
empty, begins or ends with a blank, or has a `;`, a quotation mark or a line end in it. Cards are
rank and symbol. Numbers are digits with a plain minus.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Any, Final

from brusqlog.game.findings import Language
from brusqlog.notation import grammar as gr
from brusqlog.notation.spans import BLANKS, escaped, quoted
from brusqlog.spelling import Style

_BARE_NAME: Final = re.compile(rf'[^{BLANKS},;:|>+()"\0]+')
_BARE_TEXT: Final = re.compile(r'[^;"\n\r\0]+')

_RESERVED: Final = frozenset(
    gr.normal(word)
    for words in (gr.PERMITS, gr.DEALS, gr.REASONS, gr.NONE, gr.AFTER_DRAWS)
    for pair in words.values()
    for word in pair
) | {gr.NET}


class Pen:
    """Spells in one language for the players of one game."""

    def __init__(self, language: Language, players: Sequence[str]) -> None:
        self.language: Language = language
        self.players = [self.name(name) for name in players]
        self.style = Style(language)

    def line(self, key: str, said: str, argument: str = "") -> str:
        """A line that begins with a keyword."""
        colon = gr.COLON.of(self.language) if said else ""
        head = f"{self.word(key)} {argument}" if argument else self.word(key)
        return f"{head}{colon} {said}" if said else head + colon

    def word(self, key: str) -> str:
        """A keyword, or the words of an incident."""
        return gr.keyword(key).word.of(self.language)

    def card(self, card: str) -> str:
        """A card as rank and symbol."""
        return self.style.card(card)

    def cards(self, cards: Iterable[str]) -> str:
        """Cards one after another."""
        return " ".join(map(self.card, cards))

    def rows(self, values: Iterable[tuple[int, Any]]) -> str:
        """Players, each with a number; `none` if there are none."""
        return self.listed(f"{self.players[seat]} {value}" for seat, value in values)

    def listed(self, parts: Iterable[str]) -> str:
        """A list; `none` if it is empty."""
        return ", ".join(parts) or gr.NONE["none"].of(self.language)

    def name(self, name: str) -> str:
        """A name."""
        bare = _BARE_NAME.fullmatch(name) and name == name.strip()
        return name if bare and gr.normal(name) not in _RESERVED else quoted(name)

    def text(self, text: str, also: str = "") -> str:
        """A text of the header or of a ruling; `also` are further signs that it may not have."""
        bare = _BARE_TEXT.fullmatch(text) and text == text.strip() == text.strip(BLANKS)
        return text if bare and not any(sign in text for sign in also) else quoted(text)

    def remark(self, text: str) -> str:
        """A remark."""
        return escaped(text.strip(BLANKS))

    def option(self, name: str, value: Any) -> str:
        """An option of the header."""
        if value is True:
            return name
        if value is False:
            return f"{name}={gr.ANSWERS['no'].of(self.language)}"
        return f"{name}={'/'.join(map(str, value)) if isinstance(value, list) else value}"
