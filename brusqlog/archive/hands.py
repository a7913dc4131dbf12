"""Hands of clean games as columns of the archive's tables: what `played` says, of many at once."""

from collections.abc import Iterator
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from brusqlog.archive import digests
from brusqlog.bulk import payout
from brusqlog.bulk.clock import EPOCH
from brusqlog.bulk.hands import Outcome
from brusqlog.bulk.layout import Places
from brusqlog.bulk.lexicon import AWARD, DRAW, PAYMENT, PLAY
from brusqlog.bulk.lockstep import seat
from brusqlog.bulk.lowered import INDICES, SUIT, Array, Bytes, Table, at
from brusqlog.bulk.payout import Numbers
from brusqlog.bulk.screen import Screened
from brusqlog.game import rules
from brusqlog.game.cards import CARDS, HOLDING, UNKNOWN

Columns = dict[str, Array]
"""Columns of a table by name; one that is left out is NULL."""

_CARD: Final = np.array([*CARDS, UNKNOWN], object)
_RANK: Final = np.array([card[0] for card in CARDS], object)
_SUIT: Final = np.array([card[1] for card in CARDS], object)
_BRUSQUEMBILLE: Final = np.array([card[0] in rules.BRUSQUEMBILLES for card in CARDS])
_PAID_FOR: Final = np.array([*CARDS, *[None] * (INDICES - len(CARDS))], object)
_START: Final = np.datetime64(EPOCH, "us")
_NANOSECONDS: Final = 1000


class Hands:
    """Hands of one agreement, those of the outcome that are chosen."""

    def __init__(
        self,
        found: Screened,
        names: NDArray[np.object_],
        table: Table,
        outcome: Outcome,
        these: NDArray[np.bool_],
    ) -> None:
        self.found, self.table = found, table
        chosen: list[Array] = [column[..., these] for column in outcome]
        self.outcome = outcome = Outcome._make(chosen)
        self.index = found.game_of[outcome.hands]
        """By hand: its game in the block."""
        self.game = names[self.index]
        self.turnup = outcome.pack[table.players * HOLDING]
        self.winners = payout.winners(table, outcome.points)
        self.seats = self._seats(outcome.leaders[:-1])
        """By place: the seats of the plays."""
        self.draws = self._codes(DRAW, table.rounds * table.players)
        """By place: the cards drawn."""

    def forms(self) -> tuple[list[bytes], list[bytes | None]]:
        """The normal forms of the hands for the keys `play` and `deal`."""
        played = digests.played(self.table, self.outcome, self.seats, self.turnup)
        return played, digests.dealt(self.table, self.outcome, self.draws, self.turnup)

    def columns(self, pots: Numbers | None) -> Iterator[tuple[str, Columns]]:
        """The columns, by the name of the table. `pots` are those of all hands of the block; None
        in games for points."""
        yield "hands", self._hands(pots)
        yield "hand_seats", self._hand_seats(for_pot=pots is not None)
        yield "tricks", self._tricks()
        yield "plays", self._plays()
        if self.table.rounds:
            yield "draws", self._draws()
        yield "payments", self._payments()
        yield "awards", self._awards()

    def _seats(self, leaders: Bytes) -> Bytes:
        """Of tricks with these leaders, by place, who plays or draws."""
        n = self.table.players
        found = [seat(leader + np.uint8(place), n) for leader in leaders for place in range(n)]
        return np.stack(found) if found else np.zeros((0, len(self.game)), np.uint8)

    def _codes(self, kind: int, count: int) -> Bytes:
        """By place: the first card of the events of a kind of which every hand has so many."""
        layout = self.found.layout
        rows = layout.within[kind].rows(self.outcome.hands, count)
        return np.asarray(self.found.text.cards[0].take(layout.codes[rows]))

    def _hands(self, pots: Numbers | None) -> Columns:
        outcome, count = self.outcome, len(self.game)
        columns = {
            "game": self.game,
            "hand": outcome.numbers,
            "status": np.full(count, "complete", object),
            "dealer": outcome.dealer,
            "leader": outcome.leaders[0],
            "turnup": _CARD.take(self.turnup),
            "trump": _SUIT.take(self.turnup),
            "winner_count": self.winners.sum(axis=0),
        }
        return columns if pots is None else columns | {"pot": pots[outcome.hands]}

    def _hand_seats(self, *, for_pot: bool) -> Columns:
        outcome, n = self.outcome, self.table.players
        seats = np.arange(n, dtype=np.int64)[:, None]
        columns = self._of_each(n) | {
            "seat": self._repeated(np.arange(n)),
            "points": _flat(outcome.points),
            "net_payments": _flat(outcome.net),
            "won": _flat(self.winners),
            "place": _flat((seats - outcome.dealer.astype(np.int64) - 1) % n),
        }
        return columns | {"award": _flat(outcome.awards)} if for_pot else columns

    def _tricks(self) -> Columns:
        outcome, n, tricks = self.outcome, self.table.players, self.table.tricks
        leaders, takers = outcome.leaders[:-1], outcome.leaders[1:]
        plays = outcome.plays.reshape(tricks, n, -1)
        trump = self.turnup >> SUIT
        begin = at(trump, plays[:, 0] >> SUIT)[:, None]
        points = (self.table.facts.take(begin + plays) >> 8).astype(np.uint8).sum(axis=1)
        place = seat(takers + np.uint8(n) - leaders, n)
        took = np.take_along_axis(plays, place[:, None], axis=1)[:, 0] >> SUIT
        return self._of_each(tricks) | {
            "trick": self._repeated(np.arange(1, tricks + 1)),
            "leader": _flat(leaders),
            "taker": _flat(takers),
            "points": _flat(points),
            "led": _SUIT.take(_flat(plays[:, 0])),
            "trumped": _flat((took == trump) & (plays[:, 0] >> SUIT != trump)),
        }

    def _plays(self) -> Columns:
        outcome, n, pack = self.outcome, self.table.players, self.table.pack
        cards, trick = _flat(outcome.plays), np.arange(pack) // n
        stock = pack - n * (HOLDING + np.minimum(trick, self.table.rounds))
        columns = self._of_each(pack) | {
            "trick": self._repeated(trick + 1),
            "place": self._repeated(np.arange(pack) % n + 1),
            "seat": _flat(self.seats),
            "card": _CARD.take(cards),
            "rank": _RANK.take(cards),
            "suit": _SUIT.take(cards),
            "is_trump": _flat(outcome.plays >> SUIT == self.turnup >> SUIT),
            "is_brusquembille": _BRUSQUEMBILLE.take(cards),
            "took": _flat(self.seats == np.repeat(outcome.leaders[1:], n, axis=0)),
            "stock": self._repeated(stock),
        }
        if self.found.instants is not None:
            places = _flat(self.found.layout.within[PLAY].rows(outcome.hands, pack))
            instants = self.found.instants[self.found.layout.lines[places]]
            columns["at"] = _START + (instants // _NANOSECONDS).astype("timedelta64[us]")
        return columns

    def _draws(self) -> Columns:
        n, count = self.table.players, len(self.draws)
        return self._of_each(count) | {
            "trick": self._repeated(np.arange(count) // n + 1),
            "place": self._repeated(np.arange(count) % n + 1),
            "seat": _flat(self._seats(self.outcome.leaders[1 : self.table.rounds + 1])),
            "card": _CARD.take(_flat(self.draws)),
        }

    def _payments(self) -> Columns:
        layout, text, hands = self.found.layout, self.found.text, self.outcome.hands
        hand, places = layout.within[PAYMENT].of(hands)
        codes, plays = layout.codes[places], layout.within[PLAY]
        done = np.searchsorted(plays.places, places) - plays.first[hands[hand]]
        return self._of(hand) | {
            "trick": done // self.table.players,
            "payer": text.seat.take(codes),
            "payee": text.cards[1].take(codes),
            "counters": text.number.take(codes),
            "reason": np.full(len(codes), "brusquembille", object),
            "card": _PAID_FOR.take(text.cards[0].take(codes)),
        }

    def _awards(self) -> Columns:
        layout, text = self.found.layout, self.found.text
        hand, places = layout.within[AWARD].of(self.outcome.hands)
        codes = layout.codes[places]
        return self._of(hand) | {
            "seq": layout.lines[places] - self.found.lines[self.index[hand]],
            "seat": text.seat.take(codes),
            "counters": text.number.take(codes),
        }

    def _of(self, hand: Places) -> Columns:
        """Game and hand of rows, given by which of these hands they are of."""
        return {"game": self.game[hand], "hand": self.outcome.numbers[hand]}

    def _of_each(self, count: int) -> Columns:
        """The same of so many rows a hand."""
        return {
            "game": np.repeat(self.game, count),
            "hand": np.repeat(self.outcome.numbers, count),
        }

    def _repeated(self, values: Array) -> Array:
        """The same values in every hand."""
        return np.tile(values, len(self.game))


def _flat(columns: NDArray[Any]) -> NDArray[Any]:
    """Values by place and hand as a column: hand by hand."""
    return columns.T.reshape(-1)
