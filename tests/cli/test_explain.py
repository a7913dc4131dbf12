"""`brusqlog explain`, and where `check` points to it."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from brusqlog.cli.app import run
from brusqlog.game.findings import codes
from brusqlog.languages import LANGUAGES, Language
from brusqlog.pages.finding import page
from tests.test_broken import BROKEN

SLIP = Path(__file__).parents[2] / "brusqlog" / "samples" / "slip.brusq.jsonl"


Said = Callable[..., tuple[int, str, str]]


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Said:
    """Runs the command line in this process: exit code, standard output, standard error."""
    monkeypatch.delenv("BRUSQLOG_LANG", raising=False)
    return lambda *arguments: (run(arguments), *capsys.readouterr())


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_of_a_code_is_shown_as_it_is(said: Said, language: Language) -> None:
    for code in ("revoke", "utf-16", "read-failed"):
        assert said("explain", code, "--lang", language) == (0, page(code, language), "")


def test_the_language_is_that_of_the_environment(
    said: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BRUSQLOG_LANG", "fr")
    assert said("explain", "revoke")[1] == page("revoke", "fr")


def test_without_a_code_all_are_listed(said: Said) -> None:
    code, out, err = said("explain")
    assert (code, err) == (0, "")
    assert all(f"\n  {name} " in out for name in codes())


def test_an_unknown_code_is_wrong_usage_and_the_nearest_is_named(said: Said) -> None:
    code, out, err = said("explain", "revok")
    assert (code, out) == (2, "")
    assert err.endswith("Error: CODE: there is no code 'revok'. Did you mean revoke?\n")
    assert said("explain", "revok", "--lang", "fr")[2].endswith("Vouliez-vous dire revoke ?\n")


def test_headings_are_bold_and_the_severity_has_its_colour(said: Said) -> None:
    lines = said("explain", "pot-left", "--color", "always")[1].splitlines()
    title = "\x1b[1m# \x1b[0m\x1b[33;1mwarning[pot-left]\x1b[0m"
    assert lines[0] == f"{title}\x1b[1m: Counters left in the pot\x1b[0m"
    assert "\x1b[1m## What to do\x1b[0m" in lines
    assert "\x1b[2m```text\x1b[0m" in lines


@pytest.mark.parametrize(("language", "card"), [("en", "dealt 7D, but"), ("fr", "reçoit 7K, mais")])
def test_suits_are_letters_where_they_cannot_be_shown(
    said: Said, monkeypatch: pytest.MonkeyPatch, language: Language, card: str
) -> None:
    monkeypatch.setattr("brusqlog.cli.output._shows", lambda stream, signs: False)
    out = said("explain", "card-elsewhere", "--lang", language)[1]
    assert card in out
    assert not set("♠♥♦♣…") & set(out)


def test_check_points_to_the_page_of_an_error_on_a_terminal(
    said: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = said("check", str(SLIP))
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    code, out, err = said("check", str(SLIP))
    more = "To learn more: brusqlog explain card-already-played\n"
    assert (code, out, err) == (plain[0], plain[1], plain[2] + more)
    french = said("check", "--lang", "fr", str(SLIP))[2]
    assert french.endswith("savoir plus : brusqlog explain card-already-played --lang fr\n")


def test_check_points_to_an_error_before_an_info_and_to_nothing_in_a_clean_log(
    said: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    files = [str(BROKEN / code / "sample.brusq.jsonl") for code in ("crlf", "stake-twice")]
    assert said("check", *files)[2].endswith("To learn more: brusqlog explain stake-twice\n")
    assert said("check", files[0])[2].endswith("To learn more: brusqlog explain crlf\n")
    assert "explain" not in said("check", str(SLIP.with_name("worked.brusq.jsonl")))[2]
