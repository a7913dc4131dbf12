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
    stands = [True] * len(events)
    countable: list[int] = []
    breaches = []
    for seq, event in enumerate(events):
        if isinstance(event, ev.Retract):
            stands[seq] = False
            last, most = event.last, len(countable)
            if last > most:
                fault = breach("retract-too-many", at="last", n=last, due=most, found=last)
                breaches.append((seq, fault))
            for place in countable[-last:]:
                stands[place] = False
            del countable[-last:]
        elif seq and not isinstance(event, ev.Note | ev.Seal):
            countable.append(seq)
    seqs = [seq for seq, still in enumerate(stands) if still]
    return Standing([events[seq] for seq in seqs], seqs, breaches)
