"""The state after an event, as one reads it."""

from typing import Any

import msgspec

from brusqlog.show.layout import wrapped
from brusqlog.show.records import StateRecord
from brusqlog.show.state import state_text
from brusqlog.spelling import Style

PLAYERS = ("Anne", "Basile", "Cécile")
STATE: dict[str, Any] = {
    "seq": 33,
    "hand": 1,
    "trick": 3,
    "dealer": 0,
    "holdings": [["KH", "QC"], ["AH", "9D"], ["8H", "??"]],
    "table": [{"seat": 1, "card": "7D"}, {"seat": 2, "card": "TD"}],
    "stock": 15,
    "turnup": "AS",
    "trump": "S",
    "points": [0, 5, 17],
    "totals": [0, 0, 0],
    "pot": 60,
    "purses": [20, 20, 20],
    "owed": [
        {"payer": 0, "payee": 2, "counters": 1, "reason": "brusquembille", "card": "TD"},
        {"payer": 1, "payee": 2, "counters": 1, "reason": "brusquembille", "card": "TD"},
    ],
    "next": [
        {"event": "play", "seat": 0, "cards": ["KH", "QC"]},
        {
            "event": "payment",
            "payer": 0,
            "payee": 2,
            "counters": 1,
            "reason": "brusquembille",
            "card": "TD",
            "due": "before the next lead",
        },
        {"event": "gather"},
    ],
}


def told(state: dict[str, Any], **style: Any) -> list[str]:
    return list(state_text(msgspec.convert(state, StateRecord), PLAYERS, Style(**style)))


def test_the_state_tells_holdings_table_counts_debts_and_what_may_come() -> None:
    assert told(STATE) == [
        "After event 33 · hand 1 · trick 3 · Anne deals · turn-up A♠ · spades are trumps",
        "",
        "  Anne    K♥ Q♣",
        "  Basile  A♥ 9♦",
        "  Cécile  8♥ ??",
        "  table   B 7♦ C 10♦",
        "  stock   15",
        "  pot     60 counters",
        "",
        "              Anne  Basile  Cécile",
        "  points         0       5      17",
        "  totals         0       0       0",
        "  purses        20      20      20",
        "  owed: 10♦ A,B→C 1 each",
        "",
        "next",
        "  a play: Anne K♥ Q♣",
        "  a payment: Anne → Cécile 1 counter 10♦ (before the next lead)",
        "  the mixing of the cards",
    ]


def test_a_game_for_points_has_neither_pot_nor_purses() -> None:
    state = STATE | {"pot": None, "purses": None, "owed": [], "table": []}
    assert not any("pot" in line or "purses" in line for line in told(state))


def test_before_the_first_hand_there_is_no_dealer() -> None:
    nothing = {"hand": None, "trick": None, "dealer": None, "turnup": None, "trump": None}
    assert told(STATE | nothing, language="fr")[0] == "Après l'événement 33"


def test_incidents_ends_debts_and_many_cards_are_told_in_words() -> None:
    unseen = [rank + "S" for rank in "AKQJT987"]
    moves = [
        {"event": "draw", "seat": 0, "cards": ["??", *unseen]},
        {"event": "incident", "kind": "leave", "seat": 1},
        {"event": "incident", "kind": "ruling", "permits": ["award"]},
        {"event": "end", "reason": "abandoned"},
        STATE["next"][1],
    ]
    assert told(STATE | {"next": moves})[-5:] == [
        "  a draw: Anne (8 cards)",
        "  a player's leaving: Basile",
        "  a ruling",
        "  the end: abandoned",
        "  a payment: Anne → Cécile 1 counter 10♦ (before the next lead)",
    ]
    assert told(STATE | {"next": moves}, language="fr")[-5:] == [
        "  une pioche : Anne (8 cartes)",
        "  un départ : Basile",
        "  une décision",
        "  la fin : abandonnée",
        "  un paiement : Anne → Cécile 1 jeton 10♦ (avant l'entame suivante)",
    ]


def test_a_line_is_not_broken_before_a_colon_or_semicolon_of_french() -> None:
    assert list(wrapped("dix ; neuf : huit", 5)) == ["dix ;", "neuf :", "huit"]
    assert list(wrapped("dix ;", 4)) == ["dix ;"]
