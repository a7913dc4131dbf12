"""Simulated games are legal and whole, and follow from the seed as the documentation says."""

import hashlib
from datetime import datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import UNSET
from msgspec.structs import replace

import brusqlog
from brusqlog.game import events as ev
from brusqlog.game.ruleset import Ruleset, rulesets
from brusqlog.game.terms import terms_of
from brusqlog.simulation.play import Match, play
from brusqlog.simulation.times import timed
from tests.oracle.judge import judge as other_judge
from tests.simulation import naive
from tests.simulation.games import (
    LENGTHS,
    MODES,
    PLAYERS,
    bytes_of,
    choices,
    hands,
    header,
    made,
    packs,
    plain,
    played_as,
)


def assert_legal(data: bytes, games: int) -> None:
    read = list(brusqlog.read(data))
    assert len(read) == games
    for game in read:
        assert {finding.code for finding in game.findings} <= {"purse-below-zero"}
        assert game.status == "finished"


def assert_legal_elsewhere(game: list[ev.Event]) -> None:
    verdict = other_judge(plain(game))
    assert (verdict.error, verdict.reason) == (None, "")
    assert {reason for _, reason in verdict.warnings} <= {"a purse below zero"}


@pytest.mark.parametrize("times", [False, True])
@pytest.mark.parametrize("hidden", [False, True])
@pytest.mark.parametrize("bots", ["random", "greedy"])
@pytest.mark.parametrize("length", LENGTHS, ids=lambda length: next(iter(length)))
def test_games_of_every_ruleset_and_mode_are_legal(
    length: dict[str, int], bots: str, hidden: bool, times: bool
) -> None:
    for rules, mode in MODES:
        wishes = {"rules": rules, "bots": bots, "hidden": hidden, "times": times, "seed": 3}
        game = made(**played_as(mode), **length, **wishes)
        assert_legal(bytes_of(game), 1)


@pytest.mark.parametrize(("rules", "mode"), MODES)
def test_another_judge_finds_nothing_wrong_either(rules: str, mode: str) -> None:
    for number, length in enumerate(LENGTHS):
        hidden = bool(number % 2)
        (game,) = made(**played_as(mode), **length, rules=rules, hidden=hidden, times=True, seed=9)
        assert_legal_elsewhere(game)


OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "stake": st.integers(1, 50),
        "bank": st.integers(0, 500),
        "strict_endgame": st.booleans(),
        "incidents": st.sampled_from(["none", "encyclopedie"]),
        "ace_of_trump": st.sampled_from(["same", "gate"]),
        "packets": st.lists(st.sampled_from(["1+1+1", "3", "1+2", "2+1"]), min_size=1, unique=True),
        "sevens": st.sampled_from(["same-colour", "one-of-each-colour", "any"]),
        "first_dealer": st.sampled_from(["lots", "free"]),
    },
)


@given(
    rules_and_mode=st.sampled_from(MODES),
    length=st.sampled_from([{"hands": 1}, *LENGTHS]),
    seed=st.integers(0, 2**64 - 1),
    bots=st.lists(st.sampled_from(["random", "greedy"]), min_size=5, max_size=5),
    options=OPTIONS,
    hidden=st.booleans(),
    times=st.booleans(),
    exchange=st.booleans(),
)
@settings(max_examples=40, deadline=None)
def test_whatever_is_asked_for_is_legal_for_both_judges(
    rules_and_mode: tuple[str, str],
    length: dict[str, int],
    seed: int,
    bots: list[str],
    options: dict[str, Any],
    **more: bool,
) -> None:
    rules, mode = rules_and_mode
    as_mode = played_as(mode)
    if "target" in length:
        options = {name: value for name, value in options.items() if name not in ("stake", "bank")}
    games = made(
        **as_mode,
        **length,
        **more,
        rules=rules,
        seed=seed,
        bots=bots[: as_mode["players"]],
        options=options,
    )
    assert_legal(bytes_of(games), len(games))
    assert_legal_elsewhere(games[-1])


# The same seed, the same bytes ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wishes", "digest"),
    [
        ({"games": 3}, "4d76552c330ab4ed402566dff2702723d303eaff6b6e3344ccd65b1af2b3b167"),
        (
            {"players": 2, "bots": "greedy", "target": 100, "seed": 2**64 - 1},
            "633f961bfd7be1a14f15d25f209af5183ab2a3f61c6d2a2e833c0e168409dc00",
        ),
        (
            {"players": 5, "rounds": 1, "hidden": True, "seed": 5},
            "c22d45fee9b453e523db1b333a3e088e478aa9d45380b02038d455da94564718",
        ),
        (
            {"partners": True, "rules": "wikipedia", "bots": "greedy", "exchange": True},
            "0e935854f2c7018d6768c8a1cf7e14e65ae973c8ba07e13b9b673ceb595d6ffd",
        ),
        (
            {"rules": "encyclopedie", "options": {"strict_endgame": True}, "times": True},
            "097be3504284426852cc6f43a0939f85be9df9a61c00d8c7afe895f30a607060",
        ),
        (
            {"players": 4, "rules": "salon-2009", "bots": ["greedy", "random"] * 2},
            "9b609bdd7d093b3c83e228f3cfd112f033e28a87ee1a43f08ce2c51bf8cc322d",
        ),
    ],
)
def test_a_seed_gives_the_same_bytes_for_ever(wishes: dict[str, Any], digest: str) -> None:
    assert hashlib.sha256(bytes_of(made(**wishes))).hexdigest() == digest


@given(seed=st.integers(0, 2**64 - 1), few=st.integers(1, 3), more=st.integers(0, 3))
@settings(max_examples=15, deadline=None)
def test_the_first_games_of_a_run_are_those_of_a_shorter_one(
    seed: int, few: int, more: int
) -> None:
    long = made(games=few + more, seed=seed, exchange=bool(seed % 2), times=True)
    short = made(games=few, seed=seed, exchange=bool(seed % 2), times=True)
    assert long[: len(short)] == short


def test_seeds_and_games_give_different_packs() -> None:
    found = [packs(game)[0] for seed in (0, 1, 2) for game in made(games=20, seed=seed)]
    assert len({tuple(pack) for pack in found}) == len(found)


def test_the_ids_of_a_run_differ() -> None:
    ids = [header(game).id for game in made(games=4, exchange=True, seed=7)]
    assert ids[:4] == ["7-1-1", "7-1-2", "7-1-3", "7-2-1"]
    assert len(set(ids)) == len(ids) == 12
    assert [header(game).id for game in made(games=2, seed=7)] == ["7-1", "7-2"]


# Chance as it is documented -----------------------------------------------------------------------


def test_packs_sevens_and_dealers_are_those_of_the_description() -> None:
    pairs = [["7S", "7H"], ["7S", "7D"], ["7S", "7C"], ["7H", "7D"], ["7H", "7C"], ["7D", "7C"]]
    same_colour = [pairs[2], pairs[3]]
    cases: list[tuple[dict[str, Any], list[list[str]], list[int]]] = [
        ({"rules": "wikipedia", "rounds": 1}, pairs, [0, 1, 2]),
        ({"players": 5, "hands": 2}, same_colour, [0, 1, 2, 3, 4]),
        ({"players": 2, "hands": 2}, [], [0, 1]),
        ({"partners": True, "hands": 3}, [], [1, 3]),
    ]
    for wishes, allowed, dealers in cases:
        for number, game in enumerate(made(games=12, seed=21, **wishes), 1):
            removed = naive.sevens(21, number, allowed) if allowed else []
            found = header(game).removed
            assert (found or []) == removed
            first = hands(game)[0][0]
            assert isinstance(first, ev.Hand)
            assert first.dealer == naive.first_dealer(21, number, dealers)
            for hand, pack in enumerate(packs(game), 1):
                assert pack == naive.pack(21, number, hand, removed)


@pytest.mark.parametrize(("rules", "mode"), MODES)
def test_random_choices_are_those_of_the_description(rules: str, mode: str) -> None:
    """Without the strict endgame every card held is legal. Who else plays changes nothing."""
    players = PLAYERS[mode]
    for bots in (["random"] * players, ["greedy", *["random"] * (players - 1)]):
        wishes = {**played_as(mode), "rules": rules, "seed": 4, "hands": 2, "bots": bots}
        for number, game in enumerate(made(games=2, **wishes), 1):
            for hand, events in enumerate(hands(game), 1):
                for index, (seat, held, card) in enumerate(choices(events)):
                    if bots[seat] == "random":
                        assert card == naive.random_card(4, number, hand, index, held)


def test_times_are_those_of_the_description() -> None:
    for number, game in enumerate(made(games=3, players=5, rounds=1, seed=6, times=True), 1):
        assert game[0].at == naive.beginning(number).isoformat()
        at = naive.beginning(number)
        for hand, events in enumerate(hands(game), 1):
            for index, event in enumerate(events):
                kind = plain([event])[0]["event"]
                took = naive.seconds(6, number, hand, index, kind)
                assert datetime.fromisoformat(str(event.at)).timestamp() - at.timestamp() == took
                at = datetime.fromisoformat(str(event.at))


def test_times_begin_again_before_the_calendar_ends() -> None:
    (game,) = made()
    for number in (1, 2, 1_000_000, 1_000_001, 10**9):
        begun = next(timed(game, 1, number)).at
        assert begun == naive.beginning(number).isoformat()
    assert naive.beginning(1_000_000).year == 2140


# Changing one thing leaves the others -------------------------------------------------------------


@pytest.mark.parametrize(
    "wishes", [{}, {"players": 2}, {"partners": True}, {"players": 5, "rounds": 1}], ids=str
)
def test_other_bots_get_the_same_packs(wishes: dict[str, Any]) -> None:
    ours, theirs = (made(games=4, bots=bots, **wishes) for bots in ("random", "greedy"))
    assert [packs(game) for game in ours] == [packs(game) for game in theirs]
    assert [header(game).removed for game in ours] == [header(game).removed for game in theirs]
    assert ours != theirs


def test_another_bot_at_one_seat_changes_nothing_before_its_first_card_of_its_own() -> None:
    bots = ["random", "random", "greedy"]
    ours, theirs = (
        [*choices(hands(made(seed=3, **other)[0])[0])] for other in ({}, {"bots": bots})
    )
    changed = [one[0] for one, other in zip(ours, theirs, strict=True) if one != other]
    assert changed[0] == 2


def test_times_add_only_times() -> None:
    bare, timed = made(games=3, rounds=1), made(games=3, rounds=1, times=True)
    assert [[replace(event, at=UNSET) for event in game] for game in timed] == bare
    assert all(event.at is not UNSET for game in timed for event in game)


@pytest.mark.parametrize("wishes", [{}, {"partners": True, "bots": "greedy"}], ids=str)
def test_hidden_games_are_the_same_games_unseen(wishes: dict[str, Any]) -> None:
    (seen,), (unseen,) = made(**wishes), made(hidden=True, **wishes)
    (turnup,) = [event.card for event in seen if isinstance(event, ev.Turnup)]
    for event, hidden in zip(seen, unseen, strict=True):
        if isinstance(event, ev.Deal):
            assert hidden == replace(event, cards=["??"] * len(event.cards))
        elif isinstance(event, ev.Draw) and event.card != turnup:
            assert hidden == replace(event, card="??")
        else:
            assert hidden == event


# Exchanges ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_at_an_exchange_every_player_sits_everywhere_once(players: int) -> None:
    bots = ["greedy", *["random"] * (players - 1)]
    games = made(games=2, players=players, bots=bots, hands=2, exchange=True)
    assert len(games) == 2 * players
    for first in (0, players):
        of_pack = games[first : first + players]
        assert len({str(packs(game)) for game in of_pack}) == 1
        assert len({str(header(game).removed) for game in of_pack}) == 1
        dealers = [[h[0].dealer for h in hands(game)] for game in of_pack]  # type: ignore[attr-defined]
        assert dealers == [dealers[0]] * players
        for player in header(games[0]).players:
            seats = [header(game).players.index(player) for game in of_pack]
            assert seats == [(seats[0] + k) % players for k in range(players)]
        for game in of_pack:
            seat = header(game).players.index("Anne")
            assert list(header(game).identities).index("greedy") == seat  # type: ignore[arg-type]
    assert packs(games[0]) != packs(games[players])


def test_two_against_two_the_sides_change_places() -> None:
    bots = ["greedy", "greedy", "random", "random"]
    one, other = made(partners=True, bots=bots, exchange=True)
    assert header(one).players == ["Anne", "Basile", "Cécile", "Denise"]
    assert header(other).players == ["Cécile", "Denise", "Anne", "Basile"]
    assert header(other).identities == ["random", "random", "greedy", "greedy"]
    assert packs(one) == packs(other)


def test_chance_that_is_not_in_the_cards_is_new_in_every_game_of_an_exchange() -> None:
    games = made(games=2, players=2, hands=2, exchange=True, times=True, seed=4)
    for number, game in enumerate(games, 1):
        assert game[0].at == naive.beginning(number).isoformat()
        for hand, events in enumerate(hands(game), 1):
            for index, (_, held, card) in enumerate(choices(events)):
                assert card == naive.random_card(4, number, hand, index, held)


def test_the_first_game_of_an_exchange_is_the_one_without() -> None:
    ours, theirs = made(players=5, seed=8), made(players=5, seed=8, exchange=True)
    assert theirs[0][1:] == ours[0][1:]


# Rules of one's own -------------------------------------------------------------------------------


def test_a_ruleset_of_ones_own_is_in_the_header() -> None:
    house = Ruleset.of(
        {
            "base": "encyclopedie",
            "name": "house",
            "options": {
                "modes": {"value": ["4", "3"], "provenance": "default", "source": "house"},
                "packets": {"value": ["2+1", "1+2"], "provenance": "default", "source": "house"},
                "values": {"value": [5, 3], "provenance": "default", "source": "house"},
            },
        }
    )
    (game,) = made(players=3, rules=house, hands=2)
    assert header(game).rules == house.full_name == f"house@{house.digest[:12]}"
    assert_legal(bytes_of([game]), 1)
    assert [len(event.cards) for event in game if isinstance(event, ev.Deal)][:6] == [
        2,
        2,
        2,
        1,
        1,
        1,
    ]
    assert max(event.counters for event in game if isinstance(event, ev.Payment)) == 5


def test_cards_are_dealt_one_by_one_where_that_is_allowed() -> None:
    for allowed, sizes in ((["3", "1+1+1"], [1] * 9), (["3", "1+2"], [3] * 3)):
        (game,) = made(options={"packets": allowed})
        assert [len(event.cards) for event in game if isinstance(event, ev.Deal)] == sizes


def test_what_the_fold_remarks_does_not_pile_up() -> None:
    (game,) = made(hands=40, options={"bank": 0})
    head = header(game)
    assert brusqlog.loads(bytes_of([game])).findings
    match = Match(
        header=head,
        terms=terms_of(head, {})[0],
        bots=["random"] * 3,
        first_dealer=0,
        pack=lambda hand: naive.pack(1, 1, hand, ["7H", "7D"]),
        choices=lambda hand: hand,
    )
    assert max(len(course.remarks) for _, course in play(match)) <= 3


def test_a_published_ruleset_may_be_given_as_an_object() -> None:
    assert made(rules=rulesets()["wikipedia"]) == made(rules="wikipedia")
