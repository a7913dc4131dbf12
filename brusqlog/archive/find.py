"""Finds games of archives, and moments in them, each with the command that replays it."""

import sys
import unicodedata
from collections.abc import Mapping
from typing import Final

from duckdb import DuckDBPyConnection, DuckDBPyRelation

from brusqlog.archive.errors import QueryError
from brusqlog.archive.moments import Finder
from brusqlog.archive.pattern import Who, parsed
from brusqlog.archive.query import ask
from brusqlog.archive.stats import is_date
from brusqlog.archive.tables import quoted
from brusqlog.archive.wording import PatternError
from brusqlog.languages import Language
from brusqlog.near import nearest
from brusqlog.notation.words import folded

FILTERS: Final = {
    "player": "game IN (SELECT game FROM seats WHERE list_contains($player, name))",
    "rules": "rules = $rules",
    "mode": "mode = $mode",
    "status": "status = $status",
    "since": "left(date, length($since)) >= left($since, length(date))",
    "until": "left(date, length($until)) <= left($until, length(date))",
}
"""What narrows the games, each with its condition. Dates are compared as far as both go."""

_NAMES: Final = "SELECT DISTINCT name, player FROM seats JOIN players USING (game, seat)"

# Which paths a shell takes as they are, and how it is given others.
_BARE, _QUOTED = (
    (r"[\w@%+=:,./-]+", """'''' || replace(source, '''', '''"''"''') || ''''""")
    if sys.platform != "win32"
    else (r"[\w+=:,.\\/-]+", """'"' || source || '"'""")
)


def find(
    con: DuckDBPyConnection,
    pattern: str | None = None,
    filters: Mapping[str, str | None] = {},
    language: Language = "en",
) -> DuckDBPyRelation:
    """The games of the archives that a connection reads, narrowed by `FILTERS`; with a pattern the
    moments in them of which it is true, by hand and trick. `command` replays each; it is NULL for
    what came from standard input. Raises `QueryError`, for a pattern `PatternError`."""
    wanted: dict[str, object] = {
        name: str(wish) for name, wish in filters.items() if wish is not None
    }
    for name in wanted.keys() - FILTERS.keys():
        template = "there is no filter {given!r}, only: {known}"
        raise QueryError(template, given=name, known=", ".join(FILTERS))
    for name in wanted.keys() & {"since", "until"}:
        if not is_date(str(wanted[name])):
            template = "{given!r} is no date such as 2025, 2025-03 or 2025-03-31."
            raise QueryError(template, given=wanted[name])
    if "player" in wanted:
        wanted["player"] = player_names(con, str(wanted["player"]))
    conditions = [] if pattern is None else parsed(pattern, language)
    archives = con.sql("FROM games").columns[0] == "archive"
    finder = Finder(lambda who: _known(con, who), archives=archives)
    moments = finder.moments(conditions)
    where = " AND ".join(FILTERS[name] for name in wanted) or "true"
    seated = f"SELECT {finder.game}, string_agg(name, ', ' ORDER BY seat) AS players FROM seats"
    keys = finder.keys(moments.level)
    sql = f"""
        SELECT {finder.game}, id, date, players, rules, mode, status, source, position
               {keys.removeprefix(finder.game)}, {_command(moments.level)} AS command
        FROM games JOIN ({moments.select}) AS moments USING ({finder.game})
        LEFT JOIN ({seated} GROUP BY {finder.game}) AS seated USING ({finder.game})
        WHERE {where} ORDER BY source, position, {keys}
    """
    return ask(con, sql, finder.params | wanted)


def player_names(con: DuckDBPyConnection, given: str) -> list[str]:
    """The names in the logs of a player, who is called by any of them or by the one for which they
    stand; case and accents matter only where two players differ by them. None if there is none."""
    pairs = ask(con, _NAMES).fetchall()
    given = unicodedata.normalize("NFC", given)
    for fold in (str, folded):
        players = {
            player for pair in pairs for player in pair[1:] if fold(given) in map(fold, pair)
        }
        if players:
            return sorted(name for name, player in pairs if player in players)
    return []


def players(con: DuckDBPyConnection) -> list[str]:
    """The players of the archives that a connection reads."""
    return sorted({name for pair in ask(con, _NAMES).fetchall() for name in pair})


def _known(con: DuckDBPyConnection, who: Who) -> list[str]:
    names = player_names(con, who.name)
    if not names:
        near = nearest(who.name, players(con))
        template = "column {column}: there is no player {given!r}"
        if near is not None:
            template = "column {column}: there is no player {given!r}. Did you mean {near}?"
        raise PatternError(template, column=who.column, given=who.name, near=near)
    return names


def _command(level: str) -> str:
    """The command line that replays a moment, as SQL, each part as a shell takes it."""
    path = f"CASE WHEN regexp_full_match(source, {quoted(_BARE)}) THEN source ELSE {_QUOTED} END"
    parts = f"'brusqlog replay ' || {path} || ' --game ' || position"
    parts += "".join(
        f" || ' --{part} ' || {part}" for part in ("hand", "trick") if level in ("trick", part)
    )
    return f"CASE WHEN source <> '-' THEN {parts} END"
