"""The examples beside the specification give the results that the specification names."""

import json
import re
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest

from brusqlog.game.findings import codes
from brusqlog.game.judge import Judgement, judge
from brusqlog.log.gamelog import GameLog
from brusqlog.log.reader import read_logs
from brusqlog.show.record import game_record
from brusqlog.show.records import Replay
from tests.game.tables import FIXTURES

INCIDENTS = FIXTURES / "incidents"
REPLAYS = sorted(FIXTURES.glob("*.replay.json"))


class Row(NamedTuple):
    """A row of the table of expected verdicts."""

    file: str
    verdict: str


def expected() -> list[Row]:
    """The table of `EXPECTED.md`: file and verdict."""
    text = (INCIDENTS / "EXPECTED.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\S+\.jsonl) \| ([^|]+) \|", text, re.MULTILINE)
    return [Row(file, verdict.strip()) for file, verdict in rows]


def judged(path: Path) -> tuple[GameLog, Judgement]:
    """The only game of a file and its judgement."""
    (log,) = read_logs(path)
    assert isinstance(log, GameLog)
    return log, judge(log.known_events())


@pytest.mark.parametrize("path", sorted(FIXTURES.rglob("*.jsonl")), ids=lambda path: path.name[:6])
def test_an_example_is_in_the_canonical_form(path: Path) -> None:
    """Nothing to say of its form, not even an info."""
    log, _ = judged(path)
    assert log.faults == []


def test_every_incident_has_its_row() -> None:
    """No log without an expected verdict, no row without a log."""
    assert [row.file for row in expected()] == [p.name for p in sorted(INCIDENTS.glob("*.jsonl"))]
    assert len(expected()) == 22


@pytest.mark.parametrize("row", expected(), ids=lambda row: row.file[:2])
def test_an_incident_gives_the_verdict_of_the_table(row: Row) -> None:
    """Legal: no error. Otherwise one error at that event, or the warning or info and no error."""
    _, told = judged(INCIDENTS / row.file)
    errors = [noticed.seq for noticed in told.noticed if noticed.breach.is_error]
    if row.verdict == "legal":
        assert errors == []
        return
    found = re.fullmatch(r"(error|warning|info) at seq (\d+)", row.verdict)
    assert found is not None
    severity, seq = found[1], int(found[2])
    assert errors == ([seq] if severity == "error" else [])
    if severity != "error":
        told_there = [codes()[n.breach.code].severity for n in told.noticed if n.seq == seq]
        assert severity in told_there


@pytest.mark.parametrize("path", REPLAYS, ids=lambda path: path.name.partition(".")[0])
def test_the_worked_hand_replays_to_the_record_beside_it(path: Path) -> None:
    """The same values under the same keys in the same order."""
    log, told = judged(path.with_name(path.name.replace(".replay.json", ".brusq.jsonl")))
    replay = Replay(games=[game_record(log, told)])
    found = json.loads(msgspec.json.encode(replay), object_pairs_hook=list)
    assert found == json.loads(path.read_bytes(), object_pairs_hook=list)


def test_all_three_worked_hands_are_compared() -> None:
    """The worked hand under three rulesets."""
    assert len(REPLAYS) == 3
