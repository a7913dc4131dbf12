"""Slips in the header, the length and the end of a game."""

import random
from typing import Any

from msgspec import UNSET

from brusqlog.game.events import Award, Cut, End, Game, Hand, Note, Play, Stake
from brusqlog.game.ruleset import rulesets
from tests.bulk.plain_games import OWN, Log, parted
from tests.bulk.slipping import changed, moved, seated, slip, some

# The end, the header ------------------------------------------------------------------------------


@slip
def sums_at_the_end(rng: random.Random, log: Log) -> Log | None:
    """A total or a purse is wrong, or there is one too many."""
    at = some(rng, log, End)
    if at is None:
        return None
    event = log[at]
    assert isinstance(event, End)
    name = rng.choice(("totals", "purses"))
    sums = getattr(event, name)
    sums = [0] * seated(log) if sums is UNSET else list(sums)
    k = rng.randrange(len(sums))
    sums[k] = max(0, sums[k] + rng.choice((-1, 1, 256)))
    if rng.random() < 0.2:
        sums = [*sums, 0][: rng.choice((2, len(sums) + 1))]
    return changed(log, at, **{name: sums[:5]})


@slip
def broken_off(rng: random.Random, log: Log) -> Log | None:
    """The game is said to be broken off, at its end."""
    at = some(rng, log, End)
    return None if at is None else changed(log, at, reason="abandoned")


@slip
def gate(rng: random.Random, log: Log) -> Log | None:
    """Aces were to be paid only behind the ace of trumps."""
    header = log[0]
    assert isinstance(header, Game)
    options = {} if header.options is UNSET else header.options
    return changed(log, 0, options=options | {"ace_of_trump": "gate"})


@slip
def end_at_once(rng: random.Random, log: Log) -> Log | None:
    """The game ends with a hand that is not the last, or in the middle of one."""
    header, hands, _ = parted(log)
    some_hands = [event for hand in hands[: rng.randrange(len(hands))] for event in hand]
    if rng.random() < 0.2:
        some_hands += hands[-1][: rng.randrange(len(hands[-1]))]
    return [header, *some_hands, End(reason=rng.choice(("complete",) * 3 + ("abandoned",)))]


@slip
def goes_on(rng: random.Random, log: Log) -> Log | None:
    """Something stands behind the end, or between header and first hand."""
    more = rng.choice(
        (End(reason="complete"), Note(text="!"), Stake(seat=0, counters=20), Cut(seat=0),
         Play(seat=0, card="AS"), Award(seat=0, counters=1), Hand(number=1, dealer=0))
    )  # fmt: skip
    return [*log, more] if rng.random() < 0.6 else [log[0], more, *log[1:]]


@slip
def end_early(rng: random.Random, log: Log) -> Log | None:
    """The end stands before the last awards or payments."""
    at = some(rng, log, End)
    return None if at is None else moved(log, at, max(1, at - rng.randrange(1, 6)))


@slip
def stopped(rng: random.Random, log: Log) -> Log | None:
    """The log breaks off, most often near the end of a hand."""
    ends = [k for k, event in enumerate(log) if isinstance(event, Hand | End)]
    at = rng.choice(ends) + rng.randrange(-3, 4)
    return log[: max(1, at)]


@slip
def other_length(rng: random.Random, log: Log) -> Log | None:
    """A hand more or fewer was agreed on, another target, or the other sort of length."""
    header, hands, _ = parted(log)
    totals = [*_totals(log), 61, 121]
    length = rng.choice(
        (
            {"hands": rng.choice((len(hands), len(hands) + 1, max(1, len(hands) - 1)))},
            {"rounds": rng.choice((1, 2))},
            {"target": max(1, rng.choice(totals) + rng.randrange(-1, 2))},
        )
    )
    if (header.target is UNSET) != ("target" not in length):
        length = {"target": 1} if header.target is not UNSET else {"hands": len(hands) + 1}
    fields = dict.fromkeys(("hands", "rounds", "target"), UNSET) | length
    return changed(log, 0, **fields)


@slip
def target_near(rng: random.Random, log: Log) -> Log | None:
    """The target is what somebody has reached, or one more, at some hand."""
    header = log[0]
    assert isinstance(header, Game)
    if header.target is UNSET:
        return None
    sums = _totals(log)
    sums += [one + other for one, other in zip(sums[::2], sums[1::2], strict=False)]
    return changed(log, 0, target=max(1, rng.choice([*sums, 120]) + rng.choice((0, 0, 1, -1))))


def _totals(log: Log) -> list[int]:
    found: list[int] = []
    for event in log:
        if isinstance(event, End) and event.totals is not UNSET:
            found += event.totals
    return found or [60]


@slip
def other_rules(rng: random.Random, log: Log) -> Log | None:
    """Another ruleset is named, or one that there is not."""
    name = rng.choice((*rulesets(), *rulesets(), *OWN, "whist", "salon-2021@0123456789ab"))
    return changed(log, 0, rules=name, ruleset=UNSET)


@slip
def other_options(rng: random.Random, log: Log) -> Log | None:
    """Something else was agreed on."""
    header = log[0]
    assert isinstance(header, Game)
    options: dict[str, Any] = {} if header.options is UNSET else dict(header.options)
    options |= rng.choice(
        (
            {"strict_endgame": True}, {"strict_endgame": True}, {"stake": 19}, {"stake": 1 << 40},
            {"bank": 0}, {"bank": 21}, {"packets": ["3"]}, {"packets": ["1+2", "2+1"]},
            {"claim_at": 60}, {"rank": "ATKQJ987"}, {"sevens": "one-of-each-colour"},
            {"bank": 1 << 40}, {"packets": ["1+1+1", "3"]},
        )
    )  # fmt: skip
    return changed(log, 0, options=options)


@slip
def other_header(rng: random.Random, log: Log) -> Log | None:
    """Something else in the header."""
    header = log[0]
    assert isinstance(header, Game)
    names = header.players
    fields: tuple[dict[str, Any], ...] = (
        {"players": [*names[:-1], names[0]]},
        {"players": [*names[:-1], names[0].upper() + " "]},
        {"players": names[:-1]},
        {"players": [*names, "Zoé"][:5]},
        {"identities": ["bot"] * 2},
        {"identities": UNSET},
        {"partners": True},
        {"partners": UNSET},
        {"removed": rng.sample(("7S", "7H", "7D", "7C", "8C", "??"), 2)},
        {"removed": UNSET},
        {"removed": ["7S", "7S"]},
        {"format": rng.choice(("brusqlog/1.1", "brusqlog/2.0", "brusqlog/1.00"))},
    )
    return changed(log, 0, **rng.choice(fields))
