"""What is done to a legal game afterwards: cut short, events withdrawn, times."""

from __future__ import annotations

import random
from collections.abc import Callable

from .generate_base import PACK, Event, below, chance, mixed, pick

_SILENT = ("note", "seal")


def dress(rng: random.Random, events: list[Event], n: int) -> list[Event]:
    if chance(rng, 0.12):
        events = events[: 1 + below(rng, len(events))]
    if chance(rng, 0.25):
        events = with_retracts(rng, events, n)
    if chance(rng, 0.15):
        add_times(rng, events)
    return events


def standing(events: list[Event]) -> int | None:
    """How many of the events stand; None if they withdraw some that are not theirs."""
    count = 0
    for event in events:
        if event["event"] == "retract":
            count -= event["last"]
            if count < 0:
                return None
        elif event["event"] not in _SILENT:
            count += 1
    return count


def with_retracts(rng: random.Random, events: list[Event], n: int) -> list[Event]:
    """Put in events that are withdrawn again; the game goes on as it was."""
    for _ in range(pick(rng, (1, 1, 1, 2, 3, 5))):
        at = 1 + below(rng, len(events))
        group = _group(rng, events, at, n)
        count = standing(group)
        if count:
            events = events[:at] + group + _withdraw(rng, count) + events[at:]
    return events


def _withdraw(rng: random.Random, count: int) -> list[Event]:
    """One retract, or two one after the other."""
    if count > 1 and chance(rng, 0.2):
        first = 1 + below(rng, count - 1)
        return [_retract(first), {"event": "note", "text": "…"}, _retract(count - first)]
    return [_retract(count)]


def _retract(last: int) -> Event:
    return {"event": "retract", "last": last}


def _group(rng: random.Random, events: list[Event], at: int, n: int) -> list[Event]:
    """Events to be withdrawn: how the game really goes on, then perhaps faulty ones."""
    long = 80 if chance(rng, 0.1) else 7
    group = [dict(event) for event in events[at : at + below(rng, long)]]
    if chance(rng, 0.15):
        group.append({"event": "end", "reason": pick(rng, ("abandoned", "complete"))})
    if chance(rng, 0.5):
        for _ in range(1 + below(rng, 3)):
            group.append(pick(rng, _FAULTY)(rng, n))
            if chance(rng, 0.2):
                group.append({"event": "note", "text": "Non !", "seat": below(rng, n)})
    return group


def _cards(rng: random.Random, count: int) -> list[str]:
    return mixed(rng, PACK)[:count]


def _incident(rng: random.Random, n: int) -> Event:
    one, two = mixed(rng, list(range(n)))[:2]
    kinds: tuple[Event, ...] = (
        {"kind": "misdeal", "seat": one},
        {"kind": "short-pack", "missing": _cards(rng, 1 + below(rng, 2))},
        {"kind": "out-of-turn", "seat": one},
        {"kind": "drew-out-of-turn", "seat": one, "owner": two, "joined": chance(rng, 0.5)},
        {"kind": "saw-second-card", "seat": one},
        {"kind": "saw-next-card", "seat": one, "owner": two, "restart": chance(rng, 0.5)},
        {"kind": "leave", "seat": one},
        {"kind": "ruling", "text": "Oui.", "permits": [pick(rng, ("play", "redeal", "dealer"))]},
    )
    return {"event": "incident", **pick(rng, kinds)}


def _payment(rng: random.Random, n: int) -> Event:
    payer, payee = mixed(rng, list(range(n)))[:2]
    out: Event = {"event": "payment", "payer": payer, "payee": payee}
    out["counters"] = 1 + below(rng, 4)
    out["reason"] = pick(rng, ("brusquembille", "penalty", "ruling"))
    if chance(rng, 0.5):
        out["card"] = pick(rng, PACK)
    return out


def _on_seat(event: str, field: str, value: Callable[[random.Random], object]) -> _Maker:
    def make(rng: random.Random, n: int) -> Event:
        return {"event": event, "seat": below(rng, n), field: value(rng)}

    return make


_Maker = Callable[[random.Random, int], Event]
_FAULTY: tuple[_Maker, ...] = (
    _on_seat("play", "card", lambda rng: pick(rng, PACK)),
    _on_seat("play", "card", lambda rng: "??"),
    _on_seat("draw", "card", lambda rng: pick(rng, PACK)),
    _on_seat("draw", "card", lambda rng: "??"),
    _on_seat("deal", "cards", lambda rng: _cards(rng, 1)),
    _on_seat("stake", "counters", lambda rng: 1 + below(rng, 30)),
    _on_seat("award", "counters", lambda rng: 1 + below(rng, 90)),
    _on_seat("announce", "count", lambda rng: below(rng, 121)),
    lambda rng, n: {"event": "take", "seat": below(rng, n)},
    lambda rng, n: {"event": "cut", "seat": below(rng, n)},
    lambda rng, n: {"event": "shuffle", "seat": below(rng, n)},
    lambda rng, n: {"event": "turnup", "card": pick(rng, PACK)},
    lambda rng, n: {"event": "gather"},
    lambda rng, n: {"event": "hand", "number": 1 + below(rng, 4), "dealer": below(rng, n)},
    lambda rng, n: {"event": "balance", "points": [below(rng, 60) for _ in range(n)]},
    lambda rng, n: {"event": "balance", "pot": below(rng, 99)},
    _payment,
    _incident,
)


def add_times(rng: random.Random, events: list[Event]) -> None:
    """Times in order, on all events or on some."""
    part = pick(rng, (1.0, 1.0, 0.7, 0.1))
    half = 2 * below(rng, 3600)
    zone = pick(rng, ("+01:00", "Z", "-05:30"))
    backwards = chance(rng, 0.05)  # a warning, no fault
    for event in events:
        half += below(rng, 40) - (15 if backwards else 0) * (half > 60)
        if chance(rng, part):
            second = half // 2
            clock = f"{second // 3600 % 24:02d}:{second // 60 % 60:02d}:{second % 60:02d}"
            event["at"] = f"2026-03-01T{clock}{'.5' * (half % 2 and part < 1)}{zone}"
