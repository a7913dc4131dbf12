"""Rows on their way into an archive: gathered, and inserted many at once."""

from collections.abc import Mapping
from typing import Any, Final

from duckdb import DuckDBPyConnection

from brusqlog.archive.played import Rows
from brusqlog.archive.tables import TABLES, Table

BATCH: Final = 1 << 17
"""Rows of a table that are inserted together: a row group of DuckDB, which it packs at once."""

_TABLES: Final = {table.name: table for table in TABLES}


class Gathered:
    """Rows for the tables of a connection; `uncommitted` of them were inserted since the last
    commit, or are to be."""

    def __init__(self, con: DuckDBPyConnection) -> None:
        self.con = con
        self.rows: Rows = {table.name: [] for table in TABLES}
        self.columns: dict[str, list[Mapping[str, Any]]] = {table.name: [] for table in TABLES}
        self.counts = {table.name: 0 for table in TABLES}
        """Rows of each table that are gathered."""
        self.uncommitted = 0

    def add(self, rows: Rows) -> None:
        """Gather some rows more."""
        for table, found in rows.items():
            self.rows[table] += found
            self._count(table, len(found))

    def add_columns(self, table: str, columns: Mapping[str, Any]) -> None:
        """Gather rows by columns: arrays without masks, or of objects."""
        count = len(columns["game"])
        if count:
            self.columns[table].append(columns)
            self._count(table, count)

    def _count(self, table: str, more: int) -> None:
        self.counts[table] += more
        self.uncommitted += more
        if self.counts[table] >= BATCH:
            self._insert(_TABLES[table])

    def insert(self) -> None:
        """Insert what is gathered."""
        for table in TABLES:
            if self.counts[table.name]:
                self._insert(table)

    def _insert(self, table: Table) -> None:
        """DuckDB takes columns of Python objects quickest, in all of its versions; masks of typed
        numpy columns are not heeded by all."""
        self.con.register("gathered", self._whole(table))
        self.con.execute(f"INSERT INTO {table.name} BY NAME SELECT * FROM gathered")
        self.con.unregister("gathered")
        self.counts[table.name] = 0

    def _whole(self, table: Table) -> dict[str, Any]:
        """The columns of all rows of a table, which are gathered no more."""
        import numpy as np  # not for those who only ask

        rows, parts = self.rows[table.name], self.columns[table.name]
        self.rows[table.name], self.columns[table.name] = [], []
        whole: dict[str, Any] = {}
        for name in (column.name for column in table.columns):
            found = [
                part[name] if name in part else np.full(len(part["game"]), None, object)
                for part in parts
            ]
            if rows:
                found.append(np.array([row.get(name) for row in rows], object))
            whole[name] = found[0] if len(found) == 1 else np.concatenate(found)
        return whole
