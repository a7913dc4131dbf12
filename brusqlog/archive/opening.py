"""Opens archives with DuckDB: to write, or to read in a way that strangers' SQL cannot leave."""

import errno
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import duckdb
from duckdb import DuckDBPyConnection

from brusqlog.archive.errors import ArchiveError
from brusqlog.archive.tables import FORMAT, META, TABLES, definitions, quoted

STORAGE: Final = "v1.4.0"
"""The oldest DuckDB that is to read an archive."""

PATIENCE: Final = 10.0
"""Seconds to wait for another program that adds to the same archive."""

MEMORY: Final = "2GiB"
"""What a query may use of it; nothing is put on disk instead."""

_WRITING: Final = {"pandas_analyze_sample": 0}
"""Text is taken for text: DuckDB does not guess from the first values what a column holds."""

_READING: Final = {"memory_limit": MEMORY, "temp_directory": ""}


def real(path: str | Path) -> str:
    """The one path of a file, however it is named: that of the archive and of its lock."""
    return str(Path(path).resolve())


def beside(path: str | Path) -> list[str]:
    """The archive and the files that may lie beside it: the lock, the write-ahead log."""
    return [real(path) + suffix for suffix in ("", ".lock", ".wal")]


def reading(paths: Sequence[str | Path], folder: str | None = None) -> DuckDBPyConnection:
    """A connection that reads these archives and nothing else, and cannot be talked into more; it
    may write into `folder`. With several, each table is their union, with a column `archive`.

    Raises `ArchiveError`.
    """
    con = duckdb.connect(config=_READING)  # type: ignore[arg-type]
    try:
        different = {real(path): str(path) for path in reversed(paths)}
        names = {f"archive{n}": path for n, path in enumerate(reversed(different.values()), 1)}
        for name, path in names.items():
            if _is_empty(con, path, name):
                raise ArchiveError(
                    "{file}: there is nothing in this archive; `brusqlog archive add` fills it",
                    file=path,
                )
        if len(names) == 1:
            con.execute("USE archive1")
        else:
            for table in TABLES:
                parts = (
                    f"SELECT {quoted(path)} AS archive, * FROM {name}.{table.name}"
                    for name, path in names.items()
                )
                con.execute(f"CREATE VIEW {table.name} AS {' UNION ALL BY NAME '.join(parts)}")
        if folder is not None:
            con.execute(f"SET allowed_directories = [{quoted(folder)}]")
        con.execute("SET enable_external_access = false")
        con.execute("SET lock_configuration = true")
    except BaseException:
        con.close()
        raise
    return con


@contextmanager
def writing(path: str | Path) -> Iterator[DuckDBPyConnection]:
    """A connection that alone writes to an archive, made if there is none; a transaction is begun.
    What is not committed when the block ends is lost. Raises `ArchiveError`."""
    from filelock import FileLock, Timeout

    lock = f"{real(path)}.lock"
    if not Path(lock).exists():  # none is made beside what is no archive
        _is_new(path)
    try:
        with FileLock(lock, timeout=PATIENCE):
            fresh = _is_new(path)
            with duckdb.connect(config=_WRITING) as con:  # type: ignore[arg-type]
                _attach(con, path, "archive", f"STORAGE_VERSION {quoted(STORAGE)}")
                con.execute("USE archive")
                con.begin()
                if fresh:
                    for statement in definitions():
                        con.execute(statement)
                    con.execute(f"INSERT INTO {META.name} VALUES ({quoted(FORMAT)})")
                yield con
    except Timeout:
        raise _in_use(path) from None
    except PermissionError as error:
        raise _unwritable(path, error.strerror) from error
    except duckdb.IOException as error:  # a full disk
        raise _unwritable(path, str(error).partition("\n")[0]) from error


def _is_new(path: str | Path) -> bool:
    """Whether an archive is still to be made. What is none is not opened for writing: that might
    change it."""
    if not Path(real(path)).parent.is_dir():  # the lock would make one
        raise _unwritable(path, os.strerror(errno.ENOENT))
    if not Path(path).exists():
        return True
    with duckdb.connect(config=_READING) as con:  # type: ignore[arg-type]
        return _is_empty(con, path, "archive")


def _unwritable(path: str | Path, reason: object) -> ArchiveError:
    return ArchiveError(
        "{file}: this archive cannot be written: {reason}", file=path, reason=reason
    )


def _attach(con: DuckDBPyConnection, path: str | Path, name: str, option: str) -> None:
    try:
        con.execute(f"ATTACH {quoted(real(path))} AS {name} (TYPE duckdb, {option})")
    except duckdb.Error as error:
        reason = str(error).partition("\n")[0]
        in_use = ("lock", "Unique file handle", "used by another process")
        if any(sign in reason for sign in in_use):
            raise _in_use(path) from error
        raise ArchiveError(
            "{file}: this cannot be opened as an archive: {reason}", file=path, reason=reason
        ) from error


def _in_use(path: str | Path) -> ArchiveError:
    return ArchiveError(
        "{file}: another program is using this archive; try again when it has finished", file=path
    )


def _is_empty(con: DuckDBPyConnection, path: str | Path, name: str) -> bool:
    """Attach an archive to read it, and say whether nothing is in it, as after an `add` that was
    cut off at once. Raises `ArchiveError` if it is no archive of this version."""
    if not Path(path).exists():
        raise ArchiveError(
            "{file}: there is no such archive; `brusqlog archive add` makes one", file=path
        )
    _attach(con, path, name, "READ_ONLY")
    query = "SELECT table_name FROM duckdb_tables() WHERE database_name = ?"
    tables = {table for (table,) in con.execute(query, [name]).fetchall()}
    if not tables:
        return True
    try:
        row = con.execute(f"SELECT format FROM {name}.{META.name}").fetchone()
    except duckdb.Error:
        row = None
    found = str(row[0]) if row else ""
    if not found.startswith(FORMAT.partition("/")[0] + "/"):
        raise ArchiveError(
            "{file}: this database is no archive of brusqlog; nothing was changed in it", file=path
        )
    if found != FORMAT:
        raise ArchiveError(
            "{file}: this archive has the layout {found}, which is newer than {known}; bring"
            " brusqlog up to date",
            file=path,
            found=found,
            known=FORMAT,
        )
    return False
