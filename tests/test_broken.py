"""Every code of the registry has a smallest failing sample in `fixtures/broken/CODE/`.

`expected.txt` is what `brusqlog check --lang en` prints there for `sample.brusq.jsonl` (or its
packed form), with the options of `ASKED`.
"""

from pathlib import Path
from typing import Any

import pytest

from brusqlog.checking.report import Report, Wishes
from brusqlog.checking.run import reports
from brusqlog.checking.text import text
from brusqlog.game.findings import codes
from brusqlog.game.judge import judge
from brusqlog.game.ruleset import Ruleset
from brusqlog.log.reader import GameLog, read_logs
from brusqlog.spelling import Style

BROKEN = Path(__file__).parents[1] / "fixtures" / "broken"

UNSHOWN = {
    "is-folder", "permission-denied", "read-failed", "special-file", "header-inside",
    "arrow-missing",
}  # fmt: skip
"""Codes that no file can show: what is no file to be read, a header inside a log, which in a file
begins a new one, and what is not installed."""

HOUSE = Ruleset.load(BROKEN / "ruleset-differs" / "house.toml")

ASKED: dict[str, dict[str, Any]] = {
    "unfinished-game": {"require_finished": True},
    "no-game": {"require_finished": True},
    "ruleset-differs": {"rulesets": {HOUSE.full_name: HOUSE}},
    "too-many-faults": {"select": frozenset({"too-many-faults"})},
    "log-too-large": {"select": frozenset({"log-too-large"})},
    "digest-differs": {"digest": "00" * 32},
}

CROWDED = {"hand-given-up", "rest-given-up"}
"""Codes that only come after several other errors."""


def samples() -> list[str]:
    return sorted(folder.name for folder in BROKEN.iterdir())


def sample(code: str) -> str:
    """The name of the sample; one code is about a file that is not there."""
    (name,) = [p.name for p in (BROKEN / code).glob("sample.*")] or ["sample.brusq.jsonl"]
    return name


def told(code: str, wishes: Wishes) -> list[Report]:
    return list(reports([sample(code)], wishes))


def test_every_code_has_a_sample() -> None:
    assert set(samples()) == set(codes()) - UNSHOWN


@pytest.mark.parametrize("code", samples())
def test_a_sample_shows_its_code(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(BROKEN / code)
    wishes = Wishes(style=Style(language="en"), **ASKED.get(code, {}))
    judged = told(code, wishes)
    found = [finding for report in judged for finding in report.findings]
    assert [finding.code for finding in found].count(code) == 1
    others = {finding.code for finding in found if finding.severity == "error"} - {code}
    assert not others or code in CROWDED
    expected = (BROKEN / code / "expected.txt").read_text(encoding="utf-8")
    assert "".join(text(judged, wishes.style)) == expected


def test_a_header_inside_a_log_is_a_fault() -> None:
    (log,) = read_logs(BROKEN / "unfinished-game" / "sample.brusq.jsonl")
    assert isinstance(log, GameLog) and log.header is not None
    judgement = judge([log.header, log.header])
    assert [noticed.breach.code for noticed in judgement.noticed] == ["header-inside"]
