"""The forms of `check`: each says the same findings, in its own valid way."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from brusqlog.checking import machine, text
from brusqlog.checking.formats import FORMATS
from brusqlog.checking.report import FileReport, GameEntry, GameReport, Report, Summary
from brusqlog.game import findings as registry
from brusqlog.game.findings import Code, Finding, Related, RuleRef
from brusqlog.spelling import Style

LINE = '{"event":"draw","seat":0,"card":"8D"}'
CODES = {
    "draw-order": Code(
        subject="tricks",
        severity="error",
        title={"en": "A draw out of order", "fr": "Une pioche hors de son rang"},
        about={},
        message={"en": "m", "fr": "m"},
        help={},
    ),
    "file-missing": Code(
        subject="form",
        severity="error",
        title={"en": "No file", "fr": "Pas de fichier"},
        about={},
        message={},
        help={},
    ),
}
FINDING = Finding(
    file="a b/evening.jsonl",
    line=23,
    column=23,
    width=1,
    byte=1500,
    index=1,
    game="worked",
    seq=22,
    hand=1,
    trick=1,
    seat=0,
    code="draw-order",
    severity="error",
    message="Anne draws first, but Cécile took the trick, 100%",
    help="The taker draws first.",
    expected=2,
    found=0,
    rule=RuleRef("salon-2021", "draw", "stated", "000 §4"),
    related=[Related(line=21, seq=20, message="Cécile plays Q♠")],
)


@pytest.fixture(autouse=True)
def stand_in_registry(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (machine, text, registry):
        monkeypatch.setattr(module, "codes", lambda: CODES)


def reports() -> Iterator[Report]:
    entry = GameEntry(
        index=1, id="worked", line=1, status="faulty", hands=1, events=88, errors=1, warnings=0
    )
    yield GameReport(file=FINDING.file, entry=entry, findings=[FINDING], excerpts={23: LINE})
    yield FileReport(file=FINDING.file, read="whole", findings=[])
    gone = Finding(file="gone", code="file-missing", severity="error", message="no such file")
    yield FileReport(file="gone", read="not", findings=[gone])


def told(form: str, *, games: bool = False, **style: Any) -> str:
    return "".join(FORMATS[form](reports(), Style(**style), games=games))


def test_text_has_place_sentence_excerpt_rule_help_and_related() -> None:
    assert told("text").splitlines() == [
        "a b/evening.jsonl:23:23: error[draw-order] "
        "Anne draws first, but Cécile took the trick, 100%",
        f"  {LINE}",
        "                        ^",
        "  rule: salon-2021, draw (stated: 000 §4)",
        "  help: The taker draws first.",
        "  related: a b/evening.jsonl:21: Cécile plays Q♠",
        "gone: error[file-missing] no such file",
    ]


def test_text_with_games_has_a_line_for_each_game() -> None:
    assert "a b/evening.jsonl:1: worked: faulty, 1 hand, 1 error, 0 warnings" in told(
        "text", games=True
    )


def test_colour_is_only_where_it_is_wanted() -> None:
    assert "\x1b[" not in told("text")
    assert "\x1b[31;1merror[draw-order]\x1b[0m" in told("text", colour=True)


def test_json_is_one_document_with_files_findings_and_summary() -> None:
    document = json.loads(told("json"))
    assert list(document) == ["format", "files", "findings", "summary"]
    assert document["format"] == "brusqlog-check/1"
    assert [file["read"] for file in document["files"]] == ["whole", "not"]
    assert [game["id"] for game in document["files"][0]["games"]] == ["worked"]
    assert document["files"][1]["games"] == []
    assert document["summary"] == {
        "files": 2,
        "games": 1,
        "hands": 1,
        "events": 88,
        "errors": 2,
        "warnings": 0,
        "infos": 0,
    }


def test_a_finding_in_json_has_every_key_of_the_contract() -> None:
    keys = "file line column width byte index game seq hand trick seat code severity message"
    keys += " help expected found rule related"
    finding = json.loads(told("json"))["findings"][0]
    assert set(keys.split()) == finding.keys()
    assert list(finding["rule"]) == ["ruleset", "option", "provenance", "source"]


def test_jsonl_has_a_finding_a_line_and_with_games_a_game_a_line() -> None:
    assert [json.loads(line)["code"] for line in told("jsonl").splitlines()] == [
        "draw-order",
        "file-missing",
    ]
    game = json.loads(told("jsonl", games=True).splitlines()[1])
    assert (game["file"], game["id"], game["status"]) == ("a b/evening.jsonl", "worked", "faulty")


def test_sarif_has_the_structure_that_viewers_need() -> None:
    log = json.loads(told("sarif", language="fr"))
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert run["tool"]["driver"]["name"] == "brusqlog"
    assert run["columnKind"] == "unicodeCodePoints"
    assert rules[0]["shortDescription"]["text"] == "Une pioche hors de son rang"
    for result in run["results"]:
        assert result["ruleId"] == rules[result["ruleIndex"]]["id"]
        assert result["level"] in ("error", "warning", "note")
        assert result["message"]["text"]
    place = run["results"][0]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "a%20b/evening.jsonl"
    assert place["region"] == {"startLine": 23, "startColumn": 23, "endColumn": 24}
    assert (
        (run["results"][0]["relatedLocations"][0]["physicalLocation"]["region"]["startLine"]) == 21
    )
    assert "region" not in run["results"][1]["locations"][0]["physicalLocation"]


def test_github_commands_are_escaped() -> None:
    first, last = told("github").splitlines()
    assert first == (
        "::error file=a b/evening.jsonl,line=23,col=23,endColumn=24,title=draw-order::"
        "Anne draws first, but Cécile took the trick, 100%25"
    )
    assert last == "::error file=gone,title=file-missing::no such file"
    odd = GameReport(
        file="a:b,c",
        entry=next(r.entry for r in reports() if isinstance(r, GameReport)),
        findings=[Finding(file="a:b,c", code="x", severity="info", message="1\n2")],
        excerpts={},
    )
    line = "".join(machine.github([odd], Style()))
    assert line == "::notice file=a%3Ab%2Cc,title=x::1%0A2\n"


@pytest.mark.parametrize("form", sorted(FORMATS))
def test_nothing_found_is_valid_too(form: str) -> None:
    nothing = "".join(FORMATS[form](iter(()), Style(), games=False))
    if form in ("json", "sarif"):
        json.loads(nothing)
    else:
        assert nothing == ""


def test_statistics_count_a_code_the_most_frequent_first() -> None:
    counts: dict[str, int] = {"draw-order": 1}
    list(text.statistics(reports(), counts))
    assert "".join(text.counted(counts, Style())).splitlines() == [
        "2  error[draw-order] A draw out of order",
        "1  error[file-missing] No file",
    ]


def test_the_closing_line_counts_one_and_many() -> None:
    summary = Summary(files=3, games=4, hands=12, errors=1)
    assert text.closing(summary, Style()) == "3 files, 4 games, 12 hands: 1 error, 0 warnings\n"
    assert (
        text.closing(summary, Style(language="fr"))
        == "3 fichiers, 4 parties, 12 coups : 1 erreur, 0 avertissement\n"
    )


def test_an_excerpt_in_letters_is_ascii() -> None:
    shown = told("text", letters=True)
    assert not re.search("[♠★→…]", shown.replace("Q♠", ""))
