"""Plain hands in one go: the fold, unrolled for the case that nothing is unusual.

Most hands are played with every card known, every payment by card and nothing odd. Such a
hand is walked here in one tight loop over the same tables that the fold reads; at the first thing
that is not plain, legal or not, the walk gives up without a trace and the fold steps through. So
nothing is judged here: a hand that is walked is one that the fold would have passed in silence, and
leaves the course that the fold would have left (`tests/game/test_plain.py` holds both).
"""

from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any

from msgspec import UNSET

from brusqlog.game import rules, tables
from brusqlog.game.cards import BIT, PACK, UNKNOWN, members
from brusqlog.game.counters import note_debts
from brusqlog.game.course import DONE, NOBODY, Course
from brusqlog.game.events import Award, Cut, Deal, Draw, Hand, Payment, Play, Stake, Take, Turnup
from brusqlog.game.hands import apply_hand, check_hand
from brusqlog.game.tricks import count_points

OUT = -1
"""Where a card is that nobody holds: left out, turned up, or played."""


class _Unusual(Exception):  # noqa: N818, no error: a hint to step through
    """Something for the fold."""


def walk(course: Course, events: Sequence[Any], place: int) -> int:
    """Walk the hand that begins at `place`: the place after it, with the course there. If it is
    not plain, `place` itself, with the course as it was."""
    terms = course.terms
    if course.barred or course.permits or terms.gate or terms.sevens_open or course.penalties:
        return place
    hand: Hand = events[place]
    if check_hand(course, hand) is not None:
        return place
    # A shallow copy is enough to come back to: what the walk changes it puts into new lists.
    before = copy(course)
    apply_hand(course, hand)
    try:
        if course.remarks:
            raise _Unusual
        where = dict.fromkeys((UNKNOWN, *members(course.seen)), OUT)
        after = _deal(course, events, place + 1, where)
        after = _tricks(course, events, after, where)
        after = _awards(course, events, after)
    except (_Unusual, IndexError, KeyError):  # the log ends, or a card lies nowhere
        for name in Course.__struct_fields__:
            setattr(course, name, getattr(before, name))
        course.remarks = []
        return place
    course.seq = after - 1
    return after


def _deal(course: Course, events: Sequence[Any], place: int, where: dict[str, int]) -> int:
    """Stakes, cut, deal and turn-up, up to the first play. `where` is filled with the seat that
    holds each card."""
    terms, n, stake, staked = course.terms, course.n, course.terms.stake, course.staked
    unstaked = n if stake else 0
    cutters = range(n) if terms.cutter == "anyone" else (rules.left(course.dealer, n),)
    while True:
        event = events[place]
        kind = type(event)
        if kind is Stake:
            seat = event.seat
            if seat >= n or staked[seat] or event.counters != stake:
                raise _Unusual
            staked[seat] = stake
            unstaked -= 1
        elif kind is Cut:
            if course.is_cut or event.seat not in cutters or event.lifted is not UNSET:
                raise _Unusual
            course.is_cut = True
        elif kind is Deal and course.is_cut and not course.packets:
            place = _packets(course, events, place, where)
            continue
        elif kind is Turnup and course.packets and not course.turnup:
            card = event.card
            if card in where:
                raise _Unusual
            where[card] = OUT
            course.turnup, course.trump = card, card[1]
        elif kind is Play and course.turnup and not unstaked:
            break
        else:
            raise _Unusual
        place += 1
    course.purses = [purse - stake for purse in course.purses]
    course.pot += stake * n
    return place


def _packets(course: Course, events: Sequence[Any], place: int, where: dict[str, int]) -> int:
    """All packets of the deal, one after another, by the first split that fits the first of them:
    the place after them."""
    n = course.n
    eldest = tables.orders(n)[(course.dealer + 1) % n]
    first = len(events[place].cards)
    split = next((split for split in course.terms.splits if split[0] == first), ())
    for size in split:
        seats = iter(eldest)
        for event in events[place : place + n]:
            if type(event) is not Deal or event.seat != next(seats) or len(event.cards) != size:
                raise _Unusual
            for card in event.cards:
                if card in where:
                    raise _Unusual
                where[card] = event.seat
        if next(seats, None) is not None:
            raise _Unusual
        place += n
    if not split:
        raise _Unusual
    course.packets = n * len(split)
    course.splits = tuple(one for one in course.terms.splits if one == split)
    course.stock -= n * sum(split)
    return place


def _tricks(course: Course, events: Sequence[Any], place: int, where: dict[str, int]) -> int:
    """All tricks of the hand, with their payments and draws; what is played most is looked at in
    one loop, as calls would cost more than what they do."""
    terms, n, points, trump = course.terms, course.n, course.points, course.trump
    stock, strict, paid, partners = course.stock, terms.strict, terms.paid, terms.partners
    facts, order = tables.facts(terms.rank, trump, *terms.values), tables.orders(n)
    start, leader = place, 0
    taker = (course.dealer + 1) % n
    laid: Sequence[Any] = ()
    for _ in range(course.tricks):
        start, place, leader = place, place + n, taker
        laid = events[start:place]
        if len(laid) < n or type(laid[0]) is not Play:
            raise _Unusual
        facts_of = facts[laid[0].card[1]]
        seats = iter(order[leader])
        best, value = -1, 0
        brusquembilles: list[tuple[int, str, int]] = []
        for event in laid:
            if type(event) is not Play:
                raise _Unusual
            seat, card = event.seat, event.card
            if where[card] != seat or seat != next(seats):
                raise _Unusual
            where[card] = OUT
            power, its_points, worth = facts_of[card]
            if its_points:
                value += its_points
                if worth:
                    brusquembilles.append((seat, card, worth))
            if power > best:
                best, taker = power, seat
        points[taker] += value
        if strict and not stock and _revoked(laid, where, trump):
            raise _Unusual
        if place < len(events) and type(events[place]) is Take:
            if events[place].seat != taker:
                raise _Unusual
            place += 1
        owed: dict[Any, int] = {}
        if brusquembilles and paid:
            for seat, card, worth in brusquembilles:
                owed |= tables.dues(seat, taker, n, partners, card, worth)
            if type(events[place]) is Payment:
                place = _pay(course, events, place, owed)
        if stock:
            stock -= n
            if not stock:
                del where[course.turnup]  # type: ignore[arg-type]  # turned up in `_deal`
            place = _draw(events, place, where, order[taker])
            if not stock and events[place - 1].card != course.turnup:
                raise _Unusual
        if owed:
            place = _pay(course, events, place, owed)
    course.plays = [(e.seat, e.card, start + k) for k, e in enumerate(laid)]
    course.leader, course.taker, course.trick = leader, taker, course.tricks
    course.seen = course.gone = PACK
    course.stock = 0
    return place


def _pay(course: Course, events: Sequence[Any], place: int, owed: dict[Any, int]) -> int:
    """The payments of a trick by card, one for each that is owed: the place after them."""
    purses, after = course.purses, place + len(owed)
    for event in events[place:after]:
        if type(event) is not Payment or event.reason != "brusquembille":
            raise _Unusual
        payer, payee = event.payer, event.payee
        due = owed.pop((payer, payee, event.card), None)
        if due != event.counters:
            raise _Unusual
        purses[payer] -= due
        purses[payee] += due
    if owed:
        raise _Unusual
    return after


def _draw(events: Sequence[Any], place: int, where: dict[str, int], drawers: Sequence[int]) -> int:
    """A draw of each player in turn: the place after them."""
    after = place + len(drawers)
    seats = iter(drawers)
    for event in events[place:after]:
        if type(event) is not Draw or event.card in where or event.seat != next(seats):
            raise _Unusual
        where[event.card] = event.seat
    if next(seats, None) is not None:
        raise _Unusual
    return after


def _revoked(laid: Sequence[Any], where: Mapping[str, int], trump: str) -> bool:
    """Whether a card of this trick of the strict endgame forbids one still held."""
    led = laid[0].card[1]
    for event in laid[1:]:
        forbidden = tables.revoked(event.card, led, trump)
        if any(seat == event.seat and BIT[card] & forbidden for card, seat in where.items()):
            return True
    return False


def _awards(course: Course, events: Sequence[Any], place: int) -> int:
    """The end of the hand: its points into the totals, the pot to whom it is due."""
    course.stage = DONE
    course.turn = NOBODY
    course.take_open = type(events[place - 1]) is Play
    course.totals, course.total_murk = course.totals.copy(), course.total_murk.copy()
    count_points(course, 1)
    terms, due = course.terms, dict[int, int]()
    if not terms.for_points:
        takers = rules.winners(course.points, terms.partners)
        due = rules.shares(course.pot, takers, course.dealer, course.n, course.last_hand)
    for _ in due:
        event = events[place]
        if type(event) is not Award or due.get(event.seat) != event.counters:
            raise _Unusual
        if event.seat in course.awarded:
            raise _Unusual
        course.awarded[event.seat] = event.counters
        course.purses[event.seat] += event.counters
        course.pot -= event.counters
        course.take_open = False
        place += 1
    if due:
        course.paid_out = True
        note_debts(course)
    return place
