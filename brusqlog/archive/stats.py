"""Reports: questions to an archive that people often have, each one file of SQL in `stats/`.

The comments at the head of a file are the heading of the report and those of its columns, in
English and French, and what is to be known about it. Filters are the parameters `$rules`, `$mode`
and `$player`; NULL lets everything through.
"""

import re
from functools import cache
from importlib import resources
from itertools import takewhile
from typing import Final

from duckdb import DuckDBPyConnection, DuckDBPyRelation
from msgspec import Struct

from brusqlog.archive.query import ask
from brusqlog.languages import LANGUAGES, Language

FILTERS: Final = {
    "rules": "SELECT DISTINCT rules FROM games WHERE rules IS NOT NULL ORDER BY rules",
    "mode": "SELECT DISTINCT mode FROM games WHERE mode IS NOT NULL ORDER BY mode",
    "player": "SELECT DISTINCT name FROM seats ORDER BY name",
}
"""What a report can be narrowed to, and which values an archive has."""

_HEADING = re.compile(r"^-- (en|fr): (.+)$", re.MULTILINE)
_LABEL = re.compile(r"^-- (\w+) +\| (.+?) +\| (.+)$", re.MULTILINE)


class Report(Struct, frozen=True):
    """A report: its heading and those of its columns by language, what is to be known about it,
    and its SQL."""

    heading: dict[Language, str]
    labels: dict[Language, dict[str, str]]
    about: str
    sql: str

    def of(self, con: DuckDBPyConnection, **filters: str | None) -> DuckDBPyRelation:
        """The report on the archive of a connection, narrowed by `FILTERS`."""
        return ask(con, self.sql, dict.fromkeys(FILTERS) | filters)


@cache
def reports() -> dict[str, Report]:
    """The reports by name."""
    folder = resources.files(__package__).joinpath("stats")
    found = {}
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        sql = file.read_text(encoding="utf-8")
        headings, names, rest = sql.split("\n--\n")
        labels = _LABEL.findall(names)
        words = takewhile(lambda line: line.startswith("-- "), rest.splitlines())
        found[file.name.removesuffix(".sql")] = Report(
            heading=dict(_HEADING.findall(headings)),
            labels={
                language: {label[0]: label[n] for label in labels}
                for n, language in enumerate(LANGUAGES, 1)
            },
            about=" ".join(line.removeprefix("-- ") for line in words),
            sql=sql,
        )
    return found


def values(con: DuckDBPyConnection, filter: str) -> list[str]:
    """The values of a filter that the archive has."""
    return [value for (value,) in ask(con, FILTERS[filter]).fetchall()]
