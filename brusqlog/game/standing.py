"""What retractions leave of a log: the rules see standing events only."""

from collections.abc import Sequence
from typing import NamedTuple

from brusqlog.game import events as ev
from brusqlog.game.findings import Breach, breach


class Standing(NamedTuple):
    """The events that stand, each with its seq in the log, and retractions that go too far. None
    is a line that cannot be read."""

    events: Sequence[ev.Event | None]
    seqs: Sequence[int]
    breaches: Sequence[tuple[int, Breach]] = ()


def standing(events: Sequence[ev.Event | None]) -> Standing:
    """The events that stand. A line that cannot be read counts as one; notes and seals are neither
    counted nor withdrawn; the header stays."""
    if ev.Retract not in map(type, events):
        return Standing(events, range(len(events)))
    found: list[tuple[int, ev.Event | None]] = []
    breaches = []
    for seq, event in enumerate(events):
        if not isinstance(event, ev.Retract):
            found.append((seq, event))
            continue
        places = [
            place
            for place, (_, other) in enumerate(found)
            if place and not isinstance(other, ev.Note | ev.Seal)
        ]
        last, most = event.last, len(places)
        if last > most:
            fault = breach(
                "retract-too-many", at="last", n=last, due=most, expected=most, found=last
            )
            breaches.append((seq, fault))
        gone = set(places[-last:])
        found = [entry for place, entry in enumerate(found) if place not in gone]
    return Standing([event for _, event in found], [seq for seq, _ in found], breaches)
