"""Games put together from their hands: dealers in turn, pots, purses, totals, and how they end."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from msgspec import UNSET
from numpy.typing import NDArray

from brusqlog.bulk.hands import Outcome
from brusqlog.bulk.layout import Layout, Places
from brusqlog.bulk.lexicon import Lines
from brusqlog.bulk.lockstep import seat
from brusqlog.bulk.lowered import Table
from brusqlog.bulk.payout import Numbers, shares, side_sums, winners
from brusqlog.game import rules
from brusqlog.game.events import End
from brusqlog.game.terms import Terms
from brusqlog.log.lines import canonical
from brusqlog.log.writer import dumps

Flags = NDArray[np.bool_]


class Ledger(NamedTuple):
    """All hands of games of one agreement, in the order of the block, by seat and hand."""

    hands: Places
    """Their numbers in the block."""
    sound: Flags
    dealer: NDArray[np.uint8]
    points: Numbers
    net: Numbers
    awards: Numbers

    @classmethod
    def of(cls, outcomes: Sequence[Outcome], hands: Places, players: int) -> "Ledger":
        """Put the outcomes of these hands together; a hand without one is not sound."""
        size = len(hands)
        whole = cls(
            hands=hands,
            sound=np.zeros(size, np.bool_),
            dealer=np.zeros(size, np.uint8),
            points=np.zeros((players, size), np.int64),
            net=np.zeros((players, size), np.int64),
            awards=np.zeros((players, size), np.int64),
        )
        for outcome in outcomes:
            at = np.searchsorted(hands, outcome.hands)
            whole.sound[at], whole.dealer[at] = outcome.sound, outcome.dealer
            whole.points[:, at], whole.net[:, at] = outcome.points, outcome.net
            whole.awards[:, at] = outcome.awards
        return whole


def judge_games(
    lines: Lines, layout: Layout, terms: Terms, table: Table, games: Places, ledger: Ledger
) -> tuple[Flags, Flags]:
    """Of games of one agreement, whether nothing is wrong in each of them, and whether it is played
    to its length."""
    count = np.bincount(layout.game_of[ledger.hands], minlength=len(layout.games))[games]
    first = np.cumsum(count) - count
    within = np.arange(len(ledger.hands)) - np.repeat(first, count)
    sound, over = ledger.sound.copy(), np.zeros(len(games), np.bool_)
    codes = layout.codes[layout.hands[ledger.hands]]
    sound &= lines.number.take(codes) == within + 1
    sound &= _dealers(terms, ledger.dealer, within == 0)
    totals = _running(ledger.points, first, count)
    is_over = _is_over(terms, table, totals, within)
    last = within == np.repeat(count, count) - 1
    sound &= last | ~is_over
    purses = np.zeros_like(totals)
    if not terms.for_points:
        sound &= _pots(terms, table, ledger, first, count, within)
        purses = terms.bank + _running(ledger.net + ledger.awards - terms.stake, first, count)
        sound &= (purses >= 0).all(axis=0)
    else:
        sound &= (ledger.awards == 0).all(axis=0)
    played = np.flatnonzero(count > 0)
    ends = (first + count - 1)[played]
    over[played] = is_over[ends]
    wrong = np.bincount(np.repeat(np.arange(len(games)), count)[~sound], minlength=len(games))
    clean = (wrong == 0) & ((layout.end[games] < 0) | over)
    ended = np.flatnonzero(clean & (layout.end[games] >= 0))
    at = (first + count - 1)[ended]
    told = [lines.single(code) for code in layout.codes[layout.end[games[ended]]].tolist()]
    clean[ended] = _summed(terms, told, totals[:, at].T, purses[:, at].T)
    return clean, over


def _dealers(terms: Terms, dealer: NDArray[np.uint8], begins: Flags) -> Flags:
    """Whether the first dealer may be one and each later one is due."""
    n = terms.players
    if terms.partners:
        may = [rules.right_most(side) for side in (0, 1)]
        after = [rules.right_most(1 - rules.side(seat)) for seat in range(n)]
    else:
        may = list(range(n))
        after = [rules.right(seat, n) for seat in range(n)]
    following = np.array(after, np.uint8)
    before = np.minimum(np.concatenate([dealer[:1], dealer[:-1]]), n - 1)
    return np.asarray(np.isin(dealer, may) & (begins | (dealer == following.take(before))))


def _is_over(terms: Terms, table: Table, totals: Numbers, within: Places) -> Flags:
    """Whether the game is over with each hand: by number, or by points with nobody level."""
    if terms.target is None:
        return np.asarray(within + 1 == terms.hands)
    sums = side_sums(table, totals)
    best = sums.max(axis=0)
    leading = (sums == best).sum(axis=0)
    alone = leading == len(rules.side_of(0, terms.players, terms.partners))
    return np.asarray((best >= terms.target) & alone)


def _pots(
    terms: Terms, table: Table, ledger: Ledger, first: Places, count: Places, within: Places
) -> Flags:
    """Whether the pot of each hand goes to whom it is due. What is in it follows from what was
    taken out before; if all that was right, so is this."""
    staked = terms.stake * terms.players
    left = _running(staked - ledger.awards.sum(axis=0)[None], first, count)[0]
    pot = left + ledger.awards.sum(axis=0)
    eldest = seat(np.minimum(ledger.dealer, terms.players - 1) + np.uint8(1), terms.players)
    takers = winners(table, ledger.points)
    due = shares(pot, takers, eldest, within + 1 == terms.hands)
    return np.asarray((due == ledger.awards).all(axis=0))


def _running(each: Numbers, first: Places, count: Places) -> Numbers:
    """The sums over the hands of each game, up to and with each of them."""
    sums = np.cumsum(each, axis=1)
    before = np.concatenate([np.zeros((len(each), 1), np.int64), sums], axis=1)[:, first]
    return np.asarray(sums - np.repeat(before, count, axis=1))


def _summed(terms: Terms, ends: list[bytes], totals: Numbers, purses: Numbers) -> list[bool]:
    """Whether each line is an `end` and what it sums up is right."""
    zeros, points = [0] * terms.players, terms.for_points
    end = End(reason="complete", totals=zeros, purses=UNSET if points else zeros)
    sums = totals if points else np.concatenate([totals, purses], axis=1)
    form = dumps(end).replace(b"0", b"%d") + b"\n"
    spelt = (form * len(ends) % tuple(sums.ravel().tolist())).splitlines()
    return [
        line == due or _is_right(terms, line, own, purse)
        for line, due, own, purse in zip(ends, spelt, totals, purses, strict=True)
    ]


def _is_right(terms: Terms, line: bytes, totals: Numbers, purses: Numbers) -> bool:
    """The same of one that is written in another way than the writer does, or is wrong."""
    end = canonical([line])[0]
    if not isinstance(end, End) or end.at is not UNSET:
        return False
    if end.purses is not UNSET and (terms.for_points or end.purses != purses.tolist()):
        return False
    return end.totals is UNSET or end.totals == totals.tolist()
