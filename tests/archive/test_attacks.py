"""SQL of strangers: whatever they ask, the archive and all files stay as they are, and nothing but
the archive is read."""

import os
import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import duckdb
import numpy as np
import pytest

from brusqlog.archive import Archive, ArchiveError, QueryError, limits
from brusqlog.archive.limits import GIB, Guard, Limits, guarded, resident
from brusqlog.archive.opening import reading
from brusqlog.archive.parquet import export
from brusqlog.archive.query import ask, asking
from tests.archive.asking import SAMPLES, one
from tests.cli.running import here, run

REFUSED = {
    # what writes into the archive
    "create table": "CREATE TABLE mine (a INT)",
    "create temporary table": "CREATE TEMP TABLE mine AS FROM games",
    "create table in memory": "CREATE TABLE memory.mine AS SELECT 1",
    "create view": "CREATE VIEW mine AS FROM games",
    "create macro": "CREATE MACRO mine(a) AS a + 1",
    "create table macro": "CREATE MACRO mine(a) AS TABLE FROM read_text(a)",
    "create sequence": "CREATE SEQUENCE mine",
    "create type": "CREATE TYPE mine AS ENUM ('a')",
    "create schema": "CREATE SCHEMA mine",
    "create index": "CREATE INDEX mine ON games (game)",
    "create secret": "CREATE SECRET mine (TYPE s3, KEY_ID 'a', SECRET 'b')",
    "create persistent secret": "CREATE PERSISTENT SECRET mine (TYPE s3, KEY_ID 'a', SECRET 'b')",
    "insert": "INSERT INTO meta SELECT * FROM meta",
    "update": "UPDATE games SET status = 'finished'",
    "delete": "DELETE FROM plays",
    "drop": "DROP TABLE aliases",
    "alter": "ALTER TABLE games ADD COLUMN a INT",
    "comment": "COMMENT ON TABLE games IS 'mine'",
    "truncate": "TRUNCATE notes",
    "merge": "MERGE INTO meta USING meta AS other ON false WHEN NOT MATCHED THEN INSERT",
    "writable CTE that deletes": "WITH gone AS (DELETE FROM plays RETURNING *) FROM gone",
    "writable CTE that inserts": "WITH n AS (INSERT INTO meta VALUES ('x') RETURNING *) FROM n",
    "writable CTE that updates": "WITH n AS (UPDATE meta SET format = 'x' RETURNING *) FROM n",
    # several statements, and ways to hide one
    "two statements": "SELECT 1; DELETE FROM plays",
    "two statements that read": "SELECT 1; SELECT 2",
    "behind a line comment": "SELECT 1 -- ;\n; DELETE FROM plays",
    "behind a block comment": "SELECT 1 /* ; -- */ ; DELETE FROM plays -- */",
    "behind a text": "SELECT ';' ; DELETE FROM plays",
    "behind a dollar text": "SELECT $$;$$; DELETE FROM plays",
    "behind empty statements": ";;; DELETE FROM plays",
    "closing the parenthesis": "SELECT 1) AS a; DELETE FROM plays; SELECT (1",
    "prepare": "PREPARE p AS DELETE FROM plays",
    "prepare and execute": "PREPARE p AS DELETE FROM plays; EXECUTE p",
    "execute": "EXECUTE p",
    "query() of a write": "FROM query('DELETE FROM plays')",
    "query() of two": "FROM query('SELECT 1; DELETE FROM plays')",
    "query_table() of a file": "FROM query_table('{folder}/secret.csv')",
    "pivot statement": "PIVOT seats ON side USING count(*)",
    "call": "CALL pragma_version()",
    "explain analyze of a write": "EXPLAIN ANALYZE DELETE FROM plays",
    "explain analyze of a copy": "EXPLAIN ANALYZE COPY games TO '{folder}/out.csv'",
    "serialized": "SELECT 1 FROM json_execute_serialized_sql(json_serialize_sql('DELETE FROM t'))",
    # what writes files
    "copy to csv": "COPY games TO '{folder}/out.csv'",
    "copy to parquet": "COPY (SELECT 1) TO '{folder}/out.parquet' (FORMAT parquet)",
    "copy partitioned": "COPY games TO '{folder}/out' (FORMAT parquet, PARTITION_BY mode)",
    "copy over the archive": "COPY (SELECT 1) TO '{archive}' (FORMAT csv, USE_TMP_FILE false)",
    "copy the database": "COPY FROM DATABASE archive1 TO memory",
    "copy from": "COPY aliases FROM '{folder}/secret.csv'",
    "export": "EXPORT DATABASE '{folder}/out'",
    "import": "IMPORT DATABASE '{folder}'",
    "attach a new file": "ATTACH '{folder}/other.duckdb' AS other",
    "attach the archive to write": "ATTACH '{archive}' AS again (READ_WRITE)",
    "attach a secret file": "ATTACH '{folder}/secret.csv' AS other (TYPE sqlite)",
    "detach": "DETACH archive1",
    "profile to a file": "PRAGMA enable_profiling='json'; PRAGMA profiling_output='{folder}/p'",
    "profiling function": "FROM enable_profiling(save_location := '{folder}/out.json')",
    "checkpoint": "CHECKPOINT",
    "vacuum": "VACUUM",
    "begin": "BEGIN",
    "use": "USE memory",
    # what reads files
    "a file by its name": "FROM '{folder}/secret.csv'",
    "a file by its relative name": "FROM 'secret.csv'",
    "a pattern of files": "FROM '*.csv'",
    "read_csv": "FROM read_csv('{folder}/secret.csv')",
    "read_csv_auto": "FROM read_csv_auto('{folder}/secret.csv')",
    "read_text": "FROM read_text('{folder}/secret.csv')",
    "read_blob": "FROM read_blob('{folder}/secret.csv')",
    "read_json": "FROM read_json('{folder}/secret.csv')",
    "read_json_objects": "FROM read_json_objects('{folder}/secret.csv')",
    "read_parquet": "FROM read_parquet('{folder}/secret.parquet')",
    "parquet_scan": "FROM parquet_scan('{folder}/secret.parquet')",
    "parquet_metadata": "FROM parquet_metadata('{folder}/secret.parquet')",
    "parquet_schema": "FROM parquet_schema('{folder}/secret.parquet')",
    "parquet_kv_metadata": "FROM parquet_kv_metadata('{folder}/secret.parquet')",
    "sniff_csv": "FROM sniff_csv('{folder}/secret.csv')",
    "glob": "FROM glob('{folder}/*')",
    "glob of the root": "FROM glob('/*')",
    "a file in a subquery": "SELECT (SELECT content FROM read_text('{folder}/secret.csv'))",
    "a file in query()": "FROM query('FROM read_text(''{folder}/secret.csv'')')",
    "a file of the system": "FROM read_text('/etc/passwd')",
    "standard input": "FROM read_csv('/dev/stdin')",
    "file URL": "FROM read_text('file://{folder}/secret.csv')",
    "variable of Python": "FROM secret",
    # the network, the environment, settings
    "http": "FROM 'http://localhost:9/secret.csv'",
    "https": "FROM read_csv('https://localhost:9/secret.csv')",
    "s3": "FROM read_parquet('s3://bucket/secret.parquet')",
    "attach by http": "ATTACH 'http://localhost:9/other.duckdb' AS other",
    "getenv": "SELECT getenv('HOME')",
    "install": "INSTALL httpfs",
    "force install": "FORCE INSTALL spatial FROM community",
    "load": "LOAD httpfs",
    "load a file": "LOAD '{folder}/secret.csv'",
    "set access": "SET enable_external_access = true",
    "set the lock": "SET lock_configuration = false",
    "set directories": "SET allowed_directories = ['{folder}']",
    "set paths": "SET allowed_paths = ['{folder}/secret.csv']",
    "set memory": "SET memory_limit = '100GB'",
    "set the temporary folder": "SET temp_directory = '{folder}'",
    "set replacements": "SET python_enable_replacements = true",
    "set extensions": "SET autoload_known_extensions = true",
    "set the home": "SET home_directory = '{folder}'",
    "set a variable": "SET VARIABLE a = 1",
    "set globally": "SET GLOBAL threads = 64",
    "reset": "RESET enable_external_access",
    "pragma that sets": "PRAGMA memory_limit = '100GB'",
    "logging": "CALL enable_logging()",
}  # fmt: skip
HARMLESS = {
    "checkpoint()": "FROM checkpoint()",
    "write_log()": "SELECT write_log('mine')",
    "secrets": "SELECT count(*) FROM duckdb_secrets()",
    "settings": "SELECT name FROM duckdb_settings() WHERE name = 'lock_configuration'",
    "query() that reads": "FROM query('SELECT 1')",
    "query_table() of a table": "FROM query_table('games')",
    "temporary files": "FROM duckdb_temporary_files()",
    "databases": "FROM duckdb_databases()",
    "variable": "SELECT getvariable('a')",
    "behind a NUL": "SELECT 1\0; DELETE FROM plays",
    "the archive as bytes": "SELECT size FROM read_blob('{archive}')",
}
"""What is answered, or refused by some versions of DuckDB, and does nothing."""

COSTLY = {
    "cross join": "SELECT sum(a.range * b.range) FROM range(1000000) a, range(1000000) b",
    "recursion without end": "WITH RECURSIVE t AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM t)"
                             " SELECT max(n) FROM t",
    "long regular expressions": "SELECT count(*) FROM range(1000000000) AS r(n)"
                                " WHERE regexp_matches(repeat('a', 2000) || n, '(a*)*(a*)*b')",
}  # fmt: skip
LARGE = {
    "list of texts": "SELECT list(repeat('x', 1000000)) FROM range(100000)",
    "one long text": "SELECT string_agg(repeat('x', 1000000), '') FROM range(100000)",
    "sorting": "SELECT max(a) FROM (SELECT random() AS a, range, repeat('x', 1000) AS b"
               " FROM range(100000000) ORDER BY a, b OFFSET 5)",
}  # fmt: skip
TYPES = (QueryError, duckdb.Error)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive, and the same as a folder."""
    home = tmp_path_factory.mktemp("home")
    Archive(home / "a.duckdb").add(SAMPLES)
    export(home / "a.duckdb", home / "lake")
    return home


@pytest.fixture(scope="module")
def asked(home: Path) -> Iterator[dict[str, Archive]]:
    """Both, as long as they are asked."""
    with Archive(home / "a.duckdb") as file, Archive(home / "lake") as lake:
        yield {"a.duckdb": file, "lake": lake}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with files that are none of the archive's business."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "secret.csv").write_text("a\nsecret\n")
    with duckdb.connect() as con:
        con.execute(f"COPY (SELECT 'secret' AS a) TO '{(tmp_path / 'secret.parquet').as_posix()}'")
    return tmp_path


def contents(*folders: Path) -> dict[Path, bytes]:
    """Every file below the folders."""
    files = (path for folder in folders for path in folder.rglob("*") if path.is_file())
    return {path: path.read_bytes() for path in files}


def filled(sql: str, folder: Path, archive: Path) -> str:
    return sql.replace("{folder}", folder.as_posix()).replace("{archive}", archive.as_posix())


@pytest.mark.parametrize("kind", ["a.duckdb", "lake"])
def test_strangers_sql_is_refused_and_does_nothing(
    home: Path, folder: Path, asked: dict[str, Archive], kind: str
) -> None:
    before = contents(home, folder)
    secret = [("secret",)]  # a name of this function is no table
    answered, harmed = [], []
    for name, attack in REFUSED.items():
        with suppress(*TYPES):
            asked[kind].query(filled(attack, folder, home / "a.duckdb")).fetchall()
            answered.append(name)
        if one(asked[kind], "SELECT count(*) FROM games") != 4 or contents(home, folder) != before:
            harmed.append(name)
    assert (answered, harmed) == ([], [])
    assert secret


@pytest.mark.parametrize("attack", HARMLESS)
def test_what_is_not_refused_does_nothing(home: Path, folder: Path, attack: str) -> None:
    before = contents(home, folder)
    with Archive(home / "a.duckdb") as archive:
        with suppress(*TYPES):
            archive.query(filled(HARMLESS[attack], folder, home / "a.duckdb")).fetchall()
        with pytest.raises(TYPES):
            archive.query("FROM 'secret.csv'").fetchall()
        assert one(archive, "SELECT count(*) FROM games") == 4
    assert contents(home, folder) == before


def test_a_log_is_kept_in_no_file(home: Path, folder: Path) -> None:
    before = contents(home, folder)
    for storage in ("storage_path := '{folder}/log'", "storage := 'file'", "storage := 'stdout'"):
        with Archive(home / "a.duckdb") as archive, suppress(*TYPES):
            attack = f"FROM enable_logging('QueryLog', {storage})"
            archive.query(filled(attack, folder, home / "a.duckdb")).fetchall()
            archive.query("SELECT write_log('mine')").fetchall()
    assert contents(home, folder) == before


ONLY_BY_CHOICE = {
    "create temporary table", "create table in memory", "create macro", "create table macro",
    "create secret", "prepare", "prepare and execute", "execute", "set a variable", "begin", "use",
    "two statements that read", "pivot statement", "call", "vacuum", "detach",
    "copy the database", "checkpoint", "closing the parenthesis", "logging", "create view",
    "explain analyze of a write", "behind empty statements",
    "copy over the archive",
}  # fmt: skip
"""What is refused for what it is, not by the locks of the connection. It would do no harm, but that
1.4 would let a COPY reach the archive's own file."""


def test_the_locks_hold_without_the_choice_of_statements(home: Path, folder: Path) -> None:
    before = contents(home, folder)
    answered, harmed = [], []
    for name in sorted(REFUSED.keys() - ONLY_BY_CHOICE):
        with reading([home / "a.duckdb"]) as con, suppress(duckdb.Error):
            con.execute(filled(REFUSED[name], folder, home / "a.duckdb")).fetchall()
            answered.append(name)
        if contents(home, folder) != before:
            harmed.append(name)
    assert (answered, harmed) == ([], [])


def test_the_same_attacks_do_harm_where_nothing_is_locked(home: Path, folder: Path) -> None:
    done = set()
    for name, attack in REFUSED.items():
        place = folder / name.replace(" ", "-").replace("(", "").replace(")", "")
        place.mkdir()
        for file in ("secret.csv", "secret.parquet"):
            shutil.copy(folder / file, place)
        shutil.copy(home / "a.duckdb", place)
        with duckdb.connect(config={"autoinstall_known_extensions": False}) as con:
            con.execute(f"ATTACH '{(place / 'a.duckdb').as_posix()}' AS archive1")
            con.execute("USE archive1")
            try:
                con.execute(filled(attack, place, place / "a.duckdb")).fetchall()
            except duckdb.Error:
                continue
        done.add(name)
    assert len(done) >= 70
    assert done >= {
        "delete", "read_text", "glob", "copy to csv", "attach a new file", "export", "set the lock",
        "writable CTE that deletes", "behind a line comment",
    }  # fmt: skip


@pytest.mark.parametrize(
    "attack", ["delete", "copy to csv", "read_text", "attach a new file", "two statements",
               "set the lock", "http", "writable CTE that deletes"],
)  # fmt: skip
def test_the_command_line_is_as_safe(home: Path, folder: Path, attack: str) -> None:
    before = contents(home, folder)
    sql = filled(REFUSED[attack], folder, home / "a.duckdb")
    outputs: list[list[str | Path]] = [[], ["--format", "parquet", "-o", folder / "out.parquet"]]
    for output in outputs:
        done = here("query", home / "a.duckdb", home / "lake", sql, *output)
        assert (done.returncode, done.stdout) == (2, "")
        assert contents(home, folder) == before


def test_files_are_read_only_where_that_is_allowed_and_nothing_is_written(
    home: Path, folder: Path
) -> None:
    before = contents(home, folder)
    allowed = ("query", home / "a.duckdb", "--allow-files", "--format", "csv")
    assert here(*allowed, "FROM 'secret.csv'").stdout == "a\nsecret\n"
    for attack in ("delete", "copy to csv", "set the lock", "install", "load", "attach a new file",
                   "variable of Python", "http", "s3"):  # fmt: skip
        done = here(*allowed, filled(REFUSED[attack], folder, home / "a.duckdb"))
        assert done.returncode == 2, attack
    assert contents(home, folder) == before


def test_no_variable_of_python_is_a_table_even_where_files_are_read(home: Path) -> None:
    mine = {"a": np.array(["secret"])}
    with reading([home / "a.duckdb"], files=True) as con, pytest.raises(duckdb.Error):
        con.execute("FROM mine")
    with duckdb.connect() as con:
        assert con.execute("FROM mine").fetchall() == [("secret",)]
    assert mine


def stopped(home: Path, sql: str, wanted: Limits) -> None:
    with (
        reading([home / "a.duckdb"], memory=wanted.memory) as con,
        guarded(con, wanted, lambda fault: os._exit(9)),
        asking(),
    ):
        ask(con, sql).fetchall()


@pytest.mark.parametrize("attack", COSTLY)
def test_what_takes_too_long_is_stopped(home: Path, attack: str) -> None:
    with pytest.raises(ArchiveError, match=r"stopped after 0\.1 s"):
        stopped(home, COSTLY[attack], Limits(seconds=0.1))


@pytest.mark.parametrize("attack", LARGE)
def test_what_takes_too_much_memory_is_refused(home: Path, attack: str) -> None:
    with pytest.raises((*TYPES, ArchiveError), match=r"Out of Memory|too much memory"):
        stopped(home, LARGE[attack], Limits(memory=0.2))


def test_what_heeds_no_interruption_is_ended_with_its_process(home: Path, folder: Path) -> None:
    before = contents(home, folder)
    endless = "SELECT jaro_similarity(repeat('a', 9000000), repeat('b', 9000000))"
    done = run("query", home / "a.duckdb", "--timeout", "1", endless, "-o", folder / "out.csv")
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr == (
        "brusqlog: this was stopped after 1 s; --timeout allows more, 0 any time\n"
    )
    assert contents(home, folder) == before


def test_limits_that_are_none_are_wrong_usage(home: Path) -> None:
    for wrong in (["--timeout", "-1"], ["--memory", "0"], ["--timeout", "soon"]):
        assert here("query", home / "a.duckdb", "FROM games", *wrong).returncode == 2
    done = here("query", home / "a.duckdb", "SELECT 1 AS a", "--timeout", "0", "--memory", "0.5",
                "--format", "csv")  # fmt: skip
    assert (done.returncode, done.stdout) == (0, "a\n1\n")


def test_only_csv_is_guarded_for_spreadsheets(home: Path, folder: Path) -> None:
    sql = "SELECT '=1' AS a"
    done = here("query", home / "a.duckdb", sql, "--spreadsheet", "-o", folder / "out.csv")
    assert (done.returncode, done.stderr) == (0, "")
    assert (folder / "out.csv").read_text(encoding="utf-8") == "a\n'=1\n"
    done = here("query", home / "a.duckdb", sql, "--spreadsheet", "--format", "json")
    assert done.returncode == 2
    assert "Error: --spreadsheet: this means nothing without --format csv." in done.stderr


def test_an_answer_that_outgrows_the_memory_is_stopped(home: Path) -> None:
    done = run("query", home / "a.duckdb", "--memory", "0.1", "FROM range(1000000000000)",
               BRUSQLOG_LANG="fr")  # fmt: skip
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr == (
        "brusqlog: arrêté, cela prend trop de mémoire ; --memory en accorde plus de 0.1 Gio\n"
    )


def test_who_does_not_heed_an_interruption_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "GRACE", 0.1)
    guard = Guard(duckdb.connect(), Limits(seconds=0.01))
    ended: list[ArchiveError] = []
    guard.watch(ended.append)
    assert ended == [guard.fault]
    guard.done.set()
    guard.fault = None
    guard.watch(ended.append)
    assert len(ended) == 1


def test_the_time_that_a_reader_takes_is_not_counted(home: Path) -> None:
    guard = Guard(duckdb.connect(), Limits(seconds=1))

    def pieces() -> Iterator[str]:
        assert not guard.paused
        yield "a"
        assert not guard.paused
        yield "b"

    for _ in guard.unhurried(pieces()):
        assert guard.paused
    assert not guard.paused


def test_limits_are_those_that_were_asked_for() -> None:
    assert Limits(seconds=0, memory=1).overrun(10**6, 2 * GIB) is None
    assert Limits(seconds=5, memory=1).overrun(4.9, 0) is None
    assert "5 s" in str(Limits(seconds=5).overrun(5.1, 0))
    assert "1.5 GiB" in str(Limits(memory=1.5).overrun(0, 3 * GIB + 1))
    assert resident() >= 0
