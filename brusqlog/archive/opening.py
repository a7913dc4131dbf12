"""Opens archives with DuckDB: to write, or to read in a way that strangers' SQL cannot leave."""

import errno
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from itertools import chain
from pathlib import Path
from typing import Final

import duckdb
from duckdb import DuckDBPyConnection

from brusqlog.archive import manifest, tables, views
from brusqlog.archive.errors import ArchiveError
from brusqlog.archive.tables import FORMAT, META, TABLES, quoted

STORAGE: Final = "v1.4.0"
"""The oldest DuckDB that is to read an archive."""

PATIENCE: Final = 10.0
"""Seconds to wait for another program that adds to the same archive."""

_WRITING: Final = {"pandas_analyze_sample": 0, "threads": 1}
"""Text is taken for text: DuckDB does not guess from the first values what a column holds. Arrays
are read by one thread; more of them only leave behind parts that have to be packed anew."""

MEMORY: Final = 2.0
"""GiB that a query may use; nothing is put on disk instead."""

_READING: Final = {
    "temp_directory": "",
    "autoinstall_known_extensions": False,
    "autoload_known_extensions": False,
    "python_enable_replacements": False,
}
"""Nothing is put on disk, no extension is fetched, no name stands for a variable of Python."""

# How what DuckDB says begins, in versions 1.4 to 2; names of files may say anything.
_BUSY: Final = re.compile(
    r"[\w ]+: (Could not set lock on file|Unique file handle conflict"
    r"|Cannot open file.*(used by another process|already open in))",
    re.DOTALL,
)
_DAMAGED: Final = re.compile(
    r"(IO Error: |Invalid Input Error: )?"
    r"(Corrupt database file|Could not read enough bytes from file"
    # of Parquet files
    r"|Failed to read file|TProtocolException|don't know what type|Payload value bigger than"
    r"|Out of buffer|No magic bytes found|ZSTD Decompression failure)"
)
# Also said of an archive whose very beginning is gone: nobody can tell that it was one.
_FOREIGN: Final = re.compile(r"IO Error: The file .* is not a valid DuckDB database file")


def real(path: str | Path) -> str:
    """The one path of a file, however it is named: that of the archive and of its lock."""
    return str(Path(path).resolve())


def beside(path: str | Path) -> list[str]:
    """The archive and the files that may lie beside it: the lock, the write-ahead log."""
    return [real(path) + suffix for suffix in ("", ".lock", ".wal")]


def reading(
    paths: Sequence[str | Path],
    folder: str | None = None,
    *,
    files: bool = False,
    memory: float = MEMORY,
    made: Mapping[str, str] | None = None,
) -> DuckDBPyConnection:
    """A connection that reads these archives, files or exported folders, and nothing else, and
    cannot be talked into more; it may write into `folder`, and `files` lets it read any file.
    DuckDB is told to use no more `memory` (GiB). With several archives each table is their union,
    with a column `archive`. `made` says of a path which archive was made of what it names.

    Raises `ArchiveError`.
    """
    limit = {"memory_limit": f"{memory * 1024:.0f}MiB"}
    con = duckdb.connect(config=_READING | limit)  # type: ignore[arg-type]
    try:
        different = {real(path): str(path) for path in reversed(paths)}
        names = {f"archive{n}": path for n, path in enumerate(reversed(different.values()), 1)}
        made = made or {}
        allowed = [
            file
            for name, path in names.items()
            for file in _attached(con, made.get(path, path), name)
        ]
        if len(names) == 1:
            con.execute("USE archive1")
            if Path(paths[0]).is_dir():
                _execute(con, views.definitions())
        else:
            _unite(con, names)
        if not files:
            listed = ", ".join(quoted(str(file)) for file in allowed)
            con.execute(f"SET allowed_paths = [{listed}]")
            if folder is not None:
                con.execute(f"SET allowed_directories = [{quoted(folder)}]")
            con.execute("SET enable_external_access = false")
        con.execute("SET lock_configuration = true")
    except BaseException:
        con.close()
        raise
    return con


def _attached(con: DuckDBPyConnection, path: str, name: str) -> list[Path]:
    """Attach an archive to read it, and give the files that are to be read while it is asked."""
    if Path(path).is_dir():
        exported = manifest.read_manifest(path)
        found = manifest.present(path, exported)
        con.execute(f"ATTACH ':memory:' AS {name}")
        with opened(path):
            _execute(con, manifest.definitions(path, exported, name))
        return found
    if _is_empty(con, path, name):
        raise _empty(path)
    return []


def _unite(con: DuckDBPyConnection, names: Mapping[str, str]) -> None:
    """Make the tables of several archives, by the names they are attached under, one."""
    for table in TABLES:
        parts = (
            f"SELECT {quoted(path)} AS archive, * FROM {name}.{table.name}"
            for name, path in names.items()
        )
        con.execute(f"CREATE VIEW {table.name} AS {' UNION ALL BY NAME '.join(parts)}")
    _execute(con, views.definitions())


def _execute(con: DuckDBPyConnection, statements: Iterable[str]) -> None:
    for statement in statements:
        con.execute(statement)


@contextmanager
def writing(
    path: str | Path, waiting: Callable[[], object] = lambda: None
) -> Iterator[DuckDBPyConnection]:
    """A connection that alone writes to an archive, made if there is none; a transaction is begun.
    What is not committed when the block ends is lost, and an archive that was made for nothing is
    removed. `waiting` is called before another program is waited for. Raises `ArchiveError`."""
    if not Path(_lock(path)).exists():  # none is made beside what is no archive
        _is_new(path)
    try:
        with alone(path, waiting), _nothing_left_empty(path):
            fresh = _is_new(path)
            with duckdb.connect(config=_WRITING) as con:  # type: ignore[arg-type]
                _attach(con, path, "archive", f"STORAGE_VERSION {quoted(STORAGE)}")
                con.execute("USE archive")
                con.begin()
                if fresh:
                    _execute(con, chain(tables.definitions(), views.definitions()))
                    con.execute(f"INSERT INTO {META.name} VALUES ({quoted(FORMAT)})")
                yield con
    except PermissionError as error:
        raise _unwritable(path, error.strerror) from error
    except duckdb.Error as error:
        if is_damage(error):
            raise _trouble(path, error) from error
        if isinstance(error, duckdb.IOException):  # a full disk
            raise _unwritable(path, first_line(error)) from error
        raise


@contextmanager
def alone(path: str | Path, waiting: Callable[[], object]) -> Iterator[None]:
    """Keeps other programs of ours from adding. Raises `ArchiveError` if one goes on doing so."""
    from filelock import FileLock, Timeout

    lock = FileLock(_lock(path))
    try:
        lock.acquire(timeout=0)
    except PermissionError as error:
        raise _unwritable(path, error.strerror) from error
    except Timeout:
        waiting()
        try:
            lock.acquire(timeout=PATIENCE)
        except Timeout:
            raise _in_use(path) from None
    try:
        yield
    finally:
        lock.release()


@contextmanager
def _nothing_left_empty(path: str | Path) -> Iterator[None]:
    """Removes the archive at the end if nothing is in it, with the files beside it."""
    try:
        yield
    finally:
        with suppress(ArchiveError, OSError):  # it is none, or Windows holds on to the lock
            if Path(path).exists() and _is_new(path):
                for file in beside(path):
                    Path(file).unlink(missing_ok=True)


def _lock(path: str | Path) -> str:
    return f"{real(path)}.lock"


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


def attached(con: DuckDBPyConnection, path: str | Path, name: str) -> None:
    """Attach an archive to a connection, to be read under that name. Raises `ArchiveError` if it is
    none, or empty."""
    if _is_empty(con, path, name):
        raise _empty(path)


def _attach(con: DuckDBPyConnection, path: str | Path, name: str, option: str) -> None:
    with opened(path):
        con.execute(f"ATTACH {quoted(real(path))} AS {name} (TYPE duckdb, {option})")


@contextmanager
def opened(file: str | Path) -> Iterator[None]:
    """Makes an `ArchiveError` of what DuckDB says of a file that cannot be opened or read."""
    try:
        yield
    except duckdb.Error as error:
        raise _trouble(file, error) from error


def is_damage(error: duckdb.Error) -> bool:
    """Whether DuckDB says that a file is not as it was written."""
    return _DAMAGED.match(str(error)) is not None


def _trouble(path: str | Path, error: duckdb.Error) -> ArchiveError:
    if _BUSY.match(str(error).replace(real(path), "")):
        return _in_use(path)
    if is_damage(error):
        template = "{file}: this archive is damaged; make it again from its logs ({reason})"
    elif _FOREIGN.match(str(error)):
        template = "{file}: this is no archive of brusqlog; nothing was changed in it"
    else:
        template = "{file}: this cannot be opened as an archive ({reason})"
    return ArchiveError(template, file=path, reason=first_line(error))


def first_line(error: Exception) -> str:
    """What an error says in short."""
    return str(error).partition("\n")[0]


def _empty(path: str | Path) -> ArchiveError:
    return ArchiveError(
        "{file}: there is nothing in this archive; `brusqlog archive add` fills it", file=path
    )


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
    if Path(path).is_dir():
        raise ArchiveError("{file}: this is a folder, not an archive", file=path)
    if not os.access(path, os.R_OK):
        reason = os.strerror(errno.EACCES)
        raise ArchiveError(
            "{file}: this archive cannot be read: {reason}", file=path, reason=reason
        )
    _attach(con, path, name, "READ_ONLY")
    with opened(path):
        query = "SELECT table_name FROM duckdb_tables() WHERE database_name = ?"
        if not con.execute(query, [name]).fetchall():
            return True
        try:
            row = con.execute(f"SELECT format FROM {name}.{META.name}").fetchone()
        except (duckdb.CatalogException, duckdb.BinderException):  # no such table or column
            row = None
    found = str(row[0]) if row else ""
    if not found.startswith(FORMAT.partition("/")[0] + "/"):
        raise ArchiveError(
            "{file}: this is no archive of brusqlog; nothing was changed in it", file=path
        )
    if found != FORMAT:
        template = (
            "{file}: this archive has the layout {found}, an older one than {known}; make it again"
            " from its logs"
        )
        if _number(found) > _number(FORMAT):
            template = (
                "{file}: this archive has the layout {found}, a newer one than {known}; bring"
                " brusqlog up to date"
            )
        raise ArchiveError(template, file=path, found=found, known=FORMAT)
    return False


def _number(layout: str) -> int:
    number = layout.rpartition("/")[2]
    return int(number) if number.isdecimal() else 0
