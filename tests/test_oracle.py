"""The independent judge gives the verdicts that the examples must have."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.oracle.judge import judge

SPEC = Path(__file__).parents[1] / "fixtures" / "spec"

# The first error of the examples that have one; the others are legal.
ERRORS = {
    "04-drew-out-of-turn-wrong-amount": 43,
    "05-penalty-missing": 86,
    "07-leave-and-play-goes-on": 33,
    "13-balance-points-wrong": 41,
    "14-take-missing": 29,
    "15-known-deck-hidden-hands": 25,
    "18-gate-unearned-ace": 41,
    "22-option-unknown": 0,
}
NOTED = {"17-salon-2009-left-most-dealer": 5, "21-purse-below-zero": 83}


def read(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def name(path: Path) -> str:
    return path.name.removesuffix(".brusq.jsonl")


def strict_error(events: list[dict[str, Any]]) -> Iterator[int]:
    """Cécile's ace of spades, the only card laid there against the strict endgame."""
    ace = {"event": "play", "seat": 2, "card": "AS"}
    return (seq for seq, event in enumerate(events) if event == ace)


@pytest.mark.parametrize("path", sorted((SPEC / "incidents").glob("*.jsonl")), ids=name)
def test_incidents(path: Path) -> None:
    verdict = judge(read(path))
    assert verdict.error == ERRORS.get(name(path)), verdict.reason
    if name(path) in NOTED:
        assert NOTED[name(path)] in [seq for seq, _ in verdict.warnings]


@pytest.mark.parametrize("path", sorted(SPEC.glob("worked*.jsonl")), ids=name)
def test_worked_hand(path: Path) -> None:
    events = read(path)
    expected = next(strict_error(events)) if name(path) == "worked-strict" else None
    verdict = judge(events)
    assert verdict.error == expected, verdict.reason


def test_all_examples_are_there() -> None:
    assert len(list((SPEC / "incidents").glob("*.jsonl"))) == 22
    assert len(list(SPEC.glob("worked*.jsonl"))) == 3
