"""Whole games are typed, and come out as they were played."""

from pathlib import Path
from typing import Any

import pytest
from msgspec import UNSET, to_builtins

from brusqlog import check
from brusqlog.game import events as ev
from brusqlog.game.cards import UNKNOWN
from brusqlog.game.findings import LANGUAGES, Language
from brusqlog.game.judge import judge
from brusqlog.log.gamelog import GameLog
from brusqlog.log.reader import read_logs
from brusqlog.show.record import game_record
from brusqlog.writing.logwriter import trial
from tests.recording.typist import FIXTURES, Typist, game, session

FAULTY = ("worked-strict", "joined")
GAMES = sorted(
    f"{folder}/{name}"
    for folder in ("games", "spec")
    for path in (FIXTURES / folder).glob("*.brusq.jsonl")
    if (name := path.name.removesuffix(".brusq.jsonl")) not in FAULTY
)
LISTS = ("stakes", "plays", "payments", "draws", "incidents", "awards")


def told(log: GameLog) -> dict[str, Any]:
    """What was played, as `replay` tells it, without the numbers of the events."""
    record: dict[str, Any] = to_builtins(game_record(log, judge(log.known_events())))
    del record["index"]
    for hand in record["hands"]:
        for part in [hand, *hand["tricks"]]:
            for name in LISTS:
                for entry in part.get(name, ()):
                    del entry["seq"]
        hand["stakes"].sort(key=str)
        hand["awards"].sort(key=str)
        for trick in hand["tricks"]:
            del trick["payments"]  # by card or net: `net_payments` has their sum
    return record


def without_what_was_due(record: dict[str, Any]) -> dict[str, Any]:
    """The record of a game that breaks off: what was due then, the session has written."""
    for name in ("status", "purses", "pot", "ranking"):
        del record[name]
    for name in ("net_payments", "awards"):
        del record["hands"][-1][name]
    return record


def unseen(value: Any, other: Any) -> Any:
    """The value, with unseen cards where the other has them: a known pack names them."""
    if isinstance(value, dict):
        return {key: unseen(one, other[key]) for key, one in value.items()}
    if isinstance(value, list) and len(value) == len(other):
        return [unseen(one, two) for one, two in zip(value, other, strict=True)]
    return UNKNOWN if other == UNKNOWN else value


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_a_typed_game_is_the_game_that_was_played(
    name: str, language: Language, tmp_path: Path
) -> None:
    log = game(name)
    assert log.header is not None
    talk = session(tmp_path / "typed.brusq.jsonl", log.header, language)
    typist = Typist(
        talk, [event for event in log.known_events() if event is not None], seed=len(name)
    )
    typist.run()
    assert typist.refused == []
    (typed,) = read_logs(str(talk.writer.path))
    assert isinstance(typed, GameLog)
    found, due = told(typed), told(log)
    if due["status"] != "finished":
        found, due = without_what_was_due(found), without_what_was_due(due)
    assert unseen(found, due) == due
    end, course = talk.writer.events[-1], trial(talk.writer)
    if isinstance(end, ev.End):
        certain = course.upper_totals() == course.totals
        assert end.totals == (course.totals if certain else UNSET)
    errors = [found for found in check([talk.writer.path]) if found.severity == "error"]
    assert errors == []
