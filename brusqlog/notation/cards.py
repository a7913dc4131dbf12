"""Cards as people write them: letters, symbols or words, in either language.

`card` reads by the notation: rank then suit without a blank, or in words, in one language.
`readings` gives all that a hurried hand may have meant: the other language, the suit first, the
beginning of a suit.
"""

import re
from difflib import get_close_matches
from typing import Final, Literal

from msgspec import Struct

from brusqlog.game.cards import CARDS, UNKNOWN
from brusqlog.game.findings import LANGUAGES, Language
from brusqlog.notation.words import folded
from brusqlog.nouns import SUITS

RANKS: Final[dict[Language, dict[str, str]]] = {
    "en": {"a": "A", "k": "K", "q": "Q", "j": "J", "10": "T", "t": "T"},
    "fr": {"a": "A", "as": "A", "r": "K", "d": "Q", "v": "J", "10": "T", "x": "T"},
}
LOW: Final = {"9": "9", "8": "8", "7": "7"}
LETTERS: Final[dict[Language, dict[str, str]]] = {
    "en": {"s": "S", "h": "H", "d": "D", "c": "C"},
    "fr": {"p": "S", "c": "H", "k": "D", "ca": "D", "t": "C"},
}
SYMBOLS: Final = dict(zip("♠♥♦♣♤♡♢♧", "SHDCSHDC", strict=True))
RANK_WORDS: Final[dict[Language, tuple[str, ...]]] = {
    "en": ("ace", "king", "queen", "jack", "ten", "nine", "eight", "seven"),
    "fr": ("as", "roi", "dame", "valet", "dix", "neuf", "huit", "sept"),
}
"""From the ace down, as `CARDS` has the ranks."""
OF: Final[dict[Language, str]] = {"en": "of", "fr": "de"}
CROSS: Final = "x"
"""French hands write carreau as a cross: `Dx`."""

SHORT: Final = 2
"""Letters behind a rank up to which they are taken for a suit."""

_PIECE: Final = re.compile(r'(?:"(?:[^"\\]|\\.)*"|[^\s,])+')


class Unread(Struct, frozen=True):
    """A text that is no card. `why`: its `rank` or its `suit` is none, the `suit-missing`, or it is
    a card of the other `language`. `near` has cards in words that are nearly it."""

    text: str
    why: Literal["rank", "suit", "suit-missing", "language"]
    near: tuple[str, ...] = ()


def card(text: str, language: Language) -> str | Unread:
    """The card that a text names in that language, `??` for one not seen, or why it is none."""
    plain = _plain(text)
    if found := _read(plain, language):
        return found
    rank, rest = _split(plain, language)
    if rank and not rest:
        return Unread(text, "suit-missing")
    if _read(plain, _other(language)):
        return Unread(text, "language")
    near = get_close_matches(plain, _phrases(language), n=1, cutoff=0.75)
    short = rank and (len(rest) <= SHORT or " " in plain)
    return Unread(text, "suit" if short else "rank", tuple(near))


def readings(text: str, language: Language) -> tuple[str, ...]:
    """The card that the text names in that language; else every card that it may stand for.

    A rank alone stands for none: `As` is never the ace of spades where one speaks French.
    """
    exact = card(text, language)
    if isinstance(exact, str):
        return (exact,)
    if exact.why == "suit-missing":
        return ()
    plain, other = _plain(text), _other(language)
    near = (_read(plain, other), _loose(plain, language), _reversed(plain, language))
    far = (_loose(plain, other), _reversed(plain, other))
    found = [one for one in near if one] or [one for one in far if one]
    return tuple(dict.fromkeys(found))


def pieces(text: str) -> list[str]:
    """A text cut at blanks and commas outside quotation marks, a card in words kept together."""
    found: list[str] = []
    words = _PIECE.findall(text)
    while words:
        word = words.pop(0)
        if len(words) > 1 and folded(words[0]) in OF.values():
            word = " ".join((word, words.pop(0), words.pop(0)))
        found.append(word)
    return found


def _plain(text: str) -> str:
    return folded(" ".join(text.split()))


def _other(language: Language) -> Language:
    return next(one for one in LANGUAGES if one != language)


def _read(plain: str, language: Language) -> str | None:
    """By the notation."""
    if plain == UNKNOWN:
        return UNKNOWN
    if " " in plain:
        return _phrases(language).get(plain)
    rank, rest = _split(plain, language)
    suit = LETTERS[language].get(rest) or SYMBOLS.get(rest)
    return rank + suit if rank and suit else None


def _loose(plain: str, language: Language) -> str | None:
    """The suit by a beginning of its name, or the French cross."""
    rank, rest = _split(plain, language)
    suits = [suit for suit, name in SUITS[language].items() if folded(name).startswith(rest)]
    if rest == CROSS and language == "fr":
        suits = ["D"]
    return rank + suits[0] if rank and len(rest) + len(suits) > 1 == len(suits) else None


def _reversed(plain: str, language: Language) -> str | None:
    """The suit before the rank: `h10`, `♥10`."""
    suits = SYMBOLS | LETTERS[language]
    ranks = RANKS[language] | LOW
    found = [
        ranks[plain[len(suit) :]] + suits[suit]
        for suit in sorted(suits, key=len, reverse=True)
        if plain.startswith(suit) and plain[len(suit) :] in ranks
    ]
    return found[0] if found else None


def _split(plain: str, language: Language) -> tuple[str, str]:
    """A rank at the beginning, the longest that leaves a suit or nothing, and what follows it."""
    ranks = RANKS[language] | LOW
    suits = LETTERS[language].keys() | SYMBOLS.keys() | {""}
    fitting = [rank for rank in ranks if plain.startswith(rank)]
    if not fitting:
        return "", plain
    best = max(fitting, key=lambda rank: (plain[len(rank) :] in suits, len(rank)))
    return ranks[best], plain[len(best) :]


def _phrases(language: Language) -> dict[str, str]:
    """Every card in words, folded, with digits for a rank too: `10 de pique`."""
    found: dict[str, str] = {}
    for index, one in enumerate(CARDS):
        suit = folded(SUITS[language][one[1]])
        many = suit if suit.endswith("s") else suit + ("x" if suit.endswith("u") else "s")
        ranks = [RANK_WORDS[language][index % 8]]
        ranks += [rank for rank, name in (RANKS[language] | LOW).items() if name == one[0]]
        for rank in ranks:
            found |= {f"{rank} {OF[language]} {name}": one for name in (many, many[:-1])}
    return found
