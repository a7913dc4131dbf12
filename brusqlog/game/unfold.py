"""The fold turned round: a hand in which nothing odd happens, told as a log tells it.

What may come, who is due and who pays whom is asked of the course, which each event has changed
when the next is asked for. Nothing is judged.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Final

from msgspec import UNSET

from brusqlog.game import events as ev
from brusqlog.game import rules, tables
from brusqlog.game.counters import due_awards
from brusqlog.game.course import NOBODY, Course
from brusqlog.game.deal import due_packet
from brusqlog.game.fold import apply

ONE_BY_ONE: Final = (1, 1, 1)
"""How the cards are dealt where that is allowed; else in the first way that is."""

Player = Callable[[int, int], str]
"""Who plays: given the seat on turn and how many cards of the hand were played before, his card."""


def dealt_in(splits: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """The split by which a hand is dealt where these are allowed."""
    return ONE_BY_ONE if ONE_BY_ONE in splits else splits[0]


def hand(course: Course, dealer: int, pack: Sequence[str], player: Player) -> Iterator[ev.Event]:
    """The next hand: `pack` has its cards after the cut, top first."""
    for event in _hand(course, dealer, pack, player):
        course.seq += 1
        apply(course, event)
        yield event


def payments(course: Course) -> list[ev.Event]:
    """What the trick on the table makes owed, one payment a card and payee in order of play."""
    return [
        ev.Payment(payer=payer, payee=payee, counters=counters, reason="brusquembille", card=card)
        for payer, payee, counters, card, _ in course.owed
    ]


def end(course: Course) -> ev.End:
    """The end of a game that was played to its length."""
    purses = UNSET if course.terms.for_points else list(course.purses)
    return ev.End(reason="complete", totals=list(course.totals), purses=purses)


def _hand(course: Course, dealer: int, pack: Sequence[str], player: Player) -> Iterator[ev.Event]:
    n = course.n
    cards = iter(pack)
    yield ev.Hand(number=course.number + 1, dealer=dealer)
    yield from _deal(course, cards)
    turnup = next(cards)
    yield ev.Turnup(card=turnup)
    stock = iter([*cards, turnup])
    for played in range(course.tricks * n):
        seat = course.taker if course.turn == NOBODY else course.turn
        yield ev.Play(seat=seat, card=player(seat, played))
        if course.turn == NOBODY:
            yield from _after_trick(course, stock)
    for seat, counters in (due_awards(course) or {}).items():
        yield ev.Award(seat=seat, counters=counters)


def _deal(course: Course, cards: Iterator[str]) -> Iterator[ev.Event]:
    """Stakes, cut and packets."""
    terms, n = course.terms, course.n
    if terms.stake:
        for seat in tables.orders(n)[rules.right(course.dealer, n)]:
            yield ev.Stake(seat=seat, counters=terms.stake)
    yield ev.Cut(seat=rules.left(course.dealer, n))
    split = dealt_in(terms.splits)
    while due := due_packet(course):
        yield ev.Deal(seat=due[0], cards=list(islice(cards, split[course.packets // n])))


def _after_trick(course: Course, stock: Iterator[str]) -> Iterator[ev.Event]:
    """The payments of a trick, card by card, then its draws."""
    yield from payments(course)
    while course.draws_due:
        yield ev.Draw(seat=course.next_drawer(), card=next(stock))
