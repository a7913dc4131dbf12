"""`stats` as a user asks it: archives, a report, a player, filters."""

import json
from pathlib import Path

import pytest

from brusqlog import rulesets
from brusqlog.archive import Archive, QueryError
from brusqlog.archive.stats import reports
from tests.archive.asking import SAMPLES, SPEC, WORKED, made
from tests.cli.running import here


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """An archive of the samples."""
    path = tmp_path / "club.duckdb"
    assert here("archive", "add", path, SAMPLES).returncode == 0
    return path


def counts(*arguments: str | Path) -> list[int]:
    """What the column `n` of a report says, the report being the first argument."""
    done = here("stats", *arguments, "--format", "jsonl")
    assert (done.returncode, done.stderr) == (0, "")
    return [json.loads(line)["n"] for line in done.stdout.splitlines()]


def test_a_player_is_named_after_the_report_or_by_the_option(club: Path) -> None:
    named = here("stats", club, "player", "Anne").stdout
    assert named == here("stats", club, "player", "--player", "Anne").stdout
    assert named.startswith("Player: ")
    assert here("stats", club, "player", "Ce\u0301cile").returncode == 0
    for arguments, told in {
        ("player",): "NAME: this is missing: the report is about one player.",
        ("player", "Ann"): "--player: there is no player 'Ann'. Did you mean Anne?",
        ("player", "Anne", "--player", "Denis"): "--player: 'Denis' is one too many.",
        ("players", "Anne"): "REPORT: there is no report 'Anne', only: "
                             f"{', '.join(reports())}.",
    }.items():  # fmt: skip
        done = here("stats", club, *arguments)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.endswith(f"Error: {told}\n")


def test_several_archives_are_counted_as_one(club: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.duckdb"
    (tmp_path / "new.jsonl").write_text(made(), encoding="utf-8", newline="\n")
    here("archive", "add", other, WORKED, tmp_path / "new.jsonl")
    assert counts(club, "ties", "--mode", "3") == [1]
    assert counts(club, other, "ties", "--mode", "3") == [2]
    listed = here("stats", club, other)
    assert (listed.returncode, listed.stdout) == (0, here("stats", club).stdout)
    done = here("stats", club, club, "ties")
    assert done.stderr.endswith(f"Error: ARCHIVE: {str(club)!r} is named twice.\n")
    done = here("stats", club, tmp_path / "gone.duckdb", "ties")
    assert (done.returncode, done.stdout) == (3, "")


def test_the_name_of_a_report_is_one_even_if_there_is_such_a_file(
    club: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    club.rename("ties")
    Path("lead.duckdb").write_bytes(Path("ties").read_bytes())
    assert here("stats", "lead.duckdb", "ties").stdout.startswith("Ties: ")
    assert here("stats", "ties").stdout.startswith("brusquembilles ")
    assert here("stats", "ties", "./lead.duckdb").returncode == 0


def test_a_folder_of_parquet_is_counted_like_an_archive(club: Path, tmp_path: Path) -> None:
    assert here("archive", "export", club, "--parquet", tmp_path / "lake").returncode == 0
    for report in ("seats", "players", "trumps"):
        expected = here("stats", club, report).stdout
        assert here("stats", tmp_path / "lake", report).stdout == expected
        assert here("stats", club, tmp_path / "lake", report).stdout == expected


def test_games_are_chosen_by_date_and_counted_once_if_played_alike(tmp_path: Path) -> None:
    path = tmp_path / "a.duckdb"
    lines = made()
    for number, date in enumerate(("2024", "2025-03-01")):
        dated = lines.replace('"rules":', f'"date":"{date}","rules":', 1)
        (tmp_path / f"{number}.jsonl").write_text(dated, encoding="utf-8", newline="\n")
    here("archive", "add", path, tmp_path)
    assert counts(path, "ties") == [2]
    assert counts(path, "ties", "--unique") == [1]
    assert counts(path, "ties", "--since", "2025") == [1]
    assert counts(path, "ties", "--since", "2025", "--unique") == [1]
    assert counts(path, "ties", "--until", "2023-12-31") == []
    done = here("stats", path, "ties", "--until", "1 March")
    assert done.stderr.endswith(
        "Error: --until: '1 March' is no date such as 2025, 2025-03 or 2025-03-31.\n"
    )
    for option in (["--unique"], ["--since", "2025"], ["--against", "wikipedia"]):
        done = here("stats", path, *option)
        assert f"Error: REPORT: this is missing: {option[0]} narrows a report" in done.stderr


def test_hands_are_held_against_a_published_ruleset_or_a_file(club: Path, tmp_path: Path) -> None:
    assert counts(club, "rules", "--against", "academie-1718") == [1, 1]
    own = tmp_path / "own.toml"
    own.write_text(
        'name = "own"\nbase = "salon-2021"\n[rules]\n[options.strict_endgame]\nvalue = true\n'
        'provenance = "stated"\nsource = "own"\n',
        encoding="utf-8",
    )
    done = here("stats", club, "rules", "--mode", "3", "--against", own, "--format", "jsonl")
    row = json.loads(done.stdout)
    assert (row["stands"], row["revoke"]) == (0, 1)
    for arguments, told in {
        ("rules",): "--against: this is missing: it names the other ruleset.",
        ("ties", "--against", "wikipedia"): "--against: this means nothing without rules.",
        ("rules", "--against", "salon"): "--against: there is no ruleset 'salon'. Did you mean",
    }.items():  # fmt: skip
        done = here("stats", club, *arguments)
        assert done.returncode == 2
        assert f"Error: {told}" in done.stderr


def test_the_worked_hand_of_1718_is_no_hand_of_today(tmp_path: Path) -> None:
    path = tmp_path / "a.duckdb"
    here("archive", "add", path, SPEC / "worked.brusq.jsonl")
    done = here("stats", path, "rules", "--against", "academie-1718", "--format", "jsonl")
    row = json.loads(done.stdout)
    assert (row["n"], row["stands"], row["taker"], row["revoke"]) == (1, 0, 1, 0)


def test_python_takes_the_name_of_a_published_ruleset(club: Path) -> None:
    with Archive(club) as archive:
        named = archive.stats("rules", against="academie-1718").fetchall()
        assert named == archive.stats("rules", against=rulesets()["academie-1718"]).fetchall()
        with pytest.raises(QueryError, match="there is no ruleset 'salon', only: "):
            archive.stats("rules", against="salon")
