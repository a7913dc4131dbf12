"""Simulated games for the tests, and what can be read off them."""

from collections.abc import Iterator
from typing import Any

import msgspec

from brusqlog.game.events import Deal, Draw, Event, Game, Hand, Play, Turnup
from brusqlog.game.ruleset import rulesets
from brusqlog.log.writer import dumps
from brusqlog.simulation.run import simulated
from brusqlog.simulation.setup import Setup

PLAYERS = {"2": 2, "3": 3, "4": 4, "2v2": 4, "5": 5}
MODES = [
    (name, mode) for name, ruleset in rulesets().items() for mode in ruleset.options["modes"].value
]
"""Every published ruleset with every mode that it has."""

LENGTHS: list[dict[str, int]] = [{"hands": 2}, {"rounds": 1}, {"target": 90}]


def made(**wishes: Any) -> list[list[Event]]:
    """The games asked for, whole."""
    return [list(game) for game in simulated(Setup(**wishes))]


def played_as(mode: str) -> dict[str, Any]:
    """The wishes for a mode."""
    return {"players": PLAYERS[mode], "partners": mode == "2v2"}


def bytes_of(games: list[list[Event]]) -> bytes:
    """The games as lines."""
    return b"".join(dumps(event) + b"\n" for game in games for event in game)


def plain(game: list[Event]) -> list[dict[str, Any]]:
    """The events as the other judge takes them."""
    found: list[dict[str, Any]] = msgspec.to_builtins(game)
    return found


def header(game: list[Event]) -> Game:
    """The header of a game."""
    assert isinstance(game[0], Game)
    return game[0]


def packs(game: list[Event]) -> list[list[str]]:
    """Of each hand the pack as it came up: dealt, turned up, drawn."""
    return [_pack(hand) for hand in hands(game)]


def _pack(hand: list[Event]) -> list[str]:
    dealt = [card for event in hand if isinstance(event, Deal) for card in event.cards]
    (turnup,) = [event.card for event in hand if isinstance(event, Turnup)]
    drawn = [event.card for event in hand if isinstance(event, Draw)]
    return [*dealt, turnup, *drawn[:-1]]


def hands(game: list[Event]) -> list[list[Event]]:
    """The events of each hand, `hand` first; those of the last with the `end`."""
    found: list[list[Event]] = []
    for event in game[1:]:
        if isinstance(event, Hand):
            found.append([])
        found[-1].append(event)
    return found


def choices(hand: list[Event]) -> Iterator[tuple[int, list[str], str]]:
    """The plays of a hand in order: the seat, his cards, the one that he plays."""
    holdings: dict[int, list[str]] = {}
    for event in hand:
        if isinstance(event, Deal):
            holdings.setdefault(event.seat, []).extend(event.cards)
        elif isinstance(event, Draw):
            holdings[event.seat].append(event.card)
        elif isinstance(event, Play):
            yield event.seat, list(holdings[event.seat]), event.card
            holdings[event.seat].remove(event.card)
