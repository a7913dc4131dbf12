"""What may really have happened where a log breaks a rule: small repairs, likeliest first.

Each repair is a course from which to go on and the place of the next event. Which one is right only
the events that follow can tell; see `recovery`.
"""

from collections.abc import Iterator
from typing import NamedTuple

from msgspec import UNSET
from msgspec.structs import fields, replace

from brusqlog.game import events as ev
from brusqlog.game.cards import UNKNOWN
from brusqlog.game.course import Course
from brusqlog.game.findings import Breach
from brusqlog.game.fold import apply, check, step
from brusqlog.game.probes import possible, possible_incidents
from brusqlog.game.standing import Standing

LATELY = 3
"""How many events back anything may be one too many."""


class Repair(NamedTuple):
    """A way to go on. `dropped` was left out and may still fit later; `assumed` was put in and may
    still come later; `suspect` is the seq of an earlier event that is taken otherwise."""

    course: Course
    place: int
    dropped: ev.Event | None = None
    assumed: tuple[ev.Event, ...] = ()
    suspect: int | None = None


def present(course: Course, stand: Standing, place: int, fault: Breach) -> Iterator[Repair]:
    """Repairs at the event itself: another value, something missing before it, left out, or taken
    as it stands."""
    seq, event = stand.seqs[place], stand.events[place]
    assert event is not None
    legal = possible(course)
    incidents = possible_incidents(course)
    twins = [other for other in [*legal, *incidents] if type(other) is type(event)]
    for other in sorted(twins, key=lambda other: _differences(event, other)):
        yield Repair(_after(course, other, seq), place + 1)
    for other in legal:
        yield from _insertion(course, event, other, place, seq)
    yield Repair(course.copy(), place + 1, dropped=event)
    if fault.is_possible:
        yield Repair(_forced(course, event, seq), place + 1)
    for incident in incidents:
        yield from _insertion(course, event, incident, place, seq)


def unreadable(course: Course, stand: Standing, place: int) -> Iterator[Repair]:
    """A line that cannot be read stood for one event, or for none."""
    seq = stand.seqs[place]
    yield Repair(course.copy(), place + 1)
    for other in [*possible(course), *possible_incidents(course)]:
        yield Repair(_after(course, other, seq), place + 1)


def past(course: Course, stand: Standing, start: int, place: int) -> Iterator[Repair]:
    """Repairs of an earlier event of the hand: `course` is the one at `start`."""
    course = course.copy()
    for index in range(start, place):
        seq, event = stand.seqs[index], stand.events[index]
        if event is None:
            continue
        course.seq = seq
        for other in _alternatives(course, event):
            if other is None:
                yield Repair(course.copy(), index + 1, suspect=seq)
            elif check(course, other) is None or isinstance(event, ev.Hand):
                yield Repair(_forced(course, other, seq), index + 1, suspect=seq)
        if index >= place - LATELY:
            yield Repair(course.copy(), index + 1, suspect=seq)
        if step(course, event) is not None:
            return


def _alternatives(course: Course, event: ev.Event) -> Iterator[ev.Event | None]:
    """What an earlier event may have been instead; None: it was not."""
    match event:
        case ev.Play():
            for other in possible(course):
                if type(other) is ev.Play and other.seat == event.seat and other != event:
                    yield other
        case ev.Draw() if event.card != UNKNOWN:
            yield replace(event, card=UNKNOWN)
        case ev.Deal():
            yield from (p for p in possible(course) if type(p) is ev.Deal and p != event)
            for index, card in enumerate(event.cards):
                if card != UNKNOWN:
                    cards = [*event.cards[:index], UNKNOWN, *event.cards[index + 1 :]]
                    yield replace(event, cards=cards)
        case ev.Turnup() | ev.Take() | ev.Lot():
            yield from (p for p in possible(course) if type(p) is type(event) and p != event)
        case ev.Hand():
            yield from (replace(event, dealer=s) for s in range(course.n) if s != event.dealer)
        case ev.Shuffle() if event.deck is not UNSET:
            yield replace(event, deck=UNSET)
        case ev.Cut() if event.lifted is not UNSET:
            yield replace(event, lifted=UNSET)
            others = range(1, course.terms.pack_size)
            yield from (replace(event, lifted=k) for k in others if k != event.lifted)
        case ev.Incident():
            yield None
            yield from possible_incidents(course)
    if isinstance(event, ev.Award | ev.Take | ev.Lot | ev.Announce | ev.Gather | ev.End):
        yield None


def _insertion(
    course: Course, event: ev.Event, other: ev.Event, place: int, seq: int
) -> Iterator[Repair]:
    """`other` came before the event, and more of its kind if it takes more to make it legal."""
    twin = _after(course, other, seq)
    assumed = [other]
    while check(twin, event) is not None:
        more = [one for one in possible(twin) if type(one) is type(other)]
        if not more or len(assumed) > course.n * 2 or isinstance(other, ev.Incident | ev.Play):
            return
        assumed.append(more[0])
        step(twin, more[0])
    yield Repair(twin, place, assumed=tuple(assumed))


def _after(course: Course, event: ev.Event, seq: int) -> Course:
    twin = course.copy()
    twin.seq = seq
    step(twin, event)
    return twin


def _forced(course: Course, event: ev.Event, seq: int) -> Course:
    """The course after the event as it stands. A balance is believed."""
    twin = course.copy()
    twin.seq = seq
    if isinstance(event, ev.Balance | ev.End):
        believe(twin, event)
    apply(twin, event)
    return twin


def believe(course: Course, event: ev.Balance | ev.End) -> None:
    """Take over the numbers that the recorder gives."""
    for name in ("points", "totals", "purses"):
        given = getattr(event, name, UNSET)
        if given is not UNSET and len(given) == course.n:
            setattr(course, name, list(given))
    pot = getattr(event, "pot", UNSET)
    if pot is not UNSET:
        course.pot = pot


def _differences(event: ev.Event, other: ev.Event) -> int:
    return sum(getattr(event, f.name) != getattr(other, f.name) for f in fields(event))
