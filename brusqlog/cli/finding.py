"""`brusqlog archive find`."""

from collections.abc import Mapping, Sequence
from typing import Final

from brusqlog.archive.find import find, player_names, players
from brusqlog.archive.query import Connection, Relation, ask
from brusqlog.archive.stats import is_date
from brusqlog.archive.wording import PatternError
from brusqlog.cli import answers
from brusqlog.cli.options import unknown, wrong
from brusqlog.game.rules import PLAYERS
from brusqlog.languages import language

FOR_PEOPLE: Final = ("archive", "id", "date", "players", "rules", "status", "hand", "trick")
"""The columns that people are shown; the command has the file and the position too."""


def run(
    archives: Sequence[str],
    pattern: str | None,
    filters: Mapping[str, str | None],
    wanted: answers.Wanted,
) -> None:
    """Find, print, and end with the exit code."""
    for name in ("since", "until"):
        date = filters[name]
        if date is not None and not is_date(date):
            template = "{given!r} is no date such as 2025, 2025-03 or 2025-03-31."
            raise wrong(f"--{name}", template, given=date)

    def found(con: Connection) -> Relation:
        _judge(con, filters)
        try:
            relation = find(con, pattern, filters, language(wanted.lang))
        except PatternError as error:
            raise wrong("--pattern", error.template, **error.facts) from error
        if wanted.form not in answers.FOR_PEOPLE:
            return relation
        shown = [name for name in FOR_PEOPLE if name in relation.columns]
        return relation.project(", ".join([*shown, "command"]))

    answers.run(archives, found, wanted)


def _judge(con: Connection, filters: Mapping[str, str | None]) -> None:
    """Refuse a filter by what no game has: it is a slip, not an empty table."""
    player, rules, mode = filters["player"], filters["rules"], filters["mode"]
    if mode is not None and mode not in PLAYERS:
        raise unknown("--mode", mode, list(PLAYERS), "mode")
    if player is not None and not player_names(con, player):
        raise unknown("--player", player, players(con), "player")
    query = "SELECT DISTINCT rules FROM games WHERE rules IS NOT NULL ORDER BY rules"
    known = [str(row[0]) for row in ask(con, query).fetchall()]
    if rules is not None and rules not in known:
        raise unknown("--rules", rules, known, "ruleset")
