"""`archive find`: the games and moments it finds, the commands that replay them, what it answers to
slips; and a game of an archive read again."""

import json
import os
import shlex
import shutil
from pathlib import Path
from typing import Any

import pytest

from brusqlog.archive import Archive, ArchiveError, QueryError
from brusqlog.archive.find import find
from brusqlog.archive.opening import reading
from brusqlog.archive.parquet import export
from tests.archive.asking import SAMPLES, SLIP, SPEC, WORKED, made
from tests.cli.running import here, run

Row = dict[str, Any]


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive of the samples and of games with dates, and the same as a folder."""
    tmp_path = tmp_path_factory.mktemp("club")
    folder = tmp_path / "the club's games"
    folder.mkdir()
    for number, date in enumerate(("2025", "2026-03", "2026-03-14", "2026-05-01")):
        header, rest = made(number, players=4, hands=4).split("\n", 1)
        header = header[:-1] + f',"date":"{date}"' + "}"
        (folder / f"{date}.brusq.jsonl").write_text(f"{header}\n{rest}", encoding="utf-8")
    path = tmp_path / "club.duckdb"
    Archive(path).add([SAMPLES, folder])
    export(path, tmp_path / "lake")
    return path


def found(path: Path, *arguments: str | Path) -> list[Row]:
    done = here("archive", "find", path, *arguments, "--format", "jsonl")
    assert (done.returncode, done.stderr) == (0, "")
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_games_are_narrowed_by_what_is_asked_of_them(club: Path) -> None:
    assert len(found(club)) == 8
    assert [row["id"] for row in found(club, "--status", "faulty")] == ["slip"]
    assert [row["id"] for row in found(club, "--player", "cecile", "--mode", "3")] == ["worked"]
    assert [row["id"] for row in found(club, "--rules", "encyclopedie")] == ["five"]
    (row,) = found(club, "--player", "Margot")
    assert list(row) == ["game", "id", "date", "players", "rules", "mode", "status", "source",
                         "position", "command"]  # fmt: skip
    assert (row["players"], row["source"], row["position"]) == ("Margot, Nicolas", str(SLIP), 1)


@pytest.mark.parametrize(
    ("filters", "dates"),
    [
        (["--since", "2026"], ["2026-03", "2026-03-14", "2026-05-01"]),
        (["--since", "2026-03-14"], ["2026-03", "2026-03-14", "2026-05-01"]),
        (["--since", "2026-03-15"], ["2026-03", "2026-05-01"]),
        (["--until", "2026-03"], ["2025", "2026-03", "2026-03-14"]),
        (["--until", "2026-03-13", "--since", "2026"], ["2026-03"]),
    ],
)
def test_dates_are_compared_as_far_as_both_go(
    club: Path, filters: list[str], dates: list[str]
) -> None:
    assert sorted(row["date"] for row in found(club, *filters)) == dates


def test_every_command_replays_what_was_found(club: Path, tmp_path: Path) -> None:
    for pattern, level in (("ace of trumps led", "trick"), ("points >= 40", "hand")):
        rows = found(club, "--pattern", pattern)
        assert len({row["source"] for row in rows}) > 2
        for row in rows[:: len(rows) // 5]:
            words = shlex.split(row["command"])
            assert words[:2] == ["brusqlog", "replay"]
            done = here(*words[1:], "--format", "json")
            (game,) = json.loads(done.stdout)["games"]
            (hand,) = game["hands"]
            assert (hand["number"], game["id"]) == (row["hand"], row["id"])
            if level == "trick":
                (trick,) = hand["tricks"]
                assert trick["number"] == row["trick"]
                assert trick["plays"][0]["card"] == f"A{hand['trump']}"


@pytest.mark.skipif(os.name == "nt", reason="other names, and other quotation marks")
def test_a_path_reaches_the_shell_as_it_is(tmp_path: Path) -> None:
    names = ("a b", "it's", 'say "so"', "$HOME", "a;b&c", "é", "*?[a]", "new\nline", "-x", "a_b%+")
    files = [tmp_path / f"{name}.brusq.jsonl" for name in names]
    for number, file in enumerate(files):
        file.write_text(made(number), encoding="utf-8")
    Archive(tmp_path / "a.duckdb").add(files)
    commands = {row["command"] for row in found(tmp_path / "a.duckdb")}
    assert commands == {f"brusqlog replay {shlex.quote(str(file))} --game 1" for file in files}


def test_what_came_from_standard_input_cannot_be_replayed(tmp_path: Path) -> None:
    run("archive", "add", tmp_path / "a.duckdb", "-", stdin=WORKED.read_bytes())
    assert [row["command"] for row in found(tmp_path / "a.duckdb")] == [None]


def test_people_are_shown_what_they_need(club: Path) -> None:
    asked = ("archive", "find", club, "--player", "Margot")
    names, _, row = here(*asked).stdout.splitlines()
    assert names.split() == ["id", "date", "players", "rules", "status", "command"]
    assert row.endswith(f"brusqlog replay {SLIP} --game 1")
    head, _, *rows = here(
        *asked, "--pattern", "trick 1", "--format", "markdown"
    ).stdout.splitlines()
    assert head == "| id | date | players | rules | status | hand | trick | command |"
    assert len(rows) == 1


def test_several_archives_and_folders_are_searched_as_one(club: Path) -> None:
    lake = club.parent / "lake"
    pattern = "dernière levée, atout joué par le donneur, not points >= 60"
    alone = found(club, "--pattern", pattern)
    assert alone
    assert found(lake, "--pattern", pattern) == alone
    both = found(club, lake, "--pattern", pattern)
    for path in (club, lake):
        its = [row for row in both if row["archive"] == str(path)]
        assert its == [{"archive": str(path)} | row for row in alone]


def test_aliases_name_a_player_too(club: Path, tmp_path: Path) -> None:
    club = Path(shutil.copy(club, tmp_path))
    assert here("archive", "alias", club, "Margot", "Marguerite").returncode == 0
    assert [row["id"] for row in found(club, "--player", "Marguerite")] == ["slip"]
    assert found(club, "--pattern", "trick led by marguerite")
    assert [row["id"] for row in found(club, "--player", "Margot")] == ["slip"]


def test_names_are_values_whatever_is_in_them(tmp_path: Path) -> None:
    name = 'Jo\'; DROP TABLE games; -- "x", by'
    lines = made().replace('"Anne"', json.dumps(name))
    (tmp_path / "a.brusq.jsonl").write_text(lines, encoding="utf-8")
    with Archive(tmp_path / "a.duckdb") as archive:
        archive.add(tmp_path / "a.brusq.jsonl")
        quoted = '"' + name.replace('"', '\\"') + '"'
        assert archive.find(f"player {quoted}").fetchall()
        assert archive.find(f"trick taken by {quoted}, not trick 99").fetchall()
        assert archive.find(player=name).fetchall()


def test_the_column_of_a_mistake_and_what_was_meant_are_told(club: Path) -> None:
    for pattern, told in {
        "trick 10, ace of trums led": "column 18: 'ace of trums' is no card. Did you mean trumps?",
        "tick 10": "column 1: 'tick' cannot stand here. Did you mean trick?",
        "pot sharde": "column 5: 'sharde' cannot stand here. Did you mean shared?",
        "player Niclas": "column 8: there is no player 'Niclas'. Did you mean Nicolas?",
        "ten lost by": "column 12: here the name of a player is missing",
        "points 60": "column 8: '60' cannot stand here, only: >=, <=, >, <, =",
        "ace of trumps": "column 14: here something is missing: led, played, lost, saved, drawn,"
                         " turned",
    }.items():  # fmt: skip
        done = here("archive", "find", club, "--pattern", pattern)
        assert (done.returncode, done.stdout) == (2, "")
        assert f"Error: --pattern: {told}\n" in done.stderr
    done = here("archive", "find", club, "--pattern", "as de coeurs entame", "--lang", "fr")
    assert done.returncode == 0
    done = here("archive", "find", club, "--pattern", "as de coeut entamé", "--lang", "fr")
    assert (
        "Erreur : --pattern : colonne 7 : 'as de coeut' n'est pas une carte."
        " Vouliez-vous dire coeur ?\n"
    ) in done.stderr


def test_a_filter_that_no_game_has_is_a_slip(club: Path) -> None:
    for arguments, told in {
        ("--player", "Margo"): "--player: there is no player 'Margo'. Did you mean Margot?",
        ("--rules", "encyclopédie"): "--rules: there is no ruleset 'encyclopédie'."
                                     " Did you mean encyclopedie?",
        ("--mode", "6"): "--mode: there is no mode '6', only: 2, 3, 4, 2v2, 5.",
        ("--since", "14/3/2026"): "--since: '14/3/2026' is no date such as 2025, 2025-03 or"
                                  " 2025-03-31.",
    }.items():  # fmt: skip
        done = here("archive", "find", club, *arguments)
        assert done.returncode == 2
        assert f"Error: {told}\n" in done.stderr
    with (
        Archive(club) as archive,
        pytest.raises(QueryError, match="there is no filter 'players', only: player, rules"),
    ):
        archive.find(players="Anne")


def test_short_cards_are_of_the_language(club: Path) -> None:
    with reading([club]) as con:
        clubs = find(con, "AC led").fetchall()
        hearts = find(con, "AC led", language="fr").fetchall()
        assert clubs == find(con, "ace of clubs led", language="fr").fetchall()
        assert hearts == find(con, "as de cœur entamé").fetchall() != clubs


def test_a_game_is_read_again_from_its_file(club: Path) -> None:
    with Archive(club) as archive:
        (name,) = archive.query("SELECT game FROM games WHERE id = 'worked'").fetchall()[0]
        game = archive.game(name)
        assert game.header is not None
        assert (game.header.id, game.place.file) == ("worked", str(WORKED))
        assert archive.game(name[:6]).events == archive.game("worked").events == game.events
        for wrong in ("nobody", ""):
            with pytest.raises(ArchiveError, match=f"'{wrong}': there is no such game"):
                archive.game(wrong)
        begun = "SELECT game[1] FROM games GROUP BY game[1] HAVING count(*) > 1"
        ((several,),) = archive.query(f"{begun} ORDER BY 1 LIMIT 1").fetchall()
        with pytest.raises(ArchiveError, match=f"'{several}': several games are called so"):
            archive.game(several)


def test_a_game_whose_file_is_gone_or_changed_is_not_made_up(tmp_path: Path) -> None:
    file = tmp_path / "a.brusq.jsonl"
    file.write_text(made(), encoding="utf-8")
    with Archive(tmp_path / "a.duckdb") as archive:
        archive.add(file)
        (name,) = archive.query("SELECT game FROM games").fetchall()[0]
        file.write_text(made(seed=9), encoding="utf-8")
        with pytest.raises(ArchiveError, match="this file was changed"):
            archive.game(name)
        file.unlink()
        with pytest.raises(ArchiveError, match="this file is gone"):
            archive.game(name)


def test_a_notebook_shows_what_is_in_an_archive(club: Path, tmp_path: Path) -> None:
    with Archive(club) as archive:
        shown = archive._repr_html_()
        kinds = archive.query("SELECT DISTINCT rules, mode, status FROM games").fetchall()
    assert shown.count("<tr>") == 1 + len(kinds)
    assert "<td>encyclopedie</td><td>5</td><td>finished</td><td>1</td><td>1</td>" in shown
    assert Archive(tmp_path / "<b>.duckdb")._repr_html_().startswith("<p>")
    assert "<b>" not in Archive(tmp_path / "<b>.duckdb")._repr_html_()


def test_only_what_is_whole_has_a_last_trick_and_only_what_ended_a_shared_pot(
    tmp_path: Path,
) -> None:
    lines = made().splitlines(keepends=True)
    plays = [number for number, line in enumerate(lines) if '"event":"play"' in line]
    (tmp_path / "cut.brusq.jsonl").write_text("".join(lines[: plays[9]]), encoding="utf-8")
    incidents = SPEC / "incidents"
    with Archive(tmp_path / "a.duckdb") as archive:
        archive.add([tmp_path, incidents])
        last = archive.find("last trick").project("source").distinct().fetchall()
        assert str(tmp_path / "cut.brusq.jsonl") not in {source for (source,) in last}
        assert archive.find("trick 2", status="unfinished").fetchall()
        shared = archive.find("pot shared").project("id").fetchall()
        assert ("short-pack-last",) in shared
        assert ("abandoned",) not in shared
        assert archive.find("award", status="abandoned").project("id").fetchall()
        found = archive.find("incident short-pack").project("id, hand").fetchall()
        assert ("short-pack-last",) in {game[:1] for game in found}
        assert len(archive.find("incident, trick >= 1").fetchall()) > 3
        assert len(archive.find("incident by seat 0").fetchall()) < len(
            archive.find("incident").fetchall()
        )
