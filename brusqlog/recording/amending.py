"""Inputs taken back, and a card put right with the rest played again."""

import contextlib
from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from brusqlog.game import events as ev
from brusqlog.game.course import Course
from brusqlog.game.judge import judge
from brusqlog.game.ruleset import Ruleset
from brusqlog.notation.cards import pieces
from brusqlog.recording.draft import BreachedError, Draft
from brusqlog.recording.past import (
    Input,
    Stopped,
    play_again,
    standing_events,
    withdrawn,
)
from brusqlog.recording.reader import Reader, UnclearError


class Fix(Struct, frozen=True):
    """A corrected card: what to write, the input that this is, the event put right, and where
    playing again came to its end, if it did before the last event."""

    events: Sequence[ev.Event]
    input: Input
    seq: int
    right: ev.Event
    stopped: Stopped | None = None


def undo(events: Sequence[ev.Event], inputs: list[Input], text: str) -> list[ev.Event]:
    """What takes back the last input, or so many; these leave the list. A remark stays, and to take
    it back alone is refused once."""
    if text and not (text.isdecimal() and int(text)):
        raise UnclearError("undo number", text=text)
    if not inputs:
        raise UnclearError("undo nothing")
    if inputs[-1].remark and not text:
        inputs.pop()
        raise UnclearError("undo note")
    stood = [event for _, event in standing_events(events)]
    stands, left = stood, int(text or 1)
    while left and inputs:
        one = inputs.pop()
        stands = [*stands[: one.kept], *one.lost]
        left -= not one.remark
    return withdrawn(stood, stands)


def fix(
    events: Sequence[ev.Event], reader: Reader, rulesets: Mapping[str, Ruleset], text: str
) -> Fix:
    """What puts another card at the event of that number: `31 D♦`, or `9 7♦ 8♦` in a packet."""
    number, *named = pieces(text.removeprefix("#")) or [""]
    if not number.isdecimal() or not 1 <= len(named) <= 2:
        raise UnclearError("fix how")
    stand = standing_events(events)
    place = next((k for k, (seq, _) in enumerate(stand) if seq == int(number)), None)
    if place is None:
        raise UnclearError("fix where", seq=number)
    seq, event = stand[place]
    draft = Draft(course_before(events, seq, rulesets))
    right = _corrected(draft, reader, seq, event, named)
    lost = tuple(event for _, event in stand[place:])
    stopped = None
    with contextlib.suppress(BreachedError):  # the writer refuses it, and says why
        draft.put(right)
        stopped = play_again(draft, lost[1:])
    written = [ev.Retract(last=len(lost)), *draft.events]
    return Fix(written, Input(place, lost), seq, right, stopped)


def _corrected(
    draft: Draft, reader: Reader, seq: int, event: ev.Event, named: Sequence[str]
) -> ev.Event:
    """The event with another card."""
    if isinstance(event, ev.Play | ev.Draw | ev.Lot | ev.Turnup) and len(named) == 1:
        card = reader.card(named[0], lambda card: draft.may(replace(event, card=card)))
        right: ev.Event = replace(event, card=card)
    elif isinstance(event, ev.Deal):
        old = reader.card(named[0]) if len(named) == 2 else event.cards[0]
        if old not in event.cards or len(named) == 1 < len(event.cards):
            raise UnclearError("fix packet", seq=seq)
        dealt = list(event.cards)
        dealt[dealt.index(old)] = reader.card(named[-1])
        right = replace(event, cards=dealt)
    else:
        raise UnclearError("fix where", seq=seq)
    if right == event:
        raise UnclearError("fix same", seq=seq)
    return right


def course_before(events: Sequence[ev.Event], seq: int, rulesets: Mapping[str, Ruleset]) -> Course:
    """The course of the events that stand before that one."""
    stand = [event for at, event in standing_events(events) if at < seq]
    frames: dict[int, Course] = {}
    judge([events[0], *stand], rulesets, frames)
    return frames[max(frames)].copy()
