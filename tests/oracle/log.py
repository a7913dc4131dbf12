"""The log as such: withdrawn events, times, and the list of standing events to be read."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from .header import Event

QUIET = ("note", "seal")
Numbered = tuple[int, Event]


def standing(events: Sequence[Event]) -> tuple[list[Numbered], int | None]:
    """The events that stand, with their numbers, and the first retract that goes too far."""
    kept: list[Numbered] = []
    bad: int | None = None
    for seq, event in enumerate(events):
        if event["event"] != "retract":
            kept.append((seq, event))
            continue
        facts = [item for item in kept[1:] if item[1]["event"] not in QUIET]
        if event["last"] > len(facts):
            bad = seq if bad is None else bad
            continue
        gone = {item[0] for item in facts[-event["last"] :]}
        kept = [item for item in kept if item[0] not in gone]
    return kept, bad


def backwards(events: Sequence[Event]) -> list[int]:
    """The events whose time is before that of an earlier one."""
    out, latest = [], None
    for seq, event in enumerate(events):
        try:
            at = datetime.fromisoformat(event["at"].replace("Z", "+00:00"))
        except (KeyError, ValueError):
            continue
        if latest is not None and at < latest:
            out.append(seq)
        latest = at
    return out
