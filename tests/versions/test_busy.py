"""A log that is being written is not replaced."""

from pathlib import Path

import pytest

from brusqlog import LogWriter, events
from brusqlog.cli.app import run

HEADER = events.Game(
    format="brusqlog/1.0", id="t", rules="salon-2021", players=["Anne", "Basile"], hands=1
)


def test_a_log_that_is_open_in_a_writer_is_not_replaced(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    live, other = tmp_path / "live.brusq.jsonl", tmp_path / "other.brusq.jsonl"
    with LogWriter.create(other, HEADER) as writer:
        writer.append(events.Hand(number=1, dealer=1))
    with LogWriter.create(live, HEADER) as writer:
        writer.append(events.Hand(number=1, dealer=0))
        kept = live.read_bytes()
        assert run(["convert", "--to", "log", str(other), str(live), "--force"]) == 3
        assert live.read_bytes() == kept
        assert "live.brusq.jsonl" in capsys.readouterr().err
    assert run(["convert", "--to", "log", str(other), str(live), "--force"]) == 0
    assert live.read_bytes() == other.read_bytes()
