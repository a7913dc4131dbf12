"""Hand tables on the command line, in folders and on standard input; files that are none."""

import io
import json
import random
import sys
from pathlib import Path
from unittest import mock

import pyarrow.parquet as pq  # type: ignore[import-untyped, unused-ignore]
import pytest

import brusqlog
from brusqlog.bulk import HandTable, TableError, reading
from brusqlog.checking.report import FileReport, Wishes
from brusqlog.checking.run import reports
from brusqlog.game.findings import codes
from brusqlog.log.rowlog import RowLog
from tests.bulk.hand_tables import Arrays, arrays, simulated
from tests.cli.running import here


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> HandTable:
    """Five hands in `hands.parquet`; in the second one a card is played twice, in the fourth there
    is something that is no card."""
    given: Arrays = arrays(simulated("salon-2021", "3", 5))
    given["plays"][1, 3] = given["plays"][1, 0]
    given["plays"][3, 5] = 77
    made = HandTable.from_arrays(**given)
    monkeypatch.chdir(tmp_path)
    made.write("hands.parquet")
    return made


def read_as(file: str) -> tuple[str, list[str]]:
    *_, last = reports([file], Wishes())
    assert isinstance(last, FileReport)
    return last.read, [finding.code for finding in last.findings]


# check --------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("table")
def test_check_names_the_rows_that_are_at_fault() -> None:
    done = here("check", "hands.parquet", "--games")
    lines = [line for line in done.stdout.splitlines() if not line.startswith(" ")]
    assert {line.partition(": ")[0] for line in lines if "error[" in line} == {
        "hands.parquet:2", "hands.parquet:4",
    }  # fmt: skip
    games = [line for line in lines if "[" not in line]
    assert [line.partition(": ")[0] for line in games] == [
        f"hands.parquet:{n}" for n in range(1, 6)
    ]
    assert done.returncode == 1
    assert done.stderr.startswith("1 file, 5 games, 4 hands: ")


@pytest.mark.usefixtures("table")
@pytest.mark.parametrize("form", ["text", "json", "jsonl", "sarif", "github"])
def test_every_form_tells_of_hand_tables(form: str) -> None:
    done = here("check", "hands.parquet", "--format", form)
    assert done.returncode == 1 and "row-malformed" in done.stdout
    if form == "json":
        document = json.loads(done.stdout)
        (file,) = document["files"]
        assert [(game["index"], game["line"]) for game in file["games"]] == [
            (row, row) for row in range(1, 6)
        ]
        assert {finding["column"] for finding in document["findings"]} == {None}
        assert document["summary"]["games"] == 5


@pytest.mark.usefixtures("table")
def test_any_number_of_processes_says_the_same() -> None:
    once = list(reports(["hands.parquet"], Wishes()))
    again = list(reports(["hands.parquet"], Wishes(), jobs=2))
    assert [entry for each in once for entry in each.entries] == [
        entry for each in again for entry in each.entries
    ]
    assert [each.findings for each in once if each.findings] == [
        each.findings for each in again if each.findings
    ]


@pytest.mark.usefixtures("table")
def test_a_hand_table_is_found_in_a_folder_and_on_standard_input() -> None:
    found = [finding for each in reports(["hands.parquet"], Wishes()) for finding in each.findings]
    Path("folder").mkdir()
    Path("hands.parquet").rename("folder/hands.PARQUET")
    below = [finding for each in reports(["folder"], Wishes()) for finding in each.findings]
    file = str(Path("folder", "hands.PARQUET"))
    assert [(one.file, one.line, one.code) for one in below] == [
        (file, one.line, one.code) for one in found
    ]
    data = Path("folder/hands.PARQUET").read_bytes()
    with mock.patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(data))):
        piped = [finding for each in reports(["-"], Wishes()) for finding in each.findings]
    assert [(one.file, one.line, one.code) for one in piped] == [
        ("-", one.line, one.code) for one in found
    ]


def test_rows_are_counted_through_all_row_groups_and_batches(tmp_path: Path) -> None:
    given = arrays(simulated("salon-2021", "2", 40))
    given["plays"][37, 0] = 99
    path = tmp_path / "hands.parquet"
    HandTable.from_arrays(**given).write(path)
    pq.write_table(pq.read_table(path), path, row_group_size=7)
    with mock.patch("brusqlog.bulk.arrow.STEP", 5), mock.patch("brusqlog.bulk.judging.BATCH", 3):
        found = [finding for each in reports([path], Wishes()) for finding in each.findings]
        assert [(one.line, one.index, one.code) for one in found] == [(38, 38, "row-malformed")]
        for number in (1, 7, 8, 20, 40):
            log = reading.log(path, number)
            assert isinstance(log, RowLog) and log.header is not None
            assert (log.index, log.header.id) == (number, given["game"][number - 1])
        assert reading.log(path, 41) is None


# Other verbs --------------------------------------------------------------------------------------


@pytest.mark.usefixtures("table")
def test_ls_lists_the_rows() -> None:
    done = here("ls", "hands.parquet")
    assert [line.split(" · ")[0] for line in done.stdout.splitlines()] == [
        f"hands.parquet#{row}" for row in range(1, 6)
    ]
    statuses = [line.split(" · ")[-1] for line in done.stdout.splitlines()]
    assert statuses == ["finished", "faulty", "finished", "faulty", "finished"]
    assert done.returncode == 0


def test_replay_tells_a_row_by_its_number_or_its_game(table: HandTable) -> None:
    by_number = here("replay", "hands.parquet", "--game", "3")
    assert by_number.returncode == 0 and by_number.stdout.startswith(
        "1-3 · salon-2021 · P0, P1, P2"
    )
    assert here("replay", "hands.parquet", "--game", "1-3").stdout == by_number.stdout
    told = json.loads(here("replay", "hands.parquet", "--game", "3", "--format", "jsonl").stdout)
    assert told["hands"][0]["points"] == table.log(2).result().hands[0].points
    malformed = here("replay", "hands.parquet", "--game", "4")
    assert malformed.returncode == 1 and "error[row-malformed]" in malformed.stdout
    assert "there is no game '6'" in here("replay", "hands.parquet", "--game", "6").stderr


def test_convert_writes_one_row_as_a_log_or_a_transcript(table: HandTable) -> None:
    assert here("convert", "--row", "3", "hands.parquet", "three.brusq.jsonl").returncode == 0
    assert Path("three.brusq.jsonl").read_text(encoding="utf-8") == brusqlog.dumps(table.log(2))
    assert here("convert", "--row", "3", "hands.parquet").stdout == brusqlog.dumps(table.log(2))
    assert here("convert", "--game", "3", "hands.parquet").stdout == brusqlog.dumps(table.log(2))
    assert here("convert", "--row", "3", "hands.parquet", "three.brusq").returncode == 0
    (again,) = brusqlog.read("three.brusq")
    assert again.events == table.log(2).events


def test_convert_writes_a_row_that_breaks_rules_but_none_that_no_log_can_say(
    table: HandTable,
) -> None:
    done = here("convert", "--row", "2", "hands.parquet", "two.brusq.jsonl")
    assert done.returncode == 1 and "hands.parquet:2: error[" in done.stderr
    assert Path("two.brusq.jsonl").read_text(encoding="utf-8") == brusqlog.dumps(table.log(1))
    done = here("convert", "--row", "4", "hands.parquet", "four.brusq.jsonl")
    assert done.returncode == 1 and "hands.parquet:4: error[row-malformed]" in done.stderr
    assert not Path("four.brusq.jsonl").exists()
    assert not list(Path().glob(".*"))


def test_convert_writes_all_rows_one_after_another(table: HandTable) -> None:
    sound = HandTable.from_arrays(**arrays(simulated("salon-2021", "3", 3)))
    sound.write("sound.parquet")
    assert here("convert", "sound.parquet", "all.brusq.jsonl").returncode == 0
    text = "".join(brusqlog.dumps(sound.log(row)) for row in range(3))
    assert Path("all.brusq.jsonl").read_text(encoding="utf-8") == text
    assert here("convert", "sound.parquet", "all.brusq").returncode == 0
    assert [game.events for game in brusqlog.read("all.brusq")] == [
        sound.log(row).events for row in range(3)
    ]
    assert here("convert", "hands.parquet", "some.brusq.jsonl").returncode == 1
    assert not Path("some.brusq.jsonl").exists()


@pytest.mark.usefixtures("table")
def test_a_row_is_asked_for_only_where_there_are_rows() -> None:
    told = here("convert", "--row", "6", "hands.parquet")
    assert told.returncode == 2 and "there is no row 6 in hands.parquet" in told.stderr
    here("convert", "--row", "1", "hands.parquet", "one.brusq.jsonl")
    told = here("convert", "--row", "1", "one.brusq.jsonl")
    assert told.returncode == 2 and "one.brusq.jsonl is none" in told.stderr


@pytest.mark.usefixtures("table")
def test_an_archive_takes_rows_as_games_each_once() -> None:
    assert here("archive", "add", "a.duckdb", "hands.parquet").stderr == (
        "1 file: 5 new games; 2 faulty games\n"
    )
    assert here("archive", "add", "a.duckdb", "hands.parquet").stderr == (
        "1 file: 0 new games, 5 known games\n"
    )
    sql = "SELECT position, status, hands FROM games ORDER BY position"
    done = here("query", "a.duckdb", sql, "--format", "csv")
    assert done.stdout.split() == [
        "position,status,hands", "1,finished,1", "2,faulty,1", "3,finished,1", "4,faulty,0",
        "5,finished,1",
    ]  # fmt: skip


@pytest.mark.usefixtures("table")
def test_python_reads_rows_as_games() -> None:
    games = list(brusqlog.read("hands.parquet"))
    assert [game.place.line for game in games] == [1, 2, 3, 4, 5]
    assert [found.index for found in brusqlog.read_headers("hands.parquet")] == [1, 2, 3, 4, 5]
    (game,) = list(brusqlog.read(Path("hands.parquet").read_bytes()))[4:]
    assert game.events == games[4].events
    codes = [finding.code for finding in brusqlog.check("hands.parquet")]
    assert codes[-1] == "row-malformed"


@pytest.mark.usefixtures("table")
def test_what_is_done_in_place_leaves_a_hand_table_as_it_is() -> None:
    before = Path("hands.parquet").read_bytes()
    told = here("fmt", "hands.parquet")
    assert told.returncode == 3 and "it is a hand table" in told.stderr
    Path("folder").mkdir()
    Path("folder/other.parquet").write_bytes(before)
    here("convert", "--row", "1", "hands.parquet", "folder/one.brusq.jsonl")
    assert here("fmt", "folder").returncode == 0
    assert here("check", "--follow", "hands.parquet").returncode == 2
    assert here("seal", "hands.parquet").returncode == 3
    assert Path("hands.parquet").read_bytes() == before


# Files that are none ------------------------------------------------------------------------------


@pytest.mark.usefixtures("table")
@pytest.mark.parametrize(
    "verb", [["check"], ["ls"], ["replay"], ["convert"], ["archive", "add", "a"]]
)
def test_without_pyarrow_it_is_said_how_to_get_it(
    verb: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    done = here(*verb, "hands.parquet")
    assert done.returncode == 3
    told = (done.stdout + done.stderr).splitlines()[0]
    assert told.endswith("For `hands.parquet` pyarrow is needed: `pip install 'brusqlog[arrow]'`.")


def test_without_pyarrow_arrays_are_judged_all_the_same(
    table: HandTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert table.clean().tolist() == [True, False, True, False, True]
    for act in (lambda: table.write("new.parquet"), lambda: HandTable.read("hands.parquet")):
        with pytest.raises(TableError, match=r"brusqlog\[arrow\]"):
            act()
    with pytest.raises(brusqlog.games.ReadError, match=r"brusqlog\[arrow\]"):
        list(brusqlog.read("hands.parquet"))
    assert not Path("new.parquet").exists()


@pytest.mark.usefixtures("table")
def test_a_file_that_is_no_parquet_is_told_and_does_not_stop_the_others() -> None:
    Path("bad.parquet").write_bytes(b"PAR1")
    Path("cut.parquet").write_bytes(Path("hands.parquet").read_bytes()[:-9])
    for file in ("bad.parquet", "cut.parquet"):
        assert read_as(file) == ("not", ["table-damaged"])
    assert read_as("gone.parquet") == ("not", ["file-missing"])
    done = here("check", "bad.parquet", "hands.parquet")
    assert done.returncode == 3 and "hands.parquet:4:" in done.stdout
    with pytest.raises(TableError, match="damaged"):
        HandTable.read("bad.parquet")
    with pytest.raises(OSError, match="file-missing"):
        HandTable.read("gone.parquet")


@pytest.mark.usefixtures("table")
def test_a_table_without_rows_holds_no_game() -> None:
    pq.write_table(pq.read_table("hands.parquet").slice(0, 0), "empty.parquet")
    assert read_as("empty.parquet") == ("whole", ["empty-file"])


def test_whatever_byte_is_changed_nothing_is_said_but_that_the_file_is_damaged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    simulated("salon-2021", "3", 5).write("hands.parquet")
    whole = Path("hands.parquet").read_bytes()
    expected = [entry for each in reports(["hands.parquet"], Wishes()) for entry in each.entries]
    rng = random.Random(2)
    for _ in range(80):
        place = rng.randrange(len(whole))
        changed = bytearray(whole)
        changed[place] ^= 1 << rng.randrange(8)
        Path("hands.parquet").write_bytes(changed)
        *games, last = reports(["hands.parquet"], Wishes())
        found = {finding.code for finding in last.findings}
        assert found <= {"table-damaged", "column-unknown", "column-missing", "column-type"}
        if not found:
            assert [entry for each in games for entry in each.entries] == expected


def test_the_codes_of_hand_tables_are_a_subject_of_their_own() -> None:
    assert {name for name, code in codes().items() if code.subject == "table"} == {
        "arrow-missing", "table-damaged", "column-missing", "column-unknown", "column-type",
        "row-incomplete", "row-malformed",
    }  # fmt: skip
