"""Hand tables: hands by columns instead of events, one row a hand."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

import brusqlog
from brusqlog.bulk import columns as cells
from brusqlog.bulk.columns import Columns
from brusqlog.bulk.derived import enter
from brusqlog.bulk.judging import Judging
from brusqlog.bulk.lowered import Bytes
from brusqlog.bulk.rows import NO_CARD, Row
from brusqlog.game.rules import PLAYERS, pack_size
from brusqlog.game.ruleset import Ruleset


class Results(NamedTuple):
    """What comes of the hands of a table, a row a hand; the columns are seats or tricks."""

    clean: NDArray[np.bool_]
    """Whether `check` has nothing to say of the hand."""
    takers: Bytes
    """Who took each trick; 255 behind the last."""
    points: NDArray[np.int64]
    """Card points, a seat."""
    net_payments: NDArray[np.int64]
    """Counters that the payments brought, a seat."""
    winners: NDArray[np.bool_]
    """Who has the most card points."""
    awards: NDArray[np.int64]
    """Counters out of the pot, a seat."""


class HandTable:
    """Hands by columns, one row a hand: who deals, the pack after the cut, the cards in the order
    of play. Everything else follows from the rules.

    A table is made by `from_arrays`, `from_arrow` or `read`. `len(table)` is the number of hands,
    `table[i]` a row as it stands in the columns.
    """

    def __init__(self, columns: Columns) -> None:
        self._columns = columns

    @classmethod
    def from_arrays(
        cls,
        rules: str | Sequence[str],
        seats: int | ArrayLike,
        partners: bool | ArrayLike,
        removed: ArrayLike | None,
        dealer: int | ArrayLike,
        deck: NDArray[np.uint8],
        plays: NDArray[np.uint8],
        game: str | int | Sequence[str | int | None] | None = None,
        number: int | Sequence[int | None] | None = None,
        identities: Sequence[str] | Sequence[Sequence[str] | None] | None = None,
        data: Sequence[Any] | None = None,
    ) -> "HandTable":
        """A table of arrays; a single value stands for all rows, and None in `removed` for whole
        packs. Raises `TableError` with the column and the row of what cannot stand there."""
        given = {name: value for name, value in locals().items() if name != "cls"}
        return cls(cells.gathered(given))

    @classmethod
    def from_arrow(cls, table: Any) -> "HandTable":
        """A table of an Arrow table, or of anything that Arrow takes for one. Raises `TableError`
        for columns that are missing, unknown or of another type."""
        from brusqlog.bulk import arrow

        return cls(arrow.columns_of(table))

    @classmethod
    def read(cls, path: str | Path) -> "HandTable":
        """The table of a Parquet file. Raises `TableError` as `from_arrow`, for a damaged file, and
        where pyarrow is not installed; `OSError` if the file cannot be opened."""
        from brusqlog.bulk import arrow

        return cls(arrow.read(path))

    def write(self, path: str | Path, *, force: bool = False) -> None:
        """Write a new Parquet file, whole or not at all. Raises `FileExistsError` if there is one
        already, unless `force` replaces it; `OSError`; `TableError` where pyarrow is missing."""
        from brusqlog.bulk import arrow

        arrow.write([self._columns], path, force=force)

    def __len__(self) -> int:
        return len(self._columns.deck)

    def __getitem__(self, index: int) -> Row:
        return self._columns.row(self._place(index))

    def log(self, index: int, rulesets: Mapping[str, Ruleset] | None = None) -> "brusqlog.Game":
        """The hand of a row as a game of one hand. `rulesets` are rulesets of one's own, by full
        name. Raises `IndexError`."""
        place = self._place(index)
        return brusqlog.Game(self._columns.log(place, "-", place + 1, rulesets), rulesets)

    def clean(self, rulesets: Mapping[str, Ruleset] | None = None) -> NDArray[np.bool_]:
        """Of each row whether `check` has nothing to say of it. What it says of the others is in
        `table.log(i).findings`."""
        found, judging = np.zeros(len(self), np.bool_), Judging(rulesets)
        for hands in judging.hands(self._columns):
            found[hands.rows] = hands.clean
        for row in judging.beyond(self._columns):
            found[row] = not self.log(row, rulesets).findings
        return found

    def results(self, rulesets: Mapping[str, Ruleset] | None = None) -> Results:
        """What comes of each hand: as `table.log(i).result()` has it, by columns. Behind the last
        seat there are zeros; a row that no log can say has nothing else."""
        return _results(self, rulesets)

    def _place(self, index: int) -> int:
        if index not in range(-len(self), len(self)):
            raise IndexError(f"there is no row {index}; the table has {len(self)}")
        return index % len(self)


def write(tables: Iterable[HandTable], path: str | Path, *, force: bool = False) -> None:
    """Write hand tables one below the other to a new Parquet file, taking one after the other.
    Raises as `HandTable.write`, and `TableError` if they differ in their columns."""
    from brusqlog.bulk import arrow

    arrow.write((table._columns for table in tables), path, force=force)


def _results(table: HandTable, rulesets: Mapping[str, Ruleset] | None) -> Results:
    columns, rows = table._columns, len(table)
    known = [n for n in set(PLAYERS.values()) if (columns.seats == n).any()]
    seats, tricks = max(known, default=0), max((pack_size(n) // n for n in known), default=0)
    found = Results(
        clean=np.zeros(rows, np.bool_),
        takers=np.full((rows, tricks), NO_CARD, np.uint8),
        points=np.zeros((rows, seats), np.int64),
        net_payments=np.zeros((rows, seats), np.int64),
        winners=np.zeros((rows, seats), np.bool_),
        awards=np.zeros((rows, seats), np.int64),
    )
    left = np.ones(rows, np.bool_)
    for hands in Judging(rulesets).hands(columns):
        left[hands.rows] = False
        found.clean[hands.rows] = hands.clean
        for name in Results._fields[1:]:
            values = getattr(hands, name)
            getattr(found, name)[hands.rows, : len(values)] = values.T
    for row in np.flatnonzero(left).tolist():
        log = table.log(row, rulesets)
        found.clean[row] = not log.findings
        if log.header is not None:
            for hand in log.result().hands:
                enter(found, row, hand)
    return found
