"""Lines are found again by all their bytes, wherever they stand."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from brusqlog.bulk import repeats
from brusqlog.bulk.repeats import LONGEST, PROBES, Repeats

LINE = st.one_of(
    st.binary(max_size=12), st.sampled_from([0, 1, 8, 9, LONGEST - 1, LONGEST, 200]).map(bytes)
).map(lambda line: line.replace(b"\n", b""))
"""Short ones, so that many are alike, and some at the bounds."""


@pytest.fixture(params=["spread", "all in one place"])
def spread(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every line is looked for in the tables; in the worst case the hash of all is the same."""
    monkeypatch.setattr(repeats, "FEW", 1)
    if request.param != "spread":
        monkeypatch.setattr(repeats, "_SPREAD", repeats._SPREAD * np.uint64(0))


def found(known: Repeats, lines: list[bytes], tail: int = 0) -> list[int | bytes]:
    """The number of each line, or what it is."""
    text = b"".join(line + b"\n" for line in lines)
    result = known.find(text, 0, 0, len(text), tail)
    told: list[int | bytes] = result.codes.tolist()
    for place, line in zip(result.places.tolist(), result.lines, strict=True):
        assert told[place] == -1
        told[place] = line
    return told


@pytest.mark.usefixtures("spread")
@given(st.lists(st.lists(LINE, max_size=30), max_size=3), st.lists(LINE, min_size=1))
def test_lines_are_known_by_their_bytes(learnt: list[list[bytes]], lines: list[bytes]) -> None:
    known, numbers = Repeats(), dict[bytes, int]()
    for some in learnt:
        new = [line for line in dict.fromkeys(some) if line not in numbers]
        known.learn(new, len(numbers))
        numbers |= {line: len(numbers) + k for k, line in enumerate(new)}
    lines = [*lines, *numbers, *lines]
    assert found(known, lines) == [numbers.get(line, line) for line in lines]


@pytest.mark.usefixtures("spread")
def test_more_lines_than_there_are_places_for_are_known() -> None:
    lines = [b"%05d" % number for number in range(2000)]
    known = Repeats()
    for at in range(0, len(lines), 5 * PROBES):
        known.learn(lines[at : at + 5 * PROBES], at)
    assert found(known, lines) == [*range(len(lines))]


@pytest.mark.usefixtures("spread")
def test_ends_of_lines_are_passed_over_and_short_lines_are_empty() -> None:
    known = Repeats()
    known.learn([b"", b"play", b"draw"], 0)
    assert found(known, [b"play12", b"pl", b"", b"12", b"drew34"], 2) == [1, 0, 0, 0, b"drew"]


def test_lines_at_the_end_of_a_text_are_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(repeats, "FEW", 1)
    known = Repeats()
    known.learn([b"play", b"draw"], 0)
    looked = [known.find(b"draw\nplay\n" + b" " * room, 0, 0, 10).codes for room in range(9)]
    assert [codes.tolist() for codes in looked] == [[1, 0]] * 9
