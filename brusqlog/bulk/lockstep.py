"""Hands walked in lockstep: place by place, one operation for all of them.

Everything is kept in the order of play of the trick, the leader first, so that the player at a
place is the same row in every hand; after a trick the rows are turned until the taker is first.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from brusqlog.bulk.lowered import NONE, SUIT, Array, Bytes, Table, at, bits
from brusqlog.game.cards import HOLDING

BATCH: Final = 1 << 14
"""Hands walked at once: enough that numpy works, few enough to stay in the cache."""

POINTS: Final = HOLDING
"""The row of a player, behind those of his holding, with his card points."""
SCORE: Final = HOLDING + 1
"""The row with what his brusquembilles were worth in counters: won less lost (signed bytes)."""


class Walk:
    """Hands of one table from the first lead on; a column is a hand.

    Seats are counted from the eldest, who is 0. `eldest` is his real seat, which two against two
    tells sides. `dealt` has the cards by seat and place in the holding; None if they are hidden.
    """

    def __init__(self, table: Table, trump: Bytes, dealt: Bytes | None, eldest: Bytes) -> None:
        n, hands = table.players, len(trump)
        self.table, self.hands = table, hands
        self.trump = trump
        self.eldest = eldest
        self.leader = np.zeros(hands, np.uint8)
        """The seat of the leader."""
        self.rows = np.zeros((n, SCORE + 1, hands), np.uint8)
        """By place: the holding, card points, score."""
        self.turned = np.empty_like(self.rows)
        self.held = np.ones(hands, np.bool_)
        """Whether every card was in its player's holding."""
        self.known = dealt is not None
        if dealt is not None:
            self.rows[:, :HOLDING] = dealt
        self.laid: list[Bytes] = []

    def lay(self, card: Bytes) -> None:
        """The next card of the trick, out of its player's holding; its place there, the last one
        after others have moved up, is empty now."""
        if self.known:
            first, second, third = self.rows[len(self.laid), :HOLDING]
            is_first, is_second = card == first, card == second
            self.held &= is_first | is_second | (card == third)
            first ^= (first ^ third) * is_first
            second ^= (second ^ third) * is_second
            third[:] = NONE
        self.laid.append(card)

    def take(self) -> Bytes:
        """The end of the trick: its taker's place, in the order of the trick. He leads the next."""
        table, n = self.table, self.table.players
        begin = at(self.trump, self.laid[0] >> SUIT)
        facts = [table.facts.take(begin + card) for card in self.laid]
        power = [(fact >> 16).astype(np.uint8) for fact in facts]
        points = [(fact >> 8).astype(np.uint8) for fact in facts]
        worth = [fact.astype(np.uint8) for fact in facts]
        best, place, value = power[0], np.zeros(self.hands, np.uint8), points[0]
        for k in range(1, n):
            place = np.where(power[k] > best, np.uint8(k), place)
            best = np.maximum(best, power[k])
            value = value + points[k]
        taker = seat(self.leader + place, n)
        for k in range(n):
            self.rows[k, SCORE] += np.where(self._won(k, taker, place), worth[k], -worth[k])
        self._turn(place)
        self.rows[0, POINTS] += value
        self.leader = taker
        self.laid = []
        return place

    def draw(self, cards: Bytes) -> None:
        """A card for each player, by place."""
        self.rows[:, HOLDING - 1] = cards

    def by_seat(self, row: int) -> Bytes:
        """A row of each player, by seat from the eldest."""
        return by_seat(self.rows[:, row], self.leader)

    def score(self) -> NDArray[np.int8]:
        """What the brusquembilles of each player were worth, won less lost, by seat from the
        eldest."""
        return self.by_seat(SCORE).view(np.int8)

    def _won(self, place: int, taker: Bytes, taking: Bytes) -> NDArray[np.bool_]:
        """Whether the card laid at a place is won by its player."""
        n, allies = self.table.players, self.table.allies
        if not self.table.partners:
            return np.asarray(taking == place)
        player = seat(self.leader + np.uint8(place), n)
        side = seat(player + self.eldest, n) * np.uint8(n) + seat(taker + self.eldest, n)
        return np.asarray(allies.take(side), np.bool_)

    def _turn(self, place: Bytes) -> None:
        """Make the player at that place the first."""
        n = self.table.players
        masks = [-(place == k).view(np.uint8) for k in range(n)]
        other = np.empty_like(self.rows[0])
        for to in range(n):
            row = np.bitwise_and(self.rows[to], masks[0], out=self.turned[to])
            for k in range(1, n):
                np.bitwise_and(self.rows[(to + k) % n], masks[k], out=other)
                row |= other
        self.rows, self.turned = self.turned, self.rows


def seat(number: Bytes, players: int) -> Bytes:
    """A seat out of a number below twice that of the players."""
    return np.where(number >= players, number - np.uint8(players), number)


def by_seat(rows: Array, leader: Bytes) -> Array:
    """Rows by place as rows by seat, given the seat of the first."""
    n = len(rows)
    found = np.zeros_like(rows)
    for first in range(n):
        leads = leader == first
        for place in range(n):
            found[(first + place) % n] |= rows[place] * leads
    return found


class Walked(NamedTuple):
    """Complete hands: seats counted from the eldest."""

    sound: NDArray[np.bool_]
    """Whether every card could be played; of others nothing else is meant."""
    leaders: Bytes
    """By trick, and behind the last one whom it made the next leader: the taker of a trick is the
    leader of the next."""
    points: Bytes
    """By seat: card points."""
    score: NDArray[np.int8]
    """By seat: what his brusquembilles were worth, won less lost."""


def walk(
    table: Table,
    dealt: Bytes | None,
    stock: Bytes | None,
    trump: Bytes,
    plays: Bytes,
    eldest: Bytes,
    strict: bool,
) -> Walked:
    """Walk complete hands: `dealt` by seat and card, `stock` with the turn-up last, or None where
    they are not known; `plays` in the order of play."""
    n = table.players
    going = Walk(table, trump, dealt, eldest)
    leaders = np.empty((table.tricks + 1, going.hands), np.uint8)
    leaders[0] = 0
    last: list[tuple[Bytes, Bytes]] = []
    for trick in range(table.tricks):
        cards = plays[trick * n : trick * n + n]
        for card in cards:
            going.lay(card)
        if strict and trick >= table.rounds:
            last.append((cards, going.leader))
        going.take()
        leaders[trick + 1] = going.leader
        if stock is not None and trick < table.rounds:
            going.draw(stock[trick * n : trick * n + n])
    sound = going.held
    if strict:
        sound &= ~_revoked(table, trump, last)
    return Walked(sound, leaders, going.by_seat(POINTS), going.score())


def _revoked(table: Table, trump: Bytes, tricks: list[tuple[Bytes, Bytes]]) -> NDArray[np.bool_]:
    """Whether somebody played a card of the last tricks while he held one that he had to play: what
    he held then is what he played later."""
    held = np.zeros((table.players, len(trump)), np.uint32)
    found = np.zeros(len(trump), np.bool_)
    for cards, leader in reversed(tricks):
        begin = at(trump, cards[0] >> SUIT)
        forbidden = np.stack([table.forbids.take(begin + card) for card in cards])
        for player, (own, played) in enumerate(
            zip(by_seat(forbidden, leader), by_seat(bits(cards), leader), strict=True)
        ):
            found |= (own & held[player]) != 0
            held[player] |= played
    return found
