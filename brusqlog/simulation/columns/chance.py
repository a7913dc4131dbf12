"""The words of `simulation.chance` for many hands: arrays of unsigned 64-bit integers, which lose
their upper bits as the algorithm has it."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from brusqlog.bulk.lowered import Bytes
from brusqlog.simulation import chance
from brusqlog.simulation.chance import SEEDS, STEP

Words = NDArray[np.uint64]
"""A word, a key, or the number of a game or hand, a hand."""

G: Final = np.uint64(STEP)
HALF: Final = np.uint64(32)
"""Bits of half a word."""


def mixed(words: Words) -> Words:
    """`chance.mixed`. The words given are used up."""
    words ^= words >> 30
    words *= 0xBF58476D1CE4E5B9
    words ^= words >> 27
    words *= 0x94D049BB133111EB
    words ^= words >> 31
    return words


def keys(seed: int, game: Words, hand: Words | int, purpose: int) -> Words:
    """`chance.key` for many hands of one seed."""
    found = mixed((game ^ np.uint64(chance.mixed((seed + STEP) % SEEDS))) + G)
    for part in (hand, purpose):
        found = mixed((found ^ np.asarray(part, np.uint64)) + G)
    return found


def word(keys: Words, index: Words | int) -> Words:
    """`chance.word`: the word of that number, one for all streams or one each."""
    if isinstance(index, int):
        return mixed(keys + np.uint64((index + 1) * STEP % SEEDS))
    return mixed(keys + (index + np.uint64(1)) * G)


def below(words: Words, bound: Words | int) -> Words:
    """`chance.below`: numbers below one bound for all, or one each."""
    return ((words >> HALF) * np.asarray(bound, np.uint64)) >> HALF


def shuffle(packs: Bytes, keys: Words) -> None:
    """`chance.shuffled`, in place: `packs` has the places of a pack as rows, the top first."""
    cards, columns = packs.reshape(-1), np.arange(len(keys))
    for index, last in enumerate(range(len(packs) - 1, 0, -1)):
        other = below(word(keys, index), last + 1).astype(np.intp) * len(keys) + columns
        here = packs[last].copy()
        packs[last] = cards.take(other)
        cards[other] = here
