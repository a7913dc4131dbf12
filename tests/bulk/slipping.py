"""What slips are made with: places in a game, and changes of one event."""

import random
from collections.abc import Callable
from typing import Any, TypeVar

from msgspec.structs import replace

from brusqlog.game.events import End, Event, Game, Hand
from tests.bulk.plain_games import Log

One = TypeVar("One", bound=Event)
Slip = Callable[[random.Random, Log], Log | None]
SLIPS: dict[str, Slip] = {}
"""The slips by their names."""


def slip(make: Slip) -> Slip:
    """Enter a slip in the table under the name of its function."""
    SLIPS[make.__name__] = make
    return make


def places(log: Log, kind: type[One], start: int = 0) -> list[int]:
    """Where events of a kind stand."""
    return [k for k, event in enumerate(log) if k >= start and isinstance(event, kind)]


def some(rng: random.Random, log: Log, kind: type[One]) -> int | None:
    """One of these places."""
    found = places(log, kind)
    return rng.choice(found) if found else None


def other_of_hand(rng: random.Random, log: Log, kind: type[One], at: int) -> int | None:
    """Another place of a kind in the hand around a place."""
    begins, ends = hand_at(log, at)
    others = [k for k in places(log, kind) if begins < k < ends and k != at]
    return rng.choice(others) if others else None


def changed(log: Log, place: int, **fields: Any) -> Log:
    """The game with other fields in one event."""
    return [*log[:place], replace(log[place], **fields), *log[place + 1 :]]


def moved(log: Log, at: int, to: int) -> Log:
    """The game with an event put before another one, or behind the last."""
    rest = [*log[:at], *log[at + 1 :]]
    to -= to > at
    return [*rest[:to], log[at], *rest[to:]]


def exchanged(log: Log, one: int, other: int) -> Log:
    """The game with two events in each other's places."""
    found = list(log)
    found[one], found[other] = log[other], log[one]
    return found


def seated(log: Log) -> int:
    """How many play."""
    assert isinstance(log[0], Game)
    return len(log[0].players)


def other_seat(rng: random.Random, log: Log, seat: int) -> int:
    """Another seat, now and then one that there is not."""
    return rng.choice([one for one in range(min(5, seated(log) + 1)) if one != seat])


def hand_at(log: Log, at: int) -> tuple[int, int]:
    """Where the hand around a place begins and ends."""
    begins = [k for k in places(log, Hand) if k <= at][-1]
    ends = [k for k, e in enumerate(log) if k > at and isinstance(e, Hand | End)]
    return begins, min(ends, default=len(log))
