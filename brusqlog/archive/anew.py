"""Games of an archive taken in once more from their files, beside what the archive has of them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

from duckdb import DuckDBPyConnection

from brusqlog.archive.intake import Added, Intake
from brusqlog.archive.opening import attached, beside, writing
from brusqlog.archive.tables import TABLES, Table
from brusqlog.checking.run import STDIN, size_of
from brusqlog.game.ruleset import Ruleset
from brusqlog.spelling import Style

BATCH: Final = 1 << 26
"""Bytes of files that are taken in before what is made of them is compared."""

KEPT: Final = "kept"
"""What the archive is called in a connection, beside the one made anew."""

_BOTH: Final = "game IN (SELECT game FROM games INTERSECT SELECT game FROM kept.games)"


class Source(NamedTuple):
    """A file as it is entered in an archive."""

    name: str
    digest: str | None
    engine: str

    @property
    def is_there(self) -> bool:
        """Whether there still is such a file."""
        return self.name != STDIN and Path(self.name).is_file()


def sources_of(con: DuckDBPyConnection, table: str) -> list[Source]:
    """The files that stand in a table of sources."""
    query = f"SELECT source, bytes_sha256, engine FROM {table} ORDER BY source"
    return [Source(*row) for row in con.execute(query).fetchall()]


class Anew:
    """A connection in which the archive is attached as `kept`, and the games of a batch of files
    are made anew."""

    def __init__(
        self, con: DuckDBPyConnection, path: str | Path, rulesets: Mapping[str, Ruleset]
    ) -> None:
        self.con, self.path, self.rulesets = con, path, rulesets
        self.sources = sources_of(con, f"{KEPT}.sources")

    def ask(self, query: str) -> list[tuple[Any, ...]]:
        """The rows that a query answers."""
        return self.con.execute(query).fetchall()

    def batches(self, paths: Sequence[str]) -> Iterator[Added]:
        """Take in so many of the files at once, those before being forgotten."""
        batch: list[str] = []
        size = 0
        for number, path in enumerate(paths, 1):
            batch.append(path)
            size += size_of(path)
            if size >= BATCH or number == len(paths):
                for table in TABLES[:-1]:
                    self.con.execute(f"DELETE FROM {table.name}")
                added = Added()
                intake = Intake(self.con, beside(self.path), self.rulesets, Style(), added)
                for _ in intake.take(batch):
                    pass
                yield added
                batch, size = [], 0

    def different(self, table: Table, columns: Iterable[str]) -> Iterator[str]:
        """The games of which these columns have other rows in the archive than anew."""
        listed = ", ".join(f'"{column}"' for column in columns)
        kept, anew = (
            f"SELECT game, {listed} FROM {name} WHERE {_BOTH}"
            for name in (f"{KEPT}.{table.name}", table.name)
        )
        query = f"SELECT DISTINCT game FROM (({kept} EXCEPT ALL {anew}) UNION ALL"
        for (game,) in self.ask(f"{query} ({anew} EXCEPT ALL {kept})) ORDER BY game"):
            yield game


@contextmanager
def made_anew(path: str | Path, rulesets: Mapping[str, Ruleset] | None) -> Iterator[Anew]:
    """Files of an archive, taken in beside it. Raises `ArchiveError`."""
    with TemporaryDirectory() as folder, writing(Path(folder, "anew.duckdb")) as con:
        con.commit()
        con.begin()
        attached(con, path, KEPT)
        yield Anew(con, path, rulesets or {})
