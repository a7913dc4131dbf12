"""Games in order, played side by side: what goes on from one hand of a game to the next."""

from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from brusqlog.bulk.lockstep import BATCH, seat
from brusqlog.bulk.lowered import Array
from brusqlog.bulk.payout import Numbers, shares, side_sums, winners
from brusqlog.game.course import DONE, Course
from brusqlog.game.hands import is_over
from brusqlog.simulation.columns.chance import Words
from brusqlog.simulation.columns.ground import Ground
from brusqlog.simulation.columns.hands import Hands, columns, played, united
from brusqlog.simulation.setup import MOST

FIRST: Final = 1 << 6
"""Hands made at first: who looks at one game only does not wait for thousands."""
GROWTH: Final = 4
"""So many times as many are made each time after, up to `BATCH`."""


class Ends(NamedTuple):
    """How hands end, as columns."""

    awards: Numbers
    """By seat: what he gets of the pot."""
    last: NDArray[np.bool_]
    """Whether it is the last hand of its game."""
    totals: Numbers
    """By seat, in a last hand: the card points of the game."""
    purses: Numbers
    """The same: the counters."""


Block = tuple[Hands, Ends]


def in_order(ground: Ground) -> Iterator[Block]:
    """All hands of all games in order, some at a time."""
    plan = ground.plan
    games, begin, hands = plan.setup.games * plan.exchanges, 1, FIRST
    while begin <= games:
        count = min(max(hands // plan.hands, 1), games - begin + 1)
        rounds = Window(ground, np.arange(begin, begin + count, dtype=np.uint64)).rounds()
        if count == 1:  # of one game there may be more hands than can be kept
            yield from rounds
        else:
            yield _sorted(list(rounds))
        begin += count
        hands = min(hands * GROWTH, BATCH)


def _sorted(rounds: list[Block]) -> Block:
    hands, ends = (united(list(parts)) for parts in zip(*rounds, strict=True))
    order = np.lexsort((hands.number, hands.game))
    return columns(hands, order), columns(ends, order)


class Window:
    """Some games, played until all are over. In each round of play every game that goes on gets as
    many hands as it certainly has before it: what they bring is not needed to know that."""

    def __init__(self, ground: Ground, game: Words) -> None:
        terms, shape = ground.terms, (ground.terms.players, len(game))
        self.ground, self.game = ground, game
        self.done = np.zeros(len(game), np.int64)
        self.totals = np.zeros(shape, np.int64)
        self.purses = np.full(shape, 0 if terms.for_points else terms.bank, np.int64)
        self.pot = np.zeros(len(game), np.int64)
        self.course = Course.of(terms)
        """A game between two hands, to ask whether it is over."""
        self.course.stage, self.course.taker = DONE, 0

    def rounds(self) -> Iterator[Block]:
        """The hands of each round; they are in order only if there is one game."""
        due = self._due()
        while due.any():
            going = np.flatnonzero(due)
            due = np.minimum(due[going], max(BATCH // len(going), 1))
            of_game = np.repeat(going, due)
            begins = np.cumsum(due) - due
            number = self.done[of_game] + np.arange(len(of_game)) - np.repeat(begins, due) + 1
            hands = played(self.ground, self.game[of_game], number.astype(np.uint64))
            awards = self._awards(hands, going, begins, due)
            self._add(hands, awards, going, begins, due)
            due = self._due()
            yield hands, self._ends(awards, of_game, going, begins, due)

    def _due(self) -> Numbers:
        """How many hands each game certainly has before it."""
        terms = self.ground.terms
        if terms.target is None:
            return (terms.hands or 0) - self.done
        lead = side_sums(self.ground.table, self.totals).max(axis=0)
        due: Numbers = np.maximum(-(-(terms.target - lead) // MOST), 0)
        for game in np.flatnonzero(due == 0):
            self.course.totals = self.totals[:, game].tolist()
            due[game] = not is_over(self.course)
        return due

    def _awards(self, hands: Hands, going: Array, begins: Array, due: Array) -> Numbers:
        """What each seat gets of the pot; what it leaves goes into the next hand of the game."""
        terms, found = self.ground.terms, np.zeros(hands.points.shape, np.int64)
        if terms.for_points:
            return found
        takers = winners(self.ground.table, hands.points)
        eldest = seat(hands.dealer + np.uint8(1), terms.players)
        for index in range(due.max()):
            more = due > index
            games, these = going[more], begins[more] + index
            pot = self.pot[games] + terms.stake * terms.players
            last = hands.number[these] == terms.hands
            found[:, these] = shares(pot, takers[:, these], eldest[these], last)
            self.pot[games] = pot - found[:, these].sum(axis=0)
        return found

    def _add(self, hands: Hands, awards: Numbers, going: Array, begins: Array, due: Array) -> None:
        """Put these hands into the totals and the purses."""
        self.done[going] += due
        points = hands.points.astype(np.int64)
        self.totals[:, going] += np.add.reduceat(points, begins, axis=1)
        if not self.ground.terms.for_points:
            gained = np.add.reduceat(awards + hands.net, begins, axis=1)
            self.purses[:, going] += gained - self.ground.terms.stake * due

    def _ends(
        self, awards: Numbers, of_game: Array, going: Array, begins: Array, due: Array
    ) -> Ends:
        last = np.zeros(len(of_game), np.bool_)
        last[np.append(begins[1:], len(of_game)) - 1] = due[going] == 0
        return Ends(awards, last, self.totals[:, of_game], self.purses[:, of_game])
