"""Where the packs of a game come from: chance, or packs of one's own."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from brusqlog.errors import SimulationError
from brusqlog.game.cards import CARDS, PACK, bits, members
from brusqlog.game.terms import Terms
from brusqlog.simulation.chance import SEVENS, SHUFFLE, below, key, shuffled, word

FEW: Final = 4
"""Cards that a pack lacks and that are listed one by one."""


class Packs(NamedTuple):
    """The packs of one game."""

    left_out: int
    """The two sevens left out, as bits; 0 with a full pack."""
    of_hand: Callable[[int], Sequence[str]]
    """The pack of the hand of that number, after the cut, top first."""


def by_chance(terms: Terms, seed: int, game: int) -> Packs:
    """The packs of the game of that number. `terms` leave open which sevens are left out."""
    left_out = 0
    if terms.pairs:
        left_out = terms.pairs[below(word(key(seed, game, 0, SEVENS), 0), len(terms.pairs))]
    cards = tuple(members(PACK & ~left_out))
    return Packs(left_out, lambda hand: shuffled(cards, key(seed, game, hand, SHUFFLE)))


def given(terms: Terms, deals: Iterator[tuple[int, Sequence[str]]]) -> Packs:
    """Packs of one's own for one game, taken one a hand from `deals`, which numbers them from 1.
    Raises `SimulationError`, also later, if there is none or it cannot be a pack of this game."""
    taken: list[Sequence[str]] = []

    def of_hand(hand: int) -> Sequence[str]:
        while len(taken) < hand:
            number, pack = next(deals, (0, ()))
            if not number:
                raise SimulationError(f"no pack is left for hand {hand}.", "deals")
            allowed = (PACK & ~bits(taken[0]),) if taken else terms.pairs or (0,)
            taken.append(_judged(number, tuple(pack), allowed))
        return taken[hand - 1]

    return Packs(PACK & ~bits(of_hand(1)), of_hand)


def _judged(number: int, pack: Sequence[str], left_out: Sequence[int]) -> Sequence[str]:
    """The pack, if it is one and what it lacks is one of these sets."""
    for index, card in enumerate(pack):
        if card not in CARDS:
            raise SimulationError(f"pack {number}: there is no card {card!r}.", "deals")
        if card in pack[:index]:
            raise SimulationError(f"pack {number}: {card} is in it twice.", "deals")
    missing = PACK & ~bits(pack)
    if missing not in left_out:
        due = " or ".join(map(_listed, left_out))
        count = missing.bit_count()
        lacks = _listed(missing) if count <= FEW else f"{count} cards"
        raise SimulationError(f"pack {number} lacks {lacks}, due is {due}.", "deals")
    return pack


def _listed(cards: int) -> str:
    return " ".join(members(cards)) or "no card"
