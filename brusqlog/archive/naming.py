"""Games and players of an archive by the names that people give them."""

from collections.abc import Callable, Iterable
from typing import Any, Final

from brusqlog.archive.errors import QueryError
from brusqlog.near import nearest

Ask = Callable[[str, dict[str, object]], Any]
"""Answers SQL, given the values of its parameters, with something that has its rows."""


def game_called(ask: Ask, given: str) -> str:
    """The game that has this name or id, or the name of which begins so. Raises `QueryError` if
    there is none, or more than one."""
    found = ask(_GAMES, {"given": given}).fetchall()
    if not found:
        raise QueryError(
            "{given!r}: there is no such game; `brusqlog archive ls` lists them", given=given
        )
    if len(found) > 1:
        listed = ", ".join(game for (game,) in found[:4]) + (", …" if len(found) > 4 else "")
        raise QueryError(
            "{given!r}: several games are called so; name one: {games}", given=given, games=listed
        )
    return str(found[0][0])


def known_player(given: str, known: Iterable[str]) -> None:
    """Raises `QueryError` if a name is none of these."""
    names = list(known)
    if given in names:
        return
    near = nearest(given, names)
    if near is None:
        raise QueryError("{given!r}: nobody in the archive is called so", given=given)
    raise QueryError(
        "{given!r}: nobody in the archive is called so; did you mean {near!r}?",
        given=given,
        near=near,
    )


_GAMES: Final = """
    SELECT game FROM games WHERE game = $given
    UNION
    SELECT game FROM games
    WHERE (id = $given OR $given <> '' AND starts_with(game, lower($given)))
      AND NOT EXISTS (SELECT 1 FROM games WHERE game = $given)
    ORDER BY game
"""
