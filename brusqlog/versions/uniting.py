"""Two tellings of one event made one."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from msgspec import UNSET
from msgspec.structs import asdict, replace

from brusqlog.game import events as ev
from brusqlog.game.cards import UNKNOWN
from brusqlog.versions.account import by_seat

AND: Final = "; "
"""Between the recorders, and the sources, of records that were put together."""

_SEATS: Final = ("seat", "dealer", "payer", "payee", "owner")
_PER_SEAT: Final = ("players", "identities", "points", "totals", "purses")
_CARDS: Final = ("card", "cards", "deck", "removed")
_LENGTHS: Final = ("hands", "rounds", "target")


def united(one: ev.Event, two: ev.Event, *, free: bool = False) -> ev.Event | None:
    """The event with what either telling of it says; None if they do not agree. A time, and what
    goes with an event but is none of the game, is that of the first. `free`: they are known to
    agree, and only differ in form."""
    if type(one) is not type(two):
        return None
    found: dict[str, Any] = {}
    others = asdict(two)
    for name, mine in asdict(one).items():
        other = others[name]
        if mine == other or other is UNSET or (name in _LENGTHS and free):
            continue
        value = _value(name, mine, other, free=free)
        if value is None:
            return None
        found[name] = value
    return replace(one, **found) if found else one


def _value(name: str, mine: Any, other: Any, *, free: bool) -> Any:
    """One field of both; None if they do not agree."""
    if mine is UNSET:
        return None if name in _LENGTHS else other
    if name in _CARDS:
        return _card(mine, other) if isinstance(mine, str) else _cards(mine, other, free=free)
    if name in ("recorder", "source"):
        return AND.join(dict.fromkeys([*mine.split(AND), *other.split(AND)]))
    if name in ("extra", "data") or (name == "options" and free):
        return other | mine
    if name == "date" and (mine.startswith(other) or other.startswith(mine)):
        return max(mine, other, key=len)
    return mine if name in ("at", "id") or free else None


def _card(mine: str, other: str) -> str | None:
    if UNKNOWN not in (mine, other):
        return None
    return other if mine == UNKNOWN else mine


def _cards(mine: list[str], other: list[str], *, free: bool) -> list[str] | None:
    """Cards in the same order, or if they are `free` to be in any."""
    if free:
        return list(filled(mine, other))
    agree = len(mine) == len(other) and all(
        one == two or UNKNOWN in (one, two) for one, two in zip(mine, other, strict=True)
    )
    return list(filled(mine, other)) if agree else None


def filled(mine: Sequence[str], other: Sequence[str]) -> tuple[str, ...]:
    """Cards of which two records know different ones, in the order of the first. What the second
    knows more stands where it has it if its order is the same."""
    pairs = list(zip(mine, other, strict=True))
    if all(one == two or UNKNOWN in (one, two) for one, two in pairs):
        return tuple(two if one == UNKNOWN else one for one, two in pairs)
    more = Counter(other) - Counter(mine)
    del more[UNKNOWN]
    left = [*more.elements()]
    return tuple(left.pop(0) if one == UNKNOWN and left else one for one in mine)


def reseated(event: ev.Event, seats: Sequence[int]) -> ev.Event:
    """The event told in other seats: `seats` has the new one of each."""
    if list(seats) == sorted(seats):
        return event
    found: dict[str, Any] = {}
    for name, value in asdict(event).items():
        if name in _SEATS and isinstance(value, int) and value < len(seats):
            found[name] = seats[value]
        elif name in _PER_SEAT and isinstance(value, list) and len(value) == len(seats):
            found[name] = list(by_seat(value, seats))
    return replace(event, **found) if found else event
