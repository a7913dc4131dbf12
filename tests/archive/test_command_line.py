"""`archive add`, `query` and `stats` as a user meets them."""

import csv
import json
from pathlib import Path

import duckdb
import pytest

from brusqlog.archive import Archive, QueryError
from brusqlog.archive.query import placing
from brusqlog.archive.stats import reports
from tests.archive.asking import SAMPLES, SLIP, SPEC, WORKED, Files, made
from tests.cli.running import here, run

FRENCH = {"BRUSQLOG_LANG": "fr"}


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """An archive of the samples."""
    path = tmp_path / "club.duckdb"
    assert here("archive", "add", path, SAMPLES).returncode == 0
    return path


def test_add_says_what_came_in(tmp_path: Path, files: Files) -> None:
    path, lines = tmp_path / "a.duckdb", made()
    folder = files(a=lines[: lines.index('{"event":"play"')], b=made(seed=2))
    done = here("archive", "add", path, folder, SLIP)
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == "3 files: 3 new games; 1 faulty game\n"
    files(a=lines, b=made(seed=3))
    done = here("archive", "add", path, folder)
    assert done.stderr == (
        "2 files: 1 new game, 1 continued game; kept, though its file no longer has it: 1 game\n"
    )
    done = here("archive", "add", path, folder, SLIP, **FRENCH)
    assert done.stderr == (
        "3 fichiers : 0 nouvelle partie, 3 parties connues ; gardée, bien que son fichier ne l'ait"
        " plus : 1 partie\n"
    )


def test_add_tells_what_it_could_not_read_and_adds_the_rest(tmp_path: Path) -> None:
    path = tmp_path / "a.duckdb"
    done = here("archive", "add", path, tmp_path / "gone.jsonl", WORKED, "--lang", "fr")
    assert done.returncode == 3
    told, *_, last = done.stderr.splitlines()
    assert told.startswith(f"{tmp_path / 'gone.jsonl'}: error[file-missing] ")
    assert "fichier" in told
    assert last == "2 fichiers : 1 nouvelle partie"
    found = json.loads(here("query", path, "SELECT code, message FROM findings", "--format",
                            "jsonl", "--lang", "fr").stdout)  # fmt: skip
    assert found["message"].startswith("There is no file")


def test_add_reads_standard_input(tmp_path: Path) -> None:
    path = tmp_path / "a.duckdb"
    done = run("archive", "add", path, "-", stdin=WORKED.read_bytes())
    assert (done.returncode, done.stderr) == (0, "1 file: 1 new game\n")
    done = run("query", path, "-", "--format", "csv", stdin=b"SELECT id, source FROM games;\n")
    assert (done.returncode, done.stdout) == (0, "id,source\nworked,-\n")


def test_add_takes_rules_of_ones_own(tmp_path: Path, files: Files) -> None:
    own = tmp_path / "club.toml"
    own.write_text('name = "club"\nbase = "salon-2021"\n[options]\n[rules]\n', encoding="utf-8")
    name = here("rules", "--hash", own).stdout.strip()
    folder = files(a=made().replace('"salon-2021"', f'"{name}"'))
    done = here("archive", "add", tmp_path / "a.duckdb", folder, "--rules", own)
    assert done.stderr == "1 file: 1 new game\n"


def test_what_is_the_archive_itself_is_not_added_without_a_word(club: Path) -> None:
    told = "this belongs to the archive itself and is passed over"
    done = here("archive", "add", club, club)
    assert (done.returncode, done.stderr) == (
        0, f"brusqlog: {club}: {told}\n0 files: 0 new games\n",
    )  # fmt: skip


def test_an_archive_that_cannot_be_used_ends_with_3(tmp_path: Path) -> None:
    gone = tmp_path / "gone.duckdb"
    verbs: list[list[str | Path]] = [
        ["query", gone, "FROM games"], ["stats", gone, "players"], ["stats", gone],
    ]  # fmt: skip
    for verb in verbs:
        done = here(*verb)
        assert (done.returncode, done.stdout) == (3, "")
        assert done.stderr == (
            f"brusqlog: {gone}: there is no such archive; `brusqlog archive add` makes one\n"
        )
    done = here("query", gone, "FROM games", **FRENCH)
    assert done.stderr.startswith(f"brusqlog: {gone} : cette archive n'existe pas ; ")
    verbs = [["archive", "add", WORKED, SLIP], ["query", WORKED, "FROM games"], ["stats", WORKED]]
    for verb in verbs:
        done = here(*verb)
        assert done.returncode == 3
        assert done.stderr.startswith(f"brusqlog: {WORKED}: this is no archive of brusqlog; ")
        assert done.stderr.count("\n") == 1
    assert not WORKED.with_name(WORKED.name + ".lock").exists()


def test_wrong_sql_ends_with_2_and_says_where(club: Path) -> None:
    done = here("query", club, "SELECT *\nFROM gmaes")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(
        "brusqlog: Catalog Error: Table with name gmaes does not exist!\n"
    )
    assert 'Did you mean "games"?' in done.stderr
    done = here("query", club, "SELECT seat\nFROM seats WHERE WHERE")
    assert "\nLINE 2: FROM seats WHERE WHERE\n" in done.stderr
    done = here("query", club, "SELECT id::INT FROM games")
    assert (done.returncode, done.stdout) == (2, "")
    done = here("query", club, "DELETE FROM games", **FRENCH)
    assert (done.returncode, done.stderr) == (
        2,
        "brusqlog: seule une instruction qui lit est exécutée, un SELECT ; rien n'a été changé.\n",
    )


def test_the_place_of_a_mistake_is_that_in_the_sql_that_was_asked(
    club: Path, tmp_path: Path
) -> None:
    same = "SELECT id,\n  id,\n  id::INT,\n  id\nFROM games"
    for form in ("table", "parquet"):
        done = here("query", club, same, "--format", form, "-o", tmp_path / "out", "--force")
        assert "\nLINE 3:   id::INT,\n" in done.stderr or "LINE" not in done.stderr  # DuckDB 1.4
    told = here("query", club, "SELECT id::INT FROM games").stderr
    reason, *place = told.splitlines()
    assert reason.startswith("brusqlog: Conversion Error: Could not convert string")
    assert place in ([], ["", "LINE 1: SELECT id::INT FROM games", " " * 17 + "^^^^^"])
    asked = QueryError("{reason}", reason="Out of luck\n\nLINE 1: SELECT #1 FROM (\n        ^")
    with pytest.raises(QueryError, match=r"^Out of luck$"), placing("FROM games"):
        raise asked
    asked = QueryError("{reason}", reason="Out of luck\n\nLINE 11: ...a::INT\n             ^^^^^")
    with pytest.raises(QueryError) as raised, placing("SELECT\n" + "\n" * 7 + "a::INT,\n\na::INT"):
        raise asked
    assert str(raised.value) == "Out of luck\n\nLINE 9: ...a::INT\n            ^^^^^"


def test_the_order_of_archives_and_sql_is_told(club: Path) -> None:
    usage = "Usage: brusqlog query [OPTIONS] ARCHIVE... SQL\n"
    french = "Erreur : SQL : {!r} est un fichier ; après les archives vient le SQL.\n"
    for arguments, error in {
        (): "ARCHIVE: this is missing.",
        (club,): "SQL: this is missing.",
        ("FROM games", club): f"SQL: {str(club)!r} is a file; after the archives comes the SQL.",
        (club, SLIP): f"SQL: {str(SLIP)!r} is a file; after the archives comes the SQL.",
        (club, "gone.duckdb"): "SQL: 'gone.duckdb' is a file; after the archives comes the SQL.",
        (club, club, "FROM games"): f"ARCHIVE: {str(club)!r} is named twice.",
        (club, "-- mine\nFROM games"): "SQL: what begins with -- is taken for an option; put --"
                                       " first, or use @FILE.",
    }.items():  # fmt: skip
        done = here("query", *arguments)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith(usage)
        assert done.stderr.endswith(f"\nError: {error}\n")
    assert here("query", club, club, **FRENCH).stderr.endswith(french.format(str(club)))
    done = here("query", club, "--", "-- mine\nSELECT count(*) AS n FROM games")
    assert (done.returncode, done.stdout) == (0, "n\n-\n4\n")


def test_a_query_is_read_from_a_file(club: Path, tmp_path: Path) -> None:
    asked = tmp_path / "asked.sql"
    asked.write_bytes(b"\xef\xbb\xbf-- which\nSELECT id FROM games ORDER BY id\n")
    done = here("query", club, f"@{asked}", "--format", "csv")
    assert done.stdout.split() == ["id", "five", "pairs", "slip", "worked"]
    asked.write_bytes(b"SELECT '\xe9'")
    assert here("query", club, f"@{asked}").returncode == 2
    done = here("query", club, f"@{tmp_path / 'gone.sql'}")
    assert (done.returncode, done.stderr) == (
        3, f"brusqlog: {tmp_path / 'gone.sql'}: No such file or directory\n",
    )  # fmt: skip


def test_a_table_is_for_people(club: Path) -> None:
    asked = "SELECT name, purse FROM seats WHERE name IN ('Anne', 'Denis', 'Hélène') ORDER BY name"
    assert here("query", club, asked).stdout == (
        "name    purse\n------  -----\nAnne       81\nDenis       -\nHélène     43\n"
    )
    assert here("query", club, "SELECT 0.5 AS x", "--lang", "fr").stdout == "  x\n---\n0,5\n"
    bold = here("query", club, "SELECT 1 AS x", "--color", "always").stdout
    assert bold == "\x1b[1mx\x1b[0m\n-\n1\n"


def test_json_has_the_columns_and_the_rows(club: Path) -> None:
    asked = "SELECT id, hands FROM games WHERE id = 'five'"
    document = json.loads(here("query", club, asked, "--format", "json").stdout)
    assert document == {
        "columns": [{"name": "id", "type": "VARCHAR"}, {"name": "hands", "type": "INTEGER"}],
        "rows": [{"id": "five", "hands": 1}],
    }


def test_an_answer_is_written_to_a_file_and_none_is_replaced_unasked(
    club: Path, tmp_path: Path
) -> None:
    for form in ("table", "csv", "json", "jsonl", "markdown", "parquet"):
        file = tmp_path / f"plays.{form}"
        asked: list[str | Path] = ["query", club, "FROM plays", "--format", form]
        done = here(*asked, "-o", file)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
        if form != "parquet":
            assert file.read_text(encoding="utf-8") == here(*asked).stdout
        done = here(*asked, "-o", file)
        assert done.returncode == 3
        assert done.stderr == f"brusqlog: {file}: it exists already; --force replaces it\n"
        file.write_bytes(b"")
        assert here(*asked, "-o", file, "--force").returncode == 0
        assert file.stat().st_size > 1000
    with Archive(club) as archive, duckdb.connect() as con:
        found = con.execute(f"FROM '{tmp_path / 'plays.parquet'}'").fetchall()
        assert found == archive.query("FROM plays").fetchall()
    with (tmp_path / "plays.csv").open(encoding="utf-8", newline="") as handle:
        assert len(list(csv.reader(handle))) == len(found) + 1
    assert {path.name for path in tmp_path.iterdir()} == {
        "club.duckdb", "club.duckdb.lock", *(f"plays.{form}" for form in
        ("table", "csv", "json", "jsonl", "markdown", "parquet")),
    }  # fmt: skip


def test_the_ending_of_a_file_decides_unless_a_form_is_asked_for(
    club: Path, tmp_path: Path
) -> None:
    asked: list[str | Path] = ["query", club, "SELECT id FROM games ORDER BY id LIMIT 1"]
    for name, begin in {
        "a.csv": b"id\nfive\n", "a.JSON": b'{"columns":', "a.jsonl": b'{"id":"five"}\n',
        "a.md": b"| id |\n", "a.parquet": b"PAR1", "a.txt": b"id\n----\nfive\n", "a": b"id\n--",
    }.items():  # fmt: skip
        assert here(*asked, "-o", tmp_path / name).returncode == 0
        assert (tmp_path / name).read_bytes().startswith(begin)
    here(*asked, "-o", tmp_path / "b.csv", "--format", "table")
    assert (tmp_path / "b.csv").read_bytes() == b"id\n----\nfive\n"
    here("stats", club, "players", "-o", tmp_path / "s.csv")
    assert (tmp_path / "s.csv").read_bytes().startswith(b"player,games,n,")
    assert here(*asked, "-o", "-").stdout == "id\n----\nfive\n"


def test_a_query_that_fails_leaves_no_file(club: Path, tmp_path: Path) -> None:
    for form in ("csv", "parquet"):
        file = tmp_path / f"out.{form}"
        done = here("query", club, "SELECT id::INT FROM games", "--format", form, "-o", file)
        assert done.returncode == 2
        assert not file.exists()
    done = here("query", club, "FROM games", "-o", tmp_path / "none" / "out.csv")
    assert (done.returncode, done.stderr) == (
        3, f"brusqlog: {tmp_path / 'none' / 'out.csv'}: No such file or directory\n",
    )  # fmt: skip
    done = here("query", club, "FROM games", "--format", "parquet", **FRENCH)
    assert done.returncode == 2
    assert "Erreur : --format : parquet est pour les fichiers : -o FICHIER dit où." in done.stderr


def test_parquet_gives_sql_no_way_to_write(club: Path, tmp_path: Path) -> None:
    attack = f"COPY games TO '{tmp_path / 'evil.csv'}'"
    done = here("query", club, attack, "--format", "parquet", "-o", tmp_path / "out.parquet")
    assert done.returncode == 2
    assert [path.name for path in tmp_path.iterdir() if path.stem != "club"] == ["club.duckdb.lock"]


def test_several_archives_are_asked_at_once(club: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.duckdb"
    here("archive", "add", other, SPEC / "worked.brusq.jsonl")
    asked = "SELECT archive, count(*) AS games FROM games GROUP BY ALL ORDER BY games"
    done = here("query", other, club, asked, "--format", "csv")
    assert done.stdout == f"archive,games\n{other},1\n{club},4\n"


def test_stats_lists_its_reports(club: Path) -> None:
    for language in ("en", "fr"):
        done = here("stats", club, "--lang", language)
        assert done.returncode == 0
        assert [line.split()[0] for line in done.stdout.splitlines()] == list(reports())
    assert "\nplayers         Joueurs : " in done.stdout


def test_stats_has_a_heading_in_either_language_for_people(club: Path) -> None:
    done = here("stats", club, "players", "--player", "Anne")
    assert done.stdout == (
        "Players: what they win, take and are paid (with 95 % intervals; without faulty games)\n"
        "\n"
        "player  games  hands  won  won %  from   to  points  +/-  net paid  +/-  purse\n"
        "------  -----  -----  ---  -----  ----  ---  ------  ---  --------  ---  -----\n"
        "Anne        1      1    1    100  20.7  100      46    -         1    -     41\n"
    )
    done = here("stats", club, "players", "--mode", "3", "--format", "markdown", **FRENCH)
    heading, _, names, *_ = done.stdout.splitlines()
    assert heading.startswith("## Joueurs : ")
    assert names.startswith("| joueur | parties | coups | gagnés | gagnés % | de | à |")
    (row, *_) = map(json.loads, here("stats", club, "players", "--format", "jsonl").stdout.split())
    assert list(row)[:5] == ["player", "games", "n", "won", "won_percent"]


def test_stats_knows_what_was_nearly_asked_for(club: Path) -> None:
    for arguments, told in {
        ("palyers",): "REPORT: there is no report 'palyers'. Did you mean players?",
        ("winners",): f"REPORT: there is no report 'winners', only: {', '.join(reports())}.",
        ("players", "--player", "ane"): "--player: there is no player 'ane'. Did you mean Anne?",
        ("players", "--mode", "6"): "--mode: there is no mode '6', only: 2, 2v2, 3, 5.",
        ("players", "--rules", "salon-2020"): "--rules: there is no ruleset 'salon-2020'."
                                              " Did you mean salon-2021?",
        ("--mode", "3"): "REPORT: this is missing: --mode narrows a report, one of"
                         f" {', '.join(reports())}.",
    }.items():  # fmt: skip
        done = here("stats", club, *arguments)
        assert done.returncode == 2
        assert f"Error: {told}\n" in done.stderr


def test_a_player_is_found_however_the_accents_are_typed(club: Path) -> None:
    done = here("stats", club, "players", "--player", "Ce\u0301cile", "--format", "csv")
    assert done.stdout.splitlines()[1].startswith("Cécile,1,1,0,")
