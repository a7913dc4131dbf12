"""Bots of the house and of one's own: what they see, what they may play, how well they do."""

from collections import Counter
from collections.abc import Callable, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import UNSET

import brusqlog
from brusqlog import State
from brusqlog.game import events as ev
from brusqlog.game.cards import CARDS
from brusqlog.game.terms import terms_of
from brusqlog.simulation.bots import Turn, greedy
from tests.simulation.games import MODES, choices, hands, header, made, played_as


def first(state: State) -> str:
    """A bot that plays the first card that is legal."""
    return state.legal_plays()[0]


# The house ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", ["2", "3", "4", "2v2", "5"])
def test_greedy_beats_chance_with_the_same_packs(mode: str) -> None:
    """By what he, or his side, has won and lost a hand: a third of a stake at least."""
    as_mode = played_as(mode)
    players = as_mode["players"]
    greedies = 2 if mode == "2v2" else 1
    bots = ["greedy"] * greedies + ["random"] * (players - greedies)
    exchanges = 2 if mode == "2v2" else players
    games = made(games=300 // exchanges, bots=bots, exchange=True, seed=1718, **as_mode)
    gains = []
    for game in games:
        end = game[-1]
        assert isinstance(end, ev.End) and isinstance(end.purses, list)
        seat = list(header(game).identities).index("greedy")  # type: ignore[arg-type]
        gains.append(end.purses[seat] - 40)
    assert len(gains) == 300
    assert sum(gains) / len(gains) > 7


TWO = ["Anne", "Basile"]
FOUR = [*TWO, "Cécile", "Denise"]


def turn(
    legal: str, table: str = "", players: Sequence[str] = TWO, rules: str = "salon-2021"
) -> Turn:
    """The turn of the seat behind the cards on the table, which seat 0 led; hearts are trumps."""
    laid = table.split()
    head = ev.Game(
        format=ev.FORMAT,
        id="1",
        rules=rules,
        players=list(players),
        removed=["7S", "7C"] if len(players) == 3 else UNSET,
        partners=True if len(players) == 4 else UNSET,
        hands=1,
    )
    terms, breaches = terms_of(head, {})
    assert not breaches
    plays = [(seat, card, 0) for seat, card in enumerate(laid)]
    return Turn(len(laid), legal.split(), plays, "H", terms, 0)


@pytest.mark.parametrize(
    ("legal", "table", "card"),
    [
        ("AS KD 9C", "", "9C"),  # leads the cheapest,
        ("7H KD 9C", "", "9C"),
        ("7H TD", "", "7H"),  # a low trump rather than a ten,
        ("7H JD", "", "JD"),  # but a jack rather than that.
        ("9S 9D 9C", "", "9S"),  # Of equal cards the first.
        ("AS TS 7H", "KS", "AS"),  # As the last the plain card that brings most,
        ("7H 9D", "AS", "7H"),  # else the cheapest that takes
        ("7H 9D", "JS", "9D"),  # what is worth it,
        ("KS 9D", "JS", "KS"),  # his own card counted.
        ("QS 9D", "9S", "9D"),
        ("JD 8C", "AS", "8C"),  # What he cannot take gets the least.
    ],
)
def test_greedy_plays_as_it_is_described(legal: str, table: str, card: str) -> None:
    assert greedy(turn(legal, table)) == card


@pytest.mark.parametrize(
    ("legal", "table", "card"),
    [
        ("TD 9C 7H", "9S 8S AS", "TD"),  # His partner has it: the last adds card points,
        ("TH 9C", "9S 8S AS", "9C"),  # but no trump.
        ("7H 9H", "9S 8S AS", "7H"),
        ("TD 9C 7H", "9S AS JS", "7H"),
        ("KS 9C TH", "9S", "9C"),  # Someone is still to come.
        ("AS 9C", "KS 8S", "AS"),
        ("QS TS 9C", "9S 8S", "9C"),
    ],
)
def test_greedy_knows_his_side(legal: str, table: str, card: str) -> None:
    assert greedy(turn(legal, table, FOUR)) == card


def test_greedy_keeps_the_dearest_while_others_are_to_come() -> None:
    three = ["Anne", "Basile", "Cécile"]
    assert greedy(turn("AS TS", "KS", three, "wikipedia")) == "TS"
    assert greedy(turn("AS TS", "KS 9S", three, "wikipedia")) == "AS"
    assert greedy(turn("AS 9D", "9S", three, "wikipedia")) == "9D"


def test_greedy_goes_by_the_ranks_of_the_ruleset() -> None:
    assert greedy(turn("KS 7H", "TS", rules="academie-1718")) == "KS"
    assert greedy(turn("KS 7H", "TS")) == "7H"


# One's own ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("rules", "mode"), MODES)
def test_a_bot_sees_its_own_cards_and_none_that_is_hidden(rules: str, mode: str) -> None:
    seen: Counter[int] = Counter()

    def watchful(state: State) -> str:
        seat = state.turn
        assert seat is not None
        sees = {seat} | ({seat ^ 1} if mode == "2v2" else set())
        for other, cards in enumerate(state.holdings):
            if other in sees:
                assert "??" not in cards
            else:
                assert set(cards) <= {"??", state.turnup}
        assert state == state.view(seat)
        assert set(state.legal_plays()) <= set(state.holdings[seat])
        seen[seat] += 1
        return state.legal_plays()[-1]

    as_mode = played_as(mode)
    (game,) = made(**as_mode, rules=rules, bots=watchful)
    plays = sum(isinstance(event, ev.Play) for event in game)
    assert seen == dict.fromkeys(range(as_mode["players"]), plays // as_mode["players"])


@given(seed=st.integers(0, 2**64 - 1), mode=st.sampled_from(["2", "3", "4", "2v2", "5"]))
@settings(max_examples=5, deadline=None)
def test_what_a_bot_answers_is_played(seed: int, mode: str) -> None:
    answers: list[tuple[int | None, str]] = []

    def noting(state: State) -> str:
        card = state.legal_plays()[-1]
        answers.append((state.turn, card))
        return card

    (game,) = made(**played_as(mode), bots=noting, seed=seed, hands=2)
    told = [(seat, card) for hand in hands(game) for seat, _, card in choices(hand)]
    assert answers == told


@pytest.mark.parametrize("seed", range(5))
def test_legal_plays_are_those_that_the_house_may_choose_from(seed: int) -> None:
    """The bots of the house and one's own choose from the same cards, in the strict endgame too."""
    strict = {"options": {"strict_endgame": True}, "seed": seed, "hands": 3}

    def as_greedy(state: State) -> str:
        assert state.turn is not None
        table = [] if state.taker is not None else state.table
        return greedy(
            Turn(
                state.turn,
                state.legal_plays(),
                [(laid.seat, laid.card, 0) for laid in table],
                state.trump or "",
                terms,
                0,
            )
        )

    (ours,) = made(bots="greedy", **strict)
    terms, _ = terms_of(header(ours), {})
    (theirs,) = made(bots=as_greedy, **strict)
    assert theirs[1:] == ours[1:]


@pytest.mark.parametrize("card", ["KX", "", None, ["AS"]])
def test_a_card_that_is_none_is_told(card: object) -> None:
    with pytest.raises(brusqlog.SimulationError, match="plays") as told:
        made(bots=lambda state: card)
    assert repr(card) in str(told.value)


def test_an_illegal_card_is_told_with_who_plays_it_and_what_he_may_play() -> None:
    def stubborn(state: State) -> str:
        return "AS" if state.trick == 1 and not state.table else first(state)

    (game,) = made(bots=first)
    seat, held, _ = next(choices(hands(game)[0]))
    assert "AS" not in held
    name = header(game).players[seat]
    with pytest.raises(brusqlog.SimulationError) as told:
        made(bots=stubborn)
    legal = ", ".join(sorted(held, key=CARDS.index))
    assert str(told.value) == (
        f"bots: stubborn plays 'AS' at seat {seat} ({name}) in hand 1, trick 1; legal: {legal}."
    )


def test_a_card_that_may_not_be_led_is_told_with_its_own_trick() -> None:
    def forgetful(state: State) -> str:
        leads = state.trick == 3 and state.taker is not None
        return state.table[0].card if leads else first(state)

    with pytest.raises(brusqlog.SimulationError, match="in hand 1, trick 4; legal: "):
        made(bots=forgetful)


def test_bots_are_named_in_the_header() -> None:
    class Careful:
        def __call__(self, state: State) -> str:
            return first(state)

    bots: list[str | Callable[[State], str]] = [first, Careful(), "greedy"]
    (game,) = made(bots=bots)
    assert header(game).identities == ["first", "Careful", "greedy"]


def test_what_goes_wrong_in_a_bot_is_not_hidden() -> None:
    def broken(state: State) -> str:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        made(bots=broken)


# From Python --------------------------------------------------------------------------------------


def test_games_are_games() -> None:
    games = list(brusqlog.simulate(2, ["Margot", "Nicolas"], bots=["greedy", first], rounds=1))
    assert [game.status for game in games] == ["finished", "finished"]
    assert [game.findings for game in games] == [(), ()]
    assert [list(game.events) for game in games] == made(
        games=2, players=["Margot", "Nicolas"], bots=["greedy", first], rounds=1
    )
    assert [brusqlog.loads(brusqlog.dumps(game)).events == game.events for game in games] == [
        True
    ] * 2


def test_a_game_is_made_when_it_is_asked_for() -> None:
    asked: list[int] = []

    def noting(state: State) -> str:
        asked.append(state.seq)
        return first(state)

    games = brusqlog.simulate(1000, bots=noting)
    assert asked == []
    next(games)
    assert len(asked) == 30
