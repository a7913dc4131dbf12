"""The words of patterns, English and French: what happened, to whom, to which cards."""

import re
from typing import Final

from msgspec import Struct

from brusqlog.archive.errors import QueryError
from brusqlog.game.cards import RANKS, SUITS
from brusqlog.game.rules import BRUSQUEMBILLES
from brusqlog.languages import LANGUAGES, Language
from brusqlog.near import nearest
from brusqlog.notation.cards import RANK_WORDS, Unread
from brusqlog.notation.cards import card as card_of
from brusqlog.notation.words import folded
from brusqlog.nouns import SUITS as SUIT_WORDS

_SPLIT: Final = re.compile(r"[\s']+")


def _inflected(*stems: str) -> list[str]:
    """French participles in their four forms, without accents."""
    return [stem + end for stem in stems for end in ("", "e", "s", "es")]


def _words(**words: str | list[str]) -> dict[str, str]:
    """What words mean, by the word."""
    return {
        word: meaning
        for meaning, found in words.items()
        for word in [meaning, *(found.split() if isinstance(found, str) else found)]
    }


VERBS: Final = _words(
    led=_inflected("entame"), played=_inflected("joue"), lost=_inflected("perdu"),
    saved=_inflected("sauve"), drawn=_inflected("pioche"), turned=_inflected("retourne"),
)  # fmt: skip
"""What happens to cards."""

HEADS: Final = _words(
    trick="levee pli", hand="coup", points="point", pot="", payment="paiement", award="part",
    incident="", player="joueur joueuse", last="dernier derniere",
) | {"not": "not", "pas": "not"}  # fmt: skip
"""How the other conditions begin, and what may stand before one."""

OF_TRICK: Final = _words(
    led=_inflected("entame"), taken=["pris", "prise"], trumped=_inflected("coupe"),
    points="point", last="dernier derniere",
)  # fmt: skip
OF_HAND: Final = _words(
    complete="complet", void=_inflected("annule"), open="ouvert", tied="nul",
    dealt=_inflected("donne"), won=_inflected("gagne"),
)  # fmt: skip
OF_POT: Final = _words(shared=_inflected("partage"))
SEATS: Final = _words(
    dealer="donneur donneuse", eldest="premier premiere", winner="gagnant gagnante",
    loser="perdant perdante", seat="place",
)  # fmt: skip
TRICKS: Final = _words(trick="levee pli")
LINKS: Final = _words(by="par", to="a")
FILLERS: Final = {"the", "a", "an", "any", "le", "la", "les", "l", "un", "une"}
OF: Final = {"of", "de", "d"}
TRUMPS: Final = {"trump", "trumps", "atout", "atouts"}
CARDS: Final = {"card", "cards", "carte", "cartes"}
BRUSQUES: Final = {"brusquembille", "brusquembilles"}


class PatternError(QueryError):
    """A mistake in a pattern; the fact `column` is its place, from 1."""


class Token(Struct, frozen=True):
    """A word or sign of a pattern, and its column, from 1."""

    text: str
    column: int

    @property
    def word(self) -> str:
        """The word without case and accents."""
        return folded(self.text)


class Cards(Struct, frozen=True):
    """Cards that are meant: of these ranks, and these suits or the trump suit."""

    ranks: tuple[str, ...] = tuple(RANKS)
    suits: tuple[str, ...] = tuple(SUITS)
    trump: bool = False


def parts(text: str) -> list[str]:
    """The words of a text, `d'` one of its own."""
    return [word for word in _SPLIT.split(folded(text)) if word]


def _ranks() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {"10": ("T",), "9": ("9",), "8": ("8",), "7": ("7",)}
    for language in LANGUAGES:
        for rank, word in zip(RANKS, RANK_WORDS[language], strict=True):
            found[word] = found[f"{word}s"] = (rank,)
    return found


def _suits() -> dict[str, str]:
    found: dict[str, str] = {}
    for language in LANGUAGES:
        for suit, noun in SUIT_WORDS[language].items():
            word = folded(noun).removesuffix("s")
            found |= {word: suit, f"{word}s": suit, f"{word}x": suit}
    return found


def card_words() -> list[str]:
    """The words that cards are called by."""
    return [*_ranks(), *_suits(), *TRUMPS, *CARDS, *BRUSQUES]


def cards_of(tokens: list[Token], verb: Token, language: Language) -> Cards:
    """The cards that words mean, before the verb."""
    text = " ".join(token.text for token in tokens)
    words = parts(text)
    while len(words) > 1 and words[0] in FILLERS:
        words.pop(0)
    ranks, suits = _ranks(), _suits()
    match words:
        case [rank, of, suit] if rank in ranks and of in OF and suit in {*suits, *TRUMPS}:
            chosen = tuple(suits[suit]) if suit in suits else tuple(SUITS)
            return Cards(ranks=ranks[rank], suits=chosen, trump=suit in TRUMPS)
        case [rank] if rank in ranks:
            return Cards(ranks=ranks[rank])
        case [suit] if suit in suits:
            return Cards(suits=(suits[suit],))
        case [word] if word in TRUMPS:
            return Cards(trump=True)
        case [word] if word in BRUSQUES:
            return Cards(ranks=tuple(BRUSQUEMBILLES))
        case [word] if word in CARDS:
            return Cards()
    for spoken in (language, *LANGUAGES):
        card = card_of(text, spoken)
        if not isinstance(card, Unread) and card[0] in RANKS:
            return Cards(ranks=(card[0],), suits=(card[1],))
    raise _no_card(tokens, verb, text)


def _no_card(tokens: list[Token], verb: Token, text: str) -> PatternError:
    known = card_words()
    if not tokens:
        template = "column {column}: here a card is missing"
        return PatternError(template, column=verb.column)
    strange = next((one for one in tokens if one.word not in {*known, *OF, *FILLERS}), tokens[0])
    near = nearest(strange.word, known)
    template = "column {column}: {given!r} is no card"
    if near is not None and near != strange.word:
        template = "column {column}: {given!r} is no card. Did you mean {near}?"
    return PatternError(template, column=strange.column, given=text, near=near)
