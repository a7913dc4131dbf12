"""Slips in the seats, the order and the number of events, and in whole hands."""

import random
from collections.abc import Sequence
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from brusqlog.game.events import (
    Award,
    Cut,
    Deal,
    Draw,
    End,
    Event,
    Hand,
    Payment,
    Play,
    Shuffle,
    Stake,
    Take,
    Turnup,
)
from tests.bulk.plain_games import Log, parted
from tests.bulk.slipping import (
    SLIPS,
    Slip,
    changed,
    exchanged,
    hand_at,
    moved,
    other_seat,
    places,
    seated,
    slip,
    some,
)

# Seats of any event -------------------------------------------------------------------------------


def _other_seat_in(kind: type[Any]) -> Slip:
    def make(rng: random.Random, log: Log) -> Log | None:
        at = some(rng, log, kind)
        if at is None:
            return None
        event: Any = log[at]
        return changed(log, at, seat=other_seat(rng, log, event.seat))

    return make


_SEATED: tuple[type[Any], ...] = (Play, Draw, Deal, Stake, Cut, Award, Shuffle, Take)
SLIPS.update({f"{kind.__name__.lower()}_seat": _other_seat_in(kind) for kind in _SEATED})


def _without(kind: type[Any]) -> Slip:
    def make(rng: random.Random, log: Log) -> Log | None:
        at = some(rng, log, kind)
        return None if at is None else [*log[:at], *log[at + 1 :]]

    return make


def _doubled(kind: type[Any]) -> Slip:
    def make(rng: random.Random, log: Log) -> Log | None:
        at = some(rng, log, kind)
        return None if at is None else [*log[:at], log[at], *log[at:]]

    return make


def _displaced(kind: type[Any]) -> Slip:
    def make(rng: random.Random, log: Log) -> Log | None:
        at = some(rng, log, kind)
        if at is None:
            return None
        begins, ends = hand_at(log, at)
        near = rng.choice((-1, 2, -2, 3, None))
        to = at + near if near is not None else rng.randrange(begins, ends)
        return moved(log, at, max(1, min(to, len(log))))

    return make


_MOVED: tuple[type[Any], ...] = (
    Stake, Cut, Deal, Turnup, Play, Draw, Payment, Award, Hand, End, Shuffle, Take,
)  # fmt: skip
for _name, _make in (("dropped", _without), ("doubled", _doubled), ("displaced", _displaced)):
    SLIPS.update({f"{kind.__name__.lower()}_{_name}": _make(kind) for kind in _MOVED})


@slip
def play_after_hand(rng: random.Random, log: Log) -> Log | None:
    """A card more is played behind the last trick, its player's last one or any."""
    begins, ends = hand_at(log, rng.choice(places(log, Hand)))
    plays = [k for k in places(log, Play) if begins < k < ends]
    if not plays:
        return None
    at = rng.choice(plays[-1:] * 2 + plays)
    return [*log[: plays[-1] + 1], log[at], *log[plays[-1] + 1 :]]


# Order --------------------------------------------------------------------------------------------


@slip
def neighbours(rng: random.Random, log: Log) -> Log | None:
    """Two events that follow one another stand in the wrong order."""
    if len(log) < 3:
        return None
    at = rng.randrange(1, len(log) - 1)
    return exchanged(log, at, at + 1)


@slip
def two_plays(rng: random.Random, log: Log) -> Log | None:
    """Two plays of a trick in the wrong order."""
    return _two_beside(rng, log, Play)


@slip
def two_draws(rng: random.Random, log: Log) -> Log | None:
    """Two draws of a round in the wrong order."""
    return _two_beside(rng, log, Draw)


@slip
def two_deals(rng: random.Random, log: Log) -> Log | None:
    """Two packets in the wrong order."""
    return _two_beside(rng, log, Deal)


def _two_beside(rng: random.Random, log: Log, kind: type[Any]) -> Log | None:
    found = [k for k in places(log, kind) if k + 1 < len(log) and isinstance(log[k + 1], kind)]
    if not found:
        return None
    at = rng.choice(found)
    return exchanged(log, at, at + 1)


@slip
def two_hands(rng: random.Random, log: Log) -> Log | None:
    """Two hands in the wrong order, or with the same number."""
    header, hands, end = parted(log)
    if len(hands) < 2:
        return None
    at = rng.randrange(len(hands) - 1)
    hands[at], hands[at + 1] = hands[at + 1], hands[at]
    return [header, *(event for hand in hands for event in hand), *end]


@slip
def hand_missing(rng: random.Random, log: Log) -> Log | None:
    """A hand is missing; the others are counted up, or not."""
    header, hands, end = parted(log)
    del hands[rng.randrange(len(hands))]
    if rng.random() < 0.5:
        hands = _counted(hands)
    return [header, *(event for hand in hands for event in hand), *end]


@slip
def hand_more(rng: random.Random, log: Log) -> Log | None:
    """A hand stands twice; they are counted up."""
    header, hands, end = parted(log)
    at = rng.randrange(len(hands))
    hands = _counted([*hands[: at + 1], *hands[at:]])
    return [header, *(event for hand in hands for event in hand), *end]


@slip
def hand_after_last(rng: random.Random, log: Log) -> Log | None:
    """One hand is played too many, in which all else is right: its players sit one further on."""
    header, hands, end = parted(log)
    n = seated(log)
    if header.partners:
        return None
    last = [turned(event, n) for event in hands[-1]]
    hands = _counted([*hands, last])
    return [header, *(event for hand in hands for event in hand), *end[: rng.randrange(2)]]


def turned(event: Event, players: int) -> Event:
    """An event one seat further on."""
    seats = {
        name: (getattr(event, name) + 1) % players
        for name in ("seat", "dealer", "payer", "payee")
        if isinstance(getattr(event, name, UNSET), int)
    }
    return replace(event, **seats)


def _counted(hands: Sequence[Log]) -> list[Log]:
    return [
        [replace(event, number=k) if isinstance(event, Hand) else event for event in hand]
        for k, hand in enumerate(hands, 1)
    ]


@slip
def hand_counts(rng: random.Random, log: Log) -> Log | None:
    """The number of a hand is wrong, or its dealer."""
    at = some(rng, log, Hand)
    if at is None:
        return None
    event = log[at]
    assert isinstance(event, Hand)
    if rng.random() < 0.5:
        return changed(log, at, number=max(1, event.number + rng.choice((-1, 1, 256))))
    return changed(log, at, dealer=other_seat(rng, log, event.dealer))


@slip
def turned_hand(rng: random.Random, log: Log) -> Log | None:
    """A hand in which all players sit one further on, the dealer too."""
    header, hands, end = parted(log)
    n, at = seated(log), rng.randrange(len(hands))
    hands[at] = [turned(event, n) for event in hands[at]]
    return [header, *(event for hand in hands for event in hand), *end]
