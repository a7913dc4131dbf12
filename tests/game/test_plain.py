"""A hand walked in one go leaves what the fold leaves, event by event."""

import random
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from brusqlog.game import judge as judging
from brusqlog.game.course import Course
from brusqlog.game.events import AnyEvent
from brusqlog.game.judge import judge
from brusqlog.game.plain import walk
from tests.game.plainly import MODES, plain_game
from tests.oracle.mutate import mutants


def fields(course: Course | None) -> dict[str, Any]:
    """All that a course knows, but for the terms, which are compared by identity elsewhere."""
    assert course is not None
    return {name: getattr(course, name) for name in Course.__struct_fields__}


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("length", ["hands", "target"])
def test_walking_leaves_the_course_and_the_findings_that_stepping_leaves(
    mode: str, length: str, walks: list[bool]
) -> None:
    for seed in range(6):
        events = plain_game(random.Random(seed), mode, length)
        walked, stepped = judge(events), judge(events, None, {})
        assert walked.noticed == stepped.noticed
        assert walked.status == stepped.status == "finished"
        assert fields(walked.course) == fields(stepped.course)
    assert all(walks) and len(walks) >= 6


def test_a_hand_with_a_fault_is_never_walked_past() -> None:
    rng = random.Random(2)
    for mode in MODES:
        game = [msgspec.to_builtins(event) for event in plain_game(rng, mode)]
        for mutant in mutants(rng, game, 60):
            try:
                events = [msgspec.convert(event, AnyEvent) for event in mutant.events]
            except msgspec.ValidationError:
                continue
            walked, stepped = judge(events), judge(events, None, {})
            assert walked.noticed == stepped.noticed
            assert walked.status == stepped.status
            assert fields(walked.course) == fields(stepped.course)


@pytest.fixture
def walks(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Of each hand tried, whether it was walked."""
    found: list[bool] = []

    def noting(course: Course, events: Sequence[Any], place: int) -> int:
        after = walk(course, events, place)
        found.append(after > place)
        return after

    monkeypatch.setattr(judging, "walk", noting)
    return found
