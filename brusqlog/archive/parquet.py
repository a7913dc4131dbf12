"""An archive as a folder of Parquet files, to be shared: written, and held against its manifest.

Each table is a dataset: `TABLE/rules=NAME/mode=MODE/NNNN-DIGEST.parquet`, rows in order of the
columns, the game first. A file is named by its sha-256, so that one that has not changed keeps its
name, and those of an export that is replaced stay in place until the new manifest does.
"""

import hashlib
import os
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final
from urllib.parse import quote

import duckdb
import msgspec
from duckdb import DuckDBPyConnection

import brusqlog
from brusqlog.archive import manifest
from brusqlog.archive.errors import ArchiveError
from brusqlog.archive.manifest import NAME, PATH, UNFINISHED, FileOf, Manifest
from brusqlog.archive.opening import first_line, is_damage, opened, reading, real
from brusqlog.archive.tables import OF_A_GAME, TABLES, Table, quoted
from brusqlog.log.writer import replacing

EVENTS: Final = 4_000_000
"""Events of the games whose rows go into one file; a table has fewer rows than its games events."""

NO_VALUE: Final = "__HIVE_DEFAULT_PARTITION__"
"""What stands for NULL in the names of folders, as other programs know it."""

LONGEST: Final = 100
"""Signs that the name of a ruleset may have in that of a folder; behind them it is cut off."""

_SCRATCH: Final = ".part.parquet"

# Games in parts of bounded size; rows that belong to no game go with those of unknown rules.
_PARTS: Final = f"""
    CREATE TEMP TABLE parts AS
    SELECT game, rules, mode,
           ((sum(greatest(events, 1)) OVER before - 1) // {EVENTS})::BIGINT AS part
    FROM games WINDOW before AS (PARTITION BY rules, mode ORDER BY game)
    UNION ALL SELECT NULL, NULL, NULL, 0
"""
_PART: Final = """
    SELECT rows.* FROM {table} AS rows
    SEMI JOIN (
        SELECT game FROM parts WHERE rules IS NOT DISTINCT FROM {rules}
        AND mode IS NOT DISTINCT FROM {mode} AND part = {part}
    ) AS chosen ON rows.game IS NOT DISTINCT FROM chosen.game
    ORDER BY ALL
"""


def export(archive: str | Path, folder: str | Path, *, force: bool = False) -> Manifest:
    """Write an archive as Parquet files into a folder, which is made if there is none, and last its
    manifest, which is given back. Until then a folder that had none has none, and the same call
    begins anew; one that had one keeps it, with its files. What is not of an export is left alone.

    Raises `FileExistsError` for a finished export unless `force` replaces it, `OSError` for what
    cannot be written, and `ArchiveError`.
    """
    target = Path(folder)
    with reading([archive], real(target)) as con:
        _begin(target, force)
        with opened(archive):
            con.execute(_PARTS)
            files = sorted(_files(con, target), key=lambda file: file.path)
        made = manifest.manifest_of(brusqlog.__version__, files)
        with replacing(target / NAME, force=True) as handle:
            handle.write(msgspec.json.format(msgspec.json.encode(made), indent=1) + b"\n")
        _tidy(target, {file.path for file in files})
    return made


def _begin(folder: Path, force: bool) -> None:
    """Refuse a folder in which something else lies, and mark it as being written to."""
    if (folder / NAME).exists():
        manifest.read_manifest(folder)
        if not force:
            raise FileExistsError(f"{folder} has an export already")
    elif folder.exists() and not (folder / UNFINISHED).exists() and any(folder.iterdir()):
        raise ArchiveError("{file}: something else lies in this folder", file=folder)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / UNFINISHED).touch()


def _files(con: DuckDBPyConnection, folder: Path) -> Iterator[FileOf]:
    """Write the files of all tables."""
    query = "SELECT DISTINCT rules, mode, part FROM parts ORDER BY ALL"
    parts = con.execute(query).fetchall()
    for table in TABLES:
        if table in OF_A_GAME:
            for rules, mode, part in parts:
                wanted = {"rules": _literal(rules), "mode": _literal(mode), "part": part}
                select = _PART.format(table=table.name, **wanted)
                place = f"rules={_named(rules)}/mode={_named(mode)}/{part:04}"
                yield from _file(con, select, folder, table, place)
        else:
            yield from _file(con, f"FROM {table.name} ORDER BY ALL", folder, table, "0000")


def _file(
    con: DuckDBPyConnection, select: str, folder: Path, table: Table, place: str
) -> Iterator[FileOf]:
    """Write one file, unless it would be empty."""
    scratch = folder / _SCRATCH
    made = quoted(real(folder / _SCRATCH))
    options = "FORMAT parquet, COMPRESSION zstd, USE_TMP_FILE false"
    try:
        row = con.execute(f"COPY ({select}) TO {made} ({options})").fetchone()
    except duckdb.IOException as error:
        if is_damage(error):
            raise
        template = "{file}: nothing can be written there: {reason}"
        raise ArchiveError(template, file=folder, reason=first_line(error)) from error
    if not row or not row[0]:
        return
    with scratch.open("r+b") as handle:  # to be written out it must be open for writing
        digest = hashlib.file_digest(handle, "sha256").hexdigest()
        os.fsync(handle.fileno())
        size = handle.tell()
    path = f"{table.name}/{place}-{digest[:16]}.parquet"
    (folder / path).parent.mkdir(parents=True, exist_ok=True)
    scratch.replace(folder / path)
    yield FileOf(path=path, table=table.name, rows=int(row[0]), bytes=size, sha256=digest)


def _literal(text: str | None) -> str:
    return "NULL" if text is None else quoted(text)


def _named(text: str | None) -> str:
    """A value as part of the name of a folder, of signs that every system takes."""
    if text is None:
        return NO_VALUE
    name = quote(text, safe="").replace(".", "%2E").replace("~", "%7E")
    if len(name) <= LONGEST:
        return name
    begin = re.sub("%.?$", "", name[:LONGEST])
    return f"{begin}-{hashlib.sha256(text.encode()).hexdigest()[:16]}"


def _tidy(folder: Path, kept: set[str]) -> None:
    """Remove what earlier exports left, and that this one was being written."""
    for path in _ours(folder):
        if path not in kept:
            (folder / path).unlink()
            for parent in list((folder / path).relative_to(folder).parents)[:-1]:
                with suppress(OSError):  # something lies in it
                    (folder / parent).rmdir()
    (folder / _SCRATCH).unlink(missing_ok=True)
    (folder / UNFINISHED).unlink()


def _ours(folder: Path) -> list[str]:
    """The files of exports in a folder, whether its manifest names them or not."""
    paths = (
        path.relative_to(folder).as_posix()
        for table in TABLES
        for path in (folder / table.name).rglob("*.parquet")
    )
    return sorted(path for path in paths if PATH.fullmatch(path))


def verify_export(folder: str | Path) -> list[ArchiveError]:
    """What is wrong with an export, each fault as a text with its `path`: files that are missing,
    altered or not in the manifest, and numbers of rows. Raises `ArchiveError` if the folder has no
    manifest that can be read."""
    root = Path(folder)
    made = manifest.read_manifest(root)
    with duckdb.connect() as con:
        found = [fault for file in made.files for fault in _faults(con, root, file)]
    named = {file.path for file in made.files}
    extra = [path.relative_to(root).as_posix() for path in root.rglob("*.parquet")]
    return found + [
        ArchiveError("{path}: this file is not in the manifest", path=path)
        for path in sorted(extra)
        if path not in named
    ]


def _faults(con: DuckDBPyConnection, folder: Path, file: FileOf) -> Iterator[ArchiveError]:
    path = folder / file.path
    fault = manifest.trouble(path, file)
    if fault is None:
        with path.open("rb") as handle:
            if hashlib.file_digest(handle, "sha256").hexdigest() != file.sha256:
                fault = ArchiveError("this file was altered: its sha-256 is another one")
    if fault is not None:
        yield ArchiveError("{path}: {fault}", path=file.path, fault=fault)
        return
    rows = _rows(con, path)
    if rows != file.rows:
        template = "{path}: it has {found} rows, not {rows} as the manifest says"
        yield ArchiveError(template, path=file.path, found=rows, rows=file.rows)


def _rows(con: DuckDBPyConnection, path: Path) -> int | None:
    """The rows of a Parquet file as it says itself; None if it is none."""
    with suppress(duckdb.Error):
        query = f"SELECT num_rows FROM parquet_file_metadata([{quoted(real(path))}])"
        row = con.execute(query).fetchone()
        return None if row is None else int(row[0])
    return None
