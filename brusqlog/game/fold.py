"""The fold: one event after another is judged against the course of the game, then applied.

`step` is the heart of the house. It never raises for a breach: it returns it and changes nothing.
What goes on after a breach is decided elsewhere (`recovery`, `Table`).
"""

from collections.abc import Callable
from typing import Any, Final

from brusqlog.game import counters, deal, hands, incidents, tricks
from brusqlog.game import events as ev
from brusqlog.game.cards import UNKNOWN
from brusqlog.game.course import DEAL, NOBODY, PLAY, Course
from brusqlog.game.findings import Breach, breach

Check = Callable[[Course, Any], Breach | None]
Apply = Callable[[Course, Any], None]


def _free(course: Course, event: ev.Event) -> None:
    """Nothing to check, or nothing to do."""


def _check_note(course: Course, event: ev.Note) -> Breach | None:
    if isinstance(event.seat, int) and event.seat >= course.n:
        return _unknown_seat(course, event.seat)
    return None


def _check_second_header(course: Course, event: ev.Game) -> Breach | None:
    return breach("header-inside", at="event")


HANDLERS: Final[dict[type[ev.Event], tuple[Check, Apply, bool]]] = {
    ev.Game: (_check_second_header, _free, False),
    ev.Lot: (hands.check_lot, hands.apply_lot, True),
    ev.Hand: (hands.check_hand, hands.apply_hand, False),
    ev.Stake: (counters.check_stake, counters.apply_stake, True),
    ev.Shuffle: (deal.check_shuffle, deal.apply_shuffle, True),
    ev.Cut: (deal.check_cut, deal.apply_cut, True),
    ev.Deal: (deal.check_deal, deal.apply_deal, True),
    ev.Turnup: (deal.check_turnup, deal.apply_turnup, False),
    ev.Play: (tricks.check_play, tricks.apply_play, True),
    ev.Take: (tricks.check_take, tricks.apply_take, True),
    ev.Draw: (tricks.check_draw, tricks.apply_draw, True),
    ev.Payment: (counters.check_payment, counters.apply_payment, False),
    ev.Award: (counters.check_award, counters.apply_award, True),
    ev.Announce: (counters.check_announce, counters.apply_announce, True),
    ev.Gather: (counters.check_gather, counters.apply_gather, False),
    ev.Incident: (incidents.check_incident, incidents.apply_incident, False),
    ev.Balance: (hands.check_balance, _free, False),
    ev.Note: (_check_note, _free, False),
    ev.Retract: (_free, _free, False),
    ev.End: (hands.check_end, hands.apply_end, False),
    ev.Seal: (_free, _free, False),
}
"""For each kind of event its check, its effect, and whether it has a `seat` of its own."""

LEAVE_OPEN: Final = (ev.Play, ev.Note, ev.Balance, ev.Seal, ev.Retract)
"""Kinds after which a `take` still stands directly after the last card of the trick."""


def check(course: Course, event: ev.Event) -> Breach | None:
    """The breach that this event would be now, or None. Changes nothing."""
    check_kind, _, seated = HANDLERS[type(event)]
    if course.barred and (fault := _barred(course, event)):
        return fault
    if seated and event.seat >= course.n:  # type: ignore[attr-defined]
        return _unknown_seat(course, event.seat)  # type: ignore[attr-defined]
    return check_kind(course, event)


def apply(course: Course, event: ev.Event) -> None:
    """Let the event take effect, legal or not."""
    _, effect, _ = HANDLERS[type(event)]
    effect(course, event)
    if course.take_open and course.turn == NOBODY and not isinstance(event, LEAVE_OPEN):
        course.take_open = False


def step(course: Course, event: ev.Event) -> Breach | None:
    """Check the event and, if it is legal, apply it; else return the breach and change nothing."""
    fault = check(course, event)
    if fault is None:
        apply(course, event)
    return fault


def _unknown_seat(course: Course, seat: int) -> Breach:
    return breach("seat-unknown", at="seat", number=seat, players=course.n, found=seat)


def _barred(course: Course, event: ev.Event) -> Breach | None:
    """What narrows the events that may come: the end, a leaver, stakes taken back, a card that
    must be laid, a trick whose taker is not known."""
    kind = ev.kind_of(event)
    if isinstance(event, ev.Note | ev.Seal):
        return None
    if course.ended is not None:
        ruling = isinstance(event, ev.Incident) and event.kind == "ruling"
        if ruling and set(incidents.permits_of(event)) == {"payment"}:  # type: ignore[arg-type]
            return None
        if isinstance(event, ev.Payment) and event.reason == "ruling":
            return None
        return breach("after-end", event=kind)
    if isinstance(event, ev.Balance):
        return None
    abandons = isinstance(event, ev.End) and event.reason == "abandoned"
    if course.leaver != NOBODY:
        penalty = isinstance(event, ev.Payment) and event.reason == "penalty"
        if abandons or penalty or isinstance(event, ev.Award):
            return None
        if isinstance(event, ev.End):
            return breach(
                "complete-after-leave",
                seat=course.leaver,
                at="reason",
                expected="abandoned",
                found=event.reason,
                option="leave",
            )
        return breach("after-leave", seat=course.leaver, event=kind, option="leave")
    if course.taking_back:
        if abandons or isinstance(event, ev.Award):
            return None
        return breach("after-stakes-back", event=kind, seats=list(course.awarded))
    if course.laying != NOBODY:
        lays = isinstance(event, ev.Play) and event.seat == course.laying
        if abandons or (lays and not course.undecided):
            return None
        if lays:
            return _take_missing(course)
        due = course.laying
        return breach(
            "out-of-turn-card-missing", seat=due, due=due, deed=event, option="out_of_turn"
        )
    stake_back = isinstance(event, ev.Award) and course.stage in (DEAL, PLAY)
    if abandons or stake_back or isinstance(event, (ev.Take, ev.Incident)):
        return None
    return _take_missing(course)


def _take_missing(course: Course) -> Breach:
    """Nobody can tell who took the trick."""
    unread = [(seat, seq) for seat, card, seq in course.plays if card == UNKNOWN]
    return breach(
        "take-missing",
        trick=course.trick,
        seats=[seat for seat, _ in unread],
        related=tuple(seq for _, seq in unread),
        option="taker",
    )
