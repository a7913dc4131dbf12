"""One question to an archive: a single statement that reads."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Final

import duckdb
from duckdb import DuckDBPyConnection, DuckDBPyRelation, StatementType

from brusqlog.archive.errors import QueryError
from brusqlog.archive.opening import is_damage

Connection = DuckDBPyConnection
Relation = DuckDBPyRelation

_PLACE: Final = re.compile(r"\n+(LINE (\d+): )(.*)\n( *\^+)")
"""How DuckDB ends what it says of a mistake: a line of the SQL, or a part of it between `...`."""

WRAPPED: Final = 2
"""Lines that DuckDB 2 puts before the SQL of a relation; 1.4 writes the SQL itself anew."""


def ask(
    con: DuckDBPyConnection, sql: str, params: Mapping[str, object] | None = None
) -> DuckDBPyRelation:
    """The answer to a SELECT; `params` are the values of its `$name`. Raises `QueryError` for any
    other statement, and for a mistake in it."""
    with asking():
        if _types(con, sql) != [StatementType.SELECT]:
            raise QueryError("only one statement that reads is run, a SELECT; nothing was changed.")
        return con.sql(_bare(con, sql), params=dict(params) if params else None)


@contextmanager
def asking() -> Iterator[None]:
    """Makes exceptions of ours of those of DuckDB: of a mistake in a statement a `QueryError`, of
    an interruption a `KeyboardInterrupt`. What it says of a damaged archive goes through."""
    try:
        yield
    except duckdb.Error as error:
        if is_damage(error):
            raise
        raise QueryError("{reason}", reason=str(error).strip()) from error
    except RuntimeError as error:
        if "interrupted" not in str(error):
            raise
        raise KeyboardInterrupt from error


@contextmanager
def heeding() -> Iterator[None]:
    """Makes a `KeyboardInterrupt` of what DuckDB says when it was interrupted at its work."""
    try:
        yield
    except (duckdb.Error, RuntimeError) as error:
        told = str(error)
        if "interrupted" not in told.lower() and KeyboardInterrupt.__name__ not in told:
            raise
        raise KeyboardInterrupt from error


@contextmanager
def placing(sql: str) -> Iterator[None]:
    """Puts a mistake that shows while an answer is worked out at its place in the SQL that was
    asked: DuckDB counts lines of its own, or shows what nobody wrote, which is left out."""
    try:
        yield
    except QueryError as error:
        raise QueryError("{reason}", reason=_placed(str(error), sql)) from error


def _placed(reason: str, sql: str) -> str:
    found = _PLACE.search(reason)
    if found is None:
        return reason
    begin, number, shown, mark = found.groups()
    lines = [n for n, line in enumerate(sql.split("\n"), 1) if shown.strip(".") in line]
    place = ""
    if lines:
        right = f"LINE {min(lines, key=lambda line: abs(line - int(number) + WRAPPED))}: "
        place = f"\n\n{right}{shown}\n{' ' * len(right)}{mark[len(begin) :]}"
    return reason[: found.start()] + place + reason[found.end() :]


def _types(con: DuckDBPyConnection, sql: str) -> list[StatementType]:
    return [statement.type for statement in con.extract_statements(sql)]


def _bare(con: DuckDBPyConnection, sql: str) -> str:
    """The statement without the semicolon that ends it and what follows: a relation puts
    it between parentheses as it is."""
    end = sql.find(";")
    while end >= 0:
        with suppress(duckdb.Error):  # that one is within a text or a comment
            if not _types(con, sql[end:]) and _types(con, sql[:end]) == [StatementType.SELECT]:
                return sql[:end]
        end = sql.find(";", end + 1)
    return sql
