"""What `add` does to an archive: each game once, whatever happens."""

import gzip
import hashlib
import io
import os
import subprocess
import sys
from collections.abc import Generator, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast
from unittest import mock

import duckdb
import pytest
from filelock import FileLock

import brusqlog
from brusqlog.archive import Added, Archive, ArchiveError, intake, opening
from brusqlog.archive.tables import FORMAT
from tests.archive.asking import BROKEN, SLIP, WORKED, Files, everything, made, one, rows
from tests.cli.running import here

CORRUPT = '{"event":"play"}\n'


def counts(added: Added) -> tuple[int, int, int, int, int]:
    return added.files, added.games, added.grown, added.known, added.faulty


def test_the_same_bytes_again_change_nothing(archive: Archive, files: Files) -> None:
    folder = files(a=made(seed=1) + made(seed=2), b=made(seed=3), c=made() + CORRUPT)
    assert counts(archive.add(folder)) == (3, 4, 0, 0, 1)
    before = everything(archive)
    assert counts(archive.add([folder, folder / "b.brusq.jsonl"])) == (4, 0, 0, 5, 0)
    assert everything(archive) == before


def test_a_game_of_two_files_is_there_once_and_each_file_has_its_row(
    archive: Archive, files: Files
) -> None:
    folder = files(a=made(), b=made())
    (folder / "b.brusq.jsonl.gz").write_bytes(gzip.compress(made().encode()))
    assert counts(archive.add(folder)) == (3, 1, 0, 2, 0)
    assert rows(archive, "SELECT source, position FROM games") == [
        (str(folder / "a.brusq.jsonl"), 1)
    ]
    assert rows(archive, "SELECT source, games, bytes_sha256, engine FROM sources") == [
        (str(path), 1, hashlib.sha256(path.read_bytes()).hexdigest(), brusqlog.__version__)
        for path in sorted(folder.iterdir())
    ]
    assert one(archive, "SELECT count(*) FROM plays") == 30


def test_a_log_that_has_grown_replaces_its_older_self(archive: Archive, files: Files) -> None:
    whole = made(seed=4).splitlines(keepends=True)
    other = made(seed=5)
    for length in (1, 30, len(whole)):
        folder = files(a="".join(whole[:length]), b=other)
        added = archive.add(folder)
        assert (added.games, added.grown, added.known) == ((2, 0, 0) if length == 1 else (0, 1, 1))
        assert one(archive, "SELECT count(*) FROM games") == 2
        assert one(archive, "SELECT count(*) FROM sources") == 2
    with Archive(archive.path.with_name("b.duckdb")) as fresh:
        fresh.add(folder)
        assert without_times(fresh) == without_times(archive)


def without_times(archive: Archive) -> dict[str, list[tuple[Any, ...]]]:
    return {
        name: [tuple(v for v in row if not isinstance(v, datetime)) for row in found]
        for name, found in everything(archive).items()
    }


def test_of_several_games_in_a_file_each_grows_by_itself(archive: Archive, files: Files) -> None:
    first, last = made(seed=1), made(seed=2)
    archive.add(files(a=first + last[: last.index('{"event":"play"')]))
    assert rows(archive, "SELECT status FROM games ORDER BY position") == [
        ("finished",), ("unfinished",),
    ]  # fmt: skip
    assert counts(archive.add(files(a=first + last + made(seed=3)))) == (1, 1, 1, 1, 0)
    assert rows(archive, "SELECT status, position FROM games ORDER BY position") == [
        ("finished", 1), ("finished", 2), ("finished", 3),
    ]  # fmt: skip


def test_a_torn_line_that_was_completed_is_a_log_that_has_grown(
    archive: Archive, files: Files
) -> None:
    lines = made()
    archive.add(files(a=lines[: lines.index('{"event":"cut"') + 9]))
    assert counts(archive.add(files(a=lines))) == (1, 0, 1, 0, 0)
    assert one(archive, "SELECT count(*) FROM findings") == 0


def test_a_file_that_was_rewritten_loses_no_game(archive: Archive, files: Files) -> None:
    archive.add(files(a=made(seed=1)))
    added = archive.add(files(a=made(seed=2)))
    assert (counts(added), added.gone) == ((1, 1, 0, 0, 0), 1)
    assert one(archive, "SELECT count(*) FROM games") == 2
    assert one(archive, "SELECT count(*) FROM sources") == 1
    grown = made(seed=2) + '{"event":"note","text":"late"}\n'
    added = archive.add(files(a=grown))
    assert (counts(added), added.gone) == ((1, 0, 1, 0, 0), 1)


def test_the_same_play_is_pointed_out_and_kept(archive: Archive, files: Files) -> None:
    lines = made()
    noted = lines + '{"event":"note","text":"mine"}\n'
    renamed = lines.replace("Anne", "Bruno")
    archive.add([files(b=noted), files(b=noted, c=renamed, d=made(seed=9))])
    names = dict(rows(archive, "SELECT source, game FROM games"))
    found = {Path(source).name[0]: game for source, game in names.items()}
    assert rows(archive, "SELECT game, same_play_as FROM games ORDER BY source") == [
        (found["b"], None), (found["c"], found["b"]), (found["d"], None),
    ]  # fmt: skip
    archive.add(files(a=lines))
    assert one(archive, "SELECT count(*) FROM games WHERE same_play_as IS NOT NULL") == 2


def test_whoever_was_the_first_of_a_play_may_grow_out_of_it(archive: Archive, files: Files) -> None:
    both = made(hands=2).splitlines(keepends=True)
    second = [line.startswith('{"event":"hand","number":2') for line in both].index(True)
    early = "".join(both[:second])
    archive.add(files(a=early, b=early.replace("Anne", "Bruno")))
    assert one(archive, "SELECT count(same_play_as) FROM games") == 1
    archive.add(files(a="".join(both)))
    assert one(archive, "SELECT count(same_play_as) FROM games") == 0


@pytest.mark.parametrize("batch", [1, 10_000])
@pytest.mark.parametrize(("stop", "whole"), [(1, 0), (2, 0), (3, 2), (4, 2), (5, 4)])
def test_an_add_that_is_cut_off_leaves_whole_files_and_the_next_makes_it_good(
    archive: Archive, files: Files, batch: int, stop: int, whole: int
) -> None:
    folder = files(a=made(seed=1) + made(seed=2), b=made(seed=3) + made(seed=4), c=made(seed=5))
    with mock.patch.object(intake, "BATCH", batch):
        adding = archive.adding([folder], None, Added())
        with pytest.raises(KeyboardInterrupt):
            interrupt(adding, stop)
        if batch == 1 and whole:
            assert one(archive, "SELECT count(*) FROM games") == whole
            assert one(archive, "SELECT count(*) FROM sources") == whole // 2
        added = archive.add(folder)
    assert added.known in (0, whole)
    assert added.games + added.known == one(archive, "SELECT count(*) FROM games") == 5
    assert one(archive, "SELECT count(*) FROM plays") == 150
    assert one(archive, "SELECT count(*) FROM sources") == 3


def interrupt(adding: Iterator[str], stop: int) -> None:
    """Stop after so many games."""
    for number, _ in enumerate(adding, 1):
        if number == stop:
            cast(Generator[str], adding).throw(KeyboardInterrupt)


KILLED = """
import os, sys
from brusqlog.archive import Added, Archive, intake
intake.BATCH = 1
for number, _ in enumerate(Archive(sys.argv[1]).adding([sys.argv[2]], None, Added()), 1):
    if number == int(sys.argv[3]):
        os._exit(9)
"""


@pytest.mark.parametrize("stop", [1, 3])
def test_a_process_that_is_killed_leaves_whole_files(
    archive: Archive, files: Files, stop: int
) -> None:
    folder = files(a=made(seed=1), b=made(seed=2) + made(seed=3))
    command = [sys.executable, "-c", KILLED, str(archive.path), str(folder), str(stop)]
    environ = os.environ | {"PYTHONPATH": str(Path(brusqlog.__file__).parents[1])}
    assert subprocess.run(command, check=False, env=environ).returncode == 9
    if stop > 1:
        assert rows(archive, "SELECT position FROM games") == [(1,)]
    archive.add(folder)
    assert one(archive, "SELECT count(*) FROM games") == 3
    assert one(archive, "SELECT count(*) FROM plays") == 90


def test_what_cannot_be_read_has_its_row_and_stops_nothing(
    archive: Archive, files: Files, tmp_path: Path
) -> None:
    folder = files(a=made(seed=1))
    cut = folder / "b.jsonl.gz"
    cut.write_bytes(gzip.compress((made(seed=2) + made(seed=3) * 200).encode())[:-8])
    missing, whole = tmp_path / "missing.jsonl", folder / "a.brusq.jsonl"
    for _ in range(2):
        added = archive.add([missing, folder, tmp_path / "other"])
        assert added.unread == [str(missing), str(cut), str(tmp_path / "other")]
        assert rows(archive, "SELECT source, bytes_sha256, games FROM sources ORDER BY ALL") == [
            (str(whole), hashlib.sha256(whole.read_bytes()).hexdigest(), 1),
            (str(cut), hashlib.sha256(cut.read_bytes()).hexdigest(), 201),
            (str(missing), None, 0),
            (str(tmp_path / "other"), None, 0),
        ]  # fmt: skip
        assert rows(archive, "SELECT source, code, game FROM findings ORDER BY ALL") == [
            (str(cut), "cut-compression", None),
            (str(missing), "file-missing", None),
            (str(tmp_path / "other"), "file-missing", None),
        ]  # fmt: skip
    missing.write_text(made(seed=4), encoding="utf-8", newline="\n")
    assert archive.add(missing).unread == []
    assert one(archive, f"SELECT count(*) FROM findings WHERE source = '{missing}'") == 0
    assert one(archive, f"SELECT games FROM sources WHERE source = '{missing}'") == 1


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no such files here")
def test_why_a_file_cannot_be_read_is_what_it_was_the_last_time(
    archive: Archive, tmp_path: Path
) -> None:
    path = tmp_path / "a.jsonl"
    archive.add([WORKED, path])
    os.mkfifo(path)
    archive.add(path)
    assert rows(archive, "SELECT code FROM findings") == [("special-file",)]
    assert one(archive, "SELECT count(*) FROM sources") == 2


def test_every_broken_sample_comes_in_with_its_findings(archive: Archive) -> None:
    paths = [path for path in BROKEN.rglob("sample.brusq.jsonl") if path.stat().st_size < 20_000]
    added = archive.add(paths)
    assert added.games + added.known == one(archive, "SELECT sum(games) FROM sources")
    assert added.files == len(paths) == one(archive, "SELECT count(*) FROM sources")
    silent = "SELECT source FROM sources WHERE source NOT IN (SELECT source FROM findings)"
    expected = {str(path) for path in paths if not told(path)}
    assert {source for (source,) in rows(archive, silent)} == expected


def told(path: Path) -> list[object]:
    return list(brusqlog.check(path))


def test_standard_input_is_a_source_of_its_own_each_time(archive: Archive) -> None:
    def add(lines: str) -> Added:
        with mock.patch("sys.stdin", io.TextIOWrapper(io.BytesIO(lines.encode()))):
            return archive.add("-")

    assert counts(add(made(seed=1))) == (1, 1, 0, 0, 0)
    second = add(made(seed=2))
    assert (counts(second), second.gone) == ((1, 1, 0, 0, 0), 0)
    assert counts(add(made(seed=1))) == (1, 0, 0, 1, 0)
    assert rows(archive, "SELECT source, bytes_sha256 FROM sources") == [
        ("-", hashlib.sha256(made(seed=seed).encode()).hexdigest()) for seed in (1, 2)
    ]


def test_the_archive_itself_is_passed_over(archive: Archive, files: Files) -> None:
    folder = files(a=made())
    archive.add(folder)
    lock = f"{archive.path}.lock"
    assert counts(archive.add([archive.path, lock, folder])) == (1, 0, 0, 1, 0)
    assert one(archive, "SELECT count(*) FROM sources") == 1


def test_sources_are_absolute_and_times_are_utc(
    archive: Archive, files: Files, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = files(a=made())
    monkeypatch.chdir(folder)
    before = datetime.now(UTC).replace(tzinfo=None)
    archive.add("a.brusq.jsonl")
    after = datetime.now(UTC).replace(tzinfo=None)
    ((source, added_at),) = rows(archive, "SELECT source, added_at FROM games")
    assert source == str(folder / "a.brusq.jsonl")
    assert before <= added_at <= after
    assert counts(archive.add("../logs/a.brusq.jsonl")) == (1, 0, 0, 1, 0)
    assert one(archive, "SELECT count(*) FROM sources") == 1


def test_a_ruleset_of_ones_own_judges(archive: Archive, files: Files) -> None:
    own = brusqlog.Ruleset.of(
        {"name": "club", "base": "salon-2021", "rules": {}, "options": {}, "source": "us"}
    )
    folder = files(a=made().replace('"salon-2021"', f'"{own.full_name}"'))
    archive.add(folder, {own.full_name: own})
    assert rows(archive, "SELECT status, rules FROM games") == [("finished", own.full_name)]


@pytest.mark.parametrize("content", [b"", b"no database\n" * 1000, b"SQLite format 3\0" * 500])
def test_a_file_that_is_no_database_is_refused_and_left_alone(
    tmp_path: Path, content: bytes
) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(content)
    for asked in (lambda: Archive(path).add(WORKED), lambda: Archive(path).query("SELECT 1")):
        with pytest.raises(ArchiveError, match=r"notes\.txt: this is no archive of brusqlog"):
            asked()
    assert path.read_bytes() == content
    assert [entry.name for entry in tmp_path.iterdir()] == ["notes.txt"]


@pytest.mark.parametrize(
    ("statements", "reason"),
    [
        (["CREATE TABLE t (a INT)"], "is no archive of brusqlog"),
        (["CREATE TABLE meta (a INT)"], "is no archive of brusqlog"),
        (["CREATE TABLE meta (format VARCHAR)"], "is no archive of brusqlog"),
        (["CREATE TABLE meta AS SELECT 'x/1' AS format"], "is no archive of brusqlog"),
        (
            ["CREATE TABLE meta AS SELECT 'brusqlog-archive/1' AS format"],
            "layout .*/1, an older one",
        ),
        (["CREATE TABLE meta AS SELECT 'brusqlog-archive/10' AS format"], "/10, a newer one"),
    ],
)
def test_another_database_is_refused_and_left_alone(
    tmp_path: Path, statements: list[str], reason: str
) -> None:
    path = tmp_path / "other.duckdb"
    with duckdb.connect(str(path)) as con:
        for statement in statements:
            con.execute(statement)
    content = path.read_bytes()
    for asked in (lambda: Archive(path).add(WORKED), lambda: Archive(path).query("SELECT 1")):
        with pytest.raises(ArchiveError, match=reason):
            asked()
    assert path.read_bytes() == content
    assert [entry.name for entry in tmp_path.iterdir()] == ["other.duckdb"]


@pytest.mark.parametrize("name", ["a.duckdb", "clock in use by another process.duckdb"])
@pytest.mark.parametrize("part", [None, FORMAT, "salon-2021", "KS"])
def test_a_damaged_archive_is_called_damaged_whatever_its_name(
    archive: Archive, tmp_path: Path, name: str, part: str | None
) -> None:
    archive.add(WORKED)
    archive.close()
    content = bytearray(archive.path.read_bytes())
    if part is None:
        del content[len(content) // 2 :]
    else:
        content[content.index(part.encode())] ^= 1
    path = tmp_path / name
    path.write_bytes(content)
    told = "this archive is damaged; make it again from its logs"
    sql = "SELECT list(COLUMNS(p.*)), list(COLUMNS(g.*)), (SELECT list(card) FROM draws)"
    sql += " FROM plays p JOIN games g USING (game)"
    done = here("query", path, sql)
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr.startswith(f"brusqlog: {path}: {told} (")
    assert done.stderr.count("\n") == 1
    if part in (None, FORMAT):  # what is looked at when it is opened
        for ask in (lambda: Archive(path).query("SELECT 1"), lambda: Archive(path).add(SLIP)):
            with pytest.raises(ArchiveError, match=told):
                ask()


def test_an_archive_that_is_a_folder_or_closed_to_us_is_called_so(
    archive: Archive, tmp_path: Path
) -> None:
    with pytest.raises(ArchiveError, match="this folder is no archive"):
        Archive(tmp_path).query("SELECT 1")
    archive.add(WORKED)
    with (
        mock.patch.object(os, "access", return_value=False),
        pytest.raises(ArchiveError, match="this archive cannot be read: Permission denied"),
    ):
        archive.query("SELECT 1")


def test_an_archive_that_was_closed_answers_no_more(archive: Archive) -> None:
    archive.add(WORKED)
    assert one(archive, "SELECT count(*) FROM games") == 1
    archive.add(SLIP)
    assert one(archive, "SELECT count(*) FROM games") == 2
    archive.close()
    with pytest.raises(ArchiveError, match="this archive was closed"):
        archive.query("SELECT 1")


def test_no_archive_is_made_where_nothing_could_be_read(archive: Archive, tmp_path: Path) -> None:
    gone = tmp_path / "gone.jsonl"
    for paths in ([gone], [gone, tmp_path / "gone"], []):
        assert archive.add(paths).unread == list(map(str, paths))
        assert list(tmp_path.iterdir()) == []
    (tmp_path / "empty").mkdir()
    archive.add(tmp_path / "empty")
    assert [path.name for path in tmp_path.iterdir()] == ["empty"]
    assert archive.add([gone, WORKED]).unread == [str(gone)]
    assert one(archive, "SELECT count(*) FROM sources") == 2
    assert archive.add(tmp_path / "gone").unread == [str(tmp_path / "gone")]
    assert one(archive, "SELECT count(*) FROM sources") == 3


def test_an_add_that_is_cut_off_at_once_leaves_nothing(archive: Archive, tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        interrupt(archive.adding([WORKED], None, Added()), 1)
    assert list(tmp_path.iterdir()) == []


def test_an_archive_that_is_not_there_is_not_made_by_a_question(archive: Archive) -> None:
    with pytest.raises(ArchiveError, match="there is no such archive"):
        archive.query("SELECT 1")
    assert not archive.path.exists()


def test_nothing_is_made_where_there_is_no_folder(tmp_path: Path) -> None:
    with pytest.raises(ArchiveError, match="cannot be written: No such file or directory"):
        Archive(tmp_path / "none" / "a.duckdb").add(WORKED)
    assert list(tmp_path.iterdir()) == []


def test_an_archive_that_was_begun_and_has_nothing_in_it_can_be_filled(archive: Archive) -> None:
    with duckdb.connect() as con:
        con.execute(f"ATTACH '{archive.path}' AS a (STORAGE_VERSION '{opening.STORAGE}')")
    with pytest.raises(ArchiveError, match="there is nothing in this archive"):
        archive.query("SELECT 1")
    assert counts(archive.add(SLIP)) == (1, 1, 0, 0, 1)


def test_a_disk_that_takes_no_more_is_told_and_nothing_is_half_there(
    archive: Archive, files: Files
) -> None:
    archive.add(WORKED)
    full = duckdb.IOException("No space left on device")
    with (
        mock.patch.object(intake.Intake, "commit", side_effect=full),
        pytest.raises(ArchiveError, match="cannot be written: No space left on device"),
    ):
        archive.add(files(a=made()))
    assert one(archive, "SELECT count(*) FROM games") == 1


BESIDE = """
import sys
from brusqlog.archive import Archive, ArchiveError, opening
opening.PATIENCE = 0
for line in sys.stdin:
    try:
        with Archive(sys.argv[1]) as archive:
            if path := line.strip():
                print(archive.add(path).known)
            else:
                print(len(archive.query("FROM games").fetchall()))
    except ArchiveError as error:
        print(str(error).partition(": ")[2])
    sys.stdout.flush()
"""


def test_what_adds_is_told_before_it_waits_for_another(archive: Archive, tmp_path: Path) -> None:
    told: list[str] = []
    with FileLock(f"{archive.path}.lock"), mock.patch.object(opening, "PATIENCE", 0):
        adding = archive.adding([WORKED], None, Added(), waiting=lambda: told.append("waits"))
        with pytest.raises(ArchiveError, match="another program is using this archive"):
            list(adding)
        for language, english in (("en", "waiting, at most 0 s"), ("fr", "attente, au plus 0 s")):
            done = here("archive", "add", archive.path, WORKED, "--lang", language)
            assert done.returncode == 3
            first, second = done.stderr.splitlines()
            assert first.startswith(f"brusqlog: {archive.path}") and first.endswith(english)
            assert second.startswith(f"brusqlog: {archive.path}")
    assert told == ["waits"]
    assert list(archive.adding([WORKED], None, Added(), waiting=lambda: told.append("no"))) != []
    assert told == ["waits"]


def test_only_one_process_writes_and_none_reads_meanwhile(archive: Archive) -> None:
    command = [sys.executable, "-c", BESIDE, str(archive.path)]
    environ = os.environ | {"PYTHONPATH": str(Path(brusqlog.__file__).parents[1])}
    pipe = subprocess.PIPE
    used = "another program is using this archive; try again when it has finished"
    with subprocess.Popen(command, env=environ, stdin=pipe, stdout=pipe, text=True) as other:

        def beside(path: str = "") -> str:
            assert other.stdin and other.stdout
            other.stdin.write(path + "\n")
            other.stdin.flush()
            return other.stdout.readline().strip()

        archive.add(WORKED)
        adding = archive.adding([SLIP], None, Added())
        next(adding)
        assert (beside(str(SLIP)), beside()) == (used, used)
        assert list(adding) == []
        assert len(rows(archive, "FROM games")) == 2
        assert (beside(str(SLIP)), beside()) == (used, "2")  # it is being read here
        archive.close()
        assert (beside(str(SLIP)), beside()) == ("1", "2")


def test_the_file_is_of_the_oldest_duckdb_that_is_to_read_it(archive: Archive) -> None:
    archive.add(WORKED)
    with duckdb.connect() as con:
        con.execute(f"ATTACH '{archive.path}' AS a (READ_ONLY)")
        found = con.execute("SELECT tags FROM duckdb_databases() WHERE database_name = 'a'")
        assert "v1.4" in str(found.fetchall())
    assert one(archive, "SELECT format FROM meta") == FORMAT
