"""Where there is no game: empty files and folders, torn lines; and what a folder is walked for."""

from pathlib import Path

import pytest

from brusqlog.checking.report import FileReport, Wishes
from brusqlog.checking.run import files, reports
from brusqlog.checking.text import text
from brusqlog.spelling import Style
from tests.log.samples import WORKED

FINISHED = Wishes(require_finished=True)

GAMELESS: dict[str, tuple[bytes, list[str]]] = {
    "nothing": (b"", []),
    "blank lines": (b"\n\n", []),
    "garbage": (b"garbage", ["torn-tail"]),
    "a game without line feeds": (WORKED.replace(b"\n", b""), ["torn-tail"]),
}
"""Files without a game, with what is to be said of them besides."""


def codes(path: Path, wishes: Wishes) -> list[str]:
    return [finding.code for report in reports([path], wishes) for finding in report.findings]


@pytest.mark.parametrize("name", GAMELESS)
def test_where_finished_games_are_required_no_game_is_an_error(tmp_path: Path, name: str) -> None:
    path = tmp_path / "a.jsonl"
    data, others = GAMELESS[name]
    path.write_bytes(data)
    assert codes(path, FINISHED) == [*others, "no-game"]
    assert codes(path, Wishes()) == (others or ["empty-file"])


def test_a_folder_without_logs_is_told_and_is_an_error_where_games_are_required(
    tmp_path: Path,
) -> None:
    (tmp_path / "notes.txt").write_bytes(WORKED)
    assert codes(tmp_path, Wishes()) == ["empty-folder"]
    assert codes(tmp_path, FINISHED) == ["no-game"]
    (tmp_path / "a.jsonl").write_bytes(WORKED)
    assert codes(tmp_path, FINISHED) == []


def test_only_the_folder_that_was_named_is_told(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "a.jsonl").write_bytes(WORKED)
    assert codes(tmp_path, FINISHED) == []


def test_a_file_that_cannot_be_read_is_not_said_to_have_no_game(tmp_path: Path) -> None:
    assert codes(tmp_path / "gone.jsonl", FINISHED) == ["file-missing"]


def test_what_cannot_be_read_is_told_whatever_codes_are_chosen(tmp_path: Path) -> None:
    gone = tmp_path / "gone.jsonl"
    for chosen in ("stake-twice", "file-missing"):
        assert codes(gone, Wishes(select=frozenset({chosen}))) == ["file-missing"]
    assert codes(gone, Wishes(ignore=frozenset({"file-missing"}))) == ["file-missing"]
    (tmp_path / "a.jsonl").touch()
    chosen_out = Wishes(require_finished=True, ignore=frozenset({"no-game"}))
    assert codes(tmp_path / "a.jsonl", chosen_out) == []


def test_a_torn_line_that_belongs_to_no_game_is_shown(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(b'{"event":"ga')
    (report,) = reports([path], Wishes())
    assert isinstance(report, FileReport)
    assert report.excerpts == {1: '{"event":"ga'}
    assert "".join(text([report], Style())).splitlines()[1] == '  {"event":"ga'


def test_a_folder_is_walked_for_endings_in_any_case_and_not_for_what_is_hidden(
    tmp_path: Path,
) -> None:
    seen = ["A.JSONL", "b.Jsonl.GZ", "c.jsonl", "g/j.jsonl"]
    names = [*seen, ".d.jsonl", ".e/f.jsonl", "g/.h/i.jsonl"]
    for name in names:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    found = [Path(name).relative_to(tmp_path).as_posix() for name, _ in files([tmp_path])]
    assert found == seen
    hidden = tmp_path / ".e"
    assert [Path(name) for name, _ in files([hidden])] == [hidden / "f.jsonl"]
