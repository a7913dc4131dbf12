"""Events tried before they are written: whether each may come now, and with which ruling."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from msgspec import UNSET

from brusqlog.game import events as ev
from brusqlog.game.course import Course
from brusqlog.game.fold import apply, check
from brusqlog.game.judge import Judgement, judge
from brusqlog.game.ruleset import Ruleset

PERMITS: Final[dict[type[ev.Event], ev.Permit]] = {
    ev.Play: "play",
    ev.Payment: "payment",
    ev.Award: "award",
    ev.Hand: "dealer",
}
"""Of each kind of event what a ruling may permit of it."""


class Tried(NamedTuple):
    """Events to be written, and the course after them; or, `refused`, up to one that may not be.
    `remarks`: there are warnings or infos to be told. `faulty`: the log stays faulty."""

    events: list[ev.Event]
    course: Course
    refused: bool = False
    remarks: bool = False
    faulty: bool = False


def try_next(
    course: Course, seq: int, events: Sequence[ev.Event], accept: Mapping[str, str]
) -> Tried:
    """Take events through the fold on a copy of the course; the first gets the number `seq`.

    A breach whose code `accept` names, with the words of the decision, passes behind a ruling if
    one can permit it.
    """
    course, planned = course.copy(), list[ev.Event]()
    for event in events:
        course.seq = seq + len(planned)
        fault = check(course, event)
        if fault is not None and fault.code in accept:
            ruling = _ruling(event, accept[fault.code])
            if permitted := _permitted(course, ruling, event):
                planned.append(ruling)
                course, fault = permitted, None
        planned.append(event)
        if fault is not None:
            return Tried(planned, course, refused=True)
        apply(course, event)
    remarks, course.remarks = bool(course.remarks), []
    return Tried(planned, course, remarks=remarks)


def try_whole(
    past: Sequence[ev.Event], events: Sequence[ev.Event], rulesets: Mapping[str, Ruleset]
) -> Tried:
    """Where events are withdrawn, or the log is faulty already: judge it with them. It may not get
    any error that it did not have."""
    before = _errors(judge(past, rulesets))
    frames: dict[int, Course] = {}
    judgement = judge([*past, *events], rulesets, frames)
    return Tried(
        list(events),
        frames[max(frames)],
        refused=bool(_errors(judgement) - before),
        remarks=True,
        faulty=judgement.status == "faulty",
    )


def _ruling(event: ev.Event, text: str) -> ev.Incident:
    """The ruling that lets an event pass; it permits nothing where none can."""
    permits = PERMITS.get(type(event))
    return ev.Incident(kind="ruling", text=text, permits=[permits] if permits else [], at=event.at)


def _permitted(course: Course, ruling: ev.Incident, event: ev.Event) -> Course | None:
    """The course after the ruling, if that lets the event pass."""
    twin = course.copy()
    if ruling.permits in (UNSET, []) or check(twin, ruling) is not None:
        return None
    apply(twin, ruling)
    twin.seq += 1
    return twin if check(twin, event) is None else None


def _errors(judgement: Judgement) -> set[tuple[int, str, int | None]]:
    """The errors, told apart by place, code and seat."""
    return {
        (found.seq, found.breach.code, found.breach.seat)
        for found in judgement.noticed
        if found.breach.is_error
    }
