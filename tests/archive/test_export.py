"""An archive as a folder of Parquet files: whole or not there, read like the archive, verified."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import pytest

import brusqlog
from brusqlog.archive import Archive, ArchiveError, parquet
from brusqlog.archive.manifest import NAME, UNFINISHED, FileOf, read_manifest
from brusqlog.archive.opening import reading
from brusqlog.archive.parquet import export, verify_export
from brusqlog.archive.tables import TABLES
from tests.archive.asking import BROKEN, MODES, SAMPLES, WORKED, everything, made
from tests.cli.running import here


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive of games of every mode, faulty ones, and a file that cannot be read."""
    home = tmp_path_factory.mktemp("home")
    for name, wishes in MODES.items():
        (home / f"{name}.brusq.jsonl").write_text(made(**wishes), encoding="utf-8")
    Archive(home / "a.duckdb").add(
        [home, SAMPLES, BROKEN / "not-json", BROKEN / "rules-unknown", home / "gone.jsonl"]
    )
    return home


@pytest.fixture(scope="module")
def pristine(home: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder it is exported to."""
    folder = tmp_path_factory.mktemp("pristine") / "lake"
    export(home / "a.duckdb", folder)
    return folder


@pytest.fixture
def lake(pristine: Path, tmp_path: Path) -> Path:
    """A copy of that, to be changed."""
    return Path(shutil.copytree(pristine, tmp_path / "lake"))


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive of two games."""
    path = tmp_path_factory.mktemp("small") / "small.duckdb"
    Archive(path).add([WORKED, SAMPLES / "five.brusq.jsonl"])
    return path


def told(folder: Path) -> list[str]:
    return [str(fault) for fault in verify_export(folder)]


def files(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.parquet"))


def asked(sql: str) -> list[tuple[Any, ...]]:
    """What DuckDB answers, without brusqlog."""
    with duckdb.connect() as con:
        return con.execute(sql).fetchall()


def a_file(folder: Path, table: str = "plays") -> Path:
    return sorted((folder / table).rglob("*.parquet"))[0]


def test_a_folder_says_what_the_archive_says(home: Path, lake: Path) -> None:
    with Archive(home / "a.duckdb") as archive, Archive(lake) as exported:
        assert everything(exported) == everything(archive)
        for table in TABLES:
            query = f"FROM {table.name}"
            assert exported.query(query).types == archive.query(query).types
            comment = f"SELECT comment FROM duckdb_views() WHERE view_name = '{table.name}'"
            assert exported.query(comment).fetchall() == [(table.comment,)]


def test_the_manifest_says_what_is_in_each_file(lake: Path) -> None:
    manifest = read_manifest(lake)
    assert sorted(file.path for file in manifest.files) == files(lake)
    assert {table.name for table in manifest.tables} == {table.name for table in TABLES}
    for file in manifest.files:
        counted = asked(f"SELECT count(*) FROM '{(lake / file.path).as_posix()}'")
        assert counted == [(file.rows,)]
    assert told(lake) == []


def test_others_read_a_table_with_its_partitions(lake: Path) -> None:
    files = f"read_parquet('{lake.as_posix()}/plays/*/*/*.parquet', hive_partitioning = true)"
    found = asked(f"SELECT DISTINCT rules, mode FROM {files} ORDER BY ALL")
    assert found == [
        ("encyclopedie", "5"),
        *(("salon-2021", mode) for mode in ("2", "2v2", "3", "4", "5")),
    ]
    (compressed,) = asked(
        f"SELECT DISTINCT compression FROM parquet_metadata('{a_file(lake).as_posix()}')"
    )
    assert compressed == ("ZSTD",)
    sizes = []
    for path in (lake / "plays").rglob("*.parquet"):
        games = asked(f"SELECT game FROM '{path.as_posix()}'")
        assert games == sorted(games)
        sizes.append(len(set(games)))
    assert max(sizes) > 1


def test_the_same_archive_gives_the_same_bytes(home: Path, lake: Path, tmp_path: Path) -> None:
    export(home / "a.duckdb", tmp_path / "again")
    assert files(tmp_path / "again") == files(lake)
    for name in (NAME, *files(lake)):
        assert (tmp_path / "again" / name).read_bytes() == (lake / name).read_bytes()


def test_large_tables_are_parted_by_games(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parquet, "EVENTS", 300)
    folder = tmp_path / "lake"
    made = export(home / "a.duckdb", folder)
    parts = [file for file in made.files if file.table == "plays"]
    assert len(parts) > len(read_manifest(folder).files) / 12
    with Archive(home / "a.duckdb") as archive, Archive(folder) as exported:
        assert everything(exported) == everything(archive)
    games = [
        asked(f"SELECT DISTINCT game FROM '{(folder / part.path).as_posix()}'") for part in parts
    ]
    flat = [game for part in games for game in part]
    assert len(flat) == len(set(flat))


def test_names_of_rules_cannot_leave_the_folder(tmp_path: Path) -> None:
    names = [
        "../../x",
        "a/b",
        "a\\b",
        "..",
        "con.",
        "é ' \"",
        "%41",
        "x" * 200,
        "é" * 90,
        "*?",
        "=",
    ]
    lines = [made().replace("salon-2021", json.dumps(name)[1:-1], 1) for name in names]
    (tmp_path / "a.brusq.jsonl").write_text("".join(lines), encoding="utf-8")
    with Archive(tmp_path / "a.duckdb") as archive:
        archive.add(tmp_path / "a.brusq.jsonl")
        export(tmp_path / "a.duckdb", tmp_path / "deep" / "lake")
        with Archive(tmp_path / "deep" / "lake") as exported:
            assert everything(exported) == everything(archive)
            found = exported.query("SELECT DISTINCT rules FROM games").fetchall()
    assert sorted(found) == sorted((name,) for name in names)
    assert told(tmp_path / "deep" / "lake") == []
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.brusq.jsonl", "a.duckdb",
                                                               "a.duckdb.lock", "deep"]  # fmt: skip
    assert all(len(part) < 140 for path in files(tmp_path / "deep" / "lake")
               for part in path.split("/"))  # fmt: skip


class InterruptionError(Exception):
    """Stands for whatever ends a program."""


def interrupted(monkeypatch: pytest.MonkeyPatch, archive: Path, folder: Path, after: int) -> bool:
    """Export, but be interrupted before the file of that number; whether that happened."""
    left = iter(range(after))

    def made(**fields: object) -> object:
        if next(left, None) is None:
            raise InterruptionError
        return FileOf(**fields)  # type: ignore[arg-type]

    with monkeypatch.context() as patched:
        patched.setattr(parquet, "FileOf", made)
        try:
            export(archive, folder, force=True)
        except InterruptionError:
            return True
    return False


@pytest.mark.parametrize("after", [0, 1, 5])
def test_an_interrupted_export_is_none_and_run_again_is_whole(
    small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, after: int
) -> None:
    folder = tmp_path / "cut"
    assert interrupted(monkeypatch, small, folder, after)
    assert not (folder / NAME).exists()
    with pytest.raises(ArchiveError, match="was not finished; run it again"):
        verify_export(folder)
    (folder / "plays" / "rules=old").mkdir(parents=True)
    (folder / "plays" / "rules=old" / "0000-left.parquet").write_bytes(b"left")
    export(small, folder)
    assert told(folder) == []
    with Archive(small) as archive, Archive(folder) as exported:
        assert everything(exported) == everything(archive)
    assert not (folder / UNFINISHED).exists()


def test_an_interrupted_replacement_leaves_the_old_export_whole(
    home: Path, small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "lake"
    export(small, folder)
    before = read_manifest(folder)
    assert interrupted(monkeypatch, home / "a.duckdb", folder, 20)
    assert read_manifest(folder) == before
    with Archive(folder) as exported:
        assert exported.query("SELECT id FROM games ORDER BY id").fetchall() == [
            ("five",),
            ("worked",),
        ]
    assert all("is not in the manifest" in fault for fault in told(folder))
    export(home / "a.duckdb", folder, force=True)
    assert told(folder) == []


def test_what_is_there_is_replaced_only_where_that_is_asked_for(home: Path, lake: Path) -> None:
    before = (lake / NAME).read_bytes()
    with pytest.raises(FileExistsError):
        export(home / "a.duckdb", lake)
    done = here("archive", "export", home / "a.duckdb", "--parquet", lake)
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr == f"brusqlog: {lake}: it exists already; --force replaces it\n"
    assert (
        here("archive", "export", home / "a.duckdb", "--parquet", lake, "--force").returncode == 0
    )
    assert (lake / NAME).read_bytes() == before
    other = lake.parent / "other"
    other.mkdir()
    (other / "mine.txt").write_text("mine")
    done = here("archive", "export", home / "a.duckdb", "--parquet", other, "--force")
    assert (done.returncode, done.stderr) == (
        3, f"brusqlog: {other}: something else lies in this folder\n",
    )  # fmt: skip
    assert [path.name for path in other.iterdir()] == ["mine.txt"]
    assert "contient autre chose" in here(
        "archive", "export", home / "a.duckdb", "--parquet", other, "--lang", "fr"
    ).stderr  # fmt: skip


def test_a_file_is_no_folder(home: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    done = here("archive", "export", home / "a.duckdb", "--parquet", tmp_path / "file")
    assert done.returncode == 3
    done = here("archive", "export", home / "none.duckdb", "--parquet", tmp_path / "lake")
    assert done.returncode == 3
    assert not (tmp_path / "lake").exists()


def test_an_export_says_how_much_it_wrote(home: Path, tmp_path: Path) -> None:
    done = here("archive", "export", home / "a.duckdb", "--parquet", tmp_path / "lake")
    count = len(files(tmp_path / "lake"))
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == f"{count} files: 12 games\n"
    done = here(
        "archive", "export", home / "a.duckdb", "--parquet", tmp_path / "fr", "--lang", "fr"
    )
    assert done.stderr == f"{count} fichiers : 12 parties\n"


def changes(lake: Path) -> Iterator[tuple[str, str]]:
    """Each harm that is done to an export, one after another, and what is said of it."""
    path = a_file(lake)
    name, data = path.relative_to(lake).as_posix(), path.read_bytes()
    path.write_bytes(data[:40] + bytes([data[40] ^ 1]) + data[41:])
    yield name, "this file was altered: its sha-256 is another one"
    path.write_bytes(data[:-1])
    yield name, f"this file was altered: it has {len(data) - 1} bytes, not {len(data)}"
    path.unlink()
    yield name, "this file is missing"
    path.write_bytes(data)
    extra = lake / "plays" / "more.parquet"
    extra.write_bytes(data)
    yield "plays/more.parquet", "this file is not in the manifest"
    extra.unlink()
    manifest = (lake / NAME).read_text(encoding="utf-8")
    made = json.loads(manifest)
    (entry,) = (file for file in made["files"] if file["path"] == name)
    entry["rows"] += 1
    (lake / NAME).write_text(json.dumps(made), encoding="utf-8")
    yield name, f"it has {entry['rows'] - 1} rows, not {entry['rows']} as the manifest says"
    (lake / NAME).write_text(manifest, encoding="utf-8")


def test_every_harm_is_told_with_its_file(lake: Path) -> None:
    for name, harm in changes(lake):
        assert told(lake) == [f"{name}: {harm}"]
    assert told(lake) == []


def test_a_folder_that_lacks_something_is_not_asked(lake: Path, tmp_path: Path) -> None:
    whole = a_file(lake).read_bytes()
    a_file(lake).write_bytes(whole[:-1])
    done = here("query", lake, "FROM games")
    name = a_file(lake).relative_to(lake).as_posix()
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr == (
        f"brusqlog: {lake}: {name}: this file was altered: it has {len(whole) - 1} bytes, not"
        f" {len(whole)}; `brusqlog archive verify` tells more\n"
    )
    assert "ce fichier a été modifié" in here("query", lake, "FROM games", "--lang", "fr").stderr
    for text, reason in {
        "{": "its manifest.json is none of an export (Input data was truncated)",
        "[]": "its manifest.json is none of an export",
        '{"format":"other/1"}': "this export has the layout other/1, not brusqlog-export/1",
        '{"format":"brusqlog-export/1","layout":"brusqlog-archive/1"}':
            "this export has the layout brusqlog-archive/1, not ",
    }.items():  # fmt: skip
        (lake / NAME).write_text(text)
        done = here("query", lake, "FROM games")
        assert done.returncode == 3
        assert reason in done.stderr
    (lake / NAME).unlink()
    assert "it has no manifest.json" in here("query", lake, "FROM games").stderr
    assert "it has no manifest.json" in here("archive", "find", tmp_path).stderr


def test_damage_within_a_file_ends_as_what_cannot_be_read(lake: Path) -> None:
    path = a_file(lake)
    data = path.read_bytes()
    path.write_bytes(b"PAR1" + bytes(len(data) - 12) + data[-8:])
    for language, told in (("en", "this archive is damaged"), ("fr", "cette archive est endommag")):
        done = here("query", lake, "FROM plays", "--lang", language)
        assert (done.returncode, done.stdout) == (3, "")
        assert told in done.stderr


@pytest.mark.parametrize(
    "path", ["../secret.parquet", "/etc/passwd", "plays/../../x.parquet", "http://x/y.parquet",
             "plays/*.parquet", "plays/rules=a/..", "plays//x.parquet", "C:/x.parquet",
             "plays/.parquet"],
)  # fmt: skip
def test_a_manifest_names_no_file_outside(lake: Path, path: str) -> None:
    made = json.loads((lake / NAME).read_text(encoding="utf-8"))
    made["files"][0]["path"] = path
    (lake / NAME).write_text(json.dumps(made), encoding="utf-8")
    with pytest.raises(ArchiveError, match=r"its manifest\.json is none of an export"):
        reading([lake])


def test_a_folder_is_moved_and_named_as_one_likes(lake: Path, tmp_path: Path) -> None:
    place = tmp_path / "it's [a] *lake*, é"
    shutil.move(lake, place)
    with reading([place]) as con:
        assert con.execute("SELECT count(*) FROM games").fetchall() == [(12,)]
    assert told(place) == []


def test_nothing_is_added_to_a_folder(lake: Path) -> None:
    before = files(lake)
    with pytest.raises(ArchiveError, match="this is a folder"):
        Archive(lake).add(WORKED)
    assert files(lake) == before


def test_an_export_that_lies_beside_logs_is_passed_over(tmp_path: Path) -> None:
    folder = tmp_path / "club"
    folder.mkdir()
    (folder / "a.brusq.jsonl").write_bytes(WORKED.read_bytes())
    with Archive(tmp_path / "a.duckdb") as archive:
        archive.add(folder)
        export(archive.path, folder / "lake")
        added = archive.add(folder)
    assert (added.files, added.known, added.unread) == (1, 1, [])
    assert [finding.code for finding in brusqlog.check(folder / "lake")] == ["empty-folder"]
