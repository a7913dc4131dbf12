"""What is the same in all hands of a plan, as arrays. What the rules and the plain simulation say
is asked of them."""

from itertools import takewhile
from typing import Final

import numpy as np
from numpy.typing import NDArray

from brusqlog.bulk.lowered import INDEX, INDICES, Bytes, Table, table
from brusqlog.game import events as ev
from brusqlog.game import unfold
from brusqlog.game.cards import CARDS, HOLDING, PACK, SUITS, members
from brusqlog.game.course import Course
from brusqlog.game.hands import dealers_due
from brusqlog.game.terms import Terms
from brusqlog.simulation.bots import prices
from brusqlog.simulation.run import moved
from brusqlog.simulation.setup import Plan

NO_PRICE: Final = 255
"""The price of no card: above all others."""


class Ground:
    """What is the same in all hands of a plan."""

    plan: Plan
    terms: Terms
    table: Table
    packs: Bytes
    """By the pair of sevens left out: the cards in play, in order."""
    opening: list[ev.Event]
    """What comes between `hand` and the first lead, seats counted from the eldest; each card stands
    for its place in the pack."""
    holdings: NDArray[np.intp]
    """By seat from the eldest and place in the holding: the place in the pack."""
    turnup: int
    """The place in the pack of the card turned up; behind it lies the stock."""
    dealers: Bytes
    """By who of those that may deals first, and hand: the dealer. Then they come again."""
    greedy: NDArray[np.bool_]
    """By exchange and seat: whether `greedy` plays there; else it is `random`."""
    prices: Bytes
    """By trump (× `INDICES`) and card: what it is worth to `greedy`."""

    def __init__(self, plan: Plan) -> None:
        """Raises `OverflowError` where values are too large for arrays."""
        self.plan, self.terms, self.table = plan, plan.terms, table(plan.terms)
        packs = [members(PACK & ~pair) for pair in plan.terms.pairs or (0,)]
        self.packs = np.array([[INDEX[card] for card in pack] for pack in packs], np.uint8)
        self.opening = _opening(plan.terms, self.table.pack)
        self.holdings = _holdings(self.opening, plan.terms.players)
        self.turnup = self.holdings.size
        self.dealers = _dealers(plan.terms)
        seated = [moved(plan, plan.bots, exchange) for exchange in range(plan.exchanges)]
        self.greedy = np.array([[bot == "greedy" for bot in bots] for bots in seated])
        self.prices = np.full((len(SUITS), INDICES), NO_PRICE, np.uint8)
        for trump, suit in enumerate(SUITS):
            found = prices(plan.terms.rank, suit)
            self.prices[trump, : len(CARDS)] = [found[card] for card in CARDS]
        self.prices = self.prices.reshape(-1)


def _opening(terms: Terms, pack: int) -> list[ev.Event]:
    """The opening of a hand that the last seat deals."""
    course = Course.of(terms)
    events = unfold.hand(
        course, terms.players - 1, CARDS[:pack], lambda seat, _: next(members(course.known[seat]))
    )
    return list(takewhile(lambda event: not isinstance(event, ev.Play), events))[1:]


def _holdings(opening: list[ev.Event], players: int) -> NDArray[np.intp]:
    found: list[list[int]] = [[] for _ in range(players)]
    for event in opening:
        if isinstance(event, ev.Deal):
            found[event.seat] += [INDEX[card] for card in event.cards]
    return np.array(found, np.intp).reshape(players, HOLDING)


def _dealers(terms: Terms) -> Bytes:
    course = Course.of(terms)
    found = [[first] for first in dealers_due(course)[0]]
    course.number = 1
    for turns in found:
        while True:
            course.dealer = turns[-1]
            ((after,), _) = dealers_due(course)
            if after == turns[0]:
                break
            turns.append(after)
    return np.array(found, np.uint8)
