"""Hand tables hold the hands of the games that are simulated."""

from typing import Any
from unittest import mock

import pytest
from msgspec import UNSET

import brusqlog
from brusqlog.bulk.handtable import HandTable
from brusqlog.game import events as ev
from brusqlog.game.cards import CARDS
from brusqlog.simulation.columns import rows
from brusqlog.simulation.setup import Setup
from brusqlog.simulation.written import tabled
from tests.simulation.games import LENGTHS, MODES, hands, header, made, packs, played_as
from tests.simulation.test_columns import house


def tables(**wishes: Any) -> list[HandTable]:
    return list(tabled(Setup(**wishes)))


def cards(column: bytes | None) -> list[str]:
    return [CARDS[card] for card in column or b"" if card != 255]


def assert_same(found: list[HandTable], games: list[list[ev.Event]]) -> None:
    told = [table[row] for table in found for row in range(len(table))]
    expected = [
        (header(game), number, events, pack)
        for game in games
        for number, (events, pack) in enumerate(zip(hands(game), packs(game), strict=True), 1)
    ]
    for row, (head, number, events, pack) in zip(told, expected, strict=True):
        first = events[0]
        assert isinstance(first, ev.Hand)
        assert (row.game, row.dealer, row.rules) == (head.id, first.dealer, head.rules)
        assert (row.seats, row.partners) == (len(head.players), head.partners is True)
        assert row.number == (None if head.hands == 1 else number)
        assert cards(row.deck) == pack
        assert cards(row.plays) == [event.card for event in events if isinstance(event, ev.Play)]
        assert cards(row.removed) == ([] if head.removed is UNSET else head.removed)
        assert row.identities == head.identities


@pytest.mark.parametrize("length", [{"hands": 1}, *LENGTHS], ids=lambda length: next(iter(length)))
@pytest.mark.parametrize(("rules", "mode"), MODES)
def test_rows_are_the_hands_of_the_games(rules: str, mode: str, length: dict[str, int]) -> None:
    as_mode = played_as(mode)
    bots = ["greedy", "greedy", "random", "random", "greedy"][: as_mode["players"]]
    wishes = {**as_mode, **length, "games": 2, "rules": rules, "bots": bots, "exchange": True}
    assert_same(tables(**wishes), made(**wishes))


def test_tables_end_where_they_may() -> None:
    wishes = {"games": 200, "seed": 7}
    with mock.patch.object(rows, "ROWS", 50):
        found = tables(**wishes)
    assert [len(table) for table in found] == [64, 136]
    assert_same(found, made(**wishes))


def test_a_row_is_told_as_the_log_of_its_hand() -> None:
    for mode in ("2", "3", "4", "2v2", "5"):
        (table,) = tables(**played_as(mode), games=5, rules="wikipedia", bots="greedy")
        for row, game in enumerate(
            made(**played_as(mode), games=5, rules="wikipedia", bots="greedy")
        ):
            assert list(table.log(row).events[1:]) == game[1:]


@pytest.mark.parametrize(
    "options", [{"ace_of_trump": "gate"}, {"values": [100, 90]}, {"stake": 2**53 - 1}], ids=str
)
def test_what_is_paid_hinders_no_table(options: dict[str, Any]) -> None:
    wishes = {"games": 3, "hands": 2, "rules": house(**options), "bots": "greedy"}
    assert_same(tables(**wishes), made(**wishes))


def test_what_cannot_be_played_is_told_at_once() -> None:
    with pytest.raises(brusqlog.SimulationError, match="rules: there is no ruleset 'x'"):
        tabled(Setup(rules="x"))
