"""Hands judged side by side: those in which certainly nothing is wrong, and what came of them.

Nothing is said of the others: whether and what is wrong in them is for the fold.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from brusqlog.bulk.layout import Layout, Places, upright
from brusqlog.bulk.lexicon import (
    AWARD,
    CUT,
    DEAL,
    DRAW,
    PAYMENT,
    PLAY,
    SHUFFLE,
    STAKE,
    TAKE,
    TURNUP,
    Lines,
)
from brusqlog.bulk.lockstep import BATCH, by_seat, seat, walk
from brusqlog.bulk.lowered import HIDDEN, INDEX, NONE, SUIT, Bytes, Table, union
from brusqlog.bulk.payments import Tricks, paid
from brusqlog.bulk.payout import Numbers, net_payments
from brusqlog.game.cards import HOLDING
from brusqlog.game.terms import Terms

Flags = NDArray[np.bool_]


class Outcome(NamedTuple):
    """Hands of one agreement, by seat (real ones) and hand: `hands` are their numbers in the block.
    Only where `sound` does the rest mean anything."""

    hands: Places
    numbers: Numbers
    """As the log counts them."""
    sound: Flags
    dealer: Bytes
    dealt: Bytes
    """By seat from the eldest and place in the holding: the cards dealt."""
    pack: Bytes
    """By place: the cards in the order in which they left the pack, the turn-up behind those dealt;
    `HIDDEN` for those that were not seen."""
    plays: Bytes
    """By place: the cards in the order of play."""
    leaders: Bytes
    """By trick, the taker of the last one behind them: who takes a trick leads the next."""
    points: Bytes
    net: Numbers
    """Counters that brusquembilles brought on balance."""
    awards: Numbers
    """Counters taken from the pot, as recorded; each seat at most once."""


class _Group(NamedTuple):
    """Hands that are dealt alike."""

    lines: Lines
    layout: Layout
    terms: Terms
    table: Table
    hands: Places
    split: tuple[int, ...]

    def rows(self, kind: int, count: int) -> tuple[Places, NDArray[np.int32]]:
        """The places and codes of the events of a kind of which every hand has so many."""
        events = self.layout.within[kind]
        return events.rows(self.hands, count), events.code_rows(self.hands, count)


def outcomes(
    lines: Lines, layout: Layout, terms: Terms, table: Table, hands: Places
) -> Iterator[Outcome]:
    """Judge hands of one agreement, those that are dealt alike together. Hands that have more or
    fewer events of a kind than a whole one are left out."""
    n, within = table.players, layout.within
    due = {
        STAKE: n if terms.stake else 0, CUT: 1, TURNUP: 1, PLAY: table.pack,
        DRAW: table.rounds * n,
    }  # fmt: skip
    whole = within[SHUFFLE].counts[hands] <= 1
    for kind, count in due.items():
        whole &= within[kind].counts[hands] == count
    if not terms.paid:
        whole &= within[PAYMENT].counts[hands] == 0
    hands = hands[whole]
    deals = within[DEAL]
    packets = deals.counts[hands]
    dealt = packets > 0
    hands, packets = hands[dealt], packets[dealt]
    first = lines.number.take(deals.codes[deals.first[hands]])
    for split in dict.fromkeys(terms.splits):
        alike = hands[(packets == n * len(split)) & (first == split[0])]
        for begin in range(0, len(alike), BATCH):
            yield _judged(_Group(lines, layout, terms, table, alike[begin : begin + BATCH], split))


def _judged(group: _Group) -> Outcome:
    lines, table, terms = group.lines, group.table, group.terms
    n = table.players
    dealer = lines.seat.take(group.layout.codes[group.layout.hands[group.hands]])
    eldest = seat(dealer + np.uint8(1), n)
    eldest[dealer >= n] = 0  # no such seat: told by the game
    play_at, codes = group.rows(PLAY, table.pack)
    plays, players = upright(lines.cards[0], codes), upright(lines.seat, codes)
    turnup = lines.cards[0].take(group.rows(TURNUP, 1)[1][0])
    dealt, pack, sound = _dealt(group, eldest)
    sound &= _opened(group, dealer, play_at[0])
    draw_at, codes = group.rows(DRAW, table.rounds * n)
    stock, drawers = upright(lines.cards[0], codes), upright(lines.seat, codes)
    sound &= stock[-1] == turnup
    walked = walk(table, dealt, stock, turnup >> SUIT, plays, eldest, terms.strict)
    leaders = seat(walked.leaders + eldest, n)
    known = walked.sound & (union([*pack, *stock]) == terms.pack)
    if (dealt[0, 0] == HIDDEN).any():
        known |= _unseen(group, pack, stock, plays, turnup, walked.leaders, eldest)
    sound &= known & _in_turn(table, players, drawers, leaders)
    for round_ in range(table.rounds):
        after = (round_ + 1) * n
        sound &= (draw_at[round_ * n] > play_at[after - 1]) & (draw_at[after - 1] < play_at[after])
    sound &= _taken(group, leaders)
    order = np.stack([*pack, turnup, *stock[:-1]])
    sound &= _shuffled(group, order, dealer)
    points = by_seat(walked.points, eldest)
    if terms.paid:
        seats = np.minimum(players, np.uint8(n - 1))  # others are out of turn
        sound &= paid(lines, group.layout, table, group.hands, Tricks(plays, seats, leaders))
    awards, told = _awarded(group, play_at[-1])
    return Outcome(
        hands=group.hands,
        numbers=lines.number.take(group.layout.codes[group.layout.hands[group.hands]]),
        sound=sound & told,
        dealer=dealer,
        dealt=dealt,
        pack=order,
        plays=plays,
        leaders=leaders,
        points=points,
        net=net_payments(table, walked.score, eldest, paid=terms.paid),
        awards=awards,
    )


def _dealt(group: _Group, eldest: Bytes) -> tuple[Bytes, list[Bytes], Flags]:
    """The holdings by seat from the eldest, the same cards in the order dealt, and whether every
    packet went to the right seat in the right size."""
    lines, n = group.lines, group.table.players
    _, codes = group.rows(DEAL, n * len(group.split))
    receivers, sizes = upright(lines.seat, codes), lines.number.take(codes.T).T
    cards = [upright(each, codes) for each in lines.cards[: max(group.split)]]
    dealt = np.full((n, HOLDING, len(group.hands)), NONE, np.uint8)
    order: list[Bytes] = []
    sound = np.ones(len(group.hands), np.bool_)
    held = 0
    for done, size in enumerate(group.split):
        for place in range(n):
            packet = done * n + place
            sound &= sizes[packet] == size
            sound &= receivers[packet] == seat(eldest + np.uint8(place), n)
            for k in range(size):
                dealt[place, held + k] = cards[k][packet]
                order.append(dealt[place, held + k])
        held += size
    return dealt, order, sound


def _opened(group: _Group, dealer: Bytes, first_play: Places) -> Flags:
    """Whether stakes and cut are right, and all stands in its order before the first play."""
    lines, terms, n = group.lines, group.terms, group.table.players
    cut_at, cut = group.rows(CUT, 1)
    deal_at, _ = group.rows(DEAL, n * len(group.split))
    turnup_at, _ = group.rows(TURNUP, 1)
    sound: Flags = (
        (cut_at[0] < deal_at[0]) & (deal_at[-1] < turnup_at[0]) & (turnup_at[0] < first_play)
    )
    cutter = lines.seat.take(cut[0])
    if terms.cutter == "left":
        sound &= cutter == seat(dealer + np.uint8(n - 1), n)
    sound &= (cutter < n) & (lines.number.take(cut[0]) < terms.pack_size)
    if terms.stake:
        stake_at, stakes = group.rows(STAKE, n)
        payers = lines.seat.take(stakes)
        sound &= (stake_at[-1] < first_play) & (union(payers) == (1 << n) - 1)
        sound &= (lines.number.take(stakes) == terms.stake).all(axis=0)
    return sound


def _in_turn(table: Table, players: Bytes, drawers: Bytes, leaders: Bytes) -> Flags:
    """Whether plays and draws are those of the players whose turn it is."""
    n = table.players
    sound = np.ones(leaders.shape[1], np.bool_)
    for trick in range(table.tricks + 1):
        for place in range(n):
            due = seat(leaders[trick] + np.uint8(place), n)
            if trick < table.tricks:
                sound &= players[trick * n + place] == due
            if 0 < trick <= table.rounds:
                sound &= drawers[(trick - 1) * n + place] == due
    return sound


def _unseen(
    group: _Group,
    pack: list[Bytes],
    stock: Bytes,
    plays: Bytes,
    turnup: Bytes,
    leaders: Bytes,
    eldest: Bytes,
) -> Flags:
    """Whether no card dealt or drawn was seen but the turn-up, and each is played once, the turn-up
    by its holder."""
    table, terms, n = group.table, group.terms, group.table.players
    sound: Flags = union(plays) == terms.pack
    for row in (*pack, *stock[:-1]):
        sound &= row == HIDDEN
    holder = seat(leaders[table.rounds] + np.uint8(n - 1), n)
    played = np.zeros_like(sound)
    for trick in range(table.rounds, table.tricks):
        for place in range(n):
            own = seat(leaders[trick] + np.uint8(place), n) == holder
            played |= (plays[trick * n + place] == turnup) & own
    sound &= played
    if terms.strict and sound.any():
        sound &= walk(table, None, None, turnup >> SUIT, plays, eldest, True).sound
    return sound


def _taken(group: _Group, leaders: Bytes) -> Flags:
    """Whether every `take` stands directly behind its trick and names the taker."""
    layout, n = group.layout, group.table.players
    sound = np.ones(len(group.hands), np.bool_)
    takes = layout.within[TAKE]
    if not takes.counts[group.hands].any():
        return sound
    column, places = takes.of(group.hands)
    plays = layout.within[PLAY]
    done = layout.played[places] - plays.first[group.hands[column]]
    right = (layout.kind[places - 1] == PLAY) & (done % n == 0)
    right &= group.lines.seat.take(layout.codes[places]) == leaders[done // n, column]
    sound[column[~right]] = False
    return sound


def _shuffled(group: _Group, order: Bytes, dealer: Bytes) -> Flags:
    """Whether a `shuffle` is the dealer's, before the cut, and a pack whose order is told was dealt
    from in that order."""
    layout, lines = group.layout, group.lines
    sound = np.ones(len(group.hands), np.bool_)
    shuffles = layout.within[SHUFFLE]
    cuts = layout.within[CUT]
    for column in np.flatnonzero(shuffles.counts[group.hands]):
        hand = group.hands[column]
        place, cut = shuffles.places[shuffles.first[hand]], cuts.places[cuts.first[hand]]
        event = lines.single(int(layout.codes[place]))
        lifted = int(lines.number[layout.codes[cut]])
        right = event.seat == dealer[column] and place < cut
        if right and isinstance(event.deck, list):
            deck = [INDEX[card] for card in event.deck]
            right = deck[lifted:] + deck[:lifted] == order[:, column].tolist()
        sound[column] = right
    return sound


def _awarded(group: _Group, last_play: Places) -> tuple[Numbers, Flags]:
    """The awards by seat, and whether they stand behind everything else, one a seat."""
    layout, lines, n = group.layout, group.lines, group.table.players
    size = len(group.hands)
    awards = layout.within[AWARD]
    count = awards.counts[group.hands]
    column, places = awards.of(group.hands)
    codes = layout.codes[places]
    seats = lines.seat.take(codes).astype(np.int64)
    sound = np.ones(size, np.bool_)
    sound[column[(seats >= n) | (places < last_play[column])]] = False
    seats = np.minimum(seats, n - 1)
    found = np.zeros((n, size), np.int64)
    np.add.at(found, (seats, column), lines.number.take(codes))
    sound &= (found > 0).sum(axis=0) == count
    payments = layout.within[PAYMENT]
    some = (count > 0) & (payments.counts[group.hands] > 0)
    paid_at = payments.places[(payments.first + payments.counts - 1)[group.hands[some]]]
    sound[some] &= paid_at < awards.places[awards.first[group.hands[some]]]
    return found, sound
