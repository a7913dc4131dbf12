"""What the rules give is written without asking: stakes, cut, debts, last draw, awards, end.

Nothing is decided here that the fold does not confirm: an event that may not come is not written.
"""

from typing import Literal

from msgspec import UNSET

from brusqlog.game import events as ev
from brusqlog.game import rules
from brusqlog.game.cards import UNKNOWN
from brusqlog.game.course import DEAL, NOBODY, PLAY, Course
from brusqlog.game.deal import due_packet
from brusqlog.game.hands import is_over
from brusqlog.game.unfold import payments
from brusqlog.notation.filling import awards, from_eldest
from brusqlog.recording.draft import Draft


def settle(draft: Draft) -> None:
    """Write what the rules give by themselves at this point."""
    while (event := _given(draft)) is not None:
        draft.put(event)


def _given(draft: Draft) -> ev.Event | None:
    course = draft.course
    if course.ended is not None:
        return None
    found = [*_debts(course), *_stakes(course), *_draws(course)]
    if course.leaver != NOBODY:
        found += [*_awards(course), _end(course, "abandoned")]
    return next(filter(draft.may, found), None)


def _debts(course: Course) -> list[ev.Event]:
    """The payments that are due, one a card and payee in order of play, then penalties."""
    penalties = [
        ev.Payment(payer=payer, payee=payee, counters=counters, reason="penalty")
        for payer, payee, counters, _ in course.penalties
    ]
    return [*payments(course), *penalties]


def _stakes(course: Course) -> list[ev.Event]:
    """What is still to be staked, from the eldest on."""
    stake = course.terms.stake
    if not stake or course.stage not in (DEAL, PLAY):
        return []
    return [ev.Stake(seat=seat, counters=stake) for seat in from_eldest(course)]


def _draws(course: Course) -> list[ev.Event]:
    """The last draw, which is that of the turn-up."""
    if not course.draws_due or course.taker == NOBODY or course.stock != 1:
        return []
    return [ev.Draw(seat=course.next_drawer(), card=next_card(course))]


def next_card(course: Course, ahead: int = 0) -> str:
    """The next card of the stock or the pack, or one after it, if its order is known."""
    if course.turnup is not None and course.stock == 1:
        return course.turnup
    return UNKNOWN if course.order is None else course.order[course.next_card + ahead]


def cut(draft: Draft) -> None:
    """The cut by the dealer's left neighbour, if it was not made yet."""
    if draft.course.stage == DEAL and not draft.course.is_cut:
        draft.put(ev.Cut(seat=rules.left(draft.course.dealer, draft.course.n)))


def deal(draft: Draft, cards: dict[int, list[str]], split: tuple[int, ...]) -> None:
    """The packets that are still due: the cards named, in their order, else unseen ones. `split` is
    how many cards at a time, as long as that fits."""
    cut(draft)
    course = draft.course
    left = {seat: list(named) for seat, named in cards.items()}
    while (due := due_packet(course)) is not None:
        seat, sizes = due
        done = course.packets // course.n
        wanted = split[done] if done < len(split) else 0
        size = wanted if wanted in sizes else _first_size(course, done)
        packet = [
            left[seat].pop(0) if left.get(seat) else next_card(course, ahead)
            for ahead in range(size)
        ]
        draft.put(ev.Deal(seat=seat, cards=packet))


def _first_size(course: Course, done: int) -> int:
    return next(split[done] for split in course.splits if len(split) > done)


def draw_unseen(draft: Draft, upto: int | None = None) -> None:
    """The draws of this round that nobody saw: all, or those before a seat's."""
    course = draft.course
    while course.draws_due and course.next_drawer() != upto:
        draft.put(ev.Draw(seat=course.next_drawer(), card=next_card(course)))


def close(draft: Draft) -> bool:
    """The awards of a finished hand; then the next hand or the end, if it is certain which. Whether
    anything was written."""
    course, before = draft.course, len(draft.events)
    award(draft)
    over = is_over(course)
    if over:
        draft.put(_end(course, "complete"))
    elif over is False and len(dealers := next_dealers(draft)) == 1:
        draft.put(ev.Hand(number=course.number + 1, dealer=dealers[0]))
        settle(draft)
    return len(draft.events) > before


def award(draft: Draft) -> None:
    """The awards that are due."""
    while event := next(filter(draft.may, _awards(draft.course)), None):
        draft.put(event)


def end(draft: Draft) -> None:
    """The end of the game: complete, if it is, else abandoned."""
    complete = _end(draft.course, "complete")
    draft.put(complete if draft.may(complete) else _end(draft.course, "abandoned"))


def next_dealers(draft: Draft) -> list[int]:
    """Who may deal the next hand."""
    number = draft.course.number + 1
    seats = range(draft.course.n)
    return [seat for seat in seats if draft.may(ev.Hand(number=number, dealer=seat))]


def _awards(course: Course) -> list[ev.Event]:
    """The awards that are due and not yet made; under a ruling about them none is."""
    return [] if "award" in course.permits else awards(course)


def _end(course: Course, reason: Literal["complete", "abandoned"]) -> ev.Event:
    """The end with the final numbers."""
    certain = course.upper_totals() == course.totals  # illegible cards may leave them open
    return ev.End(
        reason=reason,
        totals=list(course.totals) if certain else UNSET,
        purses=UNSET if course.terms.for_points else list(course.purses),
    )
