"""The views and macros of an archive: what questions have in common, stated once.

They stand in the database, so that whoever opens it has them; where several archives are read as
one they are made over the tables of all.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from brusqlog.archive.tables import GAME, HAND, SEAT, Column, quoted


class View(NamedTuple):
    """A view: its name, what one row is, its columns, and the SELECT that it stands for."""

    name: str
    comment: str
    columns: tuple[Column, ...]
    select: str


class Macro(NamedTuple):
    """A macro: how it is called, what it gives, and the expression that it stands for, or the
    SELECT if it gives a table."""

    call: str
    comment: str
    expression: str

    @property
    def is_table(self) -> bool:
        """Whether it gives a table."""
        return self.expression.startswith(("SELECT", "WITH"))


PLAYERS: Final = View(
    "players",
    "One row a game and seat, with the name under which the player is counted.",
    (
        GAME,
        SEAT,
        Column("player", "VARCHAR", "his name, or the one for which it stands by `aliases`"),
    ),
    "SELECT game, seat, coalesce(player, seats.name) AS player FROM seats LEFT JOIN"
    " (SELECT name, min(player) AS player FROM aliases GROUP BY name) AS known USING (name)",
)

RESULTS: Final = View(
    "results",
    "One row a seat and hand that is complete and of which the winner is known.",
    (
        GAME,
        HAND,
        SEAT,
        Column("place", "TINYINT", "seats between him and the eldest, who is 0; the dealer last"),
        Column("won", "BOOLEAN", "whether he won it, alone, with others or as a side"),
        Column("points", "INTEGER", "card points taken in the hand"),
        Column(
            "payments",
            "BIGINT",
            "counters other players paid him, less those he paid; NULL in a game for points",
        ),
    ),
    "SELECT game, hand, seat, place, won, points,"
    " CASE WHEN award IS NOT NULL THEN net_payments END AS payments"
    " FROM hand_seats WHERE won IS NOT NULL",
)

VIEWS: Final = (PLAYERS, RESULTS)

_CENTRE: Final = "(hits / n + z() * z() / (2 * n))"
_REACH: Final = "z() * sqrt(hits / n * (1 - hits / n) / n + z() * z() / (4 * n * n))"

MACROS: Final = (
    Macro("z()", "how many standard errors a 95 % interval reaches to either side", "1.96"),
    Macro(
        "rounded(x, places)", "a number to so many places, 0 without a sign", "round(x, places) + 0"
    ),
    Macro("percent(share)", "a share in per cent, to one place", "rounded(100 * share, 1)"),
    Macro(
        "wilson_low(hits, n)",
        "where the 95 % interval by Wilson of the share of `hits` in `n` begins; NULL for 0 of 0",
        f"CASE WHEN n > 0 THEN greatest(0, ({_CENTRE} - {_REACH}) / (1 + z() * z() / n)) END",
    ),
    Macro(
        "wilson_high(hits, n)",
        "where it ends",
        f"CASE WHEN n > 0 THEN least(1, ({_CENTRE} + {_REACH}) / (1 + z() * z() / n)) END",
    ),
    Macro(
        "half_width_of(n, total, squares)",
        "half of the 95 % interval of the mean of `n` numbers, of which the sum and that of their"
        " squares are given: 1.96 standard errors; NULL for fewer than two",
        "CASE WHEN n > 1 THEN"
        " z() * sqrt(greatest(0, squares - total * total / n) / (n - 1) / n) END",
    ),
    Macro(
        "half_width(x)",
        "the same of the mean of `x`, over the rows of a group",
        "half_width_of(count(x), sum(x::DOUBLE), sum(x::DOUBLE * x::DOUBLE))",
    ),
    Macro(
        "ratio_half_width(x, n)",
        "half of the 95 % interval of `sum(x) / sum(n)`, where what stands in one row belongs"
        " together and the rows of a group are independent",
        "CASE WHEN count(x) > 1 THEN z() * sqrt(count(x) / (count(x) - 1) * greatest(0,"
        " sum(x::DOUBLE * x::DOUBLE) - 2 * sum(x) / sum(n) * sum(x::DOUBLE * n::DOUBLE)"
        " + (sum(x) / sum(n)) ** 2 * sum(n::DOUBLE * n::DOUBLE))) / sum(n) END",
    ),
    Macro(
        "not_before(date, day)",
        "whether a date of `games` is that day or later, as far as both go: a year may be any day",
        "left(date, length(day)) >= left(day, length(date))",
    ),
    Macro(
        "not_after(date, day)",
        "whether it is that day or earlier",
        "left(date, length(day)) <= left(day, length(date))",
    ),
    Macro(
        "chosen(only_rules, only_mode, only_player, since, until, once)",
        "the games that reports count: those that are not faulty and pass the filters, of which"
        " each that is NULL lets everything through; with `once` only the first of those that were"
        " played alike",
        """WITH passing AS (
    SELECT game, rules, mode, status, date, play_key, added_at, source, position
    FROM games
    WHERE status <> 'faulty'
      AND (only_rules::VARCHAR IS NULL OR rules = only_rules)
      AND (only_mode::VARCHAR IS NULL OR mode = only_mode)
      AND (since::VARCHAR IS NULL OR not_before(date, since))
      AND (until::VARCHAR IS NULL OR not_after(date, until))
      AND (only_player::VARCHAR IS NULL
           OR game IN (SELECT game FROM players WHERE player = only_player))
)
SELECT game, rules, mode, status, date FROM passing
ANTI JOIN (
    SELECT unnest(list(game ORDER BY added_at, source, position)[2:]) AS game
    FROM passing WHERE once::BOOLEAN AND play_key IS NOT NULL GROUP BY play_key
) AS later USING (game)""",
    ),
    Macro(
        "others(only_player)",
        "the seats of everybody else; none if it is NULL",
        "SELECT game, seat FROM players WHERE player <> only_player::VARCHAR",
    ),
)


def definitions() -> Iterator[str]:
    """The statements that make the macros and views, with comments, where the tables are. A macro
    names others and views that are made before it is asked for."""
    for view in VIEWS:
        yield f"CREATE VIEW {view.name} AS {view.select}"
        yield f"COMMENT ON VIEW {view.name} IS {quoted(view.comment)}"
        for column in view.columns:
            yield f'COMMENT ON COLUMN {view.name}."{column.name}" IS {quoted(column.comment)}'
    for macro in MACROS:
        name = macro.call.partition("(")[0]
        yield f"CREATE MACRO {macro.call} AS {'TABLE ' * macro.is_table}{macro.expression}"
        yield f"COMMENT ON MACRO {'TABLE ' * macro.is_table}{name} IS {quoted(macro.comment)}"
