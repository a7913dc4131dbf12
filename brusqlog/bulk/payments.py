"""The payments of hands: each that is owed, once, in the time of its trick."""

from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from brusqlog.bulk.layout import Layout, Places
from brusqlog.bulk.lexicon import PAYMENT, PLAY, Lines
from brusqlog.bulk.lowered import INDICES, NONE, Bytes, Table

Flags = NDArray[np.bool_]
Numbers = NDArray[np.int64]


class Tricks(NamedTuple):
    """Complete hands, a column each: `plays` and their `seats` by place, `leaders` by trick, the
    taker of the last one behind them."""

    plays: Bytes
    seats: Bytes
    leaders: Bytes


class _Payments(NamedTuple):
    """Payments one by one: the column of the hand, the trick from 0, what was paid."""

    column: Places
    trick: Places
    payer: Numbers
    payee: Numbers
    card: Bytes
    counters: Numbers

    def where(self, flags: Flags) -> "_Payments":
        return _Payments(
            column=self.column[flags],
            trick=self.trick[flags],
            payer=self.payer[flags],
            payee=self.payee[flags],
            card=self.card[flags],
            counters=self.counters[flags],
        )


def paid(lines: Lines, layout: Layout, table: Table, hands: Places, tricks: Tricks) -> Flags:
    """Whether in each hand everything is paid that is owed, by card or all of it on balance."""
    n, size = table.players, len(hands)
    column, places = layout.within[PAYMENT].of(hands)
    codes = layout.codes[places]
    plays = layout.within[PLAY]
    done = np.searchsorted(plays.places, places) - plays.first[hands[column]]
    found = _Payments(
        column=column,
        trick=done // n - 1,
        payer=lines.seat.take(codes).astype(np.int64),
        payee=lines.cards[1].take(codes).astype(np.int64),
        card=lines.cards[0].take(codes),
        counters=lines.number.take(codes),
    )
    seated = (found.payer < n) & (found.payee < n)
    timely = (done > 0) & (done % n == 0)
    by_card = found.card != NONE
    wrong = np.bincount(column[~(seated & timely)], minlength=size) > 0
    net = np.bincount(column[~by_card], minlength=size)
    sound: Flags = (
        ~wrong & (net == 0) & _by_card(table, found.where(seated & timely & by_card), tricks)
    )
    balanced = ~wrong & (net > 0) & (net == layout.within[PAYMENT].counts[hands])
    if balanced.any():
        chosen = np.flatnonzero(balanced)
        where = np.full(size, -1)
        where[chosen] = np.arange(len(chosen))
        theirs = found.where(balanced[column])
        theirs = theirs._replace(column=where[theirs.column])
        sound[chosen] = _on_balance(table, theirs, Tricks(*(part[:, chosen] for part in tricks)))
    return sound


def _by_card(table: Table, found: _Payments, tricks: Tricks) -> Flags:
    """Whether each payment is one that is owed, none comes twice, and there are as many as are
    owed in a hand."""
    n, size = table.players, tricks.plays.shape[1]
    player = np.full(len(found.column), -1)
    for place in range(n):
        at = found.trick * n + place
        here = tricks.plays[at, found.column] == found.card
        player = np.where(here, tricks.seats[at, found.column], player)
    taker = tricks.leaders[found.trick + 1, found.column]
    owed = table.due[player, taker, found.payer, found.payee] & (player >= 0)
    worth = (table.facts[:INDICES] & 255).astype(np.int64)
    owed &= worth.take(found.card) == found.counters
    # Of a card a player and each other one owe at most once: different bits make a sum of as many
    # bits as there are payments only if none of them comes twice.
    paid_for = np.cumsum(worth > 0) - 1
    other = np.where(found.payer == player, found.payee, found.payer)
    bit = 2.0 ** (paid_for.take(found.card) * n + other)
    sums = np.bincount(found.column[owed], bit[owed], size).astype(np.uint64)
    count = np.bincount(found.column, minlength=size)
    due = int(table.due[0, 0].sum()) * int((worth > 0).sum())
    return np.asarray((np.bitwise_count(sums) == count) & (count == due))


def _on_balance(table: Table, found: _Payments, tricks: Tricks) -> Flags:
    """Whether in each trick each pair has paid what is left when its debts are set off, at once and
    nothing where nothing is left."""
    n, size = table.players, tricks.plays.shape[1]
    worth = (table.facts[:INDICES] & 255).astype(np.int64)
    sound, payments = np.ones(size, np.bool_), np.zeros(size, np.int64)
    for trick in range(table.tricks):
        seats = tricks.seats[trick * n : trick * n + n].astype(np.int64)
        worths = [worth.take(card) for card in tricks.plays[trick * n : trick * n + n]]
        taker = tricks.leaders[trick + 1]
        here = found.trick == trick
        for one, other in combinations(range(n), 2):
            owes = table.due[:, :, one, other].astype(np.int64) - table.due[:, :, other, one]
            due = sum(owes[seats[place], taker] * worths[place] for place in range(n))
            given = here & (found.payer == one) & (found.payee == other)
            back = here & (found.payer == other) & (found.payee == one)
            paid_to = np.bincount(found.column[given], found.counters[given], size)
            paid_back = np.bincount(found.column[back], found.counters[back], size)
            sound &= paid_to - paid_back == due
            payments += np.asarray(due) != 0
    return np.asarray(sound & (payments == np.bincount(found.column, minlength=size)))
