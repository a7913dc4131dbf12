"""The tables of `game.tables` as arrays, by the index of a card; no rule is stated here."""

from collections.abc import Sequence
from functools import cache
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from brusqlog.game import rules, tables
from brusqlog.game.cards import CARDS, SUITS, UNKNOWN
from brusqlog.game.terms import Terms

Bytes = NDArray[np.uint8]
"""Cards, seats, places or small counts, a hand; as rows, one a place in the hand."""
Array = NDArray[Any]

HIDDEN: Final = len(CARDS)
"""The index of a card that was not seen."""
INDEX: Final = {card: index for index, card in enumerate(CARDS)} | {UNKNOWN: HIDDEN}
"""The index of each card."""
NONE: Final = 63
"""The index of no card: an empty place in a holding."""
INDICES: Final = 64
SUIT: Final = np.uint8(3)
"""By so many bits the index of a card is shifted to give its suit."""
MOST_WORTH: Final = 127
"""What the brusquembilles of one suit of a pack may be worth in all, four of them, so that sums fit
into bytes."""


class Table(NamedTuple):
    """What the rules say for one number of players, sides, trick order, and values."""

    players: int
    pack: int
    """Cards in play."""
    tricks: int
    rounds: int
    """Tricks after which everybody draws."""
    facts: NDArray[np.uint32]
    """By trump, suit led and card (`at`): strength, card points, worth in counters, a byte each
    from the third down."""
    forbids: NDArray[np.uint32]
    """By the same: the cards of which none may still be held in a strict endgame."""
    allies: NDArray[np.bool_]
    """By player and taker (player × players + taker): whether the player's card is won."""
    effect: NDArray[np.int16]
    """By seat and player: what the seat gets for each counter that the player's card is worth, if
    it is won; if it is lost he pays as much."""
    due: NDArray[np.bool_]
    """By player, taker, payer, payee: whether a brusquembille makes it owed."""
    partners: bool


def at(trump: Array, led: Array) -> NDArray[np.uint16]:
    """Where in `facts` and `forbids` the cards of a trick begin."""
    return (trump.astype(np.uint16) << np.uint16(8)) | (led.astype(np.uint16) << np.uint16(6))


def table(terms: Terms) -> Table:
    """The tables for an agreement. Raises `OverflowError` where values are too large for bytes."""
    return _table(terms.players, terms.partners, terms.rank, terms.values)


def walkable(terms: Terms) -> Table | None:
    """The same; None where hands cannot be walked: for values too large, and behind the gate, as
    there it hangs on earlier tricks what an ace brings."""
    try:
        return None if terms.gate else table(terms)
    except OverflowError:
        return None


@cache
def _table(players: int, partners: bool, rank: str, values: tuple[int, int]) -> Table:
    if len(SUITS) * sum(values) > MOST_WORTH:
        raise OverflowError("brusquembilles are worth too much to be counted in bytes")
    facts = np.zeros((len(SUITS), len(SUITS), INDICES), np.uint32)
    forbids = np.zeros_like(facts)
    for t, trump in enumerate(SUITS):
        lowered = tables.facts(rank, trump, *values)
        for s, led in enumerate(SUITS):
            for c, card in enumerate(CARDS):
                strength, points, worth = lowered[led][card]
                facts[t, s, c] = strength << 16 | points << 8 | worth
                forbids[t, s, c] = tables.revoked(card, led, trump)
    seats = range(players)
    due = np.zeros((players,) * 4, np.bool_)
    allies = np.zeros((players, players), np.bool_)
    effect = np.zeros((players, players), np.int16)
    for player in seats:
        for taker in seats:
            won = taker in rules.side_of(player, players, partners)
            allies[player, taker] = won
            for payer, payee in rules.debts(player, won, players, partners):
                due[player, taker, payer, payee] = True
        for payer, payee in rules.debts(player, True, players, partners):
            effect[payer, player] -= 1
            effect[payee, player] += 1
    pack = rules.pack_size(players)
    return Table(
        players=players,
        pack=pack,
        tricks=pack // players,
        rounds=rules.draw_rounds(players),
        facts=facts.reshape(-1),
        forbids=forbids.reshape(-1),
        allies=allies.reshape(-1),
        effect=effect,
        due=due,
        partners=partners,
    )


def bits(cards: Bytes) -> NDArray[np.uint32]:
    """The bit of each card, none for one not seen."""
    return np.where(cards < HIDDEN, np.uint32(1) << (cards & 31).astype(np.uint32), np.uint32(0))


def union(rows: Sequence[Bytes] | Bytes) -> NDArray[np.uint32]:
    """The cards of all rows as sets of bits, a hand."""
    found = np.zeros(len(rows[0]), np.uint32)
    for row in rows:
        found |= bits(row)
    return found
