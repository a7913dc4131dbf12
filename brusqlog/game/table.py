"""A table at which people play: events one at a time, no file."""

from collections.abc import Mapping

import msgspec

from brusqlog.errors import EventError
from brusqlog.game import events as ev
from brusqlog.game.course import Course
from brusqlog.game.findings import Breach, plainly
from brusqlog.game.fold import apply, check
from brusqlog.game.ruleset import Ruleset
from brusqlog.game.standing import standing
from brusqlog.game.state import State
from brusqlog.game.terms import terms_of


class Table:
    """Live play from a header on.

    Raises `EventError` for a header or event that is malformed, and for a header that breaks a rule
    of its own (an unknown ruleset, sevens that cannot be left out): there is no game to play then.
    """

    def __init__(self, header: ev.Game, rulesets: Mapping[str, Ruleset] | None = None) -> None:
        _check_form(header)
        self._id = header.id
        self._past: list[tuple[ev.Event, Course]] = [(header, begin(header, rulesets))]

    @property
    def events(self) -> tuple[ev.Event, ...]:
        """All events taken, the header first."""
        return tuple(event for event, _ in self._past)

    @property
    def state(self) -> State:
        """The state after the last event."""
        return State(self._past[-1][1])

    def push(self, event: ev.Event) -> tuple[Breach, ...]:
        """Take an event: its breaches, and warnings and infos, empty if all is well.

        An event that may have happened is taken though it breaks a rule; one that cannot have
        happened (a breach with `is_possible` False) is refused and changes nothing.
        """
        _check_form(event)
        if isinstance(event, ev.Retract):
            return self._retract(event)
        course = self._past[-1][1].copy()
        course.seq = len(self._past)
        breach = check(course, event)
        if breach is not None and not breach.is_possible:
            return (breach,)
        apply(course, event)
        remarks, course.remarks = course.remarks, []
        self._past.append((event, course))
        return (*([breach] if breach else []), *remarks)

    def undo(self, events: int = 1) -> None:
        """Forget the last events, as if they had never been pushed. The header stays."""
        if not 0 <= events < len(self._past):
            raise ValueError(f"{len(self._past) - 1} events can be undone, not {events}")
        del self._past[len(self._past) - events :]

    def __repr__(self) -> str:
        state = self.state
        return f"<Table {self._id!r} after {state.seq}: hand {state.hand}, trick {state.trick}>"

    def _retract(self, event: ev.Retract) -> tuple[Breach, ...]:
        """Withdraw standing events: the course is again what those that still stand make it."""
        stand = standing([*self.events, event])
        if stand.breaches:
            return tuple(breach for _, breach in stand.breaches)
        course = self._past[0][1].copy()
        for seq, standing_event in zip(stand.seqs[1:], stand.events[1:], strict=True):
            assert standing_event is not None
            course.seq = seq
            apply(course, standing_event)
        course.seq = len(self._past)
        course.remarks = []
        self._past.append((event, course))
        return ()


def begin(header: ev.Game, rulesets: Mapping[str, Ruleset] | None = None) -> Course:
    """The course after a header. Raises `EventError` if it breaks a rule of its own."""
    terms, breaches = terms_of(header, rulesets or {})
    for breach in breaches:
        if breach.is_error:
            raise EventError(f"the header breaks a rule: {plainly(breach)} [{breach.code}]")
    return Course.of(terms, header.players)


def _check_form(event: ev.Event) -> None:
    """Raise `EventError` for an event that no reader would take."""
    if not isinstance(event, ev.Event):
        kind = type(event).__name__
        raise EventError(f"an event is wanted, such as events.Play, not {kind}; see events.parse")
    try:
        text = msgspec.json.encode(event)
    except (UnicodeEncodeError, TypeError) as error:
        raise EventError(f"malformed event: {error}") from error
    if ev.parse(text) != event:
        raise EventError(f"malformed event: {event}")
