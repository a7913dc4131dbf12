"""How far the screen and the fold agree: of which games there is nothing to say.

    python -m tests.screening --hands 200000 --mutants 20000 --flips 20000 --seed 1 --jobs 2

Simulated games of all rulesets, modes, lengths and options, written down in many ways, are read
through the screen and without it, in large blocks and in small ones; so are games with a slip or
another edit, and games with one byte changed. A game that the screen passes must be one of which
the fold has nothing to say, with the same entry; every other one must come out as it was read. Of
the plain ones the screen must pass all of which the fold says nothing. The table is Markdown.
"""

import argparse
import random
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial

from brusqlog.game.events import Hand
from tests.bulk.agreeing import Tally
from tests.bulk.corpora import (
    SPELLINGS,
    Case,
    flip_case,
    mutant_case,
    plain,
    plain_cases,
    slip_case,
)
from tests.bulk.manners import Written
from tests.bulk.plain_games import STRATA, Log
from tests.bulk.slipping import places

HANDS = 250
"""Hands of one file of plain games, more or less."""

EDITS = 1000
"""Games with slips, edits or wrong bytes in one file, more or less."""


@dataclass
class Part:
    """What one kind of text came to."""

    simulated: int = 0
    """Hands, or games with an edit."""
    tally: Tally = field(default_factory=Tally)

    def add(self, other: "Part") -> None:
        """Add the numbers of another one."""
        self.simulated += other.simulated
        self.tally += other.tally


def games_of(rng: random.Random) -> list[Written]:
    """Games enough for one file, of some strata."""
    return plain(rng, 24, rng.sample(range(len(STRATA)), 4), ties_of=8)


def hands(number: int, seed: int) -> Part:
    """One file of plain games as the writer spells them, and in another spelling or in smaller
    blocks."""
    rng = random.Random(f"hands {seed} {number}")
    games = games_of(rng)
    count = sum(len(places(game.log, Hand)) for game in games)
    plain, *others = plain_cases(rng, games, ["plain", rng.choice(SPELLINGS[1:])])
    return Part(count, _tally(f"hands, number {number}", [plain, rng.choice(others)]))


def edits(number: int, seed: int) -> Part:
    """One file of games with slips, and one of other edits."""
    rng = random.Random(f"edits {seed} {number}")
    logs = _some(rng, 6)
    cases = [slip_case(rng, logs), mutant_case(rng, logs, 80)]
    count = sum(len(case.fold.logs) for case in cases)
    return Part(count, _tally(f"mutants, number {number}", cases))


def flips(number: int, seed: int) -> Part:
    """One file of games with one byte changed in each."""
    rng = random.Random(f"flips {seed} {number}")
    return Part(EDITS, _tally(f"flips, number {number}", [flip_case(rng, _some(rng, 30), EDITS)]))


def _some(rng: random.Random, games: int) -> Sequence[Log]:
    """A few games that are not long."""
    return [game.log for game in games_of(rng) if 60 < len(game.log) < 400][:games]


def _tally(where: str, cases: Iterable[Case]) -> Tally:
    tally = Tally()
    for case in cases:
        tally += case.compared()
    tally.told = [f"{where}: {line}" for line in tally.told]
    return tally


KINDS = {"hands": (hands, HANDS), "mutants": (edits, EDITS), "flips": (flips, EDITS)}
"""What is compared, and how much of it one file has."""


def total(wanted: dict[str, int], seed: int, jobs: int) -> dict[str, Part]:
    """So much of each kind."""
    found = {kind: Part() for kind in wanted}
    with ProcessPoolExecutor(jobs) as pool:
        for kind, count in wanted.items():
            make, size = KINDS[kind]
            number = 0
            while found[kind].simulated < count:
                files = range(number, number + max(1, (count - found[kind].simulated) // size))
                for part in pool.map(partial(make, seed=seed), files):
                    found[kind].add(part)
                number = files.stop
    return found


def table(found: dict[str, Part]) -> str:
    """The figures as Markdown."""
    lines = [
        "| | made | games compared | passed by the screen | of these due | disagreements |",
        "|---|---|---|---|---|---|",
    ]
    for kind, part in found.items():
        tally = part.tally
        numbers = (part.simulated, tally.games, tally.passed, tally.due, len(tally.told))
        lines.append(f"| {kind} | " + " | ".join(f"{number:,}" for number in numbers) + " |")
    return "\n".join(lines)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.screening", description=__doc__)
    parser.add_argument("--hands", type=int, default=20_000)
    parser.add_argument("--mutants", type=int, default=5_000)
    parser.add_argument("--flips", type=int, default=5_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--disagreements", type=int, default=20, help="how many are listed")
    asked = parser.parse_args()
    found = total({kind: getattr(asked, kind) for kind in KINDS}, asked.seed, asked.jobs)
    print(table(found))
    told = [line for part in found.values() for line in part.tally.told]
    for line in told[: asked.disagreements]:
        print(f"- {line}")
    raise SystemExit(bool(told))


if __name__ == "__main__":
    main()
