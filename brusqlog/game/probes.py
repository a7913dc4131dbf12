"""Which events may come now: every plausible one is put to the fold, and those it accepts remain.

So no rule is stated a second time here; this module only knows which questions to ask.
"""

from collections.abc import Iterator
from typing import get_args

from brusqlog.game import events as ev
from brusqlog.game import rules
from brusqlog.game.cards import UNKNOWN, members
from brusqlog.game.counters import due_awards
from brusqlog.game.course import DEAL, DONE, LOTS, NOBODY, PLAY, VOID, Course
from brusqlog.game.deal import due_packet
from brusqlog.game.fold import check
from brusqlog.game.hands import lots_due

OPEN_TEXT = "?"
"""The text of a ruling that nobody has written yet."""


def possible(course: Course) -> list[ev.Event]:
    """The events of play and money that are legal now, cards and amounts included."""
    return [event for event in _plausible(course) if check(course, event) is None]


def possible_incidents(course: Course) -> list[ev.Incident]:
    """The incidents and single rulings that are legal now."""
    return [event for event in _incidents(course) if check(course, event) is None]


def _plausible(course: Course) -> Iterator[ev.Event]:
    if "payment" in course.permits:
        yield from _ruled_payments(course.n)
    if course.ended is None:
        if course.stage == LOTS:
            yield from _lots(course)
        elif course.stage == DEAL:
            yield from _deal(course)
        elif course.stage == PLAY:
            yield from _trick(course)
        yield from _money(course)
        if course.stage in (DONE, VOID, LOTS):
            number = course.number + 1
            yield from (ev.Hand(number=number, dealer=seat) for seat in range(course.n))
        if course.stage == DONE:
            if course.take_open:
                yield from (ev.Take(seat=seat) for seat in range(course.n))
            for seat, points in enumerate(course.points):
                yield ev.Announce(seat=seat, count=points)
            yield ev.Gather()
        yield ev.End(reason="complete")
        yield ev.End(reason="abandoned")


def _unseen(course: Course) -> list[str]:
    return [*members(course.unseen & course.terms.pack), UNKNOWN]


def _lots(course: Course) -> Iterator[ev.Event]:
    judged = course.terms.lots and not course.lots_unseen
    for seat in lots_due(course) if judged else range(course.n):
        for card in [*members(course.terms.pack), UNKNOWN]:
            yield ev.Lot(seat=seat, card=card)


def _deal(course: Course) -> Iterator[ev.Event]:
    yield ev.Shuffle(seat=course.dealer)
    yield from (ev.Cut(seat=seat) for seat in range(course.n))
    due = due_packet(course) if course.is_cut else None
    if due is not None:
        seat, sizes = due
        for size in sorted(sizes):
            cards = [UNKNOWN] * size
            if course.order is not None:
                cards = list(course.order[course.next_card : course.next_card + size])
            yield ev.Deal(seat=seat, cards=cards)
    elif course.is_cut:
        yield from (ev.Turnup(card=card) for card in _unseen(course)[:-1])


def _trick(course: Course) -> Iterator[ev.Event]:
    for seat in range(course.n):
        held = [*members(course.known[seat])]
        if course.hidden[seat]:
            held += members(course.unseen & course.terms.pack & ~course.coming)
        for card in [*held, UNKNOWN]:
            yield ev.Play(seat=seat, card=card)
    if course.turn == NOBODY:
        if course.draws_due and course.taker != NOBODY:
            seat = course.next_drawer()
            cards = [course.turnup or UNKNOWN] if course.stock == 1 else _unseen(course)[::-1]
            yield from (ev.Draw(seat=seat, card=card) for card in cards)
        if course.take_open:
            yield from (ev.Take(seat=seat) for seat in range(course.n))


def _money(course: Course) -> Iterator[ev.Event]:
    terms = course.terms
    if terms.for_points:
        return
    for steps in range(1, course.n + 1):
        yield ev.Stake(seat=rules.right(course.dealer, course.n, steps), counters=terms.stake)
    for payer, payee, counters, card, _ in [*course.owed, *course.maybe]:
        yield ev.Payment(
            payer=payer, payee=payee, counters=counters, reason="brusquembille", card=card
        )
    for payer, payee, counters, _ in course.penalties:
        yield ev.Payment(payer=payer, payee=payee, counters=counters, reason="penalty")
    due = due_awards(course) or {}
    for seat in range(course.n):
        amounts = dict.fromkeys((due.get(seat, 0), course.staked[seat], course.pot, 1))
        yield from (ev.Award(seat=seat, counters=amount) for amount in amounts if amount > 0)


def _ruled_payments(n: int) -> Iterator[ev.Event]:
    for payer in range(n):
        for payee in range(n):
            yield ev.Payment(payer=payer, payee=payee, counters=1, reason="ruling")


def _incidents(course: Course) -> Iterator[ev.Incident]:
    seats = range(course.n)
    for seat in seats:
        yield ev.Incident(kind="misdeal", seat=seat)
        yield ev.Incident(kind="out-of-turn", seat=seat)
        yield ev.Incident(kind="saw-second-card", seat=seat)
        for owner in seats:
            yield ev.Incident(kind="drew-out-of-turn", seat=seat, owner=owner, joined=True)
            yield ev.Incident(kind="drew-out-of-turn", seat=seat, owner=owner, joined=False)
            yield ev.Incident(kind="saw-next-card", seat=seat, owner=owner, restart=False)
            yield ev.Incident(kind="saw-next-card", seat=seat, owner=owner, restart=True)
        yield ev.Incident(kind="leave", seat=seat)
    yield ev.Incident(kind="short-pack", missing=[UNKNOWN])
    yield ev.Incident(kind="short-pack", missing=[UNKNOWN, UNKNOWN])
    for permit in get_args(ev.Permit):
        yield ev.Incident(kind="ruling", text=OPEN_TEXT, permits=[permit])
