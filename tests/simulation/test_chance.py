"""Chance is the one that `docs/simulation.md` describes, and it is fair."""

from collections import Counter
from itertools import combinations, pairwise, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brusqlog.game.cards import CARDS
from brusqlog.simulation.chance import BOTS, SEEDS, SHUFFLE, below, key, mixed, shuffled, word
from tests.simulation import naive

WORDS = st.integers(0, SEEDS - 1)
NUMBERS = st.integers(0, 10**6)


def test_the_words_are_those_of_split_mix_64() -> None:
    # The first outputs of the generator as it is published, seeded with 1234567.
    assert [word(1234567, index) for index in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_the_first_key_words_and_pack_are_these_for_ever() -> None:
    found = key(1, 1, 1, SHUFFLE)
    assert found == 0xF0C05B99ABF9956D
    assert [word(found, index) for index in range(3)] == [
        0x429D95F712168C97,
        0x3B663234F46D7A34,
        0xA0CAB7E28232065E,
    ]
    assert " ".join(shuffled(CARDS, found)) == (
        "KS QH 8S KH QS JC TC 9H 7D AS KC TS JH JS KD 8D "
        "9C AC 7H TD 9D 8H JD AD QC 7C 9S 8C TH QD 7S AH"
    )


@given(WORDS, NUMBERS, NUMBERS, st.integers(1, 5), st.integers(0, 200))
def test_every_word_is_that_of_the_description(
    seed: int, game: int, hand: int, purpose: int, index: int
) -> None:
    found = word(key(seed, game, hand, purpose), index)
    assert found == naive.word((seed, game, hand, purpose), index)
    assert 0 <= found < SEEDS


@given(WORDS, NUMBERS, NUMBERS, st.sampled_from([[], ["7S", "7C"], ["7H", "7D"], ["7S", "7D"]]))
def test_every_shuffle_is_that_of_the_description(
    seed: int, game: int, hand: int, removed: list[str]
) -> None:
    cards = [card for card in CARDS if card not in removed]
    found = shuffled(cards, key(seed, game, hand, SHUFFLE))
    assert found == naive.pack(seed, game, hand, removed)
    assert sorted(found) == sorted(cards)


@given(WORDS, st.integers(1, 2**32))
def test_a_choice_is_one_of_the_things_to_choose_from(chosen: int, bound: int) -> None:
    assert 0 <= below(chosen, bound) < bound


def test_the_ends_of_the_words_choose_the_ends() -> None:
    assert [below(0, 7), below(SEEDS - 1, 7), below((1 << 32) - 1, 7)] == [0, 6, 0]


@given(WORDS, WORDS)
def test_different_words_stay_different(one: int, other: int) -> None:
    assert (mixed(one) == mixed(other)) is (one == other)


def test_streams_differ_in_every_part_of_their_key() -> None:
    parts = [(seed, game, hand, use) for seed in (0, 1, SEEDS - 1) for game in (1, 2)
             for hand in (0, 1, 2) for use in (1, 2, 3, 4, 5)]  # fmt: skip
    first = {word(key(*part), 0) for part in parts}
    assert len(first) == len(parts)


def chi_square(counts: Counter[object], kinds: int) -> float:
    expected = sum(counts.values()) / kinds
    missing = kinds - len(counts)
    return missing * expected + sum((n - expected) ** 2 / expected for n in counts.values())


# The bounds are what a fair source exceeds once in 100,000 times; the seeds are fixed.


def test_every_order_of_four_cards_is_as_likely_as_the_others() -> None:
    orders = Counter[object](
        tuple(shuffled("ABCD", key(1718, game, 1, SHUFFLE))) for game in range(24_000)
    )
    assert set(orders) == set(permutations("ABCD"))
    assert chi_square(orders, 24) < 64


def test_every_card_comes_to_every_place_as_often() -> None:
    places = Counter[object]()
    for game in range(4_000):
        pack = shuffled(CARDS, key(1718, game, 1, SHUFFLE))
        places.update((card, place) for place, card in enumerate(pack))
    assert chi_square(places, 1024) < 1160


@pytest.mark.parametrize("bound", [2, 3, 5, 6])
def test_choices_of_bots_are_even_and_do_not_follow_one_another(bound: int) -> None:
    words = [word(key(1718, 1, 1, BOTS), index) for index in range(20_000)]
    chosen = [below(one, bound) for one in words]
    assert chi_square(Counter[object](chosen), bound) < 32
    assert chi_square(Counter[object](pairwise(chosen)), bound**2) < 83


def test_no_two_neighbouring_hands_or_games_share_a_pack() -> None:
    packs = [tuple(shuffled(CARDS, key(1, game, hand, SHUFFLE)))
             for game in range(1, 30) for hand in range(1, 30)]  # fmt: skip
    assert len(set(packs)) == len(packs)
    same = [sum(a == b for a, b in zip(one, other, strict=True))
            for one, other in combinations(packs[:60], 2)]  # fmt: skip
    assert 0.9 < sum(same) / len(same) < 1.1
