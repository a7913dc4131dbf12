"""Hand tables for the tests: simulated, changed by slips, and held against the fold."""

import random
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from msgspec.structs import replace

from brusqlog.bulk import reading
from brusqlog.bulk.columns import OPTIONAL, REQUIRED
from brusqlog.bulk.handtable import HandTable
from brusqlog.checking.report import FileReport, GameEntry, Wishes, report
from brusqlog.checking.run import judged, reports
from brusqlog.game.findings import Finding
from brusqlog.game.ruleset import Ruleset, rulesets
from brusqlog.log.gamelog import GameLog
from brusqlog.log.reader import read_logs
from brusqlog.log.rowlog import RowLog
from brusqlog.simulation.setup import Setup
from brusqlog.simulation.written import tabled
from tests.simulation.games import played_as

Arrays = dict[str, Any]
"""The columns of a table, as `from_arrays` takes them, none of them shared."""

Slip = Callable[[random.Random, Arrays, int], None]
"""Changes one row."""

Said = tuple[GameEntry, list[Finding]]
"""What is said of a row."""


def simulated(rules: str | Ruleset, mode: str, hands: int, seed: int = 1) -> HandTable:
    """A table of hands that are played by the rules."""
    (table,) = tabled(Setup(rules=rules, games=hands, seed=seed, **played_as(mode)))
    return table


def arrays(*tables: HandTable) -> Arrays:
    """The rows of tables one below the other, in columns of full width."""
    rows = [table[row] for table in tables for row in range(len(table))]
    found: Arrays = {name: [getattr(row, name) for row in rows] for name in (*REQUIRED, *OPTIONAL)}
    for name in ("removed", "deck", "plays"):
        width = 2 if name == "removed" else 32
        cells = b"".join(cell.ljust(width, b"\xff") for cell in found[name])
        found[name] = np.frombuffer(cells, np.uint8).reshape(-1, width).copy()
    for name in ("seats", "dealer", "partners"):
        found[name] = np.array(found[name])
    return found


# What is said -------------------------------------------------------------------------------------


def checked(path: Path, wishes: Wishes | None = None) -> list[Said]:
    """What `check` says of each row of a file."""
    found: list[Said] = []
    for each in reports([str(path)], wishes or Wishes()):
        if isinstance(each, FileReport):
            assert each.findings == [] and each.read == "whole"
        found += [(entry, each.findings) for entry in each.entries]
    return found


def folded(path: Path, wishes: Wishes | None = None) -> list[Said]:
    """What the fold says of the log of each row."""
    return [said(log, wishes or Wishes()) for log in logs(path, wishes or Wishes())]


def logs(path: Path, wishes: Wishes) -> Iterator[RowLog]:
    for log in reading.logs(path, str(path), wishes.rulesets):
        assert isinstance(log, RowLog)
        yield log


def said(log: GameLog, wishes: Wishes) -> Said:
    told = report(log, judged(log, wishes.rulesets), wishes)
    return told.entry, told.findings


def as_text(log: RowLog, wishes: Wishes) -> Said:
    """What is said of the log once it is written down and read, but for the places."""
    (again,) = read_logs(log.raw, name=log.file)
    assert isinstance(again, GameLog)
    entry, findings = said(again, wishes)
    entry = replace(entry, index=log.index, line=log.line)
    return entry, [placed(finding, log) for finding in findings]


def placed(finding: Finding, log: RowLog) -> Finding:
    """A finding of a log as a finding of its row."""
    related = [replace(other, line=log.line) for other in finding.related]
    return replace(
        finding,
        index=log.index,
        line=log.line,
        column=None,
        width=None,
        byte=None,
        related=related,
    )


# Slips --------------------------------------------------------------------------------------------


def slipped(given: Arrays, rng: random.Random, slips: Iterable[Slip]) -> Arrays:
    """The same columns, in each row one slip."""
    several = list(slips)
    for row in range(len(given["deck"])):
        rng.choice(several)(rng, given, row)
    return given


def _cards(given: Arrays, row: int) -> int:
    return int((given["plays"][row] != 255).sum())


def neighbours(rng: random.Random, given: Arrays, row: int) -> None:
    """Two cards played one after the other change places."""
    place = rng.randrange(_cards(given, row) - 1)
    plays = given["plays"][row]
    plays[place], plays[place + 1] = plays[place + 1], plays[place]


def two_plays(rng: random.Random, given: Arrays, row: int) -> None:
    _swap(rng, given["plays"][row], _cards(given, row))


def two_places(rng: random.Random, given: Arrays, row: int) -> None:
    _swap(rng, given["deck"][row], _cards(given, row))


def _swap(rng: random.Random, cards: Any, count: int) -> None:
    one, other = rng.sample(range(count), 2)
    cards[one], cards[other] = cards[other], cards[one]


def another_card(rng: random.Random, given: Arrays, row: int) -> None:
    column = given[rng.choice(["deck", "plays"])][row]
    column[rng.randrange(_cards(given, row))] = rng.randrange(32)


def any_byte(rng: random.Random, given: Arrays, row: int) -> None:
    column = given[rng.choice(["deck", "plays", "removed"])][row]
    column[rng.randrange(len(column))] = rng.choice([32, 63, 64, 254, 255, rng.randrange(256)])


def fewer_cards(rng: random.Random, given: Arrays, row: int) -> None:
    given[rng.choice(["deck", "plays"])][row, rng.randrange(_cards(given, row)) :] = 255


def another_dealer(rng: random.Random, given: Arrays, row: int) -> None:
    given["dealer"][row] = rng.choice([-1, 0, 1, 2, 3, 4, 5, 255, 256 + rng.randrange(5)])


def other_sevens(rng: random.Random, given: Arrays, row: int) -> None:
    sevens = rng.choices([7, 15, 23, 31], k=2)
    given["removed"][row] = rng.choice([sevens, sevens, [255, 255], given["removed"][row, ::-1]])


def other_seats(rng: random.Random, given: Arrays, row: int) -> None:
    given["seats"][row] = rng.choice([-3, 0, 1, 2, 3, 4, 5, 6, 258, 259])


def partners(rng: random.Random, given: Arrays, row: int) -> None:
    given["partners"][row] = not given["partners"][row]


def other_rules(rng: random.Random, given: Arrays, row: int) -> None:
    names = [*rulesets(), "salon-2022", "house@0123456789ab", ""]
    given["rules"][row] = rng.choice(names)


def other_identities(rng: random.Random, given: Arrays, row: int) -> None:
    given["identities"][row] = rng.choice([None, [], ["x"], ["a"] * 2, ["b"] * 3, ["c"] * 6])


SLIPS: list[Slip] = [
    neighbours, two_plays, two_places, another_card, any_byte, fewer_cards, another_dealer,
    other_sevens, other_seats, partners, other_rules, other_identities,
]  # fmt: skip
"""Some of them break no rule: which, is for the fold to say."""
