"""One question to an archive: a single statement that reads."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress

import duckdb
from duckdb import DuckDBPyConnection, DuckDBPyRelation, StatementType

from brusqlog.archive.errors import QueryError

Connection = DuckDBPyConnection
Relation = DuckDBPyRelation


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
    an interruption a `KeyboardInterrupt`."""
    try:
        yield
    except duckdb.Error as error:
        raise QueryError("{reason}", reason=str(error).strip()) from error
    except RuntimeError as error:
        if "interrupted" not in str(error):
            raise
        raise KeyboardInterrupt from error


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
