"""The bots of the house at many tables at once, as `simulation.bots` describes them."""

from collections.abc import Callable
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from brusqlog.bulk.lockstep import Walk, seat
from brusqlog.bulk.lowered import INDICES, NONE, SUIT, Array, Bytes, Table, at, bits
from brusqlog.game.cards import HOLDING
from brusqlog.simulation.bots import WORTH
from brusqlog.simulation.columns.chance import Words, below
from brusqlog.simulation.columns.ground import Ground

CARD: Final = INDICES - 1
"""The bits of a card in a number whose upper bits order cards by something else."""
NO_CARD: Final = np.uint16(0xFFFF)


def legal_plays(walk: Walk, strict: bool) -> Bytes:
    """The cards that the player on turn may play, (3, hands), with `NONE` in place of others.
    `strict`: the strict endgame is on."""
    held = walk.rows[len(walk.laid), :HOLDING]
    if not strict or not walk.laid:
        return held
    forbidden = walk.table.forbids.take(at(walk.trump, walk.laid[0] >> SUIT) + held)
    first, second, third = bits(held)
    revokes = (forbidden & (first | second | third)) != 0
    legal: Bytes = np.where(revokes, np.uint8(NONE), held)
    return legal


def at_random(legal: Bytes, words: Words) -> Bytes:
    """`bots.at_random`."""
    one, two, three = legal
    low = np.minimum(np.minimum(one, two), three)
    high = np.maximum(np.maximum(one, two), three)
    middle = one ^ two ^ three ^ low ^ high
    count = (legal != NONE).sum(axis=0, dtype=np.uint64)
    choice = below(words, count)
    card: Bytes = np.where(choice == 0, low, np.where(choice == 1, middle, high))
    return card


class OnTable(NamedTuple):
    """The cards of the trick so far."""

    begin: NDArray[np.uint16]
    """Where the facts of the cards begin, given the suit led."""
    best: Bytes
    """The strength of the best card."""
    taker: Bytes
    """Its place in the order of the trick."""
    points: Bytes
    """Card points."""


def greedy(walk: Walk, ground: Ground, legal: Bytes) -> Bytes:
    """`bots.greedy`."""
    price = ground.prices.take(walk.trump * np.uint8(INDICES) + legal)
    least = _first(price, legal, legal != NONE)
    if not walk.laid:
        return _card(least)
    table, place = walk.table, len(walk.laid)
    laid = _on_table(table, walk)
    facts = table.facts.take(laid.begin + legal)
    points = (facts >> 8).astype(np.uint8)
    taking = (facts >> 16).astype(np.uint8) > laid.best
    mind, ally = _first(price, legal, taking), least
    last = place == table.players - 1
    if last:
        plain = (legal != NONE) & (legal >> SUIT != walk.trump)
        dearness = NONE - points  # the most card points come first
        brings = _first(dearness, legal, plain & taking)
        mind = np.where(brings == NO_CARD, mind, brings)
        adds = _first(dearness, legal, plain)
        ally = np.where(adds == NO_CARD, least, adds)
    card = _card(mind)
    gain = laid.points
    if last:
        gain = gain + (table.facts.take(laid.begin + card) >> 8).astype(np.uint8)
    worth = (mind != NO_CARD) & (gain >= WORTH)
    found = np.where(worth, card, _card(least))
    if not ground.terms.partners:
        return found
    return np.where(_is_ally(walk, place, laid.taker), _card(ally), found)


def _first(order: Bytes, cards: Bytes, wanted: NDArray[np.bool_]) -> NDArray[np.uint16]:
    """Of the cards wanted the first by `order` and, of equal ones, by number; `NO_CARD` if none
    is."""
    found = np.where(wanted, (order.astype(np.uint16) << np.uint16(8)) | cards, NO_CARD)
    return np.asarray(found.min(axis=0))


def _card(found: NDArray[np.uint16]) -> Bytes:
    return (found & np.uint16(CARD)).astype(np.uint8)


def _on_table(table: Table, walk: Walk) -> OnTable:
    begin = at(walk.trump, walk.laid[0] >> SUIT)
    best, taker, points = (np.zeros(walk.hands, np.uint8) for _ in range(3))
    for place, card in enumerate(walk.laid):
        facts = table.facts.take(begin + card)
        power = (facts >> 16).astype(np.uint8)
        taker = np.where(power > best, np.uint8(place), taker)
        best = np.maximum(best, power)
        points = points + (facts >> 8).astype(np.uint8)
    return OnTable(begin, best, taker, points)


def _is_ally(walk: Walk, place: int, taker: Bytes) -> Array:
    """Whether the trick lies with the side of the player at that place."""
    n = walk.table.players
    one, other = (
        seat(seat(walk.leader + of, n) + walk.eldest, n) for of in (np.uint8(place), taker)
    )
    return walk.table.allies.take(one * np.uint8(n) + other)


def chosen(
    ground: Ground, walk: Walk, bots: Array, strict: bool, word: Callable[[], Words]
) -> Bytes:
    """The cards that the players on turn choose. `bots`: by seat from the eldest, (n, hands),
    whether he is `greedy`. `word` makes the words of chance, if they are needed."""
    legal = legal_plays(walk, strict)
    if ground.greedy.all():
        return greedy(walk, ground, legal)
    by_chance = at_random(legal, word())
    if not ground.greedy.any():
        return by_chance
    player = seat(walk.leader + np.uint8(len(walk.laid)), walk.table.players)
    return np.where(bots[player, np.arange(walk.hands)], greedy(walk, ground, legal), by_chance)
