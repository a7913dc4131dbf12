"""What cannot be played is told before anything is played; packs of one's own."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import brusqlog
from brusqlog.game.cards import CARDS
from brusqlog.game.events import Hand
from tests.simulation.games import hands, header, made, packs

THIRTY = [card for card in CARDS if card not in ("7H", "7D")]
BLACK = [card for card in CARDS if card not in ("7S", "7C")]
MIXED = [card for card in CARDS if card not in ("7S", "7H")]


@pytest.mark.parametrize(
    ("wishes", "told"),
    [
        ({"games": 0}, "games: 0 is too small: from 1."),
        ({"players": 1}, "players: 1 is not in 2...5."),
        ({"players": 6}, "players: 6 is not in 2...5."),
        ({"players": 3, "partners": True}, "players: two against two are four, not 3."),
        ({"seed": -1}, "seed: -1 is not in 0...18446744073709551615."),
        ({"seed": 2**64}, "seed: 18446744073709551616 is not in 0...18446744073709551615."),
        ({"hands": 1, "target": 9}, "only one of hands, target can be the length."),
        ({"rounds": 2**53}, "rounds: 9007199254740992 is too large: up to 9007199254740991."),
        ({"rules": "salon"}, "rules: there is no ruleset 'salon', only: academie-1718, "),
        (
            {"rules": "encyclopedie", "players": 4},
            "rules: encyclopedie is not played by 4; these are: salon-2009, salon-2021, wikipedia.",
        ),
        ({"bots": "gready"}, "bots: there is no bot 'gready', only: random, greedy."),
        (
            {"bots": ["greedy", "random"]},
            "bots: 2 for 3 players: one for all is wanted, or one each.",
        ),
        ({"bots": ["greedy", None, "random"]}, "bots: there is no bot None, only: random, greedy."),
        ({"hands": 0}, "hands: 0 is too small: from 1."),
        ({"players": ["Anne"]}, "the header would be malformed: "),
        ({"players": ["Anne", ""]}, "the header would be malformed: "),
        ({"players": ["Anne", "\udc00"]}, "the header would be malformed: "),
        ({"players": "Abc"}, "players: a list of names or a number is wanted, not 'Abc'."),
        ({"players": ["Anne", "Anne"]}, "stands twice among the players"),
        ({"options": {"stake": 0}}, "`stake`"),
        ({"options": {"rank": "AKQJT987"}}, "`rank`"),
        ({"options": {"stake": 5}, "target": 50}, "`stake`"),
        ({"options": {"stake": 1j}}, "the header would be malformed: "),
    ],
    ids=str,
)
def test_what_cannot_be_played_is_told_at_once(wishes: dict[str, Any], told: str) -> None:
    with pytest.raises(brusqlog.SimulationError) as error:
        brusqlog.simulate(**wishes)
    assert told in str(error.value)


def test_an_error_is_one_of_ours_and_a_wrong_value() -> None:
    assert issubclass(brusqlog.SimulationError, brusqlog.BrusqlogError)
    assert issubclass(brusqlog.SimulationError, ValueError)


# Packs of one's own -------------------------------------------------------------------------------


def test_packs_of_ones_own_are_dealt_in_turn() -> None:
    backwards = CARDS[::-1]
    one, other = made(games=2, players=2, hands=2, deals=iter([CARDS, backwards] * 2))
    assert packs(one) == packs(other) == [[*CARDS], [*backwards]]


def test_an_exchange_deals_the_packs_of_a_game_again() -> None:
    taken: list[list[str]] = []

    def endless() -> Iterator[list[str]]:
        while True:
            taken.append(THIRTY[len(taken) :] + THIRTY[: len(taken)])
            yield taken[-1]

    games = [packs(game) for game in made(games=2, deals=endless(), target=70, exchange=True)]
    one, other = games[:3], games[3:]
    longest = [max(of_pack, key=len) for of_pack in (one, other)]
    assert taken == [*longest[0], *longest[1]]
    for of_pack, longer in zip((one, other), longest, strict=True):
        assert [game == longer[: len(game)] for game in of_pack] == [True] * 3


def test_the_sevens_that_a_pack_lacks_are_left_out() -> None:
    (game,) = made(deals=[THIRTY])
    assert header(game).removed == ["7H", "7D"]
    assert packs(game) == [THIRTY]


def test_names_and_first_dealer_come_from_the_seed_all_the_same() -> None:
    dealers = [
        hands(game)[0][0]
        for seed in range(12)
        for game in made(players=2, deals=[CARDS], seed=seed)
    ]
    assert {event.dealer for event in dealers if isinstance(event, Hand)} == {0, 1}


@pytest.mark.parametrize(
    ("deals", "told"),
    [
        ([], "deals: no pack is left for hand 1."),
        ([THIRTY], "deals: no pack is left for hand 2."),
        ([["AS"]], "deals: pack 1 lacks 31 cards, due is 7S 7C or 7H 7D."),
        ([CARDS], "deals: pack 1 lacks no card, due is 7S 7C or 7H 7D."),
        ([THIRTY[:-1]], "deals: pack 1 lacks 7H 7D 7C, due is 7S 7C or 7H 7D."),
        ([MIXED], "deals: pack 1 lacks 7S 7H, due is"),
        ([THIRTY, BLACK], "deals: pack 2 lacks 7S 7C, due is 7H 7D."),
        ([[*THIRTY[:-1], "1S"]], "deals: pack 1: there is no card '1S'."),
        ([[*THIRTY[:-1], "??"]], "deals: pack 1: there is no card '??'."),
        ([[*THIRTY, "AS"]], "deals: pack 1: AS is in it twice."),
    ],
)
def test_packs_that_cannot_be_dealt_are_told(deals: list[list[str]], told: str) -> None:
    with pytest.raises(brusqlog.SimulationError) as error:
        made(deals=deals, hands=2)
    assert str(error.value).startswith(told)


def test_with_a_full_pack_nothing_may_lack() -> None:
    with pytest.raises(brusqlog.SimulationError, match="pack 1 lacks 7H 7D, due is no card"):
        made(players=2, deals=[THIRTY])


def test_the_folder_of_a_simulation_stays_empty(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    list(brusqlog.simulate(2))
    assert list(tmp_path.iterdir()) == []
