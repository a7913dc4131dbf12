"""Simulated games of every ruleset and mode, and rulesets of one's own."""

import random
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import UNSET

from brusqlog.game.events import Award, End, Event, Game, Hand
from brusqlog.game.ruleset import Ruleset, rulesets
from brusqlog.simulation.run import simulated
from brusqlog.simulation.setup import Setup
from tests.simulation.games import played_as

Log = list[Event]

LENGTHS: tuple[dict[str, int], ...] = (
    {"hands": 1}, {"hands": 2}, {"rounds": 1}, {"target": 100}, {"hands": 4}, {"target": 61},
)  # fmt: skip

OPTIONS: tuple[dict[str, Any], ...] = (
    {}, {}, {}, {}, {"strict_endgame": True}, {"stake": 7}, {"stake": 1, "bank": 14}, {"bank": 39},
    {"packets": ["1+2", "3", "2+1", "1+1+1"]}, {"first_dealer": "free", "stake": 7},
    {"strict_endgame": True, "sevens": "any"}, {"incidents": "encyclopedie", "packets": ["3"]},
    {"strict_endgame": True, "packets": ["2+1", "2+1", "3"]}, {"ace_of_trump": "gate"},
)  # fmt: skip
"""Options of headers, taken in turn; those of the pot are left out of games for points."""


def own(name: str, base: str, **options: Any) -> Ruleset:
    """A ruleset of one's own."""
    values = {
        option: {"value": value, "provenance": "default", "source": "none"}
        for option, value in options.items()
    }
    return Ruleset.of({"name": name, "base": base, "options": values})


OWN = {
    ruleset.full_name: ruleset
    for ruleset in (
        own("tens-low", "salon-2021", rank="AKQJT987", values=[3, 1], cutter="anyone"),
        own("all-pay", "academie-1718", brusquembilles=["2", "3", "4", "2v2", "5"], stake=3),
        own("dear", "wikipedia", values=[20, 11], packets=["2+1", "1+2"], bank=400),
        own("equal", "salon-2009", values=[1, 1], left_most_dealer="error", sevens="any"),
        own("too-dear", "wikipedia", values=[60, 1], bank=200),
    )
}
"""Rulesets of one's own, by their full names."""

STRATA = tuple(
    (name, mode)
    for name, ruleset in (rulesets() | OWN).items()
    for mode in ruleset.options["modes"].value
)
"""Every ruleset with every mode that it has."""


def parted(log: Sequence[Event]) -> tuple[Game, list[Log], Log]:
    """The header of a game, its hands, and its end with what stands before the first hand."""
    header, hands, end = log[0], list[Log](), list[Event]()
    assert isinstance(header, Game)
    for event in log[1:]:
        if isinstance(event, Hand):
            hands.append([])
        (hands[-1] if hands and not isinstance(event, End) else end).append(event)
    return header, hands, end


def simulations(rng: random.Random, number: int, games: int) -> Iterator[Log]:
    """So many games of the stratum of that number: its ruleset and mode; options, length and bots
    by chance."""
    name, mode = STRATA[number % len(STRATA)]
    length = rng.choice(LENGTHS)
    options = rng.choice(OPTIONS)
    if "target" in length:
        options = {key: value for key, value in options.items() if key not in ("stake", "bank")}
    wishes: dict[str, Any] = {
        "rules": OWN.get(name, name),
        "options": options or None,
        "bots": rng.choice(("random", "random", "greedy")),
        **played_as(mode),
        **length,
    }
    for game in simulated(Setup(games=games, seed=rng.randrange(1 << 30), **wishes)):
        yield list(game)


TIES: tuple[tuple[dict[str, Any], tuple[int, ...]], ...] = (
    ({"players": 3, "hands": 3, "options": {"stake": 7}}, (4, 36, 90)),
    ({"players": 5, "rules": "encyclopedie", "hands": 2, "options": {"stake": 1, "bank": 900}},
     (6, 25, 37)),
    ({"players": 2, "rules": "wikipedia", "target": 60}, (20, 24, 124)),
    ({"players": 3, "rules": "academie-1718", "target": 40}, (37, 55, 243)),
    ({"players": 4, "partners": True, "target": 60}, (151, 158)),
    ({"players": 4, "partners": True, "rules": "wikipedia", "options": {"stake": 3}}, (151, 158)),
    ({"players": 5, "target": 30}, (49, 107)),
    ({"players": 3, "rounds": 1, "options": {"stake": 11}}, (4, 36, 90)),
)  # fmt: skip
"""Wishes under which ties show, as a rest stays in the pot or one hand more is played, and seeds
with which there are some."""


def known_ties() -> Iterator[Log]:
    """A few games in which two or more are level."""
    for wishes, seeds in TIES:
        for seed in seeds:
            log = list(next(simulated(Setup(seed=seed, **wishes))))
            assert _level(log), f"seed {seed} makes no tie any more; look for another one"
            yield log


def ties(rng: random.Random, games: int) -> Iterator[Log]:
    """Of so many games for each of these wishes those in which two or more are level."""
    for wishes, _ in TIES if games else ():
        for game in simulated(Setup(games=games, seed=rng.randrange(1 << 30), **wishes)):
            log = list(game)
            if _level(log):
                yield log


def _level(log: Log) -> bool:
    """Whether a pot was shared by more than a side, or a target reached in vain."""
    header, hands, _ = parted(log)
    side = 2 if header.partners is True else 1
    shared = any(sum(isinstance(e, Award) for e in hand) > side for hand in hands)
    return shared or (header.target is not UNSET and len(hands) > 1)
