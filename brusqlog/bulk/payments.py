"""The payments of hands: each that is owed, once, in the time of its trick."""

from itertools import combinations
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from brusqlog.bulk.layout import Layout, Places, upright
from brusqlog.bulk.lexicon import PAYMENT, PLAY, Lines
from brusqlog.bulk.lowered import INDICES, NONE, Bytes, Table

Flags = NDArray[np.bool_]
Numbers = NDArray[np.int64]

_BITS: Final = np.uint64(1) << np.arange(INDICES, dtype=np.uint64)


class Tricks(NamedTuple):
    """Complete hands, a column each: `plays` and their `seats` by place, `leaders` by trick, the
    taker of the last one behind them."""

    plays: Bytes
    seats: Bytes
    leaders: Bytes

    def of(self, columns: Places) -> "Tricks":
        """Those of some of the hands."""
        if len(columns) == self.plays.shape[1]:
            return self
        return Tricks(*(part[:, columns] for part in self))


def paid(lines: Lines, layout: Layout, table: Table, hands: Places, tricks: Tricks) -> Flags:
    """Whether in each hand everything is paid that is owed, by card or all of it on balance."""
    worth = (table.facts[:INDICES] & 255).astype(np.int64)
    due = int(table.due[0, 0].sum()) * int((worth > 0).sum())
    counts = layout.within[PAYMENT].counts[hands]
    sound = np.zeros(len(hands), np.bool_)
    full = np.flatnonzero(counts == due)
    sound[full] = _by_card(lines, layout, table, worth, hands[full], due, tricks.of(full))
    rest = np.flatnonzero(~sound & (counts > 0))
    if len(rest):
        sound[rest] = _on_balance(lines, layout, table, worth, hands[rest], tricks.of(rest))
    return sound


def _by_card(
    lines: Lines,
    layout: Layout,
    table: Table,
    worth: Numbers,
    hands: Places,
    due: int,
    tricks: Tricks,
) -> Flags:
    """Whether of hands with as many payments as are owed each one is owed, and none comes twice."""
    n, size = table.players, len(hands)
    events = layout.within[PAYMENT]
    codes = events.code_rows(hands, due)
    payer, payee, card, counters = (
        upright(field, codes)
        for field in (lines.seat, lines.cards[1], lines.cards[0], lines.number)
    )
    before = upright(layout.played, events.rows(hands, due))
    done = (before - layout.within[PLAY].first[hands]).astype(np.uint8)
    timely = (done > 0) & (done % n == 0)
    done[~timely] = n
    column = np.arange(size)
    player = np.full(card.shape, n, np.uint16)
    at = (done - n) * np.int64(size) + column
    for _ in range(n):
        np.copyto(player, tricks.seats.take(at), where=tricks.plays.take(at) == card)
        at += size
    taker = tricks.leaders.take(done // n * np.int64(size) + column)
    owes = np.append(table.due.ravel(), np.zeros(n**3, np.bool_))  # what nobody played is not owed
    owed = owes.take(((player * n + taker) * n + payer) * n + payee, mode="clip")
    owed &= timely & (payer < n) & (payee < n) & (worth.take(card) == counters)
    # Of a card a player and each other one owe at most once: of as many payments as are owed each
    # has a bit of its own, unless one comes twice.
    paid_for = np.cumsum(worth > 0) - 1
    other = np.where(payer == player, payee, payer)
    bits = _BITS.take(paid_for.take(card) * n + other, mode="clip")
    once = np.bitwise_count(np.bitwise_or.reduce(bits, axis=0)) == due
    return np.asarray(owed.all(axis=0) & once)


def _on_balance(
    lines: Lines, layout: Layout, table: Table, worth: Numbers, hands: Places, tricks: Tricks
) -> Flags:
    """Whether in each trick each pair has paid what is left when its debts are set off, at once and
    nothing where nothing is left."""
    n, size = table.players, len(hands)
    column, places = layout.within[PAYMENT].of(hands)
    codes = layout.codes[places]
    done = layout.played[places] - layout.within[PLAY].first[hands[column]]
    payer, payee, counters = (
        field.take(codes).astype(np.int64) for field in (lines.seat, lines.cards[1], lines.number)
    )
    sound = np.ones(size, np.bool_)
    right = (payer < n) & (payee < n) & (done > 0) & (done % n == 0)
    right &= lines.cards[0].take(codes) == NONE
    sound[column[~right]] = False
    payments = np.zeros(size, np.int64)
    for trick in range(table.tricks):
        seats = tricks.seats[trick * n : trick * n + n].astype(np.int64)
        worths = [worth.take(card) for card in tricks.plays[trick * n : trick * n + n]]
        taker = tricks.leaders[trick + 1]
        here = done // n - 1 == trick
        for one, other in combinations(range(n), 2):
            owes = table.due[:, :, one, other].astype(np.int64) - table.due[:, :, other, one]
            due = sum(owes[seats[place], taker] * worths[place] for place in range(n))
            given = here & (payer == one) & (payee == other)
            back = here & (payer == other) & (payee == one)
            paid_to = np.bincount(column[given], counters[given], size)
            paid_back = np.bincount(column[back], counters[back], size)
            sound &= paid_to - paid_back == due
            payments += np.asarray(due) != 0
    return np.asarray(sound & (payments == np.bincount(column, minlength=size)))
