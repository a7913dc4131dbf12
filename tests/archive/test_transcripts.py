"""What `add` does with transcripts: the games that they tell, each once, and findings in place."""

import gzip
import io
import re
from pathlib import Path
from unittest import mock

import pytest

import brusqlog
from brusqlog.archive import Added, Archive
from tests.archive.asking import SPEC, WORKED, everything, objects, one, rows

TRANSCRIPTS = SPEC.parent / "transcripts"
FAULTY = sorted(TRANSCRIPTS.glob("faulty/*.brusq"))
ENGLISH, FRENCH = SPEC / "worked.en.brusq", SPEC / "worked.fr.brusq"
OF_THE_RECORD = ("game", "source", "added_at", "same_play_as")
"""What two records of one game do not have in common."""


def counts(added: Added) -> tuple[int, int, int, int, int]:
    return added.files, added.games, added.grown, added.known, added.faulty


def of_source(archive: Archive, path: Path) -> dict[str, list[dict[str, object]]]:
    """All rows of the games of a file, without what names the record itself."""
    games = f"SELECT game FROM games WHERE source = '{path}'"
    tables = ("games", "seats", "hands", "hand_seats", "plays", "payments", "findings")
    return {
        table: [
            {name: value for name, value in row.items() if name not in OF_THE_RECORD}
            for row in objects(archive, f"FROM {table} WHERE game IN ({games})")
        ]
        for table in tables
    }


def test_a_transcript_in_either_language_has_the_rows_of_its_log(archive: Archive) -> None:
    assert counts(archive.add([WORKED, ENGLISH, FRENCH])) == (3, 3, 0, 0, 0)
    log, *transcripts = (of_source(archive, path) for path in (WORKED, ENGLISH, FRENCH))
    assert transcripts == [log, log]
    paid = WORKED.read_text(encoding="utf-8").count('"event":"payment"')
    assert (len(log["plays"]), len(log["payments"]), log["findings"]) == (30, paid, [])


def test_several_records_of_one_game_are_kept_and_point_to_the_first(archive: Archive) -> None:
    archive.add([WORKED, ENGLISH, FRENCH])
    first = one(archive, f"SELECT game FROM games WHERE source = '{WORKED}'")
    assert rows(archive, "SELECT source, same_play_as FROM games ORDER BY added_at") == [
        (str(WORKED), None), (str(ENGLISH), first), (str(FRENCH), first),
    ]  # fmt: skip


def test_the_same_text_packed_or_from_a_pipe_is_the_same_game(
    archive: Archive, tmp_path: Path
) -> None:
    packed = tmp_path / "worked.brusq.gz"
    packed.write_bytes(gzip.compress(ENGLISH.read_bytes()))
    assert counts(archive.add([ENGLISH, packed])) == (2, 1, 0, 1, 0)
    with mock.patch("sys.stdin", io.TextIOWrapper(io.BytesIO(packed.read_bytes()))):
        assert counts(archive.add("-")) == (1, 0, 0, 1, 0)
    assert rows(archive, "SELECT source, games FROM sources ORDER BY added_at") == [
        (str(ENGLISH), 1), (str(packed), 1), ("-", 1),
    ]  # fmt: skip


def test_a_folder_is_searched_for_logs_and_transcripts(archive: Archive) -> None:
    added = archive.add(TRANSCRIPTS)
    files = list(TRANSCRIPTS.rglob("*.brusq*"))
    assert (added.files, added.unread) == (len(files), [])
    assert one(archive, "SELECT sum(games) FROM sources") == added.games + added.known
    before = everything(archive)
    assert counts(archive.add(TRANSCRIPTS)) == (len(files), 0, 0, added.games + added.known, 0)
    assert everything(archive) == before


@pytest.mark.parametrize("path", FAULTY, ids=lambda path: path.name.removesuffix(".brusq"))
def test_a_finding_has_its_line_in_the_transcript(archive: Archive, path: Path) -> None:
    expected = path.with_suffix(".expected.txt").read_text(encoding="utf-8")
    told = re.findall(r"^(\d+):\d+\+\d+ (\w+)\[([a-z0-9-]+)\]$", expected, re.MULTILINE)
    archive.add(path)
    query = "SELECT line, severity, code FROM findings ORDER BY ALL"
    assert rows(archive, query) == sorted((int(line), *rest) for line, *rest in told)
    assert one(archive, "SELECT count(*) FROM games WHERE status = 'faulty'") == 1


def test_what_is_missing_is_told_at_the_line_that_needed_it(
    archive: Archive, tmp_path: Path
) -> None:
    path = tmp_path / "half-paid.brusq"
    text = ENGLISH.read_text(encoding="utf-8")
    half = text.replace("\n6. 10♣", "\nPaid: Cécile > Basile 2 (A♥)\n6. 10♣")
    path.write_text(half, encoding="utf-8", newline="\n")
    assert counts(archive.add(path)) == (1, 1, 0, 0, 1)
    (finding,) = brusqlog.check(path)
    needed = half.splitlines().index("6. 10♣ 8♣ K♦ > Basile + J♥ 9♥ J♦") + 1
    assert (finding.line, finding.code) == (needed, "payment-missing")
    (row,) = objects(archive, "FROM findings")
    assert row.pop("game") == one(archive, "SELECT game FROM games")
    assert row.pop("source") == str(path)
    assert row == {name: getattr(finding, name) for name in row}


def test_of_three_games_in_a_transcript_only_the_broken_one_is_faulty(archive: Archive) -> None:
    path = TRANSCRIPTS / "faulty" / "second-of-three.en.brusq"
    assert counts(archive.add(path)) == (1, 3, 0, 0, 1)
    assert rows(archive, "SELECT position, id, status FROM games ORDER BY position") == [
        (1, "one", "unfinished"), (2, None, "faulty"), (3, "three", "unfinished"),
    ]  # fmt: skip
    query = "SELECT position, line, code FROM findings JOIN games USING (game)"
    assert rows(archive, query) == [(2, 15, "keyword-missing")]


@pytest.mark.parametrize("end", ["", "\n", "\n\n", "\n# to be continued\n"])
@pytest.mark.parametrize("length", [5, 9, 12])
def test_a_transcript_that_was_written_on_replaces_its_older_self(
    archive: Archive, tmp_path: Path, length: int, end: str
) -> None:
    path = tmp_path / "evening.brusq"
    lines = ENGLISH.read_text(encoding="utf-8").splitlines()
    begun = "\n".join(lines[:length]) + end
    path.write_text(begun, encoding="utf-8", newline="\n")
    assert counts(archive.add(path)) == (1, 1, 0, 0, 0)
    more = begun + ("" if end.endswith("\n") else "\n") + "\n".join(lines[length:]) + "\n"
    path.write_text(more, encoding="utf-8", newline="\n")
    added = archive.add(path)
    assert (counts(added), added.gone) == ((1, 0, 1, 0, 0), 0)
    assert rows(archive, "SELECT id, status FROM games") == [("worked", "finished")]


@pytest.mark.parametrize("between", ["", "\n", "\n# the second table\n\n"])
def test_a_second_game_in_a_transcript_leaves_the_first_one_there(
    archive: Archive, tmp_path: Path, between: str
) -> None:
    path = tmp_path / "evening.brusq"
    text = ENGLISH.read_text(encoding="utf-8")
    path.write_text(text, encoding="utf-8", newline="\n")
    archive.add(path)
    second = text.replace("Id: worked", "Id: second")
    path.write_text(text + between + second, encoding="utf-8", newline="\n")
    added = archive.add(path)
    assert (added.games, added.grown + added.known, added.gone) == (1, 1, 0)
    assert rows(archive, "SELECT position, id FROM games ORDER BY position") == [
        (1, "worked"), (2, "second"),
    ]  # fmt: skip


def test_a_transcript_without_an_id_is_named_after_its_file(
    archive: Archive, tmp_path: Path
) -> None:
    path = tmp_path / "january.brusq"
    text = ENGLISH.read_text(encoding="utf-8").replace("Id: worked\n", "")
    path.write_text(
        text + "\n" + text.replace("Cécile cuts", "Cécile cuts 9"), encoding="utf-8", newline="\n"
    )
    archive.add(path)
    assert rows(archive, "SELECT id FROM games ORDER BY position") == [
        ("january",), ("january#2",),
    ]  # fmt: skip
