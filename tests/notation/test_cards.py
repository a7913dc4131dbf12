"""Cards and names as people write them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brusqlog.game.cards import CARDS, UNKNOWN
from brusqlog.game.findings import LANGUAGES, Language
from brusqlog.notation.cards import Unread, card, pieces, readings
from brusqlog.notation.names import Unknown, amount, player
from brusqlog.notation.options import options
from brusqlog.spelling import Style

RIGHT: list[tuple[Language, str, str]] = [
    ("en", "10♥", "TH"), ("en", "10h", "TH"), ("en", "th", "TH"), ("en", "Th", "TH"),
    ("en", "10♥\ufe0f", "TH"), ("en", "A♤", "AS"), ("en", "As", "AS"), ("en", "kd", "KD"),
    ("en", "queen of hearts", "QH"), ("en", "Ten  of  Spades", "TS"), ("en", "10 of spade", "TS"),
    ("en", "??", UNKNOWN),
    ("fr", "10♥", "TH"), ("fr", "xc", "TH"), ("fr", "asc", "AH"), ("fr", "ac", "AH"),
    ("fr", "aca", "AD"), ("fr", "9ca", "9D"), ("fr", "9c", "9H"), ("fr", "dk", "QD"),
    ("fr", "D♦", "QD"), ("fr", "vt", "JC"), ("fr", "rp", "KS"), ("fr", "dame de cœur", "QH"),
    ("fr", "DAME DE COEUR", "QH"), ("fr", "10 de pique", "TS"), ("fr", "as de trefle", "AC"),
    ("fr", "sept de carreaux", "7D"), ("fr", "??", UNKNOWN),
]  # fmt: skip


@pytest.mark.parametrize(("language", "text", "due"), RIGHT)
def test_a_card_is_read_in_its_language(language: Language, text: str, due: str) -> None:
    assert card(text, language) == due
    assert readings(text, language) == (due,)


WRONG: list[tuple[Language, str, Unread]] = [
    ("en", "6h", Unread("6h", "rank")),
    ("en", "10", Unread("10", "suit-missing")),
    ("en", "qg", Unread("qg", "suit")),
    ("en", "", Unread("", "rank")),
    ("en", "dame de cœur", Unread("dame de cœur", "language")),
    ("en", "queen of harts", Unread("queen of harts", "suit", ("queen of hearts",))),
    ("fr", "As", Unread("As", "suit-missing")),
    ("fr", "kd", Unread("kd", "language")),
    ("fr", "dame de coeu", Unread("dame de coeu", "suit", ("dame de coeur",))),
    ("fr", "dx", Unread("dx", "suit")),
    ("fr", "TH\n TS", Unread("TH\n TS", "rank")),
]


@pytest.mark.parametrize(("language", "text", "due"), WRONG)
def test_what_is_no_card_says_why(language: Language, text: str, due: Unread) -> None:
    assert card(text, language) == due


HASTY: list[tuple[Language, str, tuple[str, ...]]] = [
    ("en", "Dx", ("QD",)), ("fr", "Dx", ("QD",)), ("fr", "th", ("TH",)), ("en", "rc", ("KH",)),
    ("en", "dame de cœur", ("QH",)), ("fr", "queen of hearts", ("QH",)), ("en", "h10", ("TH",)),
    ("en", "♥10", ("TH",)), ("fr", "c10", ("TH",)), ("fr", "9car", ("9D",)), ("en", "9di", ("9D",)),
    ("en", "dk", ("QD", "KD")), ("fr", "As", ()), ("en", "10", ()), ("en", "zz", ()),
    ("fr", "ca9", ("9D",)), ("en", "9s", ("9S",)),
]  # fmt: skip


@pytest.mark.parametrize(("language", "text", "due"), HASTY)
def test_a_hasty_card_may_be_what_only_it_can_be(
    language: Language, text: str, due: tuple[str, ...]
) -> None:
    assert readings(text, language) == due


@given(st.sampled_from(CARDS), st.sampled_from(LANGUAGES), st.booleans())
def test_what_we_write_we_read(one: str, language: Language, letters: bool) -> None:
    assert card(Style(language=language, letters=letters).card(one), language) == one


@given(st.text(max_size=12), st.sampled_from(LANGUAGES))
def test_any_text_is_a_card_or_says_why_not(text: str, language: Language) -> None:
    found = card(text, language)
    assert isinstance(found, Unread) or found in (*CARDS, UNKNOWN)
    assert set(readings(text, language)) <= {*CARDS, UNKNOWN}


def test_cards_are_parted_by_blanks_or_commas() -> None:
    text = '"Jean P":8♦, dame de cœur 10h,9s ten of spades'
    assert pieces(text) == ['"Jean P":8♦', "dame de cœur", "10h", "9s", "ten of spades"]
    assert pieces(" ,, ") == []
    assert pieces("8h de") == ["8h", "de"]


PLAYERS = ("Anne", "Annette", "Cécile", "Élise B", "René", "Rene", "O’Neill")


@pytest.mark.parametrize(
    ("text", "due"),
    [
        ("anne", 0), ("ANNET", 1), ("c", 2), ("cecile", 2), ("elise b", 3), ('"Élise B"', 3),
        ("René", 4), ("rene", 5), ("o'n", 6),
        ("Bob", Unknown("Bob")),
        ("Ann", Unknown("Ann", several=True, near=("Anne", "Annette"))),
        ("Cecily", Unknown("Cecily", near=("Cécile",))),
        ("", Unknown("")),
    ],
)  # fmt: skip
def test_a_player_is_named_by_any_beginning_that_only_one_has(
    text: str, due: int | Unknown
) -> None:
    assert player(text, PLAYERS) == due


@given(st.lists(st.text(min_size=1), min_size=2, max_size=5, unique=True))
def test_everybody_can_be_named_in_full(names: list[str]) -> None:
    quoted = ['"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"' for name in names]
    assert [player(name, names) for name in quoted] == list(range(len(names)))


def test_a_number_stands_behind_its_name() -> None:
    assert amount("Jean Paul 46") == ("Jean Paul", 46)
    assert amount("A: −3") == ("A", -3)
    assert amount("46") is amount("Anne") is None


def test_options_are_true_or_no_or_a_number_or_a_list() -> None:
    assert options("stake=10, strict_endgame, packets=3/1+2, incidents=encyclopedie") == {
        "stake": 10,
        "strict_endgame": True,
        "packets": ["3", "1+2"],
        "incidents": "encyclopedie",
    }
    assert options("strict_endgame = non, packets=3") == {"strict_endgame": False, "packets": ["3"]}
    assert options("") == {}
