"""The views and macros of an archive: what questions have in common, stated once.

They stand in the database, so that whoever opens it has them; where several archives are read as
one they are made over the tables of all.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from brusqlog.archive.tables import Column, quoted


class View(NamedTuple):
    """A view: its name, what one row is, its columns, and the SELECT that it stands for."""

    name: str
    comment: str
    columns: tuple[Column, ...]
    select: str


class Macro(NamedTuple):
    """A macro: how it is called, what it gives, and the expression that it stands for."""

    call: str
    comment: str
    expression: str


PLAYERS: Final = View(
    "players",
    "One row a game and seat, with the name under which the player is counted.",
    (
        Column("game", "VARCHAR", "the game, as in `games`"),
        Column("seat", "TINYINT", "seat in order of play, from 0"),
        Column("player", "VARCHAR", "his name, or the one for which it stands by `aliases`"),
    ),
    "SELECT game, seat, coalesce(player, seats.name) AS player"
    " FROM seats LEFT JOIN aliases USING (name)",
)

VIEWS: Final = (PLAYERS,)

MACROS: Final[tuple[Macro, ...]] = ()


def definitions() -> Iterator[str]:
    """The statements that make the macros and views, with comments, where the tables are."""
    for macro in MACROS:
        yield f"CREATE MACRO {macro.call} AS {macro.expression}"
        name = macro.call.partition("(")[0]
        yield f"COMMENT ON MACRO {name} IS {quoted(macro.comment)}"
    for view in VIEWS:
        yield f"CREATE VIEW {view.name} AS {view.select}"
        yield f"COMMENT ON VIEW {view.name} IS {quoted(view.comment)}"
        for column in view.columns:
            yield f'COMMENT ON COLUMN {view.name}."{column.name}" IS {quoted(column.comment)}'
