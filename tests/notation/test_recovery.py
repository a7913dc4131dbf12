"""One slip in a transcript is one finding: what is wrong is told, and the rest read as meant."""

import re

import pytest

from brusqlog.checking.report import Wishes, report
from brusqlog.checking.run import judged
from tests.notation.samples import BEGUN, FIXTURES, TRICK_1, read

EN = (FIXTURES / "spec" / "worked.en.brusq").read_text(encoding="utf-8")
HIDDEN = BEGUN.replace("Anne 8♠ 7♥ K♥", "Anne ?? ?? ??")
COUNTED = EN.replace("End\n", "Points: Anne 46, Basile 34, Cécile 40\nEnd\n")


def errors(text: str) -> list[tuple[str, int, str]]:
    """The code of every error, its line and the words that it points to."""
    game = read(text)
    found = []
    for one in report(game, judged(game), Wishes()).findings:
        if one.severity == "error":
            assert one.line is not None and one.column is not None and one.width is not None
            words = game.text_of(one.line)[one.column - 1 : one.column - 1 + one.width]
            found.append((one.code, one.line, words))
    return found


def seq_of(text: str, cards: str) -> int:
    """The number of the event that the first of these cards gives."""
    game = read(text)
    return next(
        seq
        for seq in range(len(game.events))
        if game.place(seq)[3] == text.encode().find(cards.encode())
    )


SLIPS = {
    "a card twice": ("2. 8♦ Q♦ J♠", "2. 8♦ 8♦ Q♦ J♠", ("cards-too-many", 12, "8♦")),
    "a card twice at the end": ("2. 8♦ Q♦ J♠", "2. 8♦ Q♦ J♠ J♠", ("cards-too-many", 12, "J♠")),
    "a strange card in the middle": ("2. 8♦ Q♦", "2. 8♦ 9♥ Q♦", ("cards-too-many", 12, "9♥")),
    "a card drawn twice": ("+ 9♦ 8♥", "+ 9♦ 9♦ 8♥", ("cards-too-many", 12, "9♦")),
    "a card dealt twice": ("Basile 7♦", "Basile 7♦ 7♦", ("cards-too-many", 9, "7♦")),
    "the first card left out": ("2. 8♦ Q♦", "2. Q♦", ("cards-too-few", 12, "2")),
    "a card left out": ("2. 8♦ Q♦ J♠", "2. 8♦ J♠", ("cards-too-few", 12, "2")),
    "the last card left out": ("2. 8♦ Q♦ J♠", "2. 8♦ Q♦", ("cards-too-few", 12, "2")),
    "a card and the taker left out": (
        "2. 8♦ Q♦ J♠ > Basile + 9♦ 8♥ Q♣", "2. 8♦ J♠", ("cards-too-few", 12, "2")
    ),
    "no number": ("3. 7♦", "7♦", ("trick-unnumbered", 13, "7♦")),
    "no full stop": ("3. 7♦", "3 7♦", ("keyword-unknown", 13, "3")),
    "only a full stop": ("3. 7♦", ". 7♦", ("keyword-unknown", 13, ".")),
    "two numbers": ("3. 7♦", "3 3. 7♦", ("keyword-unknown", 13, "3 3.")),
    "two full stops": ("3. 7♦", "3.. 7♦", ("text-unexpected", 13, ".")),
    "a line twice": (
        "2. 8♦ Q♦ J♠ > Basile + 9♦ 8♥ Q♣\n", "2. 8♦ Q♦ J♠ > Basile + 9♦ 8♥ Q♣\n" * 2,
        ("trick-number", 13, "2"),
    ),
    "another sign before the taker": (
        "J♠ > Basile", "J♠ : Basile", ("text-unexpected", 12, "Basile")
    ),
    "no sign before the taker": ("J♠ > Basile", "J♠ Basile", ("text-unexpected", 12, "Basile")),
    "two signs before the taker": ("J♠ > Basile", "J♠ >> Basile", ("text-missing", 12, ">")),
    "a deal twice": ("Turn-up", "Deal: Basile 7♦ | Anne 8♠\nTurn-up", ("deal-late", 10, "7♦")),
    "no sign between holdings": ("♣ | Cécile", "♣ Cécile", ("text-unexpected", 9, "Cécile")),
    "another sign between holdings": ("♣ | C", "♣ > C", ("text-unexpected", 9, "Cécile")),
    "a player who is not known": ("| Cécile 10♦", "| Zoé 10♦", ("player-unknown", 9, "Zoé")),
    "no player": ("| Cécile 10♦", "| 10♦", ("text-missing", 9, "1")),
    "a player twice": ("| Cécile 10♦", "| Basile 10♦", ("number-twice", 9, "Basile")),
    "two colons": ("Turn-up:", "Turn-up::", ("text-unexpected", 10, ":")),
    "no colon": ("Turn-up:", "Turn-up", ("text-missing", 10, "Turn-up")),
    "another sign for the colon": ("Deal:", "Deal .", ("text-missing", 9, "Deal")),
    "no colon in the header": ("Players:", "Players", ("text-missing", 3, "Players")),
    "no colon behind a number": ("Hand 1:", "Hand 1", ("text-missing", 8, "1")),
    "a word misspelt before a number": ("Hand 1:", "Hnads 1:", ("keyword-unknown", 8, "Hnads")),
    "a dealer who is not known": ("Anne deals", "Zoé deals", ("player-unknown", 8, "Zoé")),
    "no dealer": ("Anne deals", "deals", ("text-missing", 8, "deals")),
    "a comma left out": ("46, Basile", "46 Basile", ("number-unread", 21, "46 Basile 34")),
    "two commas": ("46, Basile", "46,, Basile", ("text-missing", 21, ",")),
    "two numbers of one player": ("46, Basile", "46, Anne", ("number-twice", 21, "Anne")),
    "a keyword of the header lost": ("Rules: ", ": ", ("keyword-unknown", 2, ": salon-2021")),
    "a turn-up lost": ("Turn-up: A♠\n", "", ("turnup-missing", 10, "K♣")),
    "a turn-up that cannot be read": ("-up: A♠", "-up: A", ("suit-missing", 10, "A")),
    "a turn-up twice": ("Turn-up: A♠", "Turn-up: A♠ A♠", ("text-unexpected", 10, "A♠")),
}  # fmt: skip


@pytest.mark.parametrize("slip", SLIPS)
def test_one_slip_is_one_error(slip: str) -> None:
    old, new, due = SLIPS[slip]
    assert COUNTED.count(old) > 0
    assert errors(COUNTED.replace(old, new, 1)) == [due]


def test_the_game_itself_has_no_error() -> None:
    assert errors(COUNTED) == []


def test_numbers_that_go_on_from_a_wrong_one_are_not_told_again() -> None:
    skipped = re.sub(r"^(\d+)\.", lambda found: f"{int(found[1]) + (int(found[1]) > 2)}.", COUNTED,
                     flags=re.MULTILINE)  # fmt: skip
    assert errors(skipped) == [("trick-number", 13, "4")]
    assert errors(skipped.replace("\n7. ", "\n6. ")) == [("trick-number", 13, "4")]


def test_a_card_left_out_is_taken_where_the_others_are_legal() -> None:
    for left_out, place in (("2. Q♦ J♠", 0), ("2. 8♦ J♠", 1), ("2. 8♦ Q♦", 2)):
        game = read(EN.replace("2. 8♦ Q♦ J♠", left_out))
        lost = [seq for seq, event in enumerate(game.events) if event is None]
        assert lost == [seq_of(EN, "8♦ Q♦ J♠") + place]


def test_a_card_left_out_counts_with_the_pieces_before() -> None:
    game = read(BEGUN + TRICK_1 + "2. 8♦\n! out of turn Basile\n2. B:J♠ > Basile\n")
    (fault,) = game.faults
    assert (fault.code, fault.line) == ("cards-too-few", 11)
    assert {key: fault.facts[key] for key in ("trick", "n", "due")} == {
        "trick": 2,
        "n": 2,
        "due": 3,
    }


def test_a_taker_who_is_not_told_is_the_one_who_leads_next() -> None:
    text = HIDDEN + "1. K♣ Q♠ ?? + Q♦ A♥ 8♦\n2. Q♦ J♠ 8♦ > Anne\n"
    assert errors(text) == [("take-missing", 8, "Q♦")]


def test_who_leads_next_is_told_by_his_card() -> None:
    text = HIDDEN + "1. K♣ Q♠ ??\n2. 10♦ ?? J♠ > Cécile\n"
    assert errors(text) == [("take-missing", 9, "10♦")]


def test_a_taker_whose_name_cannot_be_read_is_told_once() -> None:
    text = (
        BEGUN.replace("Anne 8♠ 7♥ K♥", "Anne ?? ?? ??") + "1. K♣ Q♠ ?? > Zoé\n2. ?? ?? ?? > Anne\n"
    )
    assert errors(text) == [("player-unknown", 8, "Zoé")]
