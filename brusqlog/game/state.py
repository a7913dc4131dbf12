"""What a game looks like at one moment: immutable, cheap, and for one player's eyes if asked."""

from collections.abc import Container, Iterable
from functools import cached_property
from typing import Any, Final, NamedTuple

from msgspec import UNSET, to_builtins
from msgspec.structs import replace

from brusqlog.game import events as ev
from brusqlog.game import rules
from brusqlog.game.cards import BIT, UNKNOWN
from brusqlog.game.course import DONE, LOTS, NOBODY, Course
from brusqlog.game.findings import Breach
from brusqlog.game.probes import possible, possible_incidents


class Laid(NamedTuple):
    """A card on the table."""

    seat: int
    card: str


class Owed(NamedTuple):
    """A payment that is still due."""

    payer: int
    payee: int
    counters: int
    reason: str
    card: str | None


class State:
    """The state of a game after some event. Seats, hands and tricks as everywhere: seats from 0 in
    order of play, hands and tricks from 1 (None before the first)."""

    def __init__(self, course: Course) -> None:
        self._course: Final = course

    @property
    def seq(self) -> int:
        """The number of the event after which this is the state."""
        return self._course.seq

    @property
    def players(self) -> tuple[str, ...]:
        """The names, in order of play."""
        return self._course.names

    @property
    def hand(self) -> int | None:
        """The number of the present hand."""
        return self._course.number or None

    @property
    def trick(self) -> int | None:
        """The number of the trick on the table, or of the one just completed."""
        return self._course.trick or None

    @property
    def dealer(self) -> int | None:
        """The dealer's seat."""
        return None if self._course.dealer == NOBODY else self._course.dealer

    @property
    def turn(self) -> int | None:
        """The seat whose card is due."""
        course = self._course
        if course.turn != NOBODY:
            return course.turn
        seats = [event.seat for event in self._legal if isinstance(event, ev.Play)]
        if course.taker in seats:  # under a ruling others may lead as well
            return course.taker
        return seats[0] if seats else None

    @property
    def holdings(self) -> tuple[tuple[str, ...], ...]:
        """Each seat's cards; `??` for one not seen."""
        return tuple(tuple(self._course.holding(seat)) for seat in range(self._course.n))

    @property
    def table(self) -> tuple[Laid, ...]:
        """The cards of the trick on the table, or of the one just completed, in the order laid."""
        return tuple(Laid(seat, card) for seat, card, _ in self._course.plays)

    @property
    def taker(self) -> int | None:
        """Who took the trick on the table, once it is complete and known."""
        return None if self._course.taker == NOBODY else self._course.taker

    @property
    def stock(self) -> int:
        """Cards left in the stock, the turn-up included."""
        return self._course.stock

    @property
    def turnup(self) -> str | None:
        """The turned-up card."""
        return self._course.turnup

    @property
    def trump(self) -> str | None:
        """The trump suit: S, H, D or C."""
        return self._course.trump or None

    @property
    def points(self) -> tuple[int, ...]:
        """Card points taken in this hand, a seat; illegible cards count 0."""
        return tuple(self._course.points)

    @property
    def totals(self) -> tuple[int, ...]:
        """Card points of the finished hands, a seat."""
        return tuple(self._course.totals)

    @property
    def pot(self) -> int | None:
        """Counters in the pot; None in a game for points."""
        return None if self._course.terms.for_points else self._course.pot

    @property
    def purses(self) -> tuple[int, ...] | None:
        """Counters of each seat by the payments recorded; None in a game for points."""
        return None if self._course.terms.for_points else tuple(self._course.purses)

    @property
    def ended(self) -> str | None:
        """`complete` or `abandoned` after the end."""
        return self._course.ended

    @cached_property
    def owed(self) -> tuple[Owed, ...]:
        """The payments still due: those of the trick, then penalties."""
        course = self._course
        trick = [Owed(a, b, c, "brusquembille", card) for a, b, c, card, _ in course.owed]
        return (*trick, *(Owed(a, b, c, "penalty", None) for a, b, c, _ in course.penalties))

    @cached_property
    def _legal(self) -> list[ev.Event]:
        return possible(self._course)

    @cached_property
    def next(self) -> tuple[dict[str, Any], ...]:
        """What may come now. Complete: an event whose kind and seat are not in it is a breach."""
        course = self._course
        return (*_grouped(course, self._legal), *_incidents(course), *_anytime(course))

    def legal_plays(self) -> tuple[str, ...]:
        """The cards that the player on turn may play; of a player with unseen cards also those
        that he may hold, and `??`. Empty if no card is due."""
        turn = self.turn
        if turn is None:
            return ()
        plays = [event for event in self._legal if isinstance(event, ev.Play)]
        cards = [event.card for event in plays if event.seat == turn]
        return tuple(card for card in cards if card != UNKNOWN or self._course.hidden[turn])

    def view(self, seat: int, *, partner: bool = True) -> "State":
        """What that player may know: others' cards are `??`, except the turn-up; 2v2 partners see
        each other's cards, unless `partner` is False. Nothing hidden can be had from it. Raises
        `IndexError` for a seat that there is not."""
        self._check_seat(seat)
        return State(hide(self._course, seat, partner))

    def shown(self, event: ev.Event, seat: int, *, partner: bool = True) -> ev.Event | None:
        """The event that follows as that player sees it; None if it shows him nothing. What he may
        not know is `??`; `deck`, `extra`, `data` and seals are left out. Raises `IndexError` for
        a seat that there is not."""
        self._check_seat(seat)
        sees = eyes(self._course.terms.partners, seat, partner)
        return shown(event, sees, self.turnup if self.stock == 1 else None)

    def _check_seat(self, seat: int) -> None:
        if seat not in range(self._course.n):
            raise IndexError(f"there is no seat {seat!r}, only 0 to {self._course.n - 1}")

    def as_dict(self) -> dict[str, Any]:
        """The state in plain values, as `replay --after --format json` prints it."""
        names = (
            "seq",
            "hand",
            "trick",
            "dealer",
            "holdings",
            "table",
            "stock",
            "turnup",
            "trump",
            "points",
            "totals",
            "pot",
            "purses",
            "owed",
            "next",
        )
        found = {name: to_builtins(getattr(self, name)) for name in names}
        found["table"] = [laid._asdict() for laid in self.table]
        found["owed"] = [owed._asdict() for owed in self.owed]
        return {"format": "brusqlog-state/1", **found}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.as_dict() == other.as_dict()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<State after {self.seq}: hand {self.hand}, trick {self.trick}>"

    def _repr_html_(self) -> str:
        """The table in a notebook."""
        import brusqlog  # which knows who draws it

        return brusqlog._table(self._course)


class Step(NamedTuple):
    """One event of a game, the state after it, and the breaches it showed."""

    event: ev.Event | None
    state: State
    breaches: tuple[Breach, ...]


# What one player may know ----------------------------------------------------------------------


def eyes(partners: bool, seat: int, partner: bool) -> frozenset[int]:
    """The seats whose cards that player may see (2v2: `partners_see`, 000 §9, 004)."""
    if partners and partner:
        return frozenset(rules.side_of(seat, rules.PLAYERS["2v2"], True))
    return frozenset({seat})


def shown(event: ev.Event, sees: Container[int], last: str | None) -> ev.Event | None:
    """An event for those who see the cards of these seats; None if it shows them nothing. `last` is
    the turn-up if it is the card to be drawn next, which everybody sees."""
    match event:
        case ev.Deal() if event.seat not in sees:
            return replace(event, cards=[UNKNOWN] * len(event.cards))
        case ev.Draw() if event.seat not in sees and event.card != last:
            return replace(event, card=UNKNOWN)
        case ev.Shuffle():
            return replace(event, deck=UNSET)
        case ev.Game():
            return replace(event, extra=UNSET)
        case ev.Note():
            return None if event.text is UNSET else replace(event, data=UNSET)
        case ev.Seal():
            return None
    return event


def hide(course: Course, seat: int, partner: bool) -> Course:
    """The course as that player may know it."""
    twin = course.copy()
    sees = eyes(course.terms.partners, seat, partner)
    public = BIT[course.turnup] if course.turnup else 0
    twin.seen = course.gone | public
    for other in range(course.n):
        if other in sees:
            twin.seen |= twin.known[other]
            continue
        shown = twin.known[other] & public
        twin.hidden[other] += (twin.known[other] ^ shown).bit_count()
        twin.known[other] = shown
    twin.sevens &= twin.seen
    twin.deck = twin.order = None
    twin.coming = 0
    twin.watch = []
    twin.remarks = []
    return twin


# What may come next ----------------------------------------------------------------------------


def _grouped(course: Course, legal: Iterable[ev.Event]) -> list[dict[str, Any]]:
    """Legal events, those that differ only in the card put together."""
    found: dict[tuple[str, Any], dict[str, Any]] = {}
    for event in legal:
        kind = ev.kind_of(event)
        match event:
            case ev.Play() | ev.Draw() | ev.Lot():
                entry = found.setdefault((kind, event.seat), _of(kind, seat=event.seat, cards=[]))
                entry["cards"].append(event.card)
            case ev.Turnup():
                entry = found.setdefault((kind, None), _of(kind, cards=[]))
                entry["cards"].append(event.card)
            case ev.Deal():
                entry = found.setdefault((kind, event.seat), _of(kind, seat=event.seat, sizes=[]))
                entry["sizes"].append(len(event.cards))
            case ev.Payment():
                due = "before the next hand" if event.reason == "penalty" else _payment_due(course)
                found[kind, event] = {**to_builtins(event), "due": due}
                found[kind, event].setdefault("card", None)
            case ev.Announce():
                found[kind, event] = _of(kind, seat=event.seat)
            case _:
                found[kind, repr(event)] = to_builtins(event)
    for (kind, seat), entry in found.items():
        if kind == "play" and not course.hidden[seat]:
            entry["cards"].remove(UNKNOWN)
    return list(found.values())


def _payment_due(course: Course) -> str:
    return "before the pot is awarded" if course.stage == DONE else "before the next lead"


def _of(event: str, /, **more: Any) -> dict[str, Any]:
    return {"event": event, **more}


def _incidents(course: Course) -> list[dict[str, Any]]:
    """The incidents that may come, one entry a kind and seat; rulings by what they permit."""
    found: dict[tuple[Any, ...], dict[str, Any]] = {}
    for incident in possible_incidents(course):
        if incident.kind == "ruling":
            assert incident.permits is not UNSET
            entry = found.setdefault(("ruling",), _of("incident", kind="ruling", permits=[]))
            entry["permits"] += incident.permits
        elif incident.seat is UNSET:
            found[incident.kind,] = _of("incident", kind=incident.kind)
        else:
            entry = _of("incident", kind=incident.kind, seat=incident.seat)
            entry = found.setdefault((incident.kind, incident.seat), entry)
            if incident.owner is not UNSET and incident.owner not in entry.get("owners", []):
                entry.setdefault("owners", []).append(incident.owner)
    return list(found.values())


def _anytime(course: Course) -> list[dict[str, Any]]:
    """Remarks of the recorder."""
    begun = course.seq > 0 or course.stage != LOTS
    kinds = ["balance"] * (course.ended is None) + ["note"] + ["retract"] * begun + ["seal"]
    return [_of(kind) for kind in kinds]
