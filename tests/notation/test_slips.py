"""A slip of the pen in a transcript is found, or says a legal game; most are told as one error.

A small sample; `python -m tests.notation.mutants` measures the same at full size.
"""

import os
import random
from concurrent.futures import ProcessPoolExecutor
from functools import partial

import pytest

from tests.notation.mutants import OUTCOMES, SAMPLES, Tally, as_one, counted, measure
from tests.notation.samples import BEGUN, TRICK_1
from tests.notation.slips import SLIPS, mutants, tokens

TRANSCRIPTS = range(0, len(SAMPLES) + 60, 3)
SLIPS_EACH = 3


@pytest.fixture(scope="module")
def sample() -> Tally:
    """Slips in samples and in random games."""
    tally = Tally()
    with ProcessPoolExecutor(min(4, os.cpu_count() or 1)) as pool:
        work = partial(measure, of_each=SLIPS_EACH, seed=1718)
        for found in pool.map(work, TRANSCRIPTS, chunksize=4):
            tally += found
    return tally


def test_every_slip_is_found_or_says_a_legal_game(sample: Tally) -> None:
    assert sample.outcomes.total() == SLIPS_EACH * len(TRANSCRIPTS)
    assert counted(sample, "missed", "crash") == 0, sample.listed


def test_a_slip_is_told_in_its_line_or_below(sample: Tally) -> None:
    """But for a card that only a later one shows to have been wrong."""
    assert counted(sample, "at its line", "below it") > 60
    assert counted(sample, "above it") <= 2, sample.listed


def test_a_slip_of_one_token_is_one_error(sample: Tally) -> None:
    """In 75 of 100."""
    one, found = as_one(sample)
    assert found > 30
    assert one >= 0.75 * found


def test_slips_are_of_every_kind_and_change_the_text() -> None:
    text = BEGUN + TRICK_1 + "Paid: none\n"
    players = ("Anne", "Basile", "Cécile")
    found = list(mutants(random.Random(1), text, players, "en", 500))
    assert {one.slip for one in found} == set(SLIPS)
    assert {one.token for one in found} == {one.kind for one in tokens(text, players)}
    assert text not in {one.text for one in found}
    assert set(OUTCOMES) >= {"missed", "crash"}
