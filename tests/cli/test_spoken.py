"""What is not said otherwise is said in the language of the transcript."""

from pathlib import Path

import pytest

from brusqlog.cli.app import run

FRENCH = """Règles: salon-2021
Joueurs: Anne, Basile, Cécile
Retirées: 7p 7t
Coups: 1

Coup 1: Anne donne, Cécile coupe
Retourne: Ap
1. kc dp 8p > Cécile
"""
ENGLISH = """Rules: salon-2021
Players: Anne, Basile, Cécile
Removed: 7s 7c
Hands: 1

Hand 1: Anne deals, Cécile cuts
Turn-up: As
1. kc qs 8s > Anne
"""


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "fr.brusq").write_text(FRENCH, encoding="utf-8")
    (tmp_path / "en.brusq").write_text(ENGLISH, encoding="utf-8")
    monkeypatch.delenv("BRUSQLOG_LANG", raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _said(words: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    run(words)
    out, err = capsys.readouterr()
    return out + err


@pytest.mark.parametrize("verb", ["check", "replay", "ls"])
def test_a_french_transcript_is_answered_in_french(
    verb: str, files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    french = _said([verb, "fr.brusq"], capsys)
    assert french == _said([verb, "fr.brusq", "--lang", "fr"], capsys)
    assert french != _said([verb, "fr.brusq", "--lang", "en"], capsys)


def test_the_transcript_goes_before_the_environment(
    files: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    english = _said(["check", "en.brusq"], capsys)
    monkeypatch.setenv("BRUSQLOG_LANG", "fr")
    assert _said(["check", "en.brusq"], capsys) == english
