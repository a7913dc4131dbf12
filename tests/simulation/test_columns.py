"""Games that are played side by side are those that are played one after another, to the byte."""

import io
import sys
from collections.abc import Iterator
from itertools import islice
from typing import Any
from unittest import mock

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import UNSET
from msgspec.structs import replace

import brusqlog
from brusqlog.bulk.lockstep import BATCH
from brusqlog.game import events as ev
from brusqlog.game.cards import CARDS
from brusqlog.game.ruleset import Ruleset
from brusqlog.simulation import chance, written
from brusqlog.simulation.columns import chance as words
from brusqlog.simulation.columns import games, text
from brusqlog.simulation.columns.ground import Ground
from brusqlog.simulation.columns.hands import played
from brusqlog.simulation.run import games as one_after_another
from brusqlog.simulation.setup import Setup, planned
from brusqlog.simulation.times import timed
from tests.simulation.games import LENGTHS, MODES, bytes_of, made, played_as
from tests.simulation.test_games import OPTIONS
from tests.test_architecture import loaded_by


def side_by_side(**wishes: Any) -> list[bytes]:
    """The games asked for, whole."""
    ground = written.ground_of(planned(Setup(**wishes)))
    assert ground is not None
    return [b"".join(game) for game in text.texts(ground)]


def assert_same(**wishes: Any) -> None:
    found, expected = side_by_side(**wishes), [bytes_of([game]) for game in made(**wishes)]
    for one, other in zip(found, expected, strict=True):
        assert one.splitlines() == other.splitlines()
    assert found == expected


def in_batches(hands: int, chunk: int) -> Any:
    """Let so many hands be played, and so many be written, at once."""
    return (
        mock.patch.multiple(games, FIRST=hands, BATCH=hands),
        mock.patch.object(text, "CHUNK", chunk),
    )


def house(**options: Any) -> Ruleset:
    """A ruleset of one's own."""
    basis = {"provenance": "default", "source": "house"}
    changed = {name: {"value": value, **basis} for name, value in options.items()}
    return Ruleset.of({"base": "wikipedia", "name": "house", "options": changed})


BOTS = ["greedy", "random", "random", "greedy", "greedy"]
"""So that two against two each side has one of either."""


@pytest.mark.parametrize("length", [{"hands": 1}, *LENGTHS], ids=lambda length: next(iter(length)))
@pytest.mark.parametrize(("rules", "mode"), MODES)
def test_every_mode_ruleset_and_length_is_the_same(
    rules: str, mode: str, length: dict[str, int]
) -> None:
    as_mode = played_as(mode)
    for number, bots in enumerate(["random", "greedy", BOTS[: as_mode["players"]]]):
        assert_same(
            **as_mode,
            **length,
            games=1,
            rules=rules,
            seed=number,
            bots=bots,
            hidden=number == 1,
            times=number > 0,
            exchange=number == 2,
        )


@pytest.mark.parametrize("bots", ["random", "greedy", BOTS])
@pytest.mark.parametrize("mode", ["2", "3", "4", "2v2", "5"])
def test_the_strict_endgame_is_the_same(mode: str, bots: str | list[str]) -> None:
    as_mode = played_as(mode)
    which = bots if isinstance(bots, str) else bots[: as_mode["players"]]
    assert_same(**as_mode, games=40, bots=which, rules=house(strict_endgame=True))


@pytest.mark.parametrize("packets", [["3"], ["1+2"], ["2+1"], ["3", "1+1+1"]], ids=str)
@pytest.mark.parametrize("hidden", [False, True])
def test_packets_are_the_same(packets: list[str], hidden: bool) -> None:
    assert_same(games=12, options={"packets": packets}, hidden=hidden, times=hidden)


@pytest.mark.parametrize(
    "options",
    [
        {"values": [5, 3], "stake": 7, "modes": ["3"], "brusquembilles": []},
        {"values": [20, 11], "rank": "AKQJT987"},
        {"stake": 10**15, "bank": 0},
        {"sevens": "one-of-each-colour"},
    ],
    ids=str,
)
def test_rules_of_ones_own_are_the_same(options: dict[str, Any]) -> None:
    for bots in ("random", "greedy"):
        assert_same(games=8, hands=4, rules=house(**options), bots=bots)


def test_what_of_the_pot_cannot_be_divided_is_given_alike() -> None:
    wishes: dict[str, Any] = {"games": 150, "options": {"stake": 7}}
    awards = [
        [event.counters for event in game if isinstance(event, ev.Award)] for game in made(**wishes)
    ]
    assert [10, 11] in awards or [11, 10] in awards
    assert_same(**wishes)


@given(
    rules_and_mode=st.sampled_from(MODES),
    length=st.sampled_from([{"hands": 1}, {"target": 250}, *LENGTHS]),
    games_asked=st.integers(1, 3),
    seed=st.integers(0, 2**64 - 1),
    bots=st.lists(st.sampled_from(["random", "greedy"]), min_size=5, max_size=5),
    options=OPTIONS,
    hands=st.integers(1, 9),
    chunk=st.integers(1, 9),
    hidden=st.booleans(),
    times=st.booleans(),
    exchange=st.booleans(),
)
@settings(max_examples=25, deadline=None)
def test_whatever_is_asked_for_is_the_same_in_any_batches(
    rules_and_mode: tuple[str, str],
    length: dict[str, int],
    games_asked: int,
    bots: list[str],
    options: dict[str, Any],
    hands: int,
    chunk: int,
    **more: Any,
) -> None:
    rules, mode = rules_and_mode
    as_mode = played_as(mode)
    left_out = {"ace_of_trump", *(("stake", "bank") if "target" in length else ())}
    options = {name: value for name, value in options.items() if name not in left_out}
    one, other = in_batches(hands, chunk)
    with one, other:
        assert_same(
            **as_mode,
            **length,
            **more,
            games=games_asked,
            rules=rules,
            bots=bots[: as_mode["players"]],
            options=options,
        )


# Batches ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [1, 2, 7])
@pytest.mark.parametrize(
    "wishes",
    [
        {"games": 5},
        {"games": 3, "hands": 5, "times": True},
        {"games": 4, "target": 130, "times": True, "exchange": True},
        {"games": 2, "target": 400, "players": 2},
        {"games": 1, "hands": 9, "times": True},
    ],
    ids=str,
)
def test_where_batches_end_changes_nothing(wishes: dict[str, Any], size: int) -> None:
    expected = side_by_side(**wishes)
    for hands, chunk in ((size, text.CHUNK), (BATCH, size), (size, size)):
        one, other = in_batches(hands, chunk)
        with one, other:
            assert side_by_side(**wishes) == expected


def test_a_game_that_was_not_taken_whole_leaves_the_next_as_it_is() -> None:
    ground = Ground(planned(Setup(games=4, hands=3)))
    first = [next(game) for game in text.texts(ground)]
    whole = side_by_side(games=4, hands=3)
    assert [text[: len(begun)] for text, begun in zip(whole, first, strict=True)] == first


def test_who_takes_one_game_does_not_wait_for_thousands() -> None:
    asked: list[int] = []

    def counted(ground: Any, game: Any, number: Any) -> Any:
        asked.append(len(game))
        return played(ground, game, number)

    with mock.patch.object(games, "played", counted):
        next(brusqlog.simulate(10**12))
        assert sum(asked) == games.FIRST


def test_the_hands_of_an_endless_game_come_one_by_one() -> None:
    for length in ({"hands": 2**53 - 1}, {"target": 2**53 - 1}):
        plan = planned(Setup(hands=length.get("hands"), target=length.get("target"), times=True))
        wanted = b"".join(islice(next(written.written(plan.setup)), 30))
        events = islice(next(one_after_another(plan)), wanted.count(b"\n"))
        assert wanted == bytes_of([list(events)])


def test_times_begin_again_before_the_calendar_ends() -> None:
    plan = planned(Setup(times=True, hands=2))
    ground, numbers = Ground(plan), [999_999, 1_000_000, 1_000_001, 10**9]
    (block,) = games.Window(ground, np.array(numbers, np.uint64)).rounds()
    found = b"".join(hand for hand, _ in text.Writer(ground).of(block))
    for number, game in zip(numbers, brusqlog.read(io.BytesIO(found)), strict=True):
        bare = [replace(event, at=UNSET) for event in game.events if event]
        assert list(game.events) == list(timed(bare, plan.setup.seed, number))


# Chance -------------------------------------------------------------------------------------------

WORDS = st.integers(0, chance.SEEDS - 1)


@given(
    WORDS,
    st.lists(st.integers(1, 2**63), min_size=1, max_size=5),
    st.integers(0, 9),
    st.integers(0, 200),
)
def test_keys_and_words_are_the_same(seed: int, numbers: list[int], hand: int, index: int) -> None:
    keys = words.keys(seed, np.array(numbers, np.uint64), hand, chance.BOTS)
    assert keys.tolist() == [chance.key(seed, number, hand, chance.BOTS) for number in numbers]
    expected = [chance.word(key, index) for key in keys.tolist()]
    assert words.word(keys, index).tolist() == expected
    each = np.full(len(numbers), index, np.uint64)
    assert words.word(keys, each).tolist() == expected
    bound = index + 1
    assert words.below(keys, bound).tolist() == [chance.below(key, bound) for key in keys.tolist()]


@given(st.lists(WORDS, min_size=1, max_size=5), st.integers(1, 32))
def test_packs_are_shuffled_alike(keys: list[int], size: int) -> None:
    packs = np.repeat(np.arange(size, dtype=np.uint8)[:, None], len(keys), axis=1)
    words.shuffle(packs, np.array(keys, np.uint64))
    assert packs.T.tolist() == [
        [CARDS.index(card) for card in chance.shuffled(CARDS[:size], key)] for key in keys
    ]


# Which way ----------------------------------------------------------------------------------------


def text_of(found: Iterator[Iterator[bytes]]) -> bytes:
    return b"".join(piece for game in found for piece in game)


@pytest.mark.parametrize(
    "wishes",
    [
        {"options": {"ace_of_trump": "gate"}},
        {"rules": house(values=[100, 1])},
        {"options": {"stake": 2**53 - 1}, "hands": 1000},
        {"options": {"bank": 2**53 - 1}, "hands": 2**53 - 1},
        {"deals": [CARDS] * 2, "players": 2},
        {"bots": [lambda state: state.legal_plays()[0], "greedy", "random"]},
    ],
    ids=["gate", "values", "stake", "bank", "packs", "bots"],
)
def test_what_cannot_be_played_side_by_side_is_played_one_after_another(
    wishes: dict[str, Any],
) -> None:
    plan = planned(Setup(**wishes))
    assert written.ground_of(plan) is None
    if plan.hands <= 100:
        with mock.patch.object(written, "FEW", 0):
            assert text_of(written.written(plan.setup)) == bytes_of(made(**wishes))


def test_without_numpy_games_are_the_same() -> None:
    setup = Setup(games=3, hands=2)
    with (
        mock.patch.object(written, "FEW", 0),
        mock.patch.dict(sys.modules, {"brusqlog.simulation.columns.ground": None}),
    ):
        assert text_of(written.written(setup)) == bytes_of(made(games=3, hands=2))


@pytest.mark.parametrize(("games_asked", "aside"), [(written.FEW, 0), (written.FEW + 1, 1)])
def test_many_games_are_played_side_by_side(games_asked: int, aside: int) -> None:
    with mock.patch.object(text, "texts", wraps=text.texts) as used:
        found = [brusqlog.dumps(game).encode() for game in brusqlog.simulate(games_asked)]
    assert used.call_count == aside
    assert found == [bytes_of([game]) for game in made(games=games_asked)]


def test_a_few_games_do_not_load_numpy() -> None:
    code = "import brusqlog\nlist(brusqlog.simulate({}))"
    counts = (written.FEW, written.FEW + 1)
    assert ["numpy" in loaded_by(code.format(count)) for count in counts] == [False, True]
