"""Changes of single fields: another value of the same type, a field left out, a field put in."""

from __future__ import annotations

import random
from typing import Any

from .generate_base import NAMES, PACK, RULESETS, SPLITS, UNKNOWN, Event, below, chance, mixed, pick
from .mutate_insert import INCIDENTS, PERMITS, REASONS, incident_fields, seat_of, size, some_card

_SEATS = ("seat", "payer", "payee", "owner", "dealer")
_LEAST = {
    "counters": 1,
    "count": 0,
    "number": 1,
    "last": 1,
    "lifted": 1,
    "pot": 0,
    "hands": 1,
    "rounds": 1,
    "target": 1,
}
_LISTS = ("points", "totals", "purses")
_ALWAYS: dict[str, tuple[str, ...]] = {  # what an event cannot do without
    "game": ("format", "id", "rules", "players", "hands", "rounds", "target"),
    "payment": ("payer", "payee", "counters", "reason"),
    "incident": ("kind",),
    "end": ("reason",),
    "shuffle": ("seat",),
    "cut": ("seat",),
    "balance": (),
    "note": (),
}
_ORDER = {
    "game": (
        "format",
        "id",
        "rules",
        "players",
        "identities",
        "removed",
        "partners",
        "hands",
        "rounds",
        "target",
        "options",
        "date",
        "place",
        "recorder",
        "source",
        "extra",
    ),
    "balance": ("points", "totals", "purses", "pot"),
    "note": ("text", "data", "seat"),
    "end": ("reason", "totals", "purses"),
    "incident": ("kind", "text", "permits", "seat", "owner", "joined", "restart", "missing"),
}
_OPTIONS: dict[str, tuple[Any, ...]] = {
    "stake": (1, 2, 19, 20, 21, 30),
    "bank": (0, 20, 40, 60, 100),
    "strict_endgame": (True, False),
    "incidents": ("none", "encyclopedie"),
    "ace_of_trump": ("same", "gate"),
    "packets": (["1+1+1"], ["3"], ["1+2", "2+1"], list(SPLITS)),
    "sevens": ("same-colour", "one-of-each-colour", "any"),
    "first_dealer": ("lots", "free"),
}


def in_order(event: Event) -> Event:
    """The same event with its fields in the canonical order, `at` last."""
    order = _ORDER.get(event["event"], tuple(event))
    keys = ["event", *(k for k in order if k in event and k not in ("event", "at"))]
    out = {key: event[key] for key in keys}
    if "at" in event:
        out["at"] = event["at"]
    return out


def value_fields(event: Event) -> list[str]:
    """The fields that can get another value; each option of the header counts as a field."""
    fields = [key for key in event if key not in ("event", "format", "identities", "partners")]
    if event["event"] == "game":
        fields = [key for key in fields if key != "options"]
        fields += [f"options.{name}" for name in event.get("options", {})]
        fields += ["rules", "players", "length"]
    return fields


def changed_field(rng: random.Random, events: list[Event], seq: int, field: str) -> Event:
    event = events[seq]
    if event["event"] == "game":
        return _changed_header(rng, event, field)
    if field == "kind":
        kind = pick(rng, [k for k in INCIDENTS if k != event["kind"]])
        return _other_incident(rng, event, kind, size(events))
    new = dict(event)
    new[field] = _other(rng, events, seq, field, event[field])
    return new


def _other_incident(rng: random.Random, event: Event, kind: str, n: int) -> Event:
    """The same incident under another kind, keeping what fits."""
    new: Event = {"event": "incident", **incident_fields(rng, n, kind)}
    for key in new:
        if key in event and key not in ("kind", "event"):
            new[key] = event[key]
    if "at" in event:
        new["at"] = event["at"]
    return new


def _other(rng: random.Random, events: list[Event], seq: int, field: str, value: Any) -> Any:
    n = size(events)
    if field in _SEATS:
        return seat_of(rng, n)
    if field in _LEAST:
        return _number(rng, value, _LEAST[field])
    if field in _LISTS:
        return _numbers(rng, value, negative=field == "purses")
    if field == "card":
        hole = 0.2 if events[seq]["event"] in ("play", "draw", "lot") else 0.0
        return some_card(rng, events, seq, hole)
    if field in ("cards", "deck", "missing"):
        return _cards(rng, value, field)
    if field in ("joined", "restart"):
        return not value
    if field == "permits":
        return mixed(rng, PERMITS)[: 1 + below(rng, 2)]
    if field == "reason":
        of_end = events[seq]["event"] == "end"
        return pick(rng, ("complete", "abandoned") if of_end else REASONS)
    if field == "at":
        return pick(rng, ("2026-02-28T23:59:59+01:00", "2026-03-01T10:00:00Z"))
    return {"other": 1} if field == "data" else value + "!"


def _number(rng: random.Random, value: int, least: int) -> int:
    how = below(rng, 10)
    if how < 7:
        return max(least, value + pick(rng, (-1, 1, -1, 1, -2, 2, -3, 3)))
    return least + below(rng, 8) if how < 9 else least + below(rng, max(2, 2 * value))


def _numbers(rng: random.Random, values: list[int], negative: bool) -> list[int]:
    out = list(values)
    at = below(rng, len(out))
    if chance(rng, 0.3):
        other = below(rng, len(out))
        out[at], out[other] = out[other], out[at]
        return out
    step = pick(rng, (-10, -2, -1, 1, 2, 4, 11))
    out[at] += step
    if chance(rng, 0.3):  # the sum stays
        out[(at + 1) % len(out)] -= step
    return out if negative else [max(0, number) for number in out]


def _cards(rng: random.Random, cards: list[str], field: str) -> list[str]:
    out = list(cards)
    at, how = below(rng, len(out)), below(rng, 10)
    if how < 2:
        out[at] = UNKNOWN
    elif how < 6 and len(out) > 1:
        other = below(rng, len(out))
        out[at], out[other] = out[other], out[at]
    elif field == "deck":
        out.insert(below(rng, len(out)), out.pop(at))
    elif how < 9:
        out[at] = pick(rng, [card for card in PACK if card not in out])
    elif len(out) > 1:
        del out[at]
    else:
        out.append(pick(rng, [card for card in PACK if card not in out]))
    return out


def _changed_header(rng: random.Random, header: Event, field: str) -> Event:
    new = dict(header)
    if field.startswith("options."):
        name = field.split(".", 1)[1]
        new["options"] = {**header["options"], name: pick(rng, _OPTIONS[name])}
    elif field == "rules":
        new["rules"] = pick(rng, tuple(RULESETS))
    elif field == "players":
        new["players"] = _players(rng, header["players"])
    elif field == "removed":
        two = list(header["removed"])
        two[below(rng, 2)] = pick(rng, ("7S", "7H", "7D", "7C", UNKNOWN, pick(rng, PACK)))
        if two[0] != two[1] or two[0] == UNKNOWN:
            new["removed"] = two
    elif field == "length":
        old = next(key for key in ("hands", "rounds", "target") if key in header)
        value = new.pop(old)
        kind = pick(rng, ("hands", "rounds", "target"))
        new[kind] = pick(rng, (value, value, 1, 2, 30))
        new = in_order(new)
    elif field in _LEAST:
        new[field] = _number(rng, header[field], 1)
    elif field == "extra":
        new["extra"] = {"other": [1, 2.5]}
    elif field == "date":
        new["date"] = "1771"
    else:
        new[field] = header[field] + "?"
    return new


def _players(rng: random.Random, players: list[str]) -> list[str]:
    out = list(players)
    how = below(rng, 4)
    others = [name for name in NAMES if name not in out]
    if how == 0 and len(out) > 2:
        out.pop(below(rng, len(out)))
    elif how == 1 and len(out) < 5:
        out.insert(below(rng, len(out) + 1), pick(rng, others))
    elif how == 2:
        out[below(rng, len(out))] = pick(rng, out)
    else:
        out[below(rng, len(out))] = pick(rng, others)
    return out


def dropped_fields(event: Event) -> list[str]:
    """The fields that may be left out."""
    name = event["event"]
    if name not in _ALWAYS:
        return ["at"] if "at" in event else []
    fields = [key for key in event if key not in ("event", *_ALWAYS[name])]
    if name == "balance" and len([f for f in fields if f != "at"]) < 2:
        return [f for f in fields if f == "at"]
    if name == "note" and not ("text" in event and "data" in event):
        return [f for f in fields if f in ("seat", "at")]
    return fields


def added_fields(rng: random.Random, events: list[Event], seq: int) -> dict[str, Event]:
    """For each field that may be put in, the event with it."""
    event, n = events[seq], size(events)
    new: Event = {"at": "2026-03-01T20:00:00+01:00"} if chance(rng, 0.2) else {}
    name = event["event"]
    numbers = [pick(rng, (0, 0, 20, below(rng, 60))) for _ in range(n)]
    if name == "game":
        new.update(_header_additions(rng, event))
    elif name in ("balance", "end"):
        new.update(totals=numbers, purses=numbers)
        if name == "balance":
            new.update(points=numbers, pot=numbers[0])
    elif name == "cut":
        new["lifted"] = 1 + below(rng, pick(rng, (20, 31, 33)))
    elif name == "shuffle":
        gone = events[0].get("removed", [])
        new["deck"] = mixed(rng, [card for card in PACK if card not in gone])
    elif name == "payment":
        new["card"] = some_card(rng, events, seq, hole=0.0)
    elif name == "note":
        new.update(text="!", data={"y": [1]}, seat=seat_of(rng, n))
    elif name == "incident" and event["kind"] == "ruling":
        new.update(permits=mixed(rng, PERMITS)[: 1 + below(rng, 2)], seat=seat_of(rng, n))
    grown: dict[str, Event] = {}
    for key, value in new.items():
        if key not in event or key == "options":
            out = {k: v for k, v in event.items() if k != "at"}
            out[key] = value
            out.update({"at": event["at"]} if "at" in event else {})
            grown[key] = in_order(out)
    return grown


def _header_additions(rng: random.Random, header: Event) -> Event:
    options = dict(header.get("options", {}))
    name = pick(rng, tuple(_OPTIONS))
    options[name] = pick(rng, _OPTIONS[name])
    if chance(rng, 0.03):
        options["claim_at"] = 61
    new: Event = {"options": options, "removed": mixed(rng, ("7S", "7H", "7D", "7C"))[:2]}
    new["partners"] = True
    new["identities"] = [f"user:{i}" for i in range(len(header["players"]))]
    new["source"] = "autre cahier"
    return new
