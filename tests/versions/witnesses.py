"""Records of one game for tests: as several people may have put it down."""

import random
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from msgspec import UNSET, convert
from msgspec.structs import replace

from brusqlog.game import events as ev
from brusqlog.game.standing import standing
from brusqlog.log.gamelog import GameLog
from brusqlog.log.reader import read_logs
from brusqlog.log.writer import dumps
from brusqlog.versions.account import Account, Witness, account
from brusqlog.versions.agreement import common_seats
from brusqlog.versions.comparing import compared
from brusqlog.versions.difference import Comparison
from brusqlog.versions.uniting import reseated
from tests.oracle.generate import random_game

SPEC = Path(__file__).parents[2] / "fixtures" / "spec"

Events = list[ev.Event]


def worked() -> Events:
    """The worked game."""
    log = next(iter(read_logs(SPEC / "worked.brusq.jsonl")))
    return [event for event in log.events if isinstance(event, ev.Event)]  # type: ignore[union-attr]


def game(seed: int, **asked: Any) -> Events:
    """A legal game of a few hands at most."""
    made = random_game(random.Random(seed), **asked)
    return [convert(event, ev.AnyEvent) for event in made]


def plain(events: Sequence[ev.Event]) -> Events:
    """The game without what is withdrawn, seals and check-points, and without notes, so that the
    order can be changed."""
    other = ev.Seal | ev.Note | ev.Balance | ev.Retract
    return [event for event in standing(events).events if event and not isinstance(event, other)]


def card_of(event: ev.Event) -> str | None:
    """The card of an event that has one."""
    return event.card if isinstance(event, ev.Play | ev.Draw | ev.Turnup) else None


def log_of(events: Iterable[ev.Event], name: str = "a") -> GameLog:
    """The log of these events."""
    log = next(iter(read_logs(b"".join(dumps(event) + b"\n" for event in events), name=name)))
    assert isinstance(log, GameLog)
    return log


def accounts(one: GameLog, two: GameLog) -> tuple[Account, Account]:
    """Two records, ready to be compared."""
    return account(Witness(one)), account(Witness(two), seats=common_seats(one, two))


def difference(one: Sequence[ev.Event], two: Sequence[ev.Event]) -> Comparison:
    """What two records of these events do not say alike."""
    return compared(*accounts(log_of(one, "a"), log_of(two, "b")))


def told_otherwise(events: Sequence[ev.Event], rng: random.Random) -> Events:
    """The same game with everything in another order, or another form, that does not matter."""
    header = events[0]
    assert isinstance(header, ev.Game)
    n = len(header.players)
    turn = rng.choice([0, 2]) if header.partners is True else rng.randrange(n)
    seats = [(seat + turn) % n for seat in range(n)]
    parts: list[Events] = []
    for event in events:
        kind = "paid" if isinstance(event, ev.Draw | ev.Payment) else "other"
        if parts and kind == "paid" and isinstance(parts[-1][-1], ev.Draw | ev.Payment):
            parts[-1].append(event)
        else:
            parts.append([event])
    mixed = [
        event for part in parts for event in _paid_otherwise(part, rng, net=part is not parts[-1])
    ]
    return [reseated(event, seats) for event in _staked_otherwise(mixed, rng)]


def _paid_otherwise(part: Events, rng: random.Random, *, net: bool) -> Events:
    """Draws in their order, payments anywhere among them, some pairs netted if they are all
    there."""
    draws = [event for event in part if isinstance(event, ev.Draw)]
    paid = [event for event in part if isinstance(event, ev.Payment)]
    if not paid or len(draws) + len(paid) < len(part):
        return part
    for pair in {frozenset((one.payer, one.payee)) for one in paid}:
        these = [one for one in paid if {one.payer, one.payee} == pair
                 and one.reason == "brusquembille"]  # fmt: skip
        if these and net and rng.random() < 0.5:
            low, high = sorted(pair)
            total = sum(one.counters if one.payer == low else -one.counters for one in these)
            paid = [one for one in paid if one not in these]
            if total:
                payer, payee = (low, high) if total > 0 else (high, low)
                paid.append(ev.Payment(payer=payer, payee=payee, counters=abs(total),
                                       reason="brusquembille"))  # fmt: skip
    rng.shuffle(paid)
    paid.sort(key=lambda one: one.card is UNSET)  # which settles what is left
    found: Events = list(draws)
    places = sorted(rng.randrange(len(draws) + 1) for _ in paid)
    for more, (place, one) in enumerate(zip(places, paid, strict=True)):
        found.insert(place + more, one)
    return found


def _staked_otherwise(events: Events, rng: random.Random) -> Events:
    """Stakes anywhere between the beginning of their hand and its first play."""
    found: Events = []
    stakes: Events = []
    begun = 0
    for event in [*events, None]:
        if isinstance(event, ev.Stake):
            stakes.append(event)
            continue
        if not isinstance(event, ev.Shuffle | ev.Cut | ev.Deal | ev.Turnup):
            for stake in stakes:
                found.insert(rng.randrange(begun, len(found) + 1), stake)
            stakes = []
            begun = len(found) + 1
        if event is not None:
            found.append(event)
    return found


def bare(events: Iterable[ev.Event]) -> Events:
    """The game without what no view of a seat has."""
    found: Events = []
    for event in events:
        match event:
            case ev.Seal():
                continue
            case ev.Note() if event.text is UNSET:
                continue
            case ev.Note():
                found.append(replace(event, data=UNSET))
            case ev.Shuffle():
                found.append(replace(event, deck=UNSET))
            case ev.Game():
                found.append(replace(event, extra=UNSET))
            case _:
                found.append(event)
    return found
