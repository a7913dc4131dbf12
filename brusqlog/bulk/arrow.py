"""Hand tables in Arrow and Parquet, for which pyarrow is needed."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from itertools import accumulate
from pathlib import Path
from typing import Any, Final

import numpy as np

from brusqlog.bulk.columns import CARDS_IN, OPTIONAL, REQUIRED, WIDTHS, Columns
from brusqlog.bulk.faults import TableError, wrong_file
from brusqlog.bulk.lowered import Array, Bytes
from brusqlog.log.faults import SourceError
from brusqlog.log.sources import Source, name_of, opened, pieces
from brusqlog.log.writer import replacing

GROUP: Final = 1 << 17
"""Rows of a row group that is written."""

STEP: Final = 1 << 16
"""Rows that are read at once."""

BUFFER: Final = 1 << 20
"""Bytes that are read at once of a column."""

REPEATING: Final = (
    "rules", "seats", "partners", "removed", "dealer", "game", "identities.list.element",
)  # fmt: skip
"""The columns whose values stand again and again."""


class Cells(Sequence[Any]):
    """A column of which a few cells are looked at, as Python's own values; None is null."""

    def __init__(self, array: Any) -> None:
        self.array = array

    def __len__(self) -> int:
        return len(self.array)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return Cells(self.array[index])
        return self.array[int(index)].as_py()

    def __iter__(self) -> Iterator[Any]:
        return iter(self.array.to_pylist())


# Reading ------------------------------------------------------------------------------------------


def columns_of(given: Any, file: str = "the table") -> Columns:
    """The columns of an Arrow table or record batch, or of what Arrow takes for one. Raises
    `TableError`."""
    pa = _pyarrow(file)
    table = given if isinstance(given, pa.Table | pa.RecordBatch) else pa.table(given)
    _judge(table.schema, file)
    with _damage(file):
        arrays = {name: _whole(table.column(name)) for name in table.schema.names}
    rules, names = arrays["rules"], arrays.get("identities")
    if not pa.types.is_dictionary(rules.type) or rules.dictionary.null_count:
        rules = rules.cast("string").dictionary_encode()
    found: dict[str, Any] = {name: Cells(arrays[name]) for name in OPTIONAL if name in arrays}
    found |= {name: _bytes(arrays[name]) for name in CARDS_IN}
    found |= {name: _numbers(arrays[name]) for name in ("seats", "dealer")}
    return Columns(
        words=rules.dictionary.to_pylist(),
        rules=_numbers(rules.indices),
        partners=_numbers(arrays["partners"], False),
        named=None if names is None else _numbers(pa.compute.list_value_length(names), -1),
        null={
            name: arrays[name].is_null().to_numpy(zero_copy_only=False)
            for name in REQUIRED
            if arrays[name].null_count
        },
        **found,
    )


def read(source: Source, name: str | None = None) -> Columns:
    """The columns of a Parquet file, whole. Raises `TableError`; `SourceError`, an `OSError`, if it
    cannot be opened."""
    file = name_of(source, name)
    with _parquet(source, file) as parquet:
        return columns_of(parquet.read(use_threads=False), file)


def batches(
    source: Source, name: str | None = None, since: int = 1
) -> Iterator[tuple[Columns, int, int]]:
    """The same piece by piece, without the column that is only kept, each with the number of rows
    before it and in all. The first has the row of that number, if there is one, or others of its
    row group before it."""
    file = name_of(source, name)
    with _parquet(source, file) as parquet:
        _judge(parquet.schema_arrow, file)
        told = [column for column in parquet.schema_arrow.names if column != "data"]
        total, groups = parquet.metadata.num_rows, parquet.num_row_groups
        sizes = [parquet.metadata.row_group(group).num_rows for group in range(groups)]
        first = sum(before < since for before in accumulate(sizes))
        before = sum(sizes[:first])
        steps = parquet.iter_batches(
            STEP, row_groups=range(first, groups), columns=told, use_threads=False
        )
        for batch in steps:
            yield columns_of(batch, file), before, total
            before += len(batch)


@contextmanager
def _parquet(source: Source, file: str) -> Iterator[Any]:
    pa = _pyarrow(file)
    if isinstance(source, str | Path):
        handle: Any = opened(Path(source), file)
    else:
        handle = pa.BufferReader(b"".join(pieces(source, file)))
    with closing(handle), _damage(file):
        yield pa.parquet.ParquetFile(
            handle,
            read_dictionary=["rules"],
            buffer_size=BUFFER,
            pre_buffer=False,
            page_checksum_verification=True,
        )


@contextmanager
def _damage(file: str) -> Iterator[None]:
    """Makes an error of ours of what Arrow says of a file that is not as it was written."""
    pa = _pyarrow(file)
    try:
        yield
    except (TableError, SourceError):
        raise
    except (pa.ArrowException, OSError, ValueError, LookupError) as error:
        if isinstance(error, OSError) and error.errno is not None:  # the system's, not Arrow's
            raise SourceError("read-failed", file=file, reason=error.strerror) from error
        raise wrong_file("table-damaged", file=file) from error


def _judge(schema: Any, file: str) -> None:
    """Refuse columns that are missing, too many, or of another type."""
    kinds = _kinds()
    names: list[str] = schema.names
    for place, name in enumerate(names):
        if name not in kinds or name in names[:place]:
            known = [other for other in kinds if other not in names]
            raise wrong_file("column-unknown", file=file, column=name, given=name, known=known)
    for name in REQUIRED:
        if name not in names:
            raise wrong_file("column-missing", file=file, column=name)
    for name in names:
        found = schema.field(name).type
        wanted, fits = kinds[name]
        if not fits(found):
            raise wrong_file(
                "column-type", file=file, column=name, found=str(found), due=list(wanted)
            )


def _kinds() -> dict[str, tuple[Sequence[str], Callable[[Any], bool]]]:
    """For each column the types that are named in an error, and whether a type will do."""
    types = _pyarrow("").types

    def text(kind: Any) -> bool:
        if types.is_dictionary(kind):
            return text(kind.value_type)
        return bool(types.is_string(kind) or types.is_large_string(kind))

    def label(kind: Any) -> bool:
        return text(kind) or bool(types.is_integer(kind))

    def words(kind: Any) -> bool:
        listed = types.is_list(kind) or types.is_large_list(kind) or types.is_fixed_size_list(kind)
        return bool(listed) and text(kind.value_type)

    def of_width(*widths: int) -> tuple[Sequence[str], Callable[[Any], bool]]:
        wanted = [f"fixed_size_binary[{width}]" for width in widths]
        return wanted, lambda kind: str(kind) in wanted

    return {
        "rules": (["string"], text),
        "seats": (["uint8"], types.is_integer),
        "partners": (["bool"], types.is_boolean),
        "removed": of_width(2),
        "dealer": (["uint8"], types.is_integer),
        "deck": of_width(*WIDTHS),
        "plays": of_width(*WIDTHS),
        "game": (["string", "int64"], label),
        "number": (["int64"], types.is_integer),
        "identities": (["list<string>"], words),
        "data": ([], lambda kind: True),
    }


def _whole(column: Any) -> Any:
    """A column in one piece, its texts looked at."""
    if hasattr(column, "combine_chunks"):
        column = column.combine_chunks()
    column.validate(full=True)
    return column


def _numbers(array: Any, null: int | bool = 0) -> Array:
    found: Array = array.fill_null(null).to_numpy(zero_copy_only=False)
    return found


def _bytes(array: Any) -> Bytes:
    width = array.type.byte_width
    buffer = array.buffers()[1]
    if buffer is None:
        return np.zeros((0, width), np.uint8)
    cells = np.frombuffer(buffer, np.uint8, len(array) * width, array.offset * width)
    return cells.reshape(-1, width)


# Writing ------------------------------------------------------------------------------------------


def write(parts: Iterable[Columns], path: str | Path, *, force: bool = False) -> None:
    """Write columns one below the other to a new Parquet file, whole or not at all. Raises as
    `replacing`, and `TableError` if not all of them are of the same types."""
    pa = _pyarrow(str(path))
    tables = (_table(part) for part in parts)
    first = next(tables, None)
    if first is None:
        raise TableError("there is no table to be written")
    with (
        replacing(path, force=force) as handle,
        pa.parquet.ParquetWriter(
            handle,
            first.schema,
            compression="zstd",
            use_dictionary=[*REPEATING],
            write_statistics=False,
            write_page_checksum=True,
        ) as writer,
    ):
        writer.write_table(first, GROUP)
        for table in tables:
            if table.schema != first.schema:
                raise TableError("the tables to be written have different columns")
            writer.write_table(table, GROUP)


def _table(columns: Columns) -> Any:
    pa = _pyarrow("")
    words = pa.array(columns.words, "string")
    arrays = {
        "rules": pa.DictionaryArray.from_arrays(np.ascontiguousarray(columns.rules), words),
        "seats": pa.array(np.ascontiguousarray(columns.seats)),
        "partners": pa.array(np.ascontiguousarray(columns.partners)),
        "removed": _binary(columns.removed),
        "dealer": pa.array(np.ascontiguousarray(columns.dealer)),
        "deck": _binary(columns.deck),
        "plays": _binary(columns.plays),
    }
    for name, mask in columns.null.items():
        arrays[name] = pa.compute.if_else(mask, None, arrays[name])
    for name in OPTIONAL:
        cells = getattr(columns, name)
        if isinstance(cells, Cells):
            arrays[name] = cells.array
        elif cells is not None:
            arrays[name] = _array(name, cells)
    return pa.table(arrays)


def _array(name: str, cells: Sequence[Any]) -> Any:
    """Cells of Python's own as an Arrow array."""
    pa = _pyarrow("")
    kinds = {"number": pa.int64(), "identities": pa.list_(pa.string()), "game": pa.int64()}
    if name == "game" and any(isinstance(cell, str) for cell in cells):
        return pa.array([None if cell is None else str(cell) for cell in cells], "string")
    try:
        return pa.array(cells, kinds.get(name))
    except (pa.ArrowException, OverflowError, TypeError) as error:
        raise TableError(f"`{name}`: {error}", name) from error


def _binary(cells: Bytes) -> Any:
    pa = _pyarrow("")
    rows, width = cells.shape
    buffer = pa.py_buffer(np.ascontiguousarray(cells))
    return pa.FixedSizeBinaryArray.from_buffers(pa.binary(width), rows, [None, buffer])


def _pyarrow(file: str) -> Any:
    """pyarrow, which has no types of its own. Raises `TableError` if it is not installed."""
    try:
        import pyarrow  # type: ignore[import-untyped, import-not-found, unused-ignore]
        import pyarrow.compute  # type: ignore[import-untyped, import-not-found, unused-ignore]
        import pyarrow.parquet  # type: ignore[import-untyped, import-not-found, unused-ignore]
    except ImportError:
        raise wrong_file("arrow-missing", file=file) from None
    return pyarrow
