"""Archives: the games of many logs in a DuckDB file, to be asked with SQL.

The logs are the truth, an archive is a cache of them. What is named here follows semantic
versioning.
"""

from brusqlog.archive.errors import ArchiveError, QueryError
from brusqlog.archive.intake import Added
from brusqlog.archive.proving import Change, Trouble
from brusqlog.archive.rebuilding import Rebuilt
from brusqlog.archive.store import Archive
from brusqlog.archive.telling import Info

__all__ = [
    "Added",
    "Archive",
    "ArchiveError",
    "Change",
    "Info",
    "QueryError",
    "Rebuilt",
    "Trouble",
]
