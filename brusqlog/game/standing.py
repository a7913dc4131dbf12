"""What retractions leave of a log: the rules see standing events only."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from brusqlog.game import events as ev
from brusqlog.game.findings import Breach, breach


class Standing(NamedTuple):
    """The events that stand, each with its seq in the log, and retractions that go too far. None
    is a line that cannot be read."""

    events: Sequence[ev.Event | None]
    seqs: Sequence[int]
    breaches: Sequence[tuple[int, Breach]] = ()
    withdrawn: Mapping[int, int] = {}
    """Of each event that was withdrawn the seq of the retraction that did it."""


def standing(events: Sequence[ev.Event | None]) -> Standing:
    """The events that stand. A line that cannot be read counts as one; notes and seals are neither
    counted nor withdrawn; the header stays."""
    if ev.Retract not in map(type, events):
        return Standing(events, range(len(events)))
    withdrawn: dict[int, int] = {}
    countable: list[int] = []
    breaches = []
    for seq, event in enumerate(events):
        if isinstance(event, ev.Retract):
            last, most = event.last, len(countable)
            if last > most:
                fault = breach("retract-too-many", at="last", n=last, due=most, found=last)
                breaches.append((seq, fault))
            withdrawn |= dict.fromkeys(countable[-last:], seq)
            del countable[-last:]
        elif seq and not isinstance(event, ev.Note | ev.Seal):
            countable.append(seq)
    seqs = [
        seq
        for seq, event in enumerate(events)
        if seq not in withdrawn and not isinstance(event, ev.Retract)
    ]
    return Standing([events[seq] for seq in seqs], seqs, breaches, withdrawn)
