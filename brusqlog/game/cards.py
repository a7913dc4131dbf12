"""The pack: ranks, suits, the 32 cards and their card points, stated here and nowhere else.

A card is written as two characters, rank then suit (`TS` is the ten of spades), and handled in the
fold as its index 0...31 or as the bit of that index in an integer that stands for a set of cards.
"""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final, Literal

RANKS: Final = "AKQJT987"
"""The ranks in Piquet order, high to low."""

SUITS: Final = "SHDC"
"""Spades, hearts, diamonds, clubs. Their order has no meaning in this game."""

CARDS: Final[tuple[str, ...]] = tuple(rank + suit for suit in SUITS for rank in RANKS)
"""All 32 cards; the position of a card is its index."""

UNKNOWN: Final = "??"
"""A card that the recorder did not see or cannot read."""

HOLDING: Final = 3
"""Cards in a player's holding while the stock lasts (000 §3, 004)."""

POINTS: Final = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}
"""Card points by rank: 120 in a pack (000 §5, 004)."""

if TYPE_CHECKING:
    Card = str
    SeenCard = str
else:
    Card = Literal[(*CARDS, UNKNOWN)]
    SeenCard = Literal[CARDS]

BIT: Final[dict[str, int]] = {card: 1 << index for index, card in enumerate(CARDS)} | {UNKNOWN: 0}
CARD_POINTS: Final[dict[str, int]] = {card: POINTS[card[0]] for card in CARDS} | {UNKNOWN: 0}
PACK: Final = (1 << len(CARDS)) - 1
"""The whole pack as a set of bits."""

ACES: Final[dict[str, str]] = {suit: "A" + suit for suit in SUITS}
"""The ace of each suit."""

RANK_SPELLINGS: Final = {"10": "T", "R": "K", "D": "Q", "V": "J"}
"""How else a rank is written: in figures, or by the first letter of its French name."""

SUIT_SPELLINGS: Final = {
    "♠": "S", "♥": "H", "♦": "D", "♣": "C", "P": "S", "C": "CH", "K": "D", "T": "C",
}  # fmt: skip
"""How else a suit is written: by its sign, or by the letter of the French transcript. `C` are
clubs, or the hearts (cœurs) of who writes French."""

SEVENS: Final[tuple[str, ...]] = tuple("7" + suit for suit in SUITS)
RED: Final = frozenset("HD")


def bits(cards: Iterable[str]) -> int:
    """The set of bits of `cards`; unknown cards add nothing."""
    total = 0
    for card in cards:
        total |= BIT[card]
    return total


def members(cards: int) -> Iterator[str]:
    """The cards of a set of bits, in the order of `CARDS`."""
    while cards:
        low = cards & -cards
        yield CARDS[low.bit_length() - 1]
        cards ^= low


def meant(text: str) -> str | None:
    """The card that another spelling stands for, as `10H`, `ah` or `RP`; None if it is not the only
    one."""
    written = text.strip().removesuffix("\ufe0f").upper()
    rank = RANK_SPELLINGS.get(written[:-1], written[:-1])
    found = [rank + suit for suit in SUIT_SPELLINGS.get(written[-1:], written[-1:])]
    return found[0] if len(found) == 1 and found[0] in CARDS else None
