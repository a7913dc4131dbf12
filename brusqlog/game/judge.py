"""A whole log judged: every event against the fold, one finding for one fault.

The fold knows nothing of recovery. Here the events run through it; at a breach `recovery` says how
to go on, and what it took for granted is remembered so that one slip is not reported twice.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from brusqlog.game import events as ev
from brusqlog.game.course import NOBODY, PLAY, Course
from brusqlog.game.findings import Breach
from brusqlog.game.fold import step
from brusqlog.game.hands import close_hand, is_settled
from brusqlog.game.header import judge_header
from brusqlog.game.plain import walk
from brusqlog.game.recovery import Recovery
from brusqlog.game.ruleset import Ruleset
from brusqlog.game.standing import standing
from brusqlog.game.terms import Terms

MANY = 6
"""Retractions looked at, and events more or fewer that each may have meant."""

LONG = 5_000
"""Events of a log up to which other readings of its retractions are tried."""


class Noticed(NamedTuple):
    """A breach with the event at which it lies, the hand and the trick."""

    seq: int
    breach: Breach
    hand: int | None
    trick: int | None


class Judgement(Struct, frozen=True):
    """What the rules say of one log."""

    noticed: list[Noticed]
    status: str
    """`faulty`, `abandoned`, `finished` or `unfinished`; faults of form are not in it."""
    hands: int
    events: int
    course: Course | None
    """The course after the last event; None if the header cannot be used."""


def judge(
    events: Sequence[ev.Event | None],
    more: Mapping[str, Ruleset] | None = None,
    frames: dict[int, Course] | None = None,
) -> Judgement:
    """Judge a log, header first; None stands for a line that cannot be read, whose fault of form
    is the reader's to tell. `more` are rulesets of one's own, by their full names. `frames`, if
    given, is filled with the course after each event that stands, by seq."""
    if not events or not isinstance(events[0], ev.Game):
        return Judgement([], "unfinished", 0, len(events), None)
    more = more or {}
    stand = standing(events)
    recovery = Recovery(stand, more)
    course, breaches = judge_header(
        events, more, lambda start: recovery.reach(start, 1, recovery.horizon(1))
    )
    noticed = [Noticed(seq, fault, None, None) for seq, fault in stand.breaches]
    noticed += [Noticed(0, fault, None, None) for fault in breaches]
    recovery.faults = sum(fault.is_error for fault in breaches)
    if course.terms.known:
        course = _run(course, recovery, noticed, frames)
    noticed = _retracted_otherwise(events, course.terms, _once(noticed))
    return Judgement(noticed, _status(course, noticed), course.number, len(events), course)


def _run(
    course: Course,
    recovery: Recovery,
    noticed: list[Noticed],
    frames: dict[int, Course] | None,
) -> Course:
    """Step through the events that stand; recovery says how to go on after a breach."""
    if frames is not None:
        frames[0] = course.copy()
    events, seqs = recovery.events, recovery.stand.seqs
    plain = frames is None and isinstance(seqs, range)
    place, end = 1, len(events)
    recovery.mark(course, 1)
    while place < end:
        was, event = place, events[place]
        starts = type(event) is ev.Hand
        if recovery.memory.assumed and recovery.is_twin(event):
            place += 1
            continue
        if starts and plain and (after := walk(course, events, place)) > place:
            place = after
        else:
            before = course.copy() if starts else None
            course.seq = seqs[place]
            fault = None if event is None else step(course, event)
            if fault is None and event is not None:
                if before is not None:
                    recovery.mark(before, place)
                place += 1
            else:
                course, place = _recover(course, place, fault, recovery, noticed)
        if course.remarks:
            _take_remarks(course, noticed)
        if frames is not None:
            # What was put in before an event is seen after it; what was read otherwise, there.
            for seq in seqs[was:place] or (course.seq,):
                frames[seq] = course.copy()
                frames[seq].seq = seq
    close_hand(course)
    _take_remarks(course, noticed)
    return course


def _take_remarks(course: Course, noticed: list[Noticed]) -> None:
    """Take the warnings and infos that the course has gathered."""
    noticed += [_notice(course, remark) for remark in course.remarks]
    course.remarks = []


def _recover(
    course: Course, place: int, fault: Breach | None, recovery: Recovery, noticed: list[Noticed]
) -> tuple[Course, int]:
    """Tell the fault, unless it only follows from an earlier one, and find how to go on."""
    if fault is not None:
        passed = recovery.pass_over(course, place, fault)
        if passed is not None:
            return course, passed
    told_before = recovery.same_header_slip(place)
    if told_before is not None:
        return told_before, 1
    way = recovery.go_on(course, place, fault)
    if fault is not None:
        if way.suspect is not None and way.suspect not in fault.related:
            fault = replace(fault, related=(*fault.related, way.suspect))
        noticed.append(_notice(course, fault, recovery.events[place]))
    if way.lost is not None:
        noticed.append(_notice(course, way.lost))
    return way.course, way.place


def _retracted_otherwise(
    events: Sequence[ev.Event | None], terms: Terms, noticed: list[Noticed]
) -> list[Noticed]:
    """Where withdrawing more or fewer events makes the whole log legal, its first error is the
    only one."""
    errors = [entry for entry in noticed if entry.breach.is_error]
    if not errors:
        return noticed
    places = [seq for seq, event in enumerate(events) if type(event) is ev.Retract]
    if len(places) > MANY or len(events) > LONG:
        return noticed
    for seq in places:
        event = events[seq]
        assert isinstance(event, ev.Retract)
        for last in {0, *range(max(1, event.last - MANY), event.last + MANY)}:
            other = replace(event, last=last) if last else ev.Note(text="")
            stand = standing([*events[:seq], other, *events[seq + 1 :]])
            end = len(stand.events)
            if Recovery(stand, {}).reach(Course.of(terms), 1, end) == end:
                first = errors[0]
                if first.seq != seq:
                    related = (*first.breach.related, seq)
                    first = first._replace(breach=replace(first.breach, related=related))
                return [first, *(entry for entry in noticed if not entry.breach.is_error)]
    return noticed


def _notice(course: Course, fault: Breach, event: ev.Event | None = None) -> Noticed:
    """Where the fault lies: a `hand` belongs to the hand it begins, a lead to its trick."""
    seq = course.seq if fault.seq is None else fault.seq
    if fault.within is not None:
        return Noticed(seq, fault, *fault.within)
    hand, trick = course.number, course.trick
    if isinstance(event, ev.Hand):
        hand, trick = event.number, 0
    elif isinstance(event, ev.Play) and course.stage == PLAY and course.turn == NOBODY:
        trick += 1
    return Noticed(seq, fault, hand or None, trick or None)


def _once(noticed: list[Noticed]) -> list[Noticed]:
    """The same code of the same player at the same event is told once."""
    found: dict[tuple[int, str, int | None], Noticed] = {}
    for entry in noticed:
        found.setdefault((entry.seq, entry.breach.code, entry.breach.seat), entry)
    return sorted(found.values(), key=lambda entry: entry.seq)


def _status(course: Course, noticed: list[Noticed]) -> str:
    if any(entry.breach.is_error for entry in noticed):
        return "faulty"
    if course.ended == "abandoned":
        return "abandoned"
    finished = course.ended == "complete" or is_settled(course)
    return "finished" if finished else "unfinished"
