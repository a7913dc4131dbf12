"""Reports: questions to an archive that people often have, each one file of SQL in `stats/`.

The comments at the head of a file are the heading of the report and those of its columns, in
English and French, and what is to be known about it. Filters are the parameters `$rules`, `$mode`
and so on; NULL lets everything through. What SQL cannot work out is the parameter `$found`.
"""

import re
import unicodedata
from collections.abc import Mapping
from functools import cache
from importlib import resources
from itertools import takewhile
from typing import Any, Final

from duckdb import DuckDBPyConnection, DuckDBPyRelation
from msgspec import Struct

from brusqlog.archive.errors import QueryError
from brusqlog.archive.query import ask
from brusqlog.game.ruleset import Ruleset
from brusqlog.languages import LANGUAGES, Language
from brusqlog.log.times import has_day

FILTERS: Final = ("rules", "mode", "player", "since", "until", "unique")
"""What a report can be narrowed to: games of a ruleset, of a mode, a player, games from a date on
and until one, and of games played alike only the first."""

VALUES: Final = {
    "rules": "SELECT DISTINCT rules FROM games WHERE rules IS NOT NULL ORDER BY rules",
    "mode": "SELECT DISTINCT mode FROM games WHERE mode IS NOT NULL ORDER BY mode",
    "player": "SELECT player FROM players UNION SELECT name FROM seats ORDER BY 1",
}
"""Filters of which an archive has only some values, and which it has."""

_COUNTED: Final = "SELECT coalesce((SELECT min(player) FROM aliases WHERE name = $name), $name)"
_DATE: Final = re.compile(r"[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?")
_HEADING = re.compile(r"^-- (en|fr): (.+)$", re.MULTILINE)
_LABEL = re.compile(r"^-- (\w+) +\| (.+?) +\| (.+)$", re.MULTILINE)


class Report(Struct, frozen=True):
    """A report: its name, its heading and those of its columns by language, what is to be known
    about it, and its SQL."""

    name: str
    heading: dict[Language, str]
    labels: dict[Language, dict[str, str]]
    about: str
    sql: str

    @property
    def needs(self) -> str | None:
        """What it cannot do without: `player`, or the ruleset `against` which hands are held."""
        return {"player": "player", "rules": "against"}.get(self.name)

    def of(
        self,
        con: DuckDBPyConnection,
        *,
        against: Ruleset | None = None,
        **filters: str | bool | None,
    ) -> DuckDBPyRelation:
        """The report on the archive of a connection, narrowed by `FILTERS`. Raises `QueryError`
        for a date that is none, and if something is missing that the report needs."""
        wishes: dict[str, Any] = dict.fromkeys(FILTERS) | filters
        for name in filters.keys() - set(FILTERS):
            raise QueryError(
                "there is no filter {name!r}, only: {known}.", name=name, known=", ".join(FILTERS)
            )
        if self.needs is not None and not (wishes | {"against": against})[self.needs]:
            raise QueryError(
                "the report {report} needs to be told: {needs}", report=self.name, needs=self.needs
            )
        for name in ("since", "until"):
            if wishes[name] is not None and not is_date(wishes[name]):
                raise QueryError("{name}: {given!r} is no date", name=name, given=wishes[name])
        if wishes["player"] is not None:
            wishes["player"] = counted_as(con, wishes["player"])
        if "$found" in self.sql:
            wishes["found"] = self._found(con, wishes, against)
        return ask(con, self.sql, {name: wishes[name] for name in wishes if f"${name}" in self.sql})

    def _found(
        self, con: DuckDBPyConnection, wishes: Mapping[str, Any], against: Ruleset | None
    ) -> list[dict[str, Any]]:
        """What Python works out of the games, for SQL to count."""
        from brusqlog.archive.against import replayed
        from brusqlog.archive.ratings import ratings

        return ratings(con, wishes) if against is None else replayed(con, wishes, against)


def is_date(text: str) -> bool:
    """Whether it is a date as games have them: `YYYY`, `YYYY-MM` or `YYYY-MM-DD`."""
    return bool(_DATE.fullmatch(text)) and has_day(text)


def counted_as(con: DuckDBPyConnection, name: str) -> str:
    """The player who is meant: a name that stands for another one by `aliases` is that one."""
    name = unicodedata.normalize("NFC", name)
    return str(ask(con, _COUNTED, {"name": name}).fetchall()[0][0])


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
        name = file.name.removesuffix(".sql")
        found[name] = Report(
            name=name,
            heading=dict(_HEADING.findall(headings)),
            labels={
                language: {label[0]: label[n] for label in labels}
                for n, language in enumerate(LANGUAGES, 1)
            },
            about=" ".join(line.removeprefix("-- ") for line in words),
            sql=sql,
        )
    return found


def named(name: str) -> Report:
    """The report of that name. Raises `QueryError` if there is none."""
    if name not in reports():
        known = ", ".join(reports())
        raise QueryError("there is no report {name!r}, only: {known}.", name=name, known=known)
    return reports()[name]


def values(con: DuckDBPyConnection, filter: str) -> list[str]:
    """The values of a filter that the archive has."""
    return [value for (value,) in ask(con, VALUES[filter]).fetchall()]
