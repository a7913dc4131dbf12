"""Events of every kind, made up with plausible values, for the mutator to put in."""

from __future__ import annotations

import random
from collections.abc import Callable

from .generate_base import PACK, UNKNOWN, Event, below, chance, mixed, pick

INCIDENTS = (
    "misdeal",
    "short-pack",
    "out-of-turn",
    "drew-out-of-turn",
    "saw-second-card",
    "saw-next-card",
    "leave",
    "ruling",
)
PERMITS = ("payment", "award", "play", "redeal", "void-hand", "dealer")
REASONS = ("brusquembille", "penalty", "ruling")
_Maker = Callable[[random.Random, list[Event], int], Event]


def size(events: list[Event]) -> int:
    """The number of seats."""
    return len(events[0]["players"])


def seat_of(rng: random.Random, n: int) -> int:
    return n + below(rng, 2) if chance(rng, 0.03) else below(rng, n)


def near(rng: random.Random, events: list[Event], at: int, name: str) -> Event | None:
    """An event of that kind not far from the place."""
    found = [e for e in events[max(0, at - 25) : at + 25] if e["event"] == name]
    return pick(rng, found) if found else None


def some_card(rng: random.Random, events: list[Event], at: int, hole: float = 0.15) -> str:
    """A card of a neighbouring event, any card, or ?? where that is allowed."""
    if chance(rng, hole):
        return UNKNOWN
    if chance(rng, 0.5):
        beside = events[max(1, at - 12) : at + 12]
        cards = [e["card"] for e in beside if e.get("card", UNKNOWN) != UNKNOWN]
        if cards:
            return str(pick(rng, cards))
    return pick(rng, PACK)


def incident_fields(rng: random.Random, n: int, kind: str) -> Event:
    seat, owner = seat_of(rng, n), seat_of(rng, n)
    fields: Event = {"kind": kind}
    if kind == "short-pack":
        two = [UNKNOWN if chance(rng, 0.5) else card for card in mixed(rng, PACK)[:2]]
        fields["missing"] = two[: 1 + below(rng, 2)]
        return fields
    if kind == "ruling":
        fields["text"] = "Ainsi décidé."
        if chance(rng, 0.8):
            fields["permits"] = mixed(rng, PERMITS)[: 1 + below(rng, 2)]
        return fields
    fields["seat"] = seat
    if kind in ("drew-out-of-turn", "saw-next-card"):
        fields["owner"] = owner
        fields["joined" if kind == "drew-out-of-turn" else "restart"] = chance(rng, 0.5)
    return fields


def _copied(name: str, make: _Maker) -> _Maker:
    """Half of the time an event of the neighbourhood again, else a made-up one."""

    def maker(rng: random.Random, events: list[Event], at: int) -> Event:
        twin = near(rng, events, at, name) if chance(rng, 0.4) else None
        return dict(twin) if twin else {"event": name, **make(rng, events, at)}

    return maker


def _seat(rng: random.Random, events: list[Event], at: int) -> Event:
    return {"seat": seat_of(rng, size(events))}


def _seat_card(rng: random.Random, events: list[Event], at: int) -> Event:
    return {**_seat(rng, events, at), "card": some_card(rng, events, at)}


def _seat_counters(rng: random.Random, events: list[Event], at: int) -> Event:
    agreed = events[0].get("options", {}).get("stake", 20)
    counters = pick(rng, (agreed, agreed, agreed * size(events), 1 + below(rng, 40)))
    return {**_seat(rng, events, at), "counters": counters}


def _hand(rng: random.Random, events: list[Event], at: int) -> Event:
    before = sum(e["event"] == "hand" for e in events[:at])
    number = before + 1 if chance(rng, 0.8) else 1 + below(rng, 5)
    return {"number": number, "dealer": seat_of(rng, size(events))}


def _deal(rng: random.Random, events: list[Event], at: int) -> Event:
    cards = [UNKNOWN if chance(rng, 0.2) else card for card in mixed(rng, PACK)]
    return {**_seat(rng, events, at), "cards": cards[: pick(rng, (1, 1, 2, 3))]}


def _payment(rng: random.Random, events: list[Event], at: int) -> Event:
    n = size(events)
    fields: Event = {"payer": seat_of(rng, n), "payee": seat_of(rng, n)}
    fields["counters"] = pick(rng, (1, 2, 2, 3, 1 + below(rng, 40)))
    fields["reason"] = pick(rng, REASONS)
    if chance(rng, 0.5):
        fields["card"] = some_card(rng, events, at, hole=0.0)
    return fields


def _balance(rng: random.Random, events: list[Event], at: int) -> Event:
    twin = near(rng, events, at, "balance")
    if twin and chance(rng, 0.5):
        return {key: value for key, value in twin.items() if key not in ("event", "at")}
    n = size(events)
    name = pick(rng, ("points", "totals", "purses", "pot"))
    high = pick(rng, (1, 1, 40))
    return {name: below(rng, 90) if name == "pot" else [below(rng, high) for _ in range(n)]}


def _note(rng: random.Random, events: list[Event], at: int) -> Event:
    return {"text": "…"} if chance(rng, 0.5) else {"data": {"x": 1.5}}


def _end(rng: random.Random, events: list[Event], at: int) -> Event:
    return {"reason": pick(rng, ("complete", "abandoned"))}


def _incident(kind: str) -> _Maker:
    def maker(rng: random.Random, events: list[Event], at: int) -> Event:
        new: Event = {"event": "incident", **incident_fields(rng, size(events), kind)}
        if "seat" in new and chance(rng, 0.7):
            _fitting_seats(rng, events, at, new)
        return new

    return maker


def _fitting_seats(rng: random.Random, events: list[Event], at: int, new: Event) -> None:
    """Seats that make sense at the place: the dealer, who has drawn, who is to draw."""
    if new["kind"] == "misdeal":
        new["seat"] = next((e["dealer"] for e in events[at::-1] if "dealer" in e), new["seat"])
    before = [e["seat"] for e in events[max(0, at - 3) : at] if e["event"] == "draw"]
    after = [e["seat"] for e in events[at : at + 5] if e["event"] == "draw"]
    if new["kind"].startswith("saw") and before:
        new["seat"] = before[-1]
        if "owner" in new and after:
            new["owner"] = after[0]
    elif new["kind"] == "drew-out-of-turn" and len(after) > 1:
        new["owner"], new["seat"] = after[0], pick(rng, after[1:])


# Before which events an inserted one may have a chance to be legal.
_ANCHORS = {
    "lot": ("lot", "hand"),
    "hand": ("hand", "award", "end"),
    "stake": ("stake", "cut", "deal", "turnup"),
    "shuffle": ("cut", "shuffle"),
    "cut": ("cut", "deal"),
    "deal": ("deal", "turnup"),
    "turnup": ("turnup", "play"),
    "take": ("take", "draw", "payment"),
    "draw": ("draw",),
    "payment": ("payment", "draw", "award", "announce", "hand", "end"),
    "award": ("award", "hand", "end"),
    "announce": ("award", "announce", "gather", "hand", "end"),
    "gather": ("award", "hand", "end"),
    "end": ("hand", "award", "end"),
    "incident:misdeal": ("deal", "turnup", "stake"),
    "incident:drew-out-of-turn": ("draw",),
    "incident:saw-second-card": ("draw", "play"),
    "incident:saw-next-card": ("draw", "play"),
    "incident:out-of-turn": ("play",),
}


def good_place(rng: random.Random, events: list[Event], name: str) -> int:
    """A place where an event of that kind may perhaps stand."""
    anchors = _ANCHORS.get(name, ())
    places = [i for i, e in enumerate(events) if i and e["event"] in anchors]
    return pick(rng, places) if places else 1 + below(rng, len(events))


_MAKERS: dict[str, _Maker] = {
    "lot": _seat_card,
    "hand": _hand,
    "stake": _seat_counters,
    "shuffle": _seat,
    "cut": _seat,
    "deal": _deal,
    "turnup": lambda rng, events, at: {"card": some_card(rng, events, at, hole=0.0)},
    "play": _seat_card,
    "take": _seat,
    "draw": _seat_card,
    "payment": _payment,
    "award": _seat_counters,
    "announce": lambda rng, events, at: {**_seat(rng, events, at), "count": below(rng, 90)},
    "gather": lambda rng, events, at: {},
    "balance": _balance,
    "note": _note,
    "retract": lambda rng, events, at: {"last": 1 + below(rng, pick(rng, (3, 12, 60)))},
    "end": _end,
}
_ALL: dict[str, _Maker] = {name: _copied(name, maker) for name, maker in _MAKERS.items()}
_ALL.update({f"incident:{kind}": _incident(kind) for kind in INCIDENTS})
EVENT_KINDS = tuple(_ALL)


def inserted_event(rng: random.Random, events: list[Event], at: int, name: str) -> Event:
    """A new event of that kind (incidents as `incident:KIND`) for the place `at`."""
    return _ALL[name](rng, events, at)
