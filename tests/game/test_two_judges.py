"""The engine and an independent judge of the same rules come to the same verdicts.

A small sample; `python -m tests.agreement` measures the same at full size.
"""

import os
import random
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor

import pytest

from tests.agreement import Tally, measure_game
from tests.oracle.generate import random_game

SEED = 1718
GAMES = 150
EDITS = 8
"""Of each game."""


def plain_game(number: int) -> Tally:
    """A game of the generator as it comes, and edits of it."""
    rng = random.Random(SEED * 1_000_003 + number)
    return measure_game(random_game(rng), rng, EDITS, f"game {number}")


def game_of_many_hands(number: int) -> Tally:
    """A game of three hands, for faults in two of them."""
    rng = random.Random(SEED * 2_000_003 + number)
    return measure_game(random_game(rng, length=("hands", 3)), rng, 12, f"long game {number}")


@pytest.fixture(scope="module")
def pool() -> Iterator[ProcessPoolExecutor]:
    """Some processes of our own."""
    with ProcessPoolExecutor(min(4, os.cpu_count() or 1)) as found:
        yield found


@pytest.fixture(scope="module")
def sample(pool: ProcessPoolExecutor) -> Tally:
    """The games as they come."""
    tally = Tally()
    for found in pool.map(plain_game, range(GAMES), chunksize=5):
        tally += found
    return tally


def test_no_legal_game_raises_an_alarm(sample: Tally) -> None:
    """Nor does an edit that the other judge finds legal."""
    assert sample.games == GAMES
    assert sample.legal > 100
    assert sample.alarms == 0, sample.disagreements


def test_every_illegal_edit_is_found(sample: Tally) -> None:
    """Whatever was edited."""
    assert sample.illegal > 700
    assert sample.found == sample.illegal, sample.disagreements


def test_a_fault_is_found_where_the_other_judge_finds_it(sample: Tally) -> None:
    """At the same event in 98 of 100."""
    assert sample.same_event >= 0.98 * sample.found, sample.disagreements


def test_one_fault_is_one_error(sample: Tally) -> None:
    """In 95 of 100."""
    assert sample.one_error >= 0.95 * sample.found


def test_two_faults_in_different_hands_are_two_errors(pool: ProcessPoolExecutor) -> None:
    """In 90 of 100."""
    tally = Tally()
    for found in pool.map(game_of_many_hands, range(24), chunksize=2):
        tally += found
    assert tally.pairs > 30
    assert tally.pairs_as_two >= 0.9 * tally.pairs
