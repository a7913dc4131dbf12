"""Chance: numbers that follow from a seed alone, the same on every machine and for ever.

`docs/simulation.md` states the algorithm for other languages; what it gives out is never changed.
Every word stands by itself: none depends on how many were drawn before it.
"""

from collections.abc import Iterable
from typing import Final

SEEDS: Final = 1 << 64
"""Seeds are the integers from 0 up to, but not including, this."""

SEVENS: Final = 1
"""Which sevens are left out. One word, of hand 0."""
DEALER: Final = 2
"""Who deals first. One word, of hand 0."""
SHUFFLE: Final = 3
"""The pack of a hand."""
BOTS: Final = 4
"""What bots that play at random choose: word i for the card number i of a hand, from 0."""
TIMES: Final = 5
"""How long the events of a hand take: word i for the event number i of it, from 0."""

STEP: Final = 0x9E3779B97F4A7C15
"""From one word of a stream to the next, before they are mixed."""
_MASK: Final = SEEDS - 1


def mixed(number: int) -> int:
    """A 64-bit word mixed up: the finalizer of SplitMix64. Different words stay different."""
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9 & _MASK
    number = (number ^ number >> 27) * 0x94D049BB133111EB & _MASK
    return number ^ number >> 31


def key(seed: int, game: int, hand: int, purpose: int) -> int:
    """The key of one stream of words: each part in turn is taken in and mixed up."""
    found = 0
    for part in (seed, game, hand, purpose):
        found = mixed((found ^ part) + STEP & _MASK)
    return found


def word(key: int, index: int) -> int:
    """The word number `index`, from 0, of a stream: that of SplitMix64 seeded with its key."""
    return mixed(key + (index + 1) * STEP & _MASK)


def below(word: int, bound: int) -> int:
    """A whole number from 0 up to, but not including, `bound` (at most 2^32), by the upper half of
    a word. Each comes up for ⌊2^32 / bound⌋ or one more of the 2^32 upper halves: of 32 cards none
    is likelier than another by more than one part in 10^8, and of a number of cards that is a power
    of two none at all."""
    return (word >> 32) * bound >> 32


def shuffled(cards: Iterable[str], key: int) -> list[str]:
    """The cards shuffled (Fisher–Yates): from the last place down each changes places with one that
    is not behind it, or stays; word i decides for the i-th place from the end."""
    pack = list(cards)
    for index, last in enumerate(range(len(pack) - 1, 0, -1)):
        other = below(word(key, index), last + 1)
        pack[last], pack[other] = pack[other], pack[last]
    return pack
