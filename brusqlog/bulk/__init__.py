"""Many hands at once: the rules' tables walked side by side over columns of bytes (numpy), and hand
tables, which have hands by columns. What is named here follows semantic versioning."""

from brusqlog.bulk.faults import TableError
from brusqlog.bulk.handtable import HandTable, Results, write
from brusqlog.bulk.rows import Row

__all__ = ["HandTable", "Results", "Row", "TableError", "write"]
