"""Texts for the screen: games as people write them, with slips, with edits, with wrong bytes."""

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from msgspec import to_builtins

from brusqlog.checking.screening import BLOCK
from brusqlog.game.events import Hand
from brusqlog.log.sources import PIECE
from tests.agreement import aimed
from tests.bulk.agreeing import Folded, Tally, compared
from tests.bulk.manners import Written, due, written
from tests.bulk.plain_games import OWN, Log, simulations, ties
from tests.bulk.slipping import places
from tests.bulk.slips import slips
from tests.bulk.texts import flipped, mistimed, odd_text, text_of, timed, twice_timed
from tests.oracle.mutate import Mutant, mutants

SIZES = ((700, 170), (1 << 11, 1000), (1 << 14, 7777), (1 << 16, PIECE))
"""Sizes of blocks, and of what is read at once, at which games are cut in all ways."""


SPELLINGS = ("plain", "odd", "timed", "mistimed")
"""How a text is spelt: as the writer does, oddly, with times, with odd times."""


@dataclass(frozen=True)
class Case:
    """A text, how it is read in blocks, and which of its games must be passed if the fold is
    silent."""

    fold: Folded
    due: list[bool] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    size: int = BLOCK
    step: int = PIECE

    def compared(self, *, first: bool = False) -> Tally:
        """The screen held against the fold."""
        return compared(
            self.fold, size=self.size, step=self.step, due=self.due, names=self.names, first=first
        )


def plain(rng: random.Random, games: int, strata: Sequence[int], ties_of: int = 0) -> list[Written]:
    """So many games of each of these strata, and ties, in all manners of writing."""
    logs = [log for stratum in strata for log in simulations(rng, stratum, games)]
    logs += ties(rng, ties_of)
    rng.shuffle(logs)
    return [written(rng, log) for log in logs]


def plain_cases(
    rng: random.Random, games: Sequence[Written], spellings: Sequence[str] = SPELLINGS
) -> Iterator[Case]:
    """Games in these spellings; each text in large blocks, in which all that is plain must be
    passed, and in small ones."""
    more = OWN if rng.random() < 0.7 else {}
    logs = [game.log for game in games]
    plain = [due(game, more) for game in games]
    for spelling in spellings:
        finished, fit = False, plain
        match spelling:
            case "odd":
                text, fit = odd_text(rng, logs, plain)
                finished = rng.random() < 0.5
            case "timed":
                text = text_of(timed(rng, logs))
            case "mistimed":
                text, fit = twice_timed(rng, text_of(mistimed(rng, logs))), []
            case _:
                text = text_of(logs)
        fold = Folded(text, more, require_finished=finished)
        yield Case(fold, fit)
        size, step = rng.choice(SIZES)
        yield Case(fold, size=size, step=step)


def slip_case(rng: random.Random, logs: Iterable[Log], names: Iterable[str] = ()) -> Case:
    """Games with slips, each slip a game of its own."""
    made = [one for log in logs for one in slips(rng, log, names)]
    return Case(Folded(text_of(log for _, log in made), OWN), names=[name for name, _ in made])


def mutant_case(rng: random.Random, logs: Iterable[Log], of_each: int) -> Case:
    """Single edits of games, as the two judges of the rules are compared on."""
    made: list[Mutant] = []
    for log in logs:
        if places(log, Hand):
            plainly: list[dict[str, Any]] = to_builtins(log)
            plainly[0].pop("ruleset", None)  # known by its name
            made += mutants(rng, plainly, of_each)
            made += aimed(rng, plainly)
    names = [f"{one.kind} at {one.seq}" for one in made]
    return Case(Folded(text_of(one.events for one in made), OWN), names=names)


def flip_case(rng: random.Random, logs: Sequence[Log], flips: int) -> Case:
    """Games with one byte changed in each."""
    if rng.random() < 0.3:
        logs = timed(rng, logs)
    texts = [text_of([log]) for log in logs]
    return Case(Folded(b"".join(flipped(rng, rng.choice(texts)) for _ in range(flips)), OWN))
