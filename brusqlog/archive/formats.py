"""Answers as text: a table for people, CSV, JSON, JSON Lines, Markdown; and as a Parquet file.

DuckDB puts what has no counterpart in JSON (dates, decimals, lists …) into text itself, so that no
version of it needs another package to hand out a value.
"""

import math
import re
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from pathlib import Path
from typing import Any, BinaryIO, Final

import msgspec
from duckdb import DuckDBPyRelation
from msgspec import Raw, Struct

from brusqlog.archive.query import asking
from brusqlog.show.markdown import quoted
from brusqlog.spelling import Style, escape, pad, width

WHOLE: Final = {
    f"{sign}{size}int" for sign in ("", "u") for size in ("tiny", "small", "big", "huge")
} | {"integer", "uinteger", "boolean", "float", "double"}
NESTED: Final = {"list", "array", "struct", "map", "union"}
NUMBERS: Final = {*WHOLE, "decimal", "bignum", "varint"} - {"boolean"}
GAP: Final = "  "
NOTHING: Final = "-"
"""Stands for NULL where people read."""

_NO_NUMBERS: Final = {math.inf: "Infinity", -math.inf: "-Infinity"}
_DECIMAL: Final = re.compile(r"-?[0-9]+([.,][0-9]+)?")
_SPECIAL: Final = frozenset(',"\r\n')
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""How a text begins that a spreadsheet takes for a formula."""


class Column(Struct, frozen=True):
    """A column of an answer: its name, and its type in DuckDB."""

    name: str
    type: str


class Answer(Struct):
    """What a query answers. The values of a row are None, truth values, whole numbers, floats,
    text, or JSON as `Raw`."""

    columns: list[Column]
    numeric: list[bool]
    rows: Iterator[tuple[Any, ...]]


def answer(relation: DuckDBPyRelation) -> Answer:
    """The answer that a relation stands for. Two columns of the same name are told apart by a
    number. Raises `QueryError` if it cannot be worked out."""
    kinds = [kind.id for kind in relation.types]
    types = [str(kind) for kind in relation.types]
    is_json = [
        kind in NESTED or kind in NUMBERS - WHOLE or type == "JSON"
        for kind, type in zip(kinds, types, strict=True)
    ]
    casts = [
        f"#{n}"
        if kind in WHOLE or type == "VARCHAR"
        else f"CAST({f'to_json(#{n})' if kind in NESTED else f'#{n}'} AS VARCHAR)"
        for n, (kind, type) in enumerate(zip(kinds, types, strict=True), 1)
    ]
    names = _different(relation.columns)
    found = _fetched(relation.project(", ".join(casts)))
    begun = list(islice(found, 1))  # so that a mistake shows before anything is written
    return Answer(
        columns=[Column(*both) for both in zip(names, types, strict=True)],
        numeric=[kind in NUMBERS for kind in kinds],
        rows=_rows(chain(begun, found), is_json),
    )


def _different(names: Sequence[str]) -> list[str]:
    found: list[str] = []
    for name in names:
        others = (name if n == 1 else f"{name}_{n}" for n in range(1, len(names) + 1))
        found.append(next(other for other in others if other not in found))
    return found


def _fetched(relation: Any) -> Iterator[tuple[Any, ...]]:
    """The rows, one after another; DuckDB 2 has another way for it than 1."""
    new = hasattr(DuckDBPyRelation, "iter_rows")
    with asking():
        yield from relation.iter_rows() if new else iter(relation.fetchone, None)


def _rows(rows: Iterable[tuple[Any, ...]], is_json: Sequence[bool]) -> Iterator[tuple[Any, ...]]:
    for row in rows:
        yield tuple(
            Raw(value.encode()) if raw and value is not None else value
            for value, raw in zip(row, is_json, strict=True)
        )


def as_csv(answer: Answer, style: Style) -> Iterator[str]:
    """CSV (RFC 4180, lines ended by LF): NULL is an empty field, an empty text is `""`."""
    yield ",".join(_field(column.name) for column in answer.columns) + "\n"
    for row in answer.rows:
        yield ",".join(map(_field, row)) + "\n"


def guarded(answer: Answer) -> Answer:
    """The answer for a spreadsheet: an apostrophe before each text that would be a formula."""
    rows = (
        tuple(
            value if numeric else _guarded(value)
            for value, numeric in zip(row, answer.numeric, strict=True)
        )
        for row in answer.rows
    )
    columns = [Column(_guarded(column.name), column.type) for column in answer.columns]
    return Answer(columns=columns, numeric=answer.numeric, rows=rows)


def _guarded(value: Any) -> Any:
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value


def _field(value: object) -> str:
    if value is None:
        return ""
    text = _text(value)
    bare = text and _SPECIAL.isdisjoint(text)
    return text if bare else '"' + text.replace('"', '""') + '"'


def as_jsonl(answer: Answer, style: Style) -> Iterator[str]:
    """One object a row and line."""
    names = [column.name for column in answer.columns]
    for row in answer.rows:
        yield _json(dict(zip(names, map(_plain, row), strict=True))) + "\n"


def as_json(answer: Answer, style: Style) -> Iterator[str]:
    """One document: `{"columns": [{"name", "type"}], "rows": [{…}]}`."""
    yield f'{{"columns":{_json(answer.columns)},"rows":['
    for number, line in enumerate(as_jsonl(answer, style)):
        yield ("," if number else "") + "\n" + line.rstrip("\n")
    yield "\n]}\n"


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _plain(value: Any) -> Any:
    """The value, or its name if it is a float for which JSON has no number."""
    if isinstance(value, float) and not math.isfinite(value):
        return _NO_NUMBERS.get(value, "NaN")
    return value


def _text(value: Any) -> str:
    plain = _plain(value)
    return plain if isinstance(plain, str) else _json(plain)


def as_table(answer: Answer, style: Style) -> Iterator[str]:
    """Columns in line, numbers to the right. Nothing is cut off."""
    columns = zip(*_shown(answer, style), strict=True)
    even = (
        _even(column, style) if numeric else column
        for column, numeric in zip(columns, answer.numeric, strict=False)  # or there are no rows
    )
    rows = list(zip(*even, strict=True))
    names = [escape(column.name) for column in answer.columns]
    sizes = [max(map(width, texts)) for texts in zip(names, *rows, strict=True)]
    for number, row in enumerate(chain([names], rows)):
        cells = (
            pad(text, size, right=right)
            for text, size, right in zip(row, sizes, answer.numeric, strict=True)
        )
        line = GAP.join(cells).rstrip()
        yield (line if number else style.paint(line, "bold")) + "\n"
        if number == 0:
            yield GAP.join("-" * size for size in sizes) + "\n"


def as_markdown(answer: Answer, style: Style) -> Iterator[str]:
    """A table of Markdown."""
    yield _cells(quoted(escape(column.name)) for column in answer.columns)
    yield _cells("--:" if right else "---" for right in answer.numeric)
    for row in _shown(answer, style):
        yield _cells(map(quoted, row))


def _cells(texts: Iterator[str]) -> str:
    return f"| {' | '.join(texts)} |\n"


def _even(texts: Sequence[str], style: Style) -> list[str]:
    """The texts, numbers with as many decimal places as the one that has the most."""
    mark = "," if style.language == "fr" else "."
    parts = [text.partition(mark) if _DECIMAL.fullmatch(text) else ("", "", "") for text in texts]
    places = max((len(places) for _, _, places in parts), default=0)
    return [
        f"{whole}{mark}{fraction:0<{places}}" if whole and places else text
        for text, (whole, _, fraction) in zip(texts, parts, strict=True)
    ]


def _shown(answer: Answer, style: Style) -> Iterator[list[str]]:
    for row in answer.rows:
        cells = zip(row, answer.numeric, strict=True)
        yield [shown(value, style, numeric=numeric) for value, numeric in cells]


def shown(value: Any, style: Style, *, numeric: bool) -> str:
    """A value as people read it: fractions to four places, with a comma in French."""
    if value is None:
        return NOTHING
    text = _text(value)
    if isinstance(value, float) and math.isfinite(value) and "e" not in text:
        text = f"{value:.4f}".rstrip("0").rstrip(".") if abs(value) >= 1e-4 else f"{value:.4g}"
    return text.replace(".", ",") if numeric and style.language == "fr" else escape(text)


FORMATS: Final[Mapping[str, Callable[[Answer, Style], Iterator[str]]]] = {
    "table": as_table,
    "csv": as_csv,
    "json": as_json,
    "jsonl": as_jsonl,
    "markdown": as_markdown,
}


def write_parquet(relation: DuckDBPyRelation, folder: str, handle: BinaryIO) -> None:
    """Write an answer as a Parquet file. `folder` is the one into which its connection may write.
    Raises `QueryError` if the answer cannot be worked out."""
    path = Path(folder, "answer.parquet")
    with asking():
        relation.write_parquet(str(path), compression="zstd")
    with path.open("rb") as made:
        shutil.copyfileobj(made, handle)
