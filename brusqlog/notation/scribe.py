"""Puts down the events of a transcript and follows the game, so that the rules can be asked."""

from typing import Any

from msgspec import Struct

from brusqlog.game import events as ev
from brusqlog.game.course import Course
from brusqlog.game.fold import check
from brusqlog.log.faults import FormError
from brusqlog.log.scan import Key, Node
from brusqlog.log.strict import event_of
from brusqlog.notation.filling import follow
from brusqlog.notation.spans import Span
from brusqlog.notation.syntax import Entry
from brusqlog.notation.transcript import Transcript


class Written(Struct, frozen=True):
    """What the lines so far have said beside events, so that it is not filled in."""

    cut: Entry | None = None
    """The cut in the line of the hand, which waits for a shuffle."""
    split: tuple[int, ...] | None = None
    dealt: bool = False
    paid: bool = False
    drawn: bool = False
    """Payments and draws of the trick on the table."""
    awarded: bool = False
    ahead: int = 0
    """How much the numbers of tricks are ahead of the tricks since one of them was wrong."""


class Scribe:
    """The events so far, the course after them, and what may still be withdrawn."""

    def __init__(self, game: Transcript, start: Course) -> None:
        self.game = game
        self.start = start
        self.course = start.copy()
        self.written = Written()
        self.needs = Node(None, 0, 0)
        """What stands in the text now, and so needs what is filled in before it."""
        self.stands: list[int] = []
        """The numbers of the events that can be withdrawn."""
        self._followed: dict[int, ev.Event] = {}
        self._lines: list[tuple[int, Written]] = []
        """Of every line of which something stands the number of its first event and what was
        written before it."""

    # Events -------------------------------------------------------------------------------------

    def put(
        self, named: str, place: Node, /, *, meant: ev.Event | None = None, **fields: Any
    ) -> ev.Event | None:
        """Put down an event that the text says. A field is a node, or a value that follows from
        the rest. `meant` is what it must have been if it cannot be read."""
        event, node = event_at(named, place, fields, self.game, len(self.game.events))
        self._keep(event, node, event or meant)
        return event

    def infer(self, event: ev.Event) -> bool:
        """Put down an event that follows from the rules, if it may come now."""
        if check(self.course, event) is not None:
            return False
        self.game.inferred.add(len(self.game.events))
        self._keep(event, self.needs, event)
        return True

    def lose(self, place: Node, meant: ev.Event | None = None) -> None:
        """Put down that something stands in the text that cannot be read."""
        self._keep(None, place, meant)

    def _keep(self, event: ev.Event | None, node: Node, followed: ev.Event | None) -> None:
        seq = len(self.game.events)
        self.game.events.append(event)
        self.game.nodes.append(node)
        if not isinstance(event, ev.Note):
            self.stands.append(seq)
        if followed is not None:
            self._followed[seq] = followed
            self.course.seq = seq
            follow(self.course, followed)
            self.course.remarks.clear()

    def wrong(self, code: str, place: Node, **facts: Any) -> None:
        """Tell what is wrong with a piece of the text, unless it cannot be read anyway."""
        if place.start in self.game.unread:
            return
        found = self.game.words(place.start, place.end)
        facts = {"found": found, "language": self.game.language, **facts}
        self.game.tell(FormError(code, place.start, place.end, **facts), len(self.game.events))

    # Lines and what is withdrawn ----------------------------------------------------------------

    def begin_line(self, mark: Span) -> None:
        """A new line begins."""
        self.needs = node_of(mark)
        self._lines.append((len(self.game.events), self.written))

    def undo_line(self) -> int:
        """How many events the last line gave of which something stands; 0 if there is none."""
        for first, _ in reversed(self._lines):
            if self.stands and first <= self.stands[-1]:
                return sum(seq >= first for seq in self.stands)
        return 0

    def withdraw(self, last: int) -> None:
        """The course and all else as before the last events that stand."""
        seq = len(self.game.events)
        del self.stands[max(0, len(self.stands) - last) :]
        end = self.stands[-1] + 1 if self.stands else 0
        while self._lines and self._lines[-1][0] >= end:
            _, self.written = self._lines.pop()
        self._lines.append((seq, self.written))
        self.course = self.start.copy()
        for stands in self.stands:
            if event := self._followed.get(stands):
                self.course.seq = stands
                follow(self.course, event)
        self.course.remarks.clear()


def event_at(
    kind: str, place: Node, fields: dict[str, Any], game: Transcript, seq: int
) -> tuple[ev.Event | None, Node]:
    """An event of these fields with its node; None if one of them cannot be read or cannot be,
    which is told."""
    members = {"event": _node("event", kind, place)}
    members |= {name: _node(name, value, place) for name, value in fields.items()}
    values = {name: node.value for name, node in members.items()}
    keys = {name: Key(node.start, node.end) for name, node in members.items()}
    node = Node(values, place.start, place.end, members, keys)
    if None in values.values():
        return None, node
    try:
        event, _ = event_of(node, b"", newer=False)
    except FormError as wrong:
        game.tell(wrong, seq)
        return None, node
    assert isinstance(event, ev.Event)
    return event, node


def _node(name: str, value: Any, place: Node) -> Node:
    if isinstance(value, Node):
        return value
    if isinstance(value, list):
        items = [_node(name, one, place) for one in value]
        values = [item.value for item in items]
        return Node(None if None in values else values, place.start, place.end, items=items)
    return Node(value, place.start, place.end)


def node_of(where: Span) -> Node:
    """A piece of text as a place."""
    return Node(None, where.at, where.end)
