"""A Parquet folder that is an archive: its manifest, and the tables read from its files.

The manifest is written last. It says what every file holds; what it does not name is not read.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from brusqlog.archive.errors import ArchiveError
from brusqlog.archive.tables import FORMAT, TABLES, Table, quoted

NAME: Final = "manifest.json"
UNFINISHED: Final = "manifest.json.part"
"""Lies in a folder as long as an export writes to it, and when that was cut off."""

EXPORT: Final = "brusqlog-export/1"

PATH: Final = re.compile(r"[a-z_]+/([\w%=-]+/)*[\w-]+\.parquet", re.ASCII)
"""The paths of our files below the folder: no other is read, whatever a manifest says."""


class ColumnOf(Struct, frozen=True):
    """A column of an exported table."""

    name: str
    type: str
    comment: str


class TableOf(Struct, frozen=True):
    """An exported table, for readers who do not have brusqlog."""

    name: str
    comment: str
    columns: list[ColumnOf]


class FileOf(Struct, frozen=True):
    """An exported file: its path below the folder, with `/`, and what is in it."""

    path: str
    table: str
    rows: int
    bytes: int
    sha256: str


class Manifest(Struct, frozen=True, kw_only=True):
    """What an export consists of. `layout` is that of the tables, `engine` the brusqlog that wrote
    it."""

    format: str
    layout: str
    engine: str
    tables: list[TableOf]
    files: list[FileOf]


class _Layout(Struct):
    """What every version of a manifest has."""

    format: str
    layout: str = ""


def manifest_of(engine: str, files: list[FileOf]) -> Manifest:
    """The manifest of an export that has just been written."""
    tables = [
        TableOf(table.name, table.comment, [ColumnOf(*column) for column in table.columns])
        for table in TABLES
    ]
    return Manifest(format=EXPORT, layout=FORMAT, engine=engine, tables=tables, files=files)


def read_manifest(folder: str | Path) -> Manifest:
    """The manifest of a folder. Raises `ArchiveError` if it has none that can be read."""
    try:
        data = Path(folder, NAME).read_bytes()
    except FileNotFoundError:
        template = (
            "{file}: this folder is no archive, it has no manifest.json;"
            " `brusqlog archive export` makes such a folder"
        )
        if Path(folder, UNFINISHED).exists():
            template = "{file}: the export to this folder was not finished; run it again"
        raise ArchiveError(template, file=folder) from None
    except OSError as error:
        raise ArchiveError(
            "{file}: this archive cannot be read: {reason}", file=folder, reason=error.strerror
        ) from error
    try:
        layout = msgspec.json.decode(data, type=_Layout)
        if layout.format != EXPORT:
            raise _unknown(folder, layout.format, EXPORT)
        if layout.layout != FORMAT:
            raise _unknown(folder, layout.layout, FORMAT)
        manifest = msgspec.json.decode(data, type=Manifest)
    except msgspec.DecodeError as error:
        raise _no_manifest(folder, str(error)) from error
    names = {table.name for table in TABLES}
    for file in manifest.files:
        if file.table not in names or not PATH.fullmatch(file.path):
            raise _no_manifest(folder, f"{file.table}: {file.path}")
    return manifest


def _unknown(folder: str | Path, found: str, known: str) -> ArchiveError:
    template = "{file}: this export has the layout {found}, not {known}; export it again"
    return ArchiveError(template, file=folder, found=found, known=known)


def _no_manifest(folder: str | Path, reason: str) -> ArchiveError:
    template = "{file}: its manifest.json is none of an export ({reason})"
    return ArchiveError(template, file=folder, reason=reason)


def present(folder: str | Path, manifest: Manifest) -> list[Path]:
    """The files of an export. Raises `ArchiveError` for one that is missing or has another size."""
    paths = []
    for file in manifest.files:
        path = Path(folder).resolve() / file.path
        fault = trouble(path, file)
        if fault is not None:
            raise ArchiveError(
                "{file}: {path}: {fault}; `brusqlog archive verify` tells more",
                file=folder, path=file.path, fault=fault,
            )  # fmt: skip
        paths.append(path)
    return paths


def trouble(path: Path, file: FileOf) -> ArchiveError | None:
    """What a glance at an exported file shows to be wrong with it."""
    try:
        size = path.stat().st_size
    except OSError:
        return ArchiveError("this file is missing")
    if size == file.bytes:
        return None
    template = "this file was altered: it has {size} bytes, not {bytes}"
    return ArchiveError(template, size=size, bytes=file.bytes)


def definitions(folder: str | Path, manifest: Manifest, name: str) -> Iterator[str]:
    """The statements that make the tables of an export, as views in the database of that name,
    with their comments."""
    for table in TABLES:
        paths = [
            str(Path(folder).resolve() / file.path)
            for file in manifest.files
            if file.table == table.name
        ]
        view = f"{name}.{table.name}"
        yield f"CREATE VIEW {view} AS {_select(table, paths)}"
        yield f"COMMENT ON VIEW {view} IS {quoted(table.comment)}"
        for column in table.columns:
            yield f'COMMENT ON COLUMN {view}."{column.name}" IS {quoted(column.comment)}'


def _select(table: Table, paths: list[str]) -> str:
    if not paths:
        nothing = (f'NULL::{column.type} AS "{column.name}"' for column in table.columns)
        return f"SELECT {', '.join(nothing)} WHERE false"
    names = ", ".join(f'"{column.name}"' for column in table.columns)
    files = ", ".join(map(quoted, paths))
    return f"SELECT {names} FROM read_parquet([{files}], hive_partitioning = false)"
