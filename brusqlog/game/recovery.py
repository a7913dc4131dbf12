"""How to go on after a breach, so that one fault gives one finding.

Every repair is tried on a copy of the course, and the one after which the log stays legal longest
is taken. What was left out may still fill a later gap, what was put in may still come later: both
are remembered and then pass in silence. Where no repair leads on, that is said once and the next
hand begins afresh.
"""

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import NamedTuple

from brusqlog.game import events as ev
from brusqlog.game import repairs
from brusqlog.game.counters import due_awards
from brusqlog.game.course import HAND_DOUBTS, NOBODY, POT_DOUBTS, VOID, Course
from brusqlog.game.findings import Breach, breach
from brusqlog.game.fold import apply, step
from brusqlog.game.header import variants
from brusqlog.game.memory import NOTHING, Memory
from brusqlog.game.repairs import Repair
from brusqlog.game.ruleset import Ruleset
from brusqlog.game.standing import Standing

BUDGET = 30_000
"""Events that may be stepped through in search of one repair."""

TIRED = 60
"""Faults in one log after which the search is short: it is no game any more."""

SHORT_BUDGET = 400
"""The same for a short search."""

ENOUGH = 1_000
"""Faults in one log after which the rest is given up."""

PATIENCE = 4
"""Faults in one hand after which it is given up, unless a repair carries to its end."""

BEYOND = 4
"""How many events of the next hand a repair must carry to be taken at once."""

DOUBTS = frozenset({"balance-purses", "balance-totals", "balance-pot"})
"""Faults that may only follow from an earlier one, and then pass once in silence."""

LOST_DOUBTS = DOUBTS | HAND_DOUBTS | POT_DOUBTS
"""The same where a hand cannot be followed to its end."""


class Way(NamedTuple):
    """How to go on: the course, the place of the next event, the seq of an earlier event that is
    the likely cause, and what to say if a hand is given up."""

    course: Course
    place: int
    suspect: int | None = None
    lost: Breach | None = None


class Recovery:
    """Goes with the judging of one log."""

    def __init__(self, stand: Standing, more: Mapping[str, Ruleset]) -> None:
        self.stand = stand
        self.events = stand.events
        self.more = more
        header = self.events[0]
        self.names = header.players if isinstance(header, ev.Game) else []
        self.memory = NOTHING
        self.faults = 0
        self.faults_in_hand = 0
        self.start = 1
        self.at_start: Course | None = None
        self.steps = 0

    def mark(self, course: Course, place: int) -> None:
        """A hand begins: repairs of the past reach back to here, and what was remembered before
        the last hand is forgotten."""
        if self.memory is not NOTHING:
            self.memory = self.memory.since(self.start)
        self.start = place
        self.at_start = course.copy()
        self.faults_in_hand = 0

    def is_twin(self, event: ev.Event | None) -> bool:
        """Whether an incident, legal or not, is the late twin of one that was put in."""
        if not isinstance(event, ev.Incident):
            return False
        rest = self.memory.without_twin(event)
        self.memory = rest or self.memory
        return rest is not None

    def pass_over(self, course: Course, place: int, fault: Breach) -> int | None:
        """Go on in silence if the fault only follows from an earlier one: the next place."""
        found, self.memory = _silently(course, self.events[place], place, fault, self.memory)
        return found

    def go_on(self, course: Course, place: int, fault: Breach | None) -> Way:
        """The way after a fault, or after a line that cannot be read."""
        self.faults += 1
        self.faults_in_hand += 1
        if self.faults > ENOUGH:
            return Way(course, len(self.events), lost=breach("rest-given-up"))
        best = self._best(course, place, fault)
        horizon = self.horizon(place)
        if best is None or (self.faults_in_hand > PATIENCE and best[1] < horizon):
            return self._give_up(course, place)
        repair, reach = best
        if repair.suspect is not None:
            self.start, self.at_start = repair.place, repair.course.copy()
        self.memory = self.memory.after(repair, place)
        repair.course.doubts |= DOUBTS if reach >= horizon else LOST_DOUBTS
        repair.course.remarks = []
        return Way(repair.course, repair.place, repair.suspect)

    def reach(self, course: Course, place: int, end: int, memory: Memory = NOTHING) -> int:
        """How far the log stays legal from here, at most to `end`. Changes the course."""
        while place < end:
            event = self.events[place]
            self.steps += 1
            if event is None:
                return place
            if memory.assumed and isinstance(event, ev.Incident):
                rest = memory.without_twin(event)
                if rest is not None:
                    memory, place = rest, place + 1
                    continue
            course.seq = self.stand.seqs[place]
            fault = step(course, event)
            if fault is None:
                place += 1
                continue
            found, memory = _silently(course, event, place, fault, memory)
            if found is None:
                return place
            place = found
        return place

    def _best(self, course: Course, place: int, fault: Breach | None) -> tuple[Repair, int] | None:
        """The repair that carries furthest, and how far."""
        best: tuple[Repair, int] | None = None
        horizon = self.horizon(place)
        self.steps = 0
        budget = BUDGET if self.faults < TIRED else SHORT_BUDGET
        for repair in self._repairs(course, place, fault):
            memory = self.memory.after(repair, place)
            reach = self.reach(repair.course.copy(), repair.place, horizon, memory)
            if reach < horizon and _daring(repair):
                continue
            if reach > place and (best is None or reach > best[1]):
                best = (repair, reach)
            if reach >= horizon or self.steps > budget:
                break
        return best

    def _repairs(self, course: Course, place: int, fault: Breach | None) -> Iterator[Repair]:
        event = self.events[place]
        if fault is None or event is None:
            return repairs.unreadable(course, self.stand, place)
        found = [repairs.present(course, self.stand, place, fault)]
        if self.at_start is not None:
            found.append(repairs.past(self.at_start, self.stand, self.start, place))
        if self.faults == 1:
            found.append(self._other_headers())
        return chain.from_iterable(found)

    def same_header_slip(self, place: int) -> Course | None:
        """After an earlier fault: the course from the start under a header that explains both."""
        if not 0 < self.faults <= 2 * PATIENCE:
            return None
        end = self.horizon(place)
        for repair in self._other_headers():
            if self.reach(repair.course.copy(), 1, end) == end:
                self.memory = NOTHING
                self.mark(repair.course, 1)
                self.faults = 0
                return repair.course
        return None

    def _other_headers(self) -> Iterator[Repair]:
        """The whole log under a header that differs in one thing."""
        for terms in variants(self.events, self.more):
            yield Repair(Course.of(terms, self.names), 1, suspect=0)

    def _next_hand(self, place: int) -> int:
        """The place of the next `hand` after this one, or of the end."""
        for index in range(place + 1, len(self.events)):
            if type(self.events[index]) is ev.Hand:
                return index
        return len(self.events)

    def horizon(self, place: int) -> int:
        """How far a repair at this place must carry to be taken at once."""
        return min(self._next_hand(place) + BEYOND, len(self.events))

    def _give_up(self, course: Course, place: int) -> Way:
        """Say that the thread is lost, and stand ready for the next hand."""
        after = self._next_hand(place)
        course = course.copy()
        course.stage = VOID
        course.leaver = course.laying = course.turn = NOBODY
        course.taking_back = course.paid_out = False
        course.ended = None
        course.owed, course.maybe, course.penalties = [], [], []
        course.permit_dealer = True
        course.permits |= {"award"}
        course.doubts |= LOST_DOUBTS
        course.bar()
        lost = None
        if after < len(self.events):
            event = self.events[after]
            assert isinstance(event, ev.Hand)
            course.number = event.number - 1
            lost = breach("hand-given-up", number=event.number)
        elif after > place + 1:
            lost = breach("rest-given-up")
        return Way(course, after, lost=lost)


def _daring(repair: Repair) -> bool:
    """Whether a repair supposes so much that it must explain all that follows: that somebody has
    left, or that stakes were taken back."""
    return repair.course.leaver != NOBODY or repair.course.taking_back


def _silently(
    course: Course, event: ev.Event | None, place: int, fault: Breach, memory: Memory
) -> tuple[int | None, Memory]:
    """Pass over what an earlier repair explains: the late twin of something put in, a gap that
    something left out fills, a number in doubt."""
    if event is None:
        return None, memory
    rest = memory.without_twin(event)
    if rest is not None:
        return place + 1, rest
    for dropped, _ in memory.dropped:
        twin = course.copy()
        if step(twin, dropped) is None and step(twin, event) is None:
            step(course, dropped)
            return place, memory.without_dropped(dropped)
    if fault.code in course.doubts:
        return _in_doubt(course, event, place, fault), memory
    return None, memory


def _in_doubt(course: Course, event: ev.Event, place: int, fault: Breach) -> int:
    """A number that cannot be told any more is taken as it is recorded."""
    if isinstance(event, ev.Balance | ev.End):
        course.doubts -= {fault.code}
        repairs.believe(course, event)
        return place
    if isinstance(event, ev.Award):
        due = due_awards(course) or {}
        if event.seat in due:  # then the pot held what makes it right
            course.pot += (event.counters - due[event.seat]) * len(due)
        apply(course, event)
        return place + 1
    course.permits |= {"award"}
    course.doubts -= {fault.code}
    return place
