"""One game played out. What may come, who is due and who pays whom is asked of the fold."""

from collections.abc import Callable, Generator, Iterator, Sequence
from itertools import islice
from typing import Final

from msgspec import UNSET, Struct

from brusqlog.errors import SimulationError
from brusqlog.game import events as ev
from brusqlog.game import rules, tables
from brusqlog.game.cards import members
from brusqlog.game.counters import due_awards
from brusqlog.game.course import NOBODY, Course
from brusqlog.game.deal import due_packet
from brusqlog.game.fold import apply, check
from brusqlog.game.hands import dealers_due, is_over
from brusqlog.game.state import State
from brusqlog.game.terms import Terms
from brusqlog.simulation.bots import HOUSE, Bot, Turn, name_of
from brusqlog.simulation.chance import below, word

ONE_BY_ONE: Final = (1, 1, 1)
"""How the cards are dealt where that is allowed; else in the first way that is."""


class Match(Struct, frozen=True, kw_only=True):
    """A game to be played: its header, the bots by seat, and all its chance."""

    header: ev.Game
    terms: Terms
    bots: Sequence[Bot]
    first_dealer: int
    """A word of chance."""
    pack: Callable[[int], Sequence[str]]
    """The pack of the hand of that number, after the cut, top first."""
    choices: Callable[[int], int]
    """The key of the bots' words in the hand of that number."""


def play(match: Match) -> Iterator[tuple[ev.Event, Course]]:
    """The events of the game, the header first, each with the course after it, which goes on
    changing. Raises `SimulationError` for a card that a bot may not play."""
    course = Course.of(match.terms, match.header.players)
    yield match.header, course
    for event in _events(match, course):
        course.seq += 1
        apply(course, event)
        yield event, course


def _events(match: Match, course: Course) -> Iterator[ev.Event]:
    """What happens. Each event has taken effect on the course when the next is asked for."""
    while not is_over(course):
        rightful, _ = dealers_due(course)
        dealer = rightful[below(match.first_dealer, len(rightful))]
        yield ev.Hand(number=course.number + 1, dealer=dealer)
        stock = yield from _deal(course, match.pack(course.number))
        key = match.choices(course.number)
        for trick in range(course.tricks):
            yield from _trick(match, course, stock, key, trick * course.n)
        for seat, counters in (due_awards(course) or {}).items():
            yield ev.Award(seat=seat, counters=counters)
        course.remarks = []
    purses = UNSET if course.terms.for_points else list(course.purses)
    yield ev.End(reason="complete", totals=list(course.totals), purses=purses)


def _deal(course: Course, pack: Sequence[str]) -> Generator[ev.Event, None, Iterator[str]]:
    """From the stakes to the turn-up; returns the stock, the turn-up last."""
    terms, n = course.terms, course.n
    if terms.stake:
        for seat in tables.orders(n)[rules.right(course.dealer, n)]:
            yield ev.Stake(seat=seat, counters=terms.stake)
    yield ev.Cut(seat=rules.left(course.dealer, n))
    split = ONE_BY_ONE if ONE_BY_ONE in terms.splits else terms.splits[0]
    cards = iter(pack)
    while due := due_packet(course):
        size = split[course.packets // n]
        yield ev.Deal(seat=due[0], cards=list(islice(cards, size)))
    turnup = next(cards)
    yield ev.Turnup(card=turnup)
    return iter([*cards, turnup])


def _trick(
    match: Match, course: Course, stock: Iterator[str], key: int, index: int
) -> Iterator[ev.Event]:
    """Plays, payments, draws. `index` is that of its first card among those of the hand."""
    for place in range(course.n):
        yield _choice(match.bots, course, word(key, index + place))
    for payer, payee, counters, card, _ in tuple(course.owed):
        yield ev.Payment(
            payer=payer, payee=payee, counters=counters, reason="brusquembille", card=card
        )
    while course.draws_due:
        yield ev.Draw(seat=course.next_drawer(), card=next(stock))


def _choice(bots: Sequence[Bot], course: Course, word: int) -> ev.Play:
    """The card of the player on turn."""
    leads = course.turn == NOBODY
    seat = course.taker if leads else course.turn
    held = [ev.Play(seat=seat, card=card) for card in members(course.known[seat])]
    legal = {event.card: event for event in held if check(course, event) is None}
    bot = bots[seat]
    if isinstance(bot, str):
        plays = () if leads else course.plays
        turn = Turn(seat, tuple(legal), plays, course.trump, course.terms, word)
        return legal[HOUSE[bot](turn)]
    card = bot(State(course).view(seat))
    if card not in tuple(legal):
        raise SimulationError(
            f"{name_of(bot)} plays {card!r} at seat {seat} ({course.names[seat]}) in hand "
            f"{course.number}, trick {course.trick + leads}; legal: {', '.join(legal)}.",
            "bots",
        )
    return legal[card]
