"""What has been typed: the inputs one can take back, and events played again after a correction."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from msgspec.structs import replace

from brusqlog.game import events as ev
from brusqlog.game import rules
from brusqlog.game.cards import UNKNOWN
from brusqlog.game.findings import Breach
from brusqlog.game.fold import check
from brusqlog.game.standing import standing
from brusqlog.notation.filling import on_turn
from brusqlog.recording import filling
from brusqlog.recording.draft import Draft


class Input(NamedTuple):
    """One input: how many events stood before it, those that it withdrew, and whether it was only
    a remark, which cannot be withdrawn."""

    kept: int
    lost: tuple[ev.Event, ...] = ()
    remark: bool = False


class Stopped(NamedTuple):
    """The event that could not be played again, and why."""

    event: ev.Event
    breach: Breach


def standing_events(events: Sequence[ev.Event]) -> list[tuple[int, ev.Event]]:
    """The events that a retraction could withdraw, each with its `seq`."""
    stand = standing(events)
    pairs = zip(stand.seqs[1:], stand.events[1:], strict=True)
    return [(seq, e) for seq, e in pairs if e is not None and not isinstance(e, ev.Note | ev.Seal)]


def inputs(events: Sequence[ev.Event]) -> list[Input]:
    """The inputs that a log shows, where nobody remembers them: each event that the rules do not
    give, with those that follow from it."""
    stand = [event for _, event in standing_events(events)]
    turnup = UNKNOWN
    starts = [0] if stand else []
    for place, (before, event) in enumerate(pairwise(stand), 1):
        if isinstance(before, ev.Turnup):
            turnup = before.card
        if not _follows(before, event, turnup):
            starts.append(place)
    return [Input(start) for start in starts]


def _follows(before: ev.Event, event: ev.Event, turnup: str) -> bool:
    """Whether an event was most likely written by the same input as the one before."""
    match event:
        case ev.Stake() | ev.Deal() | ev.Turnup():
            return True
        case ev.Payment():
            return event.reason != "ruling"
        case ev.Hand() | ev.End():
            return isinstance(before, ev.Award | ev.Lot)
        case ev.Draw():
            return isinstance(before, ev.Draw) and event.card in (UNKNOWN, turnup)
    return type(event) is type(before) and isinstance(event, ev.Award | ev.Announce | ev.Lot)


def play_again(draft: Draft, events: Sequence[ev.Event]) -> Stopped | None:
    """Put events that came after a corrected one, as if they were typed again: cards in their order
    by whoever is on turn, and what the rules give anew. The first that may not come ends it."""
    left = list(events)
    while left:
        event = left.pop(0)
        filling.settle(draft)
        if isinstance(event, ev.Deal) and not draft.may(event):
            _deal_again(draft, event, left)
            continue
        if isinstance(event, ev.Award | ev.Hand | ev.End):
            filling.award(draft)
        again = _again(draft, event)
        if again is None:
            continue
        fault = check(draft.course, again)
        if fault is not None:
            return Stopped(event, fault)
        draft.put(again)
    filling.settle(draft)
    return None


def _deal_again(draft: Draft, first: ev.Deal, left: list[ev.Event]) -> None:
    """Deal under another dealer: everybody gets the cards that he was seen to get."""
    cards: dict[int, list[str]] = {first.seat: list(first.cards)}
    split = [len(first.cards)]
    while left and isinstance(left[0], ev.Deal):
        cards.setdefault(left[0].seat, []).extend(left[0].cards)
        split += [len(left[0].cards)] if left[0].seat == first.seat else []
        del left[0]
    filling.deal(draft, cards, tuple(split))


def _again(draft: Draft, event: ev.Event) -> ev.Event | None:
    """The event as it is to come now; None for what the rules have given already."""
    course = draft.course
    match event:
        case ev.End() if event.reason == "complete":
            filling.end(draft)
            return None
        case ev.Take() if event.seat == course.taker:
            return None
        case _ if draft.may(event):
            return event
        case ev.Stake() | ev.Payment() | ev.Award():
            return None
        case ev.Draw() if event.card == course.turnup and not course.stock:
            return None
        case ev.Draw() if course.draws_due:
            card = filling.next_card(course) if course.stock == 1 else event.card
            return ev.Draw(seat=course.next_drawer(), card=card)
        case ev.Cut():
            return replace(event, seat=rules.left(course.dealer, course.n))
        case ev.Shuffle():
            return replace(event, seat=course.dealer)
        case ev.Play():
            return ev.Play(seat=on_turn(course), card=event.card)
        case ev.Hand() if len(dealers := filling.next_dealers(draft)) == 1:
            return ev.Hand(number=course.number + 1, dealer=dealers[0])
    return event


def withdrawn(stood: Sequence[ev.Event], stands: Sequence[ev.Event]) -> list[ev.Event]:
    """What to write so that, instead of the events that stood, others stand."""
    same = 0
    for one, other in zip(stood, stands, strict=False):
        if one is not other:
            break
        same += 1
    last = len(stood) - same
    return [*([ev.Retract(last=last)] if last else []), *stands[same:]]
