"""Single edits of a recorded game, to see whether two judges of the rules agree on what is wrong.

Every mutant is well formed field by field (types, cards, least numbers); it may even be legal.
The kind of edit is drawn first, then the kind of event, then the place, so that rare events and
fields are hit as often as frequent ones.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from .generate_base import Event, below, pick
from .mutate_fields import added_fields, changed_field, dropped_fields, value_fields
from .mutate_insert import EVENT_KINDS, good_place, inserted_event


@dataclass(frozen=True)
class Mutant:
    kind: str
    seq: int
    field: str | None
    events: list[Event]


KINDS = (
    "change",
    "change",
    "change",
    "change",
    "change",
    "change",
    "drop-field",
    "add-field",
    "delete",
    "double",
    "exchange",
    "displace",
    "insert",
    "insert",
)
HARMLESS = frozenset(("text", "data", "at", "id", "date", "place", "recorder", "source", "extra"))


def mutants(rng: random.Random, events: list[Event], count: int) -> Iterator[Mutant]:
    """`count` mutants, each different from the original."""
    places: dict[str, list[int]] = {}
    for seq, event in enumerate(events):
        places.setdefault(_sort(event), []).append(seq)
    done = 0
    while done < count:
        mutant = _mutant(rng, events, places)
        if mutant is not None and mutant.events != events:
            done += 1
            yield mutant


def _sort(event: Event) -> str:
    """The kind of an event; incidents, payments and ends each by their own kinds."""
    name: str = event["event"]
    for field in ("kind", "reason"):
        if field in event:
            name += ":" + event[field]
    return name


def _place(rng: random.Random, places: dict[str, list[int]]) -> int | None:
    sorts = [sort for sort in places if sort != "game"]
    return pick(rng, places[pick(rng, sorts)]) if sorts else None


def _mutant(rng: random.Random, events: list[Event], places: dict[str, list[int]]) -> Mutant | None:
    kind = pick(rng, KINDS)
    if kind in ("change", "drop-field", "add-field"):
        seq = _place(rng, places) if below(rng, 8) else 0
        return None if seq is None else _field_edit(rng, events, kind, seq)
    if kind == "insert":
        name = pick(rng, EVENT_KINDS)
        at = good_place(rng, events, name)
        seq_near = _place(rng, places)
        if seq_near is not None and not below(rng, 4):
            at = seq_near + below(rng, 2)
        new = inserted_event(rng, events, at, name)
        return Mutant(f"insert-{name}", at, None, [*events[:at], new, *events[at:]])
    seq = _place(rng, places)
    return None if seq is None else _move_edit(rng, events, kind, seq)


def _field_edit(rng: random.Random, events: list[Event], kind: str, seq: int) -> Mutant | None:
    event = events[seq]
    field: str | None
    if kind == "change":
        fields = value_fields(event)
        if not fields:
            return None
        field = pick(rng, fields)
        if field in HARMLESS and below(rng, 4):
            return None
        new = changed_field(rng, events, seq, field)
    elif kind == "drop-field":
        fields = dropped_fields(event)
        if not fields:
            return None
        field = pick(rng, fields)
        new = {key: value for key, value in event.items() if key != field}
    else:
        grown = added_fields(rng, events, seq)
        if not grown:
            return None
        field = pick(rng, sorted(grown))
        if field in HARMLESS and below(rng, 4):
            return None
        new = grown[field]
    return Mutant(kind, seq, field, [*events[:seq], new, *events[seq + 1 :]])


def _move_edit(rng: random.Random, events: list[Event], kind: str, seq: int) -> Mutant | None:
    out = list(events)
    if kind == "delete":
        del out[seq]
    elif kind == "double":
        out.insert(seq, dict(events[seq]))
    elif kind == "exchange":
        if seq + 1 >= len(events):
            return None
        out[seq], out[seq + 1] = out[seq + 1], out[seq]
    else:
        to = seq + pick(rng, (-1, 1)) * (1 + below(rng, 8 if below(rng, 4) else 60))
        if not 1 <= to < len(events):
            return None
        out.insert(to, out.pop(seq))
    return Mutant(kind, seq, None, out)
