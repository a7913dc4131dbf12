"""Tricks as lines: one line a trick, in pieces only where something else stands between."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from msgspec import UNSET, Struct, field

from brusqlog.game import events as ev
from brusqlog.game.cards import UNKNOWN
from brusqlog.game.course import DONE, NOBODY, PLAY, Course
from brusqlog.game.unfold import payments
from brusqlog.notation import filling
from brusqlog.notation import grammar as gr
from brusqlog.notation.pen import Pen
from brusqlog.notation.reading import NEEDS_NOTHING
from brusqlog.notation.spans import BLANKS

_PIECE: Final = (ev.Play, ev.Take, ev.Draw, ev.Payment, ev.Note)
"""What a piece of a trick is made of."""

_BEYOND: Final = (ev.Play, ev.Hand, ev.End, ev.Shuffle, ev.Cut, ev.Deal)
"""What ends a trick that is complete, and its payments."""

_FORGIVES: Final = frozenset({"leave", "short-pack", "redeal", "void-hand"})
"""Incidents, and what a ruling permits, after which nothing is owed for a trick."""


class Drawn(Struct, frozen=True):
    """A draw; `filled`: its card is that which the reader fills in; `usual`: it is his turn."""

    seat: int
    card: str
    filled: bool
    usual: bool


class Piece(Struct):
    """What stands together of one trick."""

    plays: list[str] = field(default_factory=list)
    taker: int | None = None
    draws: list[Drawn] = field(default_factory=list)
    paid: list[ev.Payment] = field(default_factory=list)
    notes: list[ev.Note] = field(default_factory=list)
    number: int = 0
    drew_before: bool = False
    """Whether draws of the trick stand before this piece."""
    owed: list[ev.Event] | None = None
    """What the trick made owed, if it was completed here, and the same net."""
    net: list[ev.Event] = field(default_factory=list)


class TrickLines:
    """Writes tricks, and keeps where the writer stands."""

    def __init__(self, pen: Pen, course: Course, events: Sequence[ev.Event]) -> None:
        self.pen, self.course, self.events = pen, course, events
        self.at = 0
        """Of the next event to be written."""
        self.drawer: int | None = None
        """Who was due to draw before the event written last."""
        self.stakes: set[int] = set()
        """Places of stakes that the reader fills in."""
        self.in_trick = False
        """Whether what comes still belongs to the trick on the table."""
        self.plan = "list"
        """How the payments of the trick on the table are written: left to the reader to `fill`,
        `none`, `net` or in a `list`."""

    # Looking at what comes ----------------------------------------------------------------------

    def peek(self, at: int | None = None) -> ev.Event | None:
        """The next event, or that at a place."""
        at = self.at if at is None else at
        return self.events[at] if at < len(self.events) else None

    def run(self, kind: type[ev.Event]) -> list[Any]:
        """The events of this kind that come next, taken."""
        found = []
        while isinstance(event := self.peek(), kind):
            found.append(event)
            self.take()
        return found

    def take(self) -> None:
        """The next event is written, or left to the reader."""
        self.drawer = filling.drawer(self.course)
        self.course.seq = self.at + 1
        filling.follow(self.course, self.events[self.at])
        self.course.remarks.clear()
        if isinstance(self.events[self.at], ev.Play | ev.Hand | ev.Announce | ev.Gather | ev.Award):
            self.in_trick = isinstance(self.events[self.at], ev.Play)
        self.at += 1

    def fills(self, event: ev.Event | None, *, draws: bool) -> bool:
        """Whether the line of an event needs the payments before it, or the draws too."""
        match event:
            case ev.Incident(kind="drew-out-of-turn"):
                return not draws
            case ev.Incident():
                return event.kind not in NEEDS_NOTHING
            case ev.End():
                return event.reason == "complete"
            case ev.Award():
                return not filling.plays_on(self.course)
        return isinstance(event, ev.Play | ev.Hand | ev.Announce | ev.Gather | ev.Balance)

    # A piece ------------------------------------------------------------------------------------

    def piece(self) -> Iterator[str]:
        """The next piece of a trick: its line, what was paid, remarks."""
        piece = self._gather()
        if piece.owed is not None:
            self.plan = self._plan(piece, piece.owed)
        said = " ".join(piece.plays)
        if piece.taker is not None:
            said += f" > {self.pen.players[piece.taker]}"
        drawn = self._drawn(piece)
        if drawn:
            said += f" + {drawn}"
        if said:
            yield f"{piece.number}. {said.strip()}"
        yield from self._paid(piece)
        for note in piece.notes:
            yield from self.note(note)

    def note(self, event: ev.Note) -> Iterator[str]:
        """A remark as a line of its own."""
        if event.text is not UNSET:
            seat = "" if event.seat is UNSET else self.pen.players[event.seat]
            line = self.pen.line("note", self.pen.remark(event.text), seat)
            yield line if event.text.strip(BLANKS) else line + gr.COLON.of(self.pen.language)

    def _is_complete(self) -> bool:
        return self.course.stage in (PLAY, DONE) and self.course.turn == NOBODY

    def _gather(self) -> Piece:
        course = self.course
        begins = course.stage != PLAY or course.turn == NOBODY
        lead = isinstance(self.peek(), ev.Play)
        piece = Piece(number=course.trick + (begins and lead))
        piece.drew_before = bool(course.drew) and not lead and self._is_complete()
        while isinstance(event := self.peek(), _PIECE) or self.at in self.stakes:
            match event:
                case ev.Play():
                    if piece.plays and self._is_complete():
                        break
                    if not lead and (self._is_complete() or course.before_first_play):
                        break
                    piece.plays.append(self._play(event))
                case ev.Take() if event.seat != course.taker:
                    piece.taker = event.seat
                case ev.Draw():
                    filled = event.card == filling.coming(course)
                    usual = event.seat == filling.drawer(course)
                    piece.draws.append(Drawn(event.seat, event.card, filled, usual))
                case ev.Payment():
                    piece.paid.append(event)
                case ev.Note():
                    if not self.in_trick:
                        break
                    piece.notes.append(event)
            settled = self._is_complete() and course.taker != NOBODY
            self.take()
            if isinstance(event, ev.Play) and self._is_complete():
                settled = False
                piece.taker = None if course.taker == NOBODY else course.taker
            if not settled and isinstance(event, ev.Play | ev.Take) and self._is_complete():
                piece.owed, piece.net = payments(course), filling.net(course)
        return piece

    def _play(self, event: ev.Play) -> str:
        """A card, with its player where it is not simply his turn."""
        card = self.pen.card(event.card)
        usual = event.seat == filling.on_turn(self.course) and self.course.laying == NOBODY
        return card if usual else f"{self.pen.players[event.seat]}:{card}"

    # Draws --------------------------------------------------------------------------------------

    def _tail(self) -> list[ev.Event]:
        """What may still belong to the trick on the table, and what then ends it."""
        found = []
        for at in range(self.at, len(self.events)):
            event = self.events[at]
            found.append(event)
            if isinstance(event, _BEYOND):
                break
        return found

    def _drawn(self, piece: Piece) -> str:
        """The draws that were seen, and those that nobody would fill in."""
        draws = list(piece.draws)
        tail = self._tail()
        later = any(isinstance(event, ev.Draw) for event in tail)
        stops = self._stops(piece, tail, later)
        whole = piece.owed is not None and not later and not self.course.draws_due
        if draws and whole and self.fills(self.peek(), draws=True):
            if all(draw.filled for draw in draws):
                return ""
            while draws and draws[-1].card == UNKNOWN:
                draws.pop()
        said, passed = [], False
        for index, draw in enumerate(draws):
            seen_later = any(one.card != UNKNOWN for one in draws[index + 1 :])
            if draw.card == UNKNOWN and draw.usual and seen_later:
                passed = True
                continue
            name = f"{self.pen.players[draw.seat]}:" if passed or not draw.usual else ""
            said.append(name + self.pen.card(draw.card))
            passed = False
        if stops:
            said.append(gr.NONE["none"].of(self.pen.language))
        return " ".join(said)

    def _stops(self, piece: Piece, tail: list[ev.Event], later: bool) -> bool:
        """Whether it must be said that no more draws are made, where the reader would fill some
        in."""
        if later or filling.drawer(self.course) is None or self.course.taker == NOBODY:
            return False
        if any(_is_paid(event) for event in (*piece.paid, *tail)) and self._late(piece):
            return True
        return self._comes_to_fill(tail, _FORGIVES, draws=True)

    def _late(self, piece: Piece) -> bool:
        """Whether what is paid here stands behind draws that are in pieces before."""
        return piece.drew_before and self.plan in ("net", "list")

    # Payments -----------------------------------------------------------------------------------

    def _plan(self, piece: Piece, owed: list[ev.Event]) -> str:
        """How the payments of a trick are to be written, now that it is complete."""
        tail = self._tail()
        late = [event for event in tail if _is_paid(event)]
        paid = [*filter(_is_paid, piece.paid), *late]
        if _same(paid, owed):
            last = max((at for at, event in enumerate(tail) if _is_paid(event)), default=0)
            counted = any(isinstance(event, ev.Balance) for event in tail[:last])
            if not owed or (self._filled(piece, tail, NEEDS_NOTHING) and not counted):
                return "fill"
            return "list"
        if not paid:
            return "none" if self._filled(piece, tail, _FORGIVES) else "fill"
        return "net" if _same(paid, piece.net) and not late else "list"

    def _filled(self, piece: Piece, tail: list[ev.Event], stops: frozenset[str]) -> bool:
        """Whether the reader comes to fill the payments in, before an incident that stops him."""
        return bool(piece.draws) or self._comes_to_fill(tail, stops, draws=False)

    def _comes_to_fill(self, tail: list[ev.Event], stops: frozenset[str], *, draws: bool) -> bool:
        for event in tail:
            if (isinstance(event, ev.Draw) and not draws) or self.fills(event, draws=draws):
                return True
            if isinstance(event, ev.Incident) and stops & {event.kind, *_permits(event)}:
                return False
            if isinstance(event, ev.Award):
                return False
        return False

    def _paid(self, piece: Piece) -> Iterator[str]:
        said = []
        if self.plan == "none" and piece.owed is not None:
            yield self.pen.line("paid", self.pen.rows([]))
        trick = [event for event in piece.paid if _is_paid(event)]
        if trick and self.plan == "net":
            said.append(gr.NET)
        besides = [event for event in piece.paid if not _is_paid(event)]
        said += [self._payment(event) for event in trick if self.plan == "list"]
        said += [self._payment(event) for event in besides]
        if trick and self._late(piece):
            said.append(gr.AFTER_DRAWS["after"].of(self.pen.language))
        if said:
            yield self.pen.line("paid", ", ".join(said))

    def _payment(self, event: ev.Payment) -> str:
        payer, payee = self.pen.players[event.payer], self.pen.players[event.payee]
        why = ""
        if event.reason != "brusquembille":
            why = f" ({gr.REASONS[event.reason].of(self.pen.language)})"
        elif event.card is not UNSET:
            why = f" ({self.pen.card(event.card)})"
        return f"{payer} > {payee} {event.counters}{why}"


def _is_paid(event: ev.Event) -> bool:
    """Whether an event is a payment for a trick."""
    return isinstance(event, ev.Payment) and event.reason == "brusquembille"


def _same(one: Sequence[ev.Event], two: Sequence[ev.Event]) -> bool:
    """Whether these are the same events in any order."""
    return sorted(map(repr, one)) == sorted(map(repr, two))


def _permits(event: ev.Incident) -> tuple[str, ...]:
    return () if event.permits is UNSET else tuple(event.permits)
