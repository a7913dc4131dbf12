"""Hand tables out of Parquet files, part by part or row by row."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from brusqlog.bulk import arrow
from brusqlog.bulk.columns import Columns
from brusqlog.bulk.faults import TableError
from brusqlog.game.ruleset import Ruleset
from brusqlog.log.faults import Fault, SourceError
from brusqlog.log.rowlog import RowLog
from brusqlog.log.sources import Source, name_of


class Part(NamedTuple):
    """Some rows, how many there are before them, and how many in all."""

    columns: Columns
    before: int
    total: int


def parts(source: Source, name: str | None = None, since: int = 1) -> Iterator[Part | Fault]:
    """The rows of a source, so many at once, from not far before that number on. A `Fault`: it
    cannot be read (any further), or there are none."""
    rows = 0
    try:
        for columns, before, total in arrow.batches(source, name, since):
            rows += len(columns.deck)
            yield Part(columns, before, total)
    except (TableError, SourceError) as error:
        yield Fault(code=error.code or "table-damaged", facts=error.facts)
    else:
        if not rows and since == 1:
            yield Fault(code="empty-file", facts={"file": name_of(source, name)})


def logs(
    source: Source, name: str | None = None, rulesets: Mapping[str, Ruleset] | None = None
) -> Iterator[RowLog | Fault]:
    """The rows one by one, as logs of one hand each."""
    file = name_of(source, name)
    for part in parts(source, name):
        if isinstance(part, Fault):
            yield part
        else:
            for row in range(len(part.columns.deck)):
                yield part.columns.log(row, file, part.before + row + 1, rulesets)


def log(
    source: Source,
    number: int,
    name: str | None = None,
    rulesets: Mapping[str, Ruleset] | None = None,
) -> RowLog | Fault | None:
    """The row of that number, from 1, if there is one."""
    for part in parts(source, name, number):
        if isinstance(part, Fault):
            return part
        row = number - part.before - 1
        if 0 <= row < len(part.columns.deck):
            return part.columns.log(row, name_of(source, name), number, rulesets)
    return None
