"""Games that the screen passes come into an archive as the rows that the fold makes of them."""

import random
from pathlib import Path
from typing import Any

import pytest

import brusqlog
from brusqlog.archive import Archive, reading
from brusqlog.archive.tables import OF_A_GAME
from brusqlog.checking.report import CleanGames
from brusqlog.log.gamelog import GameLog
from brusqlog.notation.sources import read_games
from tests.archive.asking import MODES, rows
from tests.cli.running import here

VARIED: dict[str, dict[str, Any]] = {
    **MODES,
    "hidden": {"players": 3, "hands": 2, "hidden": True},
    "timed": {"players": 4, "hands": 2, "times": True},
    "timed-pairs": {"partners": True, "hands": 2, "times": True},
}


def text_of(wishes: dict[str, Any], games: int, seed: int = 5) -> str:
    found = brusqlog.simulate(seed=seed, games=games, bots="greedy", **wishes)
    return "".join(map(brusqlog.dumps, found))


def contents(archive: Archive, *apart: str) -> dict[str, list[tuple[Any, ...]]]:
    """All rows of games, without when they were added, and without the columns `apart`."""
    found = {}
    for table in OF_A_GAME:
        names = [column.name for column in table.columns]
        listed = ", ".join(f'"{name}"' for name in names if name not in ("added_at", *apart))
        found[table.name] = sorted(rows(archive, f"SELECT {listed} FROM {table.name}"), key=repr)
    return found


def both(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> tuple[dict[str, list[tuple[Any, ...]]], dict[str, list[tuple[Any, ...]]]]:
    """What an archive has of a file, game by game, and as the screen makes it."""
    found = []
    for worth in (1 << 40, 1):
        monkeypatch.setattr(reading, "WORTH", worth)
        with Archive(path.parent / f"{worth}.duckdb") as archive:
            archive.add(path)
            found.append(contents(archive))
    return found[0], found[1]


@pytest.mark.parametrize("name", VARIED)
def test_clean_games_are_the_same_rows_in_bulk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text(text_of(VARIED[name], 3), encoding="utf-8", newline="\n")
    plain, bulk = both(path, monkeypatch)
    assert bulk == plain
    assert len(plain["games"]) == 3


def test_games_of_all_kinds_may_be_mixed_with_faulty_ones_and_notes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = [game for name in VARIED for game in split(text_of(VARIED[name], 2))]
    random.Random(3).shuffle(games)
    games[3] = games[3].replace('"seat":1', '"seat":0', 1)
    noted = games[5].splitlines(keepends=True)
    note = '{"event":"note","text":"déjà","data":{"a":[1,"x"]}}\n'
    games[5] = "".join([noted[0], note, *noted[1:30], note, *noted[30:]])
    games[7] = "".join(games[7].splitlines(keepends=True)[:-4])
    path = tmp_path / "games.jsonl"
    path.write_text("".join(games), encoding="utf-8", newline="\n")
    plain, bulk = both(path, monkeypatch)
    assert bulk == plain
    assert {row[0] for row in plain["notes"]} <= {row[0] for row in plain["games"]}
    assert len(plain["notes"]) == 2


def split(text: str) -> list[str]:
    """The games of a text."""
    head = '{"event":"game"'
    return [head + game for game in text.split(head)[1:]]


TABLES: dict[str, list[str]] = {
    "two": ["--players", "2", "--rules", "academie-1718"],
    "three": ["--players", "3"],
    "four": ["--players", "4", "--hands", "2"],
    "pairs": ["--partners", "--exchange"],
    "five": ["--players", "5"],
}


@pytest.mark.parametrize("name", TABLES)
def test_rows_of_hand_tables_are_the_games_that_their_logs_are(tmp_path: Path, name: str) -> None:
    path, logs = tmp_path / "hands.parquet", tmp_path / "logs.jsonl"
    assert here("simulate", "--games", "40", *TABLES[name], "-o", path).returncode == 0
    found = list(reading.Bytes(str(path)).games(str(path), {}))
    assert any(isinstance(each, CleanGames) for each in found)
    with Archive(tmp_path / "table.duckdb") as archive:
        assert archive.add(path).games == len(rows(archive, "FROM games"))
        bulk = contents(archive, "source", "position", "line")
    games = [log for log in read_games(str(path)) if isinstance(log, GameLog)]
    logs.write_bytes(b"".join(log.raw for log in games))
    with Archive(tmp_path / "logs.duckdb") as archive:
        archive.add(logs)
        plain = contents(archive, "source", "position", "line")
    assert bulk == plain


def test_a_hand_table_is_asked_like_the_archive_that_it_makes(tmp_path: Path) -> None:
    path = tmp_path / "hands.parquet"
    assert here("simulate", "--games", "30", "-o", path).returncode == 0
    asked = "SELECT count(*) AS n, sum(points) AS points FROM tricks"
    done = here("query", path, asked, "--format", "csv")
    assert (done.returncode, done.stdout, done.stderr) == (0, "n,points\n300,3600\n", "")
    assert here("stats", path, "ties", "--format", "csv").stdout.startswith("mode,n,")
    done = here("archive", "find", path, "--pattern", "last trick", "--format", "jsonl")
    assert done.stdout.count("\n") == 30
    path.write_bytes(path.read_bytes()[:500])
    done = here("query", path, asked)
    assert (done.returncode, done.stdout) == (3, "")
    assert "table-damaged" in done.stderr
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["hands.parquet"]


def test_a_clean_game_that_has_grown_takes_the_place_of_its_older_self(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "WORTH", 1)
    path = tmp_path / "games.jsonl"
    first, second = split(text_of(VARIED["three"], 2))
    lines = second.splitlines(keepends=True)
    hands = [place for place, line in enumerate(lines) if line.startswith('{"event":"hand"')]
    with Archive(tmp_path / "a.duckdb") as archive:
        for text, counts in (
            (first + "".join(lines[: hands[1]]), (2, 0, 0)),
            (first + second, (0, 1, 1)),
        ):
            path.write_text(text, encoding="utf-8", newline="\n")
            added = archive.add(path)
            assert (added.games, added.grown, added.known) == counts
        assert rows(archive, "SELECT position, status FROM games ORDER BY position") == [
            (1, "finished"),
            (2, "finished"),
        ]


def test_a_large_file_that_has_more_games_gives_the_new_ones_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "WORTH", 1)
    path = tmp_path / "games.jsonl"
    games = split(text_of(VARIED["four"], 6))
    with Archive(tmp_path / "a.duckdb") as archive:
        for count in (2, 2, 5, 6):
            path.write_text("".join(games[:count]), encoding="utf-8", newline="\n")
            archive.add(path)
            asked = "SELECT count(*), count(DISTINCT position) FROM games"
            assert rows(archive, asked) == [(count, count)]
        assert archive.verify() == []
