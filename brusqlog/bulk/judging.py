"""Hand tables judged in bulk: which rows are played by the rules, and what comes of them.

Nothing is said of the others: their logs go to the fold, which has the words. Of a row that is
passed here the fold would have nothing to say.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from brusqlog.bulk import payout
from brusqlog.bulk.columns import Columns
from brusqlog.bulk.lockstep import BATCH, by_seat, seat, walk
from brusqlog.bulk.lowered import SUIT, Array, Bytes, Table, union, walkable
from brusqlog.bulk.rows import NO_CARD, UNNOTED, Row, header_of
from brusqlog.game import rules, tables, unfold
from brusqlog.game.cards import CARDS
from brusqlog.game.counters import note_debts
from brusqlog.game.course import Course
from brusqlog.game.events import Game
from brusqlog.game.hands import dealers_due
from brusqlog.game.judge import Judgement, Noticed
from brusqlog.game.ruleset import Ruleset
from brusqlog.game.terms import Terms, terms_of

BYTES: Final = 1 << 8

Rows = slice | NDArray[np.intp]
"""Some rows of a table: all, or their numbers."""


class Hands(NamedTuple):
    """Hands of one agreement that are played by the rules; a column is a hand, a row a real seat or
    a trick."""

    terms: Terms
    rows: NDArray[np.intp]
    """Which rows of the table they are."""
    takers: Bytes
    points: Bytes
    net_payments: payout.Numbers
    winners: NDArray[np.bool_]
    awards: payout.Numbers
    purses: payout.Numbers
    """Counters, a seat, at the end."""
    events: Array
    """How many events the log has."""

    @property
    def clean(self) -> NDArray[np.bool_]:
        """Whether there is nothing at all to say of them: nobody owes."""
        return np.asarray((self.purses >= 0).all(axis=0))

    def judgement(self, hand: int) -> Judgement:
        """What the fold says of a hand: who owes after the last award, the event before the end."""
        events, course = int(self.events[hand]), Course.of(self.terms)
        course.purses = self.purses[:, hand].tolist()
        note_debts(course)
        noticed = [Noticed(events - 2, debt, 1, course.tricks) for debt in course.remarks]
        return Judgement(noticed, "finished", 1, events, None)


class Verdict(NamedTuple):
    """Rows of a table one after another."""

    runs: list[tuple[int, int, bool]]
    """Where a run of rows begins and ends, and whether there is nothing to say of any of them."""
    events: list[int]
    """Of each row that is played by the rules how many events its log has."""
    owing: dict[int, Judgement]
    """The judgements of rows that are played by the rules, but somebody owes at the end."""


class Judging:
    """Judges hand tables. `rulesets` are rulesets of one's own, by their full names."""

    def __init__(self, rulesets: Mapping[str, Ruleset] | None = None) -> None:
        self.rulesets = rulesets or {}
        self.agreements: dict[tuple[str, int, bool], Agreement] = {}

    def hands(self, columns: Columns) -> Iterator[Hands]:
        """The rows that are played by the rules, those of one agreement together; but those that
        are `beyond` it."""
        for start, batch in _batches(columns):
            for agreement, rows in self._agreed(batch):
                if (found := agreement.hands(batch, rows)) is not None:
                    yield found._replace(rows=found.rows + start)

    def beyond(self, columns: Columns) -> Iterator[int]:
        """The rows that cannot be walked, as the gate or large values are played with: they may be
        played by the rules all the same."""
        for start, batch in _batches(columns):
            for agreement, rows in self._agreed(batch):
                if agreement.table is None:
                    yield from (np.arange(start, start + len(batch.deck))[rows]).tolist()

    def verdict(self, columns: Columns, *, told: bool) -> Verdict:
        """What there is to say of the rows. `told`: that somebody owes is to be told."""
        count = len(columns.deck)
        passed, events = np.zeros(count, np.bool_), np.zeros(count, np.int64)
        owing: dict[int, Judgement] = {}
        for hands in self.hands(columns):
            passed[hands.rows] = True
            events[hands.rows] = hands.events
            for hand in np.flatnonzero(~hands.clean).tolist() if told else ():
                owing[int(hands.rows[hand])] = hands.judgement(hand)
        passed[list(owing)] = False
        changes = np.flatnonzero(passed[1:] != passed[:-1]) + 1
        bounds = pairwise([0, *changes.tolist(), count])
        runs = [(start, end, bool(passed[start])) for start, end in bounds if end]
        return Verdict(runs, events.tolist(), owing)

    def _agreed(self, columns: Columns) -> Iterator[tuple["Agreement", Rows]]:
        """The rows by what was agreed; those that lack a value are left out."""
        count = len(columns.deck)
        key = _byte(columns.seats).astype(np.int64) << 1 | columns.partners
        key |= columns.rules.astype(np.int64) << 9
        if columns.null:
            key[np.any([*columns.null.values()], axis=0)] = -1
        first = key[:1]
        different = first if (key == first).all() else np.unique(key)
        for one in different[different >= 0].tolist():
            rows = slice(0, count) if len(different) == 1 else np.flatnonzero(key == one)
            agreed = columns.words[one >> 9], one >> 1 & 0xFF, bool(one & 1)
            if not agreed[0] or agreed[1] not in rules.PLAYERS.values():
                continue
            if agreed not in self.agreements:
                self.agreements[agreed] = Agreement(*agreed, self.rulesets)
            yield self.agreements[agreed], rows


class Agreement:
    """One ruleset played by so many, alone or as partners: what the rows that name it may hold."""

    def __init__(
        self, name: str, seats: int, partners: bool, rulesets: Mapping[str, Ruleset]
    ) -> None:
        self.name, self.seats, self.partners, self.rulesets = name, seats, partners, rulesets
        self.terms, _ = terms_of(self._header(UNNOTED), rulesets)
        self.table = walkable(self.terms)
        self.packs = np.zeros(BYTES * BYTES, np.uint32)
        """By the two cards left out the pack as a set of bits; none if they may not be."""
        self.known = np.zeros(BYTES * BYTES, np.bool_)
        """Which of these were asked for."""
        self.dealers = np.zeros(BYTES, np.bool_)
        self.dealers[dealers_due(Course.of(self.terms))[0]] = True
        self.split = unfold.dealt_in(self.terms.splits)
        ends = np.cumsum([0, *(size * seats for size in self.split)])
        dealt = [
            np.arange(start, start + size * seats).reshape(seats, size)
            for start, size in zip(ends, self.split, strict=False)
        ]
        self.dealt = np.hstack(dealt)
        """Places in the deck: of each seat, from the eldest, the three cards dealt to him."""
        self.turnup = int(ends[-1])

    def hands(self, columns: Columns, rows: Rows) -> Hands | None:
        """Those of its rows that are played by the rules, if there are any."""
        if self.table is None:
            return None
        numbers = np.arange(len(columns.deck))[rows]
        fits = self._fits(columns, rows)
        deck, plays = (self._upright(one[rows], fits) for one in (columns.deck, columns.plays))
        packs = self._packs(columns.removed[rows])
        found = union(deck)
        fits &= (found == packs) & (found != 0)
        if plays.max(initial=0) >= len(CARDS):
            fits &= (plays < len(CARDS)).all(axis=0)
        dealer = _byte(columns.dealer[rows])
        if not fits.all():
            numbers, dealer = numbers[fits], dealer[fits]
            deck, plays = deck[:, fits], plays[:, fits]
        return self._walked(self.table, numbers, dealer, deck, plays) if len(numbers) else None

    def _walked(
        self, table: Table, numbers: NDArray[np.intp], dealer: Bytes, deck: Bytes, plays: Bytes
    ) -> Hands:
        terms, n = self.terms, self.seats
        eldest = seat(dealer + np.uint8(1), n)
        stock = np.concatenate([deck[self.turnup + 1 :], deck[self.turnup : self.turnup + 1]])
        walked = walk(
            table,
            deck[self.dealt],
            stock,
            deck[self.turnup] >> SUIT,
            plays,
            eldest,
            terms.strict,
        )
        points = by_seat(walked.points, eldest)
        net = payout.net_payments(table, walked.score, eldest, paid=terms.paid)
        winners = payout.winners(table, points)
        pot = np.full(len(numbers), n * terms.stake)
        awards = payout.shares(pot, winners, eldest, np.ones(len(numbers), np.bool_))
        hands = Hands(
            terms=terms,
            rows=numbers,
            takers=seat(walked.leaders[1:] + eldest, n),
            points=points,
            net_payments=net,
            winners=winners,
            awards=awards,
            purses=net + awards + (terms.bank - terms.stake),
            events=self._events(table) + winners.sum(axis=0),
        )
        if walked.sound.all():
            return hands
        columns: Iterable[Array] = hands[1:]
        return Hands._make([terms, *(column[..., walked.sound] for column in columns)])

    def _fits(self, columns: Columns, rows: Rows) -> NDArray[np.bool_]:
        """Which rows have a dealer who may deal, and identities that count up."""
        found: NDArray[np.bool_] = self.dealers[_byte(columns.dealer[rows])]
        if columns.named is not None:
            named = columns.named[rows]
            found &= (named == self.seats) | (named < 0)
        return found

    def _upright(self, cards: Bytes, fits: NDArray[np.bool_]) -> Bytes:
        """The cards by place and hand. Rows that have fewer or more do not fit."""
        pack = rules.pack_size(self.seats)
        if cards.shape[1] > pack:
            fits &= (cards[:, pack:] == NO_CARD).all(axis=1)
        upright = np.full((pack, len(cards)), NO_CARD, np.uint8)
        upright[: cards.shape[1]] = cards.T[:pack]
        return upright

    def _packs(self, removed: Bytes) -> NDArray[np.uint32]:
        """The packs that are played with where these cards are left out."""
        pairs = removed[:, 0].astype(np.uint16) << 8 | removed[:, 1]
        new = np.zeros_like(self.known)
        new[pairs] = True
        for pair in np.flatnonzero(new & ~self.known).tolist():
            self.packs[pair] = self._pack(bytes(divmod(pair, BYTES)))
            self.known[pair] = True
        return self.packs.take(pairs)

    def _pack(self, removed: bytes) -> int:
        """The pack, or none if there is anything to say of a header with these left out."""
        if removed != UNNOTED and max(removed) >= len(CARDS):
            return 0
        terms, breaches = terms_of(self._header(removed), self.rulesets)
        return 0 if breaches else terms.pack

    def _header(self, removed: bytes) -> Game:
        row = Row(
            rules=self.name,
            seats=self.seats,
            partners=self.partners,
            removed=removed,
            dealer=None,
            deck=None,
            plays=None,
        )
        header = header_of(row, 1)
        assert header is not None
        return header

    def _events(self, table: Table) -> int:
        """How many events the log of a hand has besides the awards: header, hand, cut, turn-up and
        end, and what each player does."""
        debts = len(rules.debts(0, True, self.seats, self.partners))
        paid = len(tables.worths(*self.terms.values)) * debts if self.terms.paid else 0
        each = bool(self.terms.stake) + len(self.split) + table.tricks + table.rounds
        return 5 + self.seats * each + paid


def _batches(columns: Columns) -> Iterator[tuple[int, Columns]]:
    """So many rows as are walked at once, with the number of those before."""
    for start in range(0, len(columns.deck), BATCH):
        yield start, columns.part(start, start + BATCH)


def _byte(numbers: Array) -> Bytes:
    """Small numbers as bytes; others become one that no seat and no number of players is."""
    if numbers.dtype == np.uint8:
        return numbers
    small = (numbers >= 0) & (numbers < BYTES)
    return np.where(small, numbers, BYTES - 1).astype(np.uint8)
