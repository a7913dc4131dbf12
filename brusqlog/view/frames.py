"""What lies on the table after every event: the fold's courses as frames for the page.

The first frame is whole, of each other what differs from the one before. A row of cards is a text,
two characters a card. What concerns seats one by one (`holding`, `pile`, `lot`) is an object, of
which only the seats that differ are given; every other value is given whole.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, pairwise
from typing import Any, Final

from brusqlog.game import events as ev
from brusqlog.game.cards import BIT, bits
from brusqlog.game.course import NOBODY, Course
from brusqlog.game.state import State
from brusqlog.show.records import PaymentRecord
from brusqlog.show.telling import Teller

Frame = dict[str, Any]

BY_SEAT: Final = ("holding", "pile", "lot")


def changes(frames: Sequence[Frame]) -> Iterator[Frame]:
    """The first frame, and of each other what differs from the one before it."""
    if frames:
        yield frames[0]
    for before, after in pairwise(frames):
        changed = {key: value for key, value in after.items() if before[key] != value}
        for key in BY_SEAT:
            if key in changed:
                changed[key] = {
                    seat: value for seat, value in after[key].items() if before[key][seat] != value
                }
        yield changed


def whole(changed: Iterable[Frame]) -> Iterator[Frame]:
    """The frames whole again, as the scripts of a page unfold them."""
    before: Frame = {}
    for change in changed:
        by_seat = {key: before.get(key, {}) | change.get(key, {}) for key in BY_SEAT}
        before = before | change | by_seat
        yield before


def cards_of(row: str) -> list[str]:
    """The cards of a row."""
    return [row[at : at + 2] for at in range(0, len(row), 2)]


def frames(
    events: Sequence[ev.Event | None], courses: Sequence[Course], tell: Teller
) -> list[Frame]:
    """The frame after each event, given the course after it; `owed` in words."""
    taken = _Taken()
    lots: dict[int, str] = {}
    found = []
    for event, course in zip(events, courses, strict=True):
        if isinstance(event, ev.Hand):
            lots = {}
        elif isinstance(event, ev.Lot):
            lots = lots | {event.seat: event.card}
        found.append(frame(course, taken.piles(course), lots, tell))
    return found


def frame(
    course: Course, piles: Sequence[Sequence[str]], lots: dict[int, str], tell: Teller
) -> Frame:
    """What lies on the table after an event, given the cards that each seat has taken and the lots
    drawn; `owed` in words."""
    state = State(course)
    known = course.terms.known  # of rules that are not, nobody can say what a player has
    owed = [PaymentRecord(**debt._asdict()) for debt in state.owed]
    return {
        "hand": state.hand or 0,
        "trick": state.trick or 0,
        "dealer": state.dealer,
        "turn": state.turn,
        "drawer": _drawer(course),
        "holding": _by_seat(map("".join, state.holdings)),
        "table": [f"{laid.seat}{laid.card}" for laid in state.table],
        "taker": state.taker,
        "pile": _by_seat(map("".join, piles)),
        "stock": state.stock,
        "turnup": state.turnup,
        "trump": state.trump,
        "points": state.points,
        "totals": state.totals,
        "pot": state.pot if known else None,
        "purses": state.purses if known else None,
        "owed": f"{tell.style.mark(';')} ".join(tell.ledger(owed)),
        "lot": {str(seat): lots.get(seat, "") for seat in range(course.n)},
        "ended": state.ended,
    }


def _by_seat(values: Iterator[str]) -> dict[str, str]:
    return {str(seat): value for seat, value in enumerate(values)}


def _drawer(course: Course) -> int | None:
    """Who draws next."""
    return course.next_drawer() if course.draws_due and course.taker != NOBODY else None


class _Taken:
    """The tricks of each hand as they were last seen on the table, from which the piles follow."""

    def __init__(self) -> None:
        self.tricks: dict[int, dict[int, tuple[int, list[str]]]] = {}

    def piles(self, course: Course) -> list[list[str]]:
        """The cards that each seat has taken, but for the trick on the table. A card of which the
        course knows better, after a fault, is in none."""
        of_hand = self.tricks.setdefault(course.number, {})
        laid = [card for _, card, _ in course.plays]
        if laid:
            of_hand[course.trick] = (course.taker, laid)
        piles: list[list[str]] = [[] for _ in range(course.n)]
        for trick in range(1, course.trick):
            taker, cards = of_hand.get(trick, (NOBODY, []))
            if taker != NOBODY:
                piles[taker] += cards
        elsewhere = bits(chain(laid, *map(course.holding, range(course.n)))) | ~course.gone
        return [[card for card in pile if not BIT[card] & elsewhere] for pile in piles]
