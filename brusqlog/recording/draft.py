"""Events as they are meant, tried on a copy of the course before anything is written."""

from brusqlog.errors import BrusqlogError
from brusqlog.game import events as ev
from brusqlog.game.course import Course
from brusqlog.game.fold import apply, check


class BreachedError(BrusqlogError):
    """The last event of a draft is a breach; what that is, the writer says."""


class Draft:
    """Events to be written next, and the course after them."""

    def __init__(self, course: Course) -> None:
        self.course = course.copy()
        self.events: list[ev.Event] = []

    def put(self, event: ev.Event) -> None:
        """One more event. Raises `BreachedError` if it may not come now."""
        fault = check(self.course, event)
        self.events.append(event)
        if fault is not None:
            raise BreachedError
        apply(self.course, event)

    def may(self, event: ev.Event) -> bool:
        """Whether that event may come now."""
        return check(self.course, event) is None
