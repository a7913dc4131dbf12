"""`fmt`: files in canonical form, in place."""

import gzip
import hashlib
import io
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from brusqlog.cli.fmt import TEXTS, Asked, run
from brusqlog.writing import disk
from tests.versions.running import Done, ran

SPEC = Path(__file__).parents[2] / "fixtures" / "spec"
TEXT = (SPEC / "worked.en.brusq").read_text(encoding="utf-8")
LOG = (SPEC / "worked.brusq.jsonl").read_text(encoding="utf-8")
LOOSE = TEXT.replace("Rules: ", "rules:").replace("♠", "s")
LOOSE_LOG = LOG.replace('","', '", "')

Fmt = Callable[..., Done]


@pytest.fixture
def fmt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Fmt:
    """Runs the verb in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("BRUSQLOG_LANG", raising=False)
    return lambda *paths, **wishes: ran(run, Asked(paths=paths, color="never", **wishes), capsys)


def put(name: str, text: str | bytes) -> Path:
    path = Path(name)
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


@pytest.mark.parametrize(
    ("name", "loose", "formed"),
    [("a.brusq", LOOSE, TEXT), ("a.brusq.jsonl", LOOSE_LOG, LOG)],
)
def test_a_file_is_put_in_form_once(fmt: Fmt, name: str, loose: str, formed: str) -> None:
    path = put(name, loose)
    path.chmod(0o640)
    assert fmt(name) == (0, f"{name}\n", "")
    assert path.read_bytes() == formed.encode()
    assert os.name == "nt" or path.stat().st_mode & 0o777 == 0o640
    assert fmt(name) == (0, "", "")
    assert [one.name for one in Path().iterdir()] == [name]


def test_check_lists_what_would_be_changed_and_changes_nothing(fmt: Fmt) -> None:
    put("games/a.brusq", LOOSE)
    put("games/b.brusq", TEXT)
    put("games/c.jsonl", LOOSE_LOG)
    put("games/notes.txt", "no game")
    listed = "".join(f"{Path('games', name)}\n" for name in ("a.brusq", "c.jsonl"))
    assert fmt("games", check=True) == (1, listed, "")
    assert Path("games/a.brusq").read_text(encoding="utf-8") == LOOSE
    assert fmt("games/b.brusq", check=True) == (0, "", "")


def test_diff_shows_what_would_be_changed_and_changes_nothing(fmt: Fmt) -> None:
    put("a.brusq", LOOSE)
    done = fmt("a.brusq", diff=True)
    assert done.code == 0
    assert done.out.startswith("--- a.brusq\n+++ a.brusq\n@@ ")
    assert "\n-rules:salon-2021\n" in done.out
    assert "\n+Rules: salon-2021\n" in done.out
    assert Path("a.brusq").read_text(encoding="utf-8") == LOOSE
    assert fmt("a.brusq", diff=True, check=True) == (1, done.out, "")


def test_what_cannot_be_read_is_told_and_left_and_stops_nothing(fmt: Fmt) -> None:
    bad = LOOSE.replace("J", "!")
    put("bad.brusq", bad)
    put("good.brusq", LOOSE)
    done = fmt("none.brusq", "bad.brusq", "good.brusq")
    assert (done.code, done.out) == (3, "good.brusq\n")
    assert done.err.startswith("brusqlog: none.brusq: ")
    assert "bad.brusq:9:" in done.err
    assert Path("bad.brusq").read_text(encoding="utf-8") == bad
    assert fmt("bad.brusq").code == 1


def test_a_breach_of_the_rules_is_told_and_stops_nothing(fmt: Fmt) -> None:
    put("a.brusq", LOOSE.replace("> Basile", "> Anne", 1))
    done = fmt("a.brusq")
    assert (done.code, done.out) == (0, "a.brusq\n")
    assert "error[take-seat]" in done.err
    assert Path("a.brusq").read_text(encoding="utf-8") == TEXT.replace("> Basile", "> Anne", 1)


def test_a_sealed_log_keeps_its_bytes(fmt: Fmt) -> None:
    digest = hashlib.sha256(LOOSE_LOG.encode()).hexdigest()
    seal = f'{{"event":"seal","sha256":"{digest}"}}\n'
    put("a.jsonl", LOOSE_LOG + seal)
    done = fmt("a.jsonl")
    assert done == (3, "", "brusqlog: a.jsonl: it is sealed, so its bytes stay as they are\n")
    assert Path("a.jsonl").read_text(encoding="utf-8") == LOOSE_LOG + seal


def test_a_log_that_ends_within_a_line_is_left_as_it_is(fmt: Fmt) -> None:
    torn = LOOSE_LOG + '{"event":"no'
    put("a.jsonl", torn)
    done = fmt("a.jsonl")
    assert (done.code, done.out) == (3, "")
    assert "a.jsonl: it ends within a line" in done.err
    assert Path("a.jsonl").read_text(encoding="utf-8") == torn


def test_a_log_that_is_being_written_is_left_as_it_is(fmt: Fmt) -> None:
    path = put("a.jsonl", LOOSE_LOG)
    writer = disk.open_log(path)
    try:
        done = fmt("a.jsonl")
    finally:
        disk.close(writer)
    assert (done.code, done.out) == (3, "")
    assert "a.jsonl is being written by another program" in done.err
    assert path.read_text(encoding="utf-8") == LOOSE_LOG


def test_a_packed_file_can_be_checked_but_is_not_written(fmt: Fmt) -> None:
    packed = gzip.compress(LOOSE.encode(), mtime=0)
    put("a.brusq.gz", packed)
    assert fmt("a.brusq.gz", check=True) == (1, "a.brusq.gz\n", "")
    done = fmt("a.brusq.gz")
    assert (done.code, done.out) == (3, "")
    assert "it is compressed" in done.err
    assert Path("a.brusq.gz").read_bytes() == packed


@pytest.mark.parametrize(("loose", "formed"), [(LOOSE, TEXT), (LOOSE_LOG, LOG), (TEXT, TEXT)])
def test_standard_input_goes_to_standard_output(
    fmt: Fmt, monkeypatch: pytest.MonkeyPatch, loose: str, formed: str
) -> None:
    def given() -> Any:
        return io.TextIOWrapper(io.BytesIO(loose.encode()), "utf-8")

    monkeypatch.setattr(sys, "stdin", given())
    assert fmt("-") == (0, formed, "")
    monkeypatch.setattr(sys, "stdin", given())
    assert fmt("-", check=True) == ((0, "", "") if loose == formed else (1, "-\n", ""))


def test_every_text_is_in_both_languages() -> None:
    assert TEXTS["en"].keys() == TEXTS["fr"].keys()
