"""What the lines of a transcript give, and what is filled in before them."""

import pytest

from brusqlog.checking.run import judged
from brusqlog.log.reader import Fault
from brusqlog.notation.reader import read_transcripts
from brusqlog.notation.transcript import Transcript
from tests.notation.samples import (
    BEGUN,
    DEALT,
    FIXTURES,
    HEADER,
    TRICK_1,
    TRICK_2,
    TRICK_3,
    Log,
    kinds,
    plain,
    read,
    told,
)

ENCYCLOPEDIE = BEGUN.replace("salon-2021", "encyclopedie")
UNDECIDED = TRICK_1.replace("Q♠", "??").replace(" > Cécile + 8♦ Q♦ A♥", "")


def header(text: str) -> dict[str, object]:
    return plain(read(text))[0]


def after(text: str, begun: str = BEGUN) -> Log:
    """The events that a text gives behind the turn-up."""
    return plain(read(begun + text))[len(plain(read(begun))) + stakes(begun) :]


def stakes(begun: str) -> int:
    """How many stakes are filled in once a card is played."""
    return 0 if "Target" in begun else begun.partition("\n")[2].split("\n")[0].count(",") + 1


def row(events: Log) -> str:
    return " ".join(event["event"] for event in events)


# The header ------------------------------------------------------------------------------------


def test_every_line_of_the_header_is_a_field() -> None:
    found = header(
        "Id: table-7\nRules: salon-2009\nPlayers: Anne, Basile, Cécile, Denis\nPartners: yes\n"
        'Rounds: 2\nIdentities: net-v12, user:4711, "", "a, b"\n'
        "Options: stake=10, strict_endgame, packets=3/1+2, incidents=none\n"
        'Date: 2026-03\nPlace: "Lyon; Bellecour"\nRecorder: Inès  l\'aînée\nSource: notebook 3\n'
    )
    assert found == {
        "event": "game",
        "format": "brusqlog/1.0",
        "id": "table-7",
        "rules": "salon-2009",
        "players": ["Anne", "Basile", "Cécile", "Denis"],
        "identities": ["net-v12", "user:4711", "", "a, b"],
        "partners": True,
        "rounds": 2,
        "options": {
            "stake": 10,
            "strict_endgame": True,
            "packets": ["3", "1+2"],
            "incidents": "none",
        },
        "date": "2026-03",
        "place": "Lyon; Bellecour",
        "recorder": "Inès  l'aînée",
        "source": "notebook 3",
    }


def test_the_lines_of_a_header_stand_in_any_order() -> None:
    lines = HEADER.splitlines(keepends=True)
    assert plain(read("".join(reversed(lines)))) == plain(read(HEADER))


@pytest.mark.parametrize(
    ("name", "ids"),
    [
        ("a/night.brusq", ["night", "night#2"]),
        ("night.brusq.gz", ["night", "night#2"]),
        ("-", ["stdin", "stdin#2"]),
    ],
)
def test_a_game_without_an_id_has_that_of_its_file(name: str, ids: list[str]) -> None:
    text = (BEGUN + HEADER + "End: abandoned\n").encode()
    if name.endswith(".gz"):
        import gzip

        text = gzip.compress(text)
    games = [game for game in read_transcripts(text, name=name) if isinstance(game, Transcript)]
    assert [game.header.id for game in games if game.header] == ids


def test_a_new_game_begins_with_a_header_keyword_after_the_header() -> None:
    found = list(read_transcripts((BEGUN + TRICK_1 + HEADER + DEALT + HEADER + "End\n").encode()))
    games = [game for game in found if isinstance(game, Transcript)]
    assert [(game.index, game.line) for game in games] == [(1, 1), (2, 9), (3, 16)]
    assert [kinds(game).count("play") for game in games] == [3, 0, 0]


def test_a_note_inside_an_incomplete_header_does_not_end_it() -> None:
    game = read("Rules: salon-2021\nNote: a windy night\nPlayers: A, B\nHands: 1\n")
    assert kinds(game) == "game note"
    assert game.faults == []


@pytest.mark.parametrize(
    ("text", "language"),
    [
        (HEADER, "en"),
        ("Date: 2026\nJoueurs : A, B\nRules: salon-2021\nHands: 1\n", "fr"),
        ("Rules: salon-2021\nLangue : fr\nPlayers: A, B\nHands: 1\n", "fr"),
        ("Id: a\nNote: b\n", "en"),
    ],
)
def test_the_first_telling_keyword_decides_the_language(text: str, language: str) -> None:
    assert read(text).language == language


# How people write ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "trick",
    [
        "1. kc qs 8s > cecile + 8d qd ah",
        "1.\tK\N{BLACK CLUB SUIT}\N{VARIATION SELECTOR-16}  Q♠,8♠ > Cécile + 8♦ Q♦ A♥",
        "1 . K♣\u00a0Q♠\u202f8♠ > Ce\u0301cile + 8♦ Q♦ A♥",
        "1. king of clubs queen of spades 8 of spades > Cé + 8♦ Q♦ ace of hearts",
        "1. K♣ Q♠ 8♠\n   > Cécile\n# nothing\n   + 8♦ Q♦ A♥",
        '1. K♣ Q♠ 8♠ > "Cécile" + 8♦ Q♦ A♥',
        "1. B:K♣ C:Q♠ Anne :8♠ > Cécile + C:8♦ A : Q♦ B:A♥",
    ],
)
def test_a_trick_may_be_typed_in_many_ways(trick: str) -> None:
    assert plain(read(BEGUN + trick + "\n")) == plain(read(BEGUN + TRICK_1))
    assert told(BEGUN + trick + "\n") == []


def test_french_may_be_typed_in_many_ways() -> None:
    text = (
        "règle: salon-2021\nJOUEURS : Anne, Basile, Cécile\nretirees : sept de pique 7T\n"
        "Coups : 1\nCoup 1 : Anne donne\nDonne : Basile 7k vP Rt | Cécile Xk Dp 9t | "
        "Anne 8p sept de cœur roi de coeur\nRetourne : As de pique\n1. Rt dame de pique 8p\n"
    )
    assert plain(read(text))[1:] == plain(read(BEGUN + "1. K♣ Q♠ 8♠\n"))[1:]
    assert told(text) == []


def test_windows_line_ends_and_a_byte_order_mark_are_taken_and_told_once() -> None:
    text = b"\xef\xbb\xbf" + (BEGUN + TRICK_1).replace("\n", "\r\n").encode()
    game = read(text)
    assert plain(game) == plain(read(BEGUN + TRICK_1))
    assert [(fault.code, fault.line, fault.byte) for fault in game.faults] == [
        ("bom", 1, 0),
        ("crlf", 1, 20),
    ]


def test_names_are_known_by_a_beginning_that_only_one_has() -> None:
    text = 'Rules: salon-2021\nPlayers: Ann, "Anne Marie", Éva, Eva\nHands: 1\n'
    game = read(text + 'Lots: Ann 7♣, anne 8♣, éva 9♣, eva J♣ | "Anne Marie" Q♣\n')
    assert [event["seat"] for event in plain(game)[1:]] == [0, 1, 2, 3, 1]


# Before the first trick ------------------------------------------------------------------------


def test_a_hand_may_leave_out_what_the_rules_give() -> None:
    lots = HEADER + "Lots: Anne K♠, Basile 10♥, Cécile Q♦\n"
    short = read(lots + DEALT.replace(": Anne deals, Cécile cuts", "") + TRICK_1)
    assert plain(short) == plain(read(lots + DEALT + TRICK_1))


def test_stakes_are_filled_in_if_a_card_is_played() -> None:
    assert "stake" not in kinds(read(BEGUN))
    assert kinds(read(BEGUN + TRICK_1), 1).startswith("hand stake stake stake cut deal")


def test_stakes_that_are_written_are_not_filled_in() -> None:
    text = BEGUN.replace("Deal:", "Stakes: Anne 15\nDeal:") + TRICK_1 + "Pot: 55\n"
    staked = [event for event in plain(read(text)) if event["event"] == "stake"]
    assert [(event["seat"], event["counters"]) for event in staked] == [(0, 15), (1, 20), (2, 20)]


def test_a_shuffle_stands_before_the_cut_of_its_hand() -> None:
    text = HEADER + DEALT.replace(
        "Deal:", "Shuffle: Anne\nPack: " + " ".join(["??"] * 30) + "\nDeal:"
    )
    assert kinds(read(text), 1).startswith("hand shuffle cut deal")
    one_line = text.replace("\nPack", ", Pack")
    assert plain(read(one_line)) == plain(read(text))


def test_a_deal_left_out_was_not_seen() -> None:
    text = HEADER + "Hand 1: Anne deals, Cécile cuts 12\nTurn-up: A♠\n"
    game = read(text)
    assert kinds(game, 1) == "hand cut" + " deal" * 9 + " turnup"
    assert {card for event in plain(game) for card in event.get("cards", [])} == {"??"}
    assert plain(game)[2] == {"event": "cut", "seat": 2, "lifted": 12}
    assert len(game.inferred) == 9


@pytest.mark.parametrize(
    ("rules", "packets", "sizes"),
    [
        ("salon-2021", "", [1] * 9),
        ("encyclopedie", "Packets: 3\n", [3] * 3),
        ("wikipedia", "Packets: 2+1\n", [2] * 3 + [1] * 3),
        ("wikipedia", "Packets: 1+2\n", [1] * 3 + [2] * 3),
    ],
)
def test_packets_are_dealt_as_they_are_said_to_be(
    rules: str, packets: str, sizes: list[int]
) -> None:
    text = BEGUN.replace("salon-2021", rules).replace("Deal:", f"{packets}Deal:")
    deals = [event["cards"] for event in plain(read(text)) if event["event"] == "deal"]
    assert [len(cards) for cards in deals] == sizes
    assert [card for cards in deals[::3] for card in cards] == ["7D", "JS", "KC"]


def test_dealing_stops_where_the_cards_of_the_line_stop() -> None:
    game = read(HEADER + "Hand 1: Anne deals\nDeal: Basile 7♦ J♠ | Cécile 10♦ | Anne ??\n")
    deals = [(event["seat"], event["cards"]) for event in plain(game) if event["event"] == "deal"]
    assert deals == [(1, ["7D"]), (2, ["TD"]), (0, ["??"]), (1, ["JS"])]


def test_after_a_misdeal_the_pack_is_cut_and_dealt_again() -> None:
    again = DEALT.split("\n", 1)[1]
    game = read(BEGUN + "! misdeal\nCut: Cécile 5\n" + again + TRICK_1)
    assert kinds(game).count("cut") == 2
    assert [one for one in judged(game).noticed if one.breach.is_error] == []
    by_rule = read(BEGUN + "! misdeal\n" + again + TRICK_1)
    assert kinds(by_rule) == kinds(game)


# Tricks ----------------------------------------------------------------------------------------


def test_payments_stand_before_the_draws_and_draws_before_the_next_lead() -> None:
    game = after(TRICK_1 + TRICK_2 + "3. 7♦ 10♦ 7♥ > Cécile\n4. 8♥\n")
    assert row(game[-9:]) == "play play play payment payment draw draw draw play"
    assert [event["card"] for event in game[-4:-1]] == ["??"] * 3


def test_the_end_of_the_text_needs_nothing() -> None:
    game = after(TRICK_1 + TRICK_2 + "3. 7♦ 10♦ 7♥ > Cécile\n")
    assert row(game[-3:]) == "play play play"


def test_draws_may_name_their_player_and_the_others_are_unseen() -> None:
    game = after(TRICK_1.replace("8♦ Q♦ A♥", "Anne:Q♦") + "2. 8♦\n")
    drawn = [(event["seat"], event["card"]) for event in game if event["event"] == "draw"]
    assert drawn == [(2, "??"), (0, "QD"), (1, "??")]


def test_the_last_draw_is_the_turn_up() -> None:
    text = "".join(f"{k}. ?? ?? ?? > Basile\n" for k in range(1, 8)) + "8. ??\n"
    drawn = [event["card"] for event in after(text) if event["event"] == "draw"]
    assert drawn == ["??"] * 20 + ["AS"]


def test_a_take_is_put_down_only_where_the_cards_leave_it_open() -> None:
    assert "take" not in row(after(TRICK_1))
    assert {"event": "take", "seat": 2} in after(UNDECIDED + "1. > Cécile\n")
    wrong = read(BEGUN + TRICK_1.replace("> Cécile", "> Anne"))
    assert [one.breach.code for one in judged(wrong).noticed] == ["take-seat"]


def test_a_trick_in_pieces_repeats_its_number() -> None:
    text = TRICK_1 + "2. 8♦\n! out of turn Basile\n2. B:J♠ Q♦ > Basile\n"
    game = after(text, ENCYCLOPEDIE)
    assert row(game[-4:]) == "play incident play play"
    assert [event["seat"] for event in game[-4:]] == [2, 1, 1, 0]
    drawn = "1. K♣ Q♠ 8♠ > Cécile + 8♦\n! drew out of turn Basile: seen\n1. + Q♦ A♥\n"
    assert row(after(drawn, ENCYCLOPEDIE)[-4:]) == "draw incident draw draw"
    incident = after(drawn, ENCYCLOPEDIE)[-3]
    assert (incident["seat"], incident["owner"], incident["joined"]) == (1, 0, False)


# Payments --------------------------------------------------------------------------------------


def payments(text: str) -> list[tuple[object, ...]]:
    keys = ("payer", "payee", "counters", "reason", "card")
    found = after(TRICK_1 + TRICK_2 + TRICK_3 + text)
    return [tuple(map(event.get, keys)) for event in found if event["event"] == "payment"]


BY_CARD = [(0, 2, 1, "brusquembille", "TD"), (1, 2, 1, "brusquembille", "TD")]


@pytest.mark.parametrize(
    ("text", "paid"),
    [
        ("", BY_CARD),
        ("Paid: none\n", []),
        ("Paid: net\n", [(0, 2, 1, "brusquembille", None), (1, 2, 1, "brusquembille", None)]),
        ("Paid: Basile > Cécile 1 (10♦)\n", BY_CARD[1:]),
        ("Paid: B > C 1 (10♦), net\n", [BY_CARD[1], (0, 2, 1, "brusquembille", None)]),
        ("Paid: Anne > Cécile 2 (penalty)\n", [*BY_CARD, (0, 2, 2, "penalty", None)]),
    ],
)
def test_what_is_written_as_paid_replaces_what_the_rules_fill_in(
    text: str, paid: list[tuple[object, ...]]
) -> None:
    assert payments(text) == paid


def test_payments_may_stand_behind_the_draws() -> None:
    before = after(TRICK_1 + TRICK_2 + TRICK_3 + "Paid: net\n")
    behind = after(TRICK_1 + TRICK_2 + TRICK_3 + "Paid: net, after draws\n")
    assert row(before[-5:]) == "payment payment draw draw draw"
    assert row(behind[-5:]) == "draw draw draw payment payment"


def test_a_line_of_payments_may_stand_behind_an_incident() -> None:
    text = "3. 7♦ 10♦ 7♥ > Cécile + A♦\n! drew out of turn Basile: seen\n3. + K♠ 10♣\n"
    paid = "Paid: net, Basile > Anne 2 (penalty), Basile > Cécile 2 (penalty)\n"
    game = after(TRICK_1 + TRICK_2 + text + paid, ENCYCLOPEDIE)
    assert row(game[-8:]) == "payment payment draw incident draw draw payment payment"


# Balances, awards, the end ---------------------------------------------------------------------


def test_numbers_directly_under_one_another_are_one_check_point() -> None:
    text = "Points: Anne 0, Basile 0, Cécile 7\nPot: 60\nPurses: Anne 20, Basile 20, Cécile −3\n"
    balance = after(TRICK_1 + text)[-1]
    assert balance == {
        "event": "balance",
        "points": [0, 0, 7],
        "purses": [20, 20, -3],
        "pot": 60,
    }
    apart = after(TRICK_1 + "Pot: 60\nNote: so\nPot: 60\n")
    assert row(apart[-3:]) == "balance note balance"


def test_the_end_takes_totals_and_purses_for_its_own() -> None:
    assert plain(read(HEADER + "End: abandoned\n"))[-1] == {"event": "end", "reason": "abandoned"}
    game = plain(read(HEADER + "End\nTotals: Anne 1, Basile 2, Cécile 3\n"))
    assert game[-1] == {"event": "end", "reason": "complete", "totals": [1, 2, 3]}


def test_awards_are_filled_in_before_the_end_but_not_before_a_balance() -> None:
    worked = (FIXTURES / "spec" / "worked.en.brusq").read_text(encoding="utf-8")
    assert kinds(read(worked)).endswith("award end")
    counted = worked.replace("End\n", "Pot: 60\nEnd\n")
    assert kinds(read(counted)).endswith("payment balance award end")
    written = worked.replace("End\n", "Awards: Anne 60\nPot: 0\nEnd\n")
    assert kinds(read(written)).endswith("payment award balance end")
    assert kinds(read(worked.replace("End\n", "Awards: none\nEnd\n"))).endswith("payment end")


def test_after_a_player_has_left_the_awards_are_filled_in_before_the_end() -> None:
    game = after(TRICK_1 + "! leave Basile\nEnd: abandoned\n")
    assert row(game[-4:]) == "incident award award end"


# Remarks and what is withdrawn -----------------------------------------------------------------


def test_a_remark_carries_what_was_written_and_nothing_else() -> None:
    text = (
        'Note Cécile: says: \\"no\\"; so be it\\n\\\\o/ \n'
        "1. K♣ Q♠ 8♠ > Cécile + 8♦ Q♦ A♥ ; C:\\new \n"
    )
    notes = [event for event in plain(read(BEGUN + text)) if event["event"] == "note"]
    assert notes == [
        {"event": "note", "text": 'says: \\"no\\"; so be it\n\\o/', "seat": 2},
        {"event": "note", "text": "C:\new"},
    ]


def test_a_remark_stands_behind_the_events_of_its_line() -> None:
    assert row(after(TRICK_1.replace("\n", " ; so\n"))[-4:]) == "draw draw draw note"
    assert kinds(read(HEADER.replace("2021\n", "2021 ; so\n"))) == "game note"


def test_undo_withdraws_all_that_the_line_above_gave() -> None:
    slip = TRICK_2.replace("J♠ > Basile", "7♦ > Anne")
    game = read(BEGUN + TRICK_1 + slip + "Undo\n" + TRICK_2)
    assert kinds(game, 21).startswith("draw play play play draw draw draw retract play")
    assert [event["last"] for event in plain(game) if event["event"] == "retract"] == [6]
    assert [one for one in judged(game).noticed if one.breach.is_error] == []


def test_undo_does_not_count_remarks() -> None:
    game = read(BEGUN + TRICK_1 + "2. 8♦ ; so\nNote: and so\nUndo\n2. 8♦ Q♦\n")
    assert kinds(game).endswith("draw play note note retract play play")
    assert [event["last"] for event in plain(game) if event["event"] == "retract"] == [1]
    assert [event["seat"] for event in plain(game)[-2:]] == [2, 0]


def test_undo_of_some_events_goes_on_from_before_them() -> None:
    game = read(BEGUN + TRICK_1 + "2. 8♦ Q♦\nUndo 1\n2. Q♣\n")
    assert [event.get("seat") for event in plain(game)[-4:]] == [2, 0, None, 0]
    twice = read(BEGUN + TRICK_1 + "2. 8♦\n! leave Anne\nUndo\nUndo\n2. Q♦\n")
    assert kinds(twice)[-36:] == "draw play incident retract retract play"[-36:]
    assert plain(twice)[-1]["seat"] == 2


def test_an_empty_source_holds_no_game() -> None:
    for text in (b"", b"\n# only a remark\n  \n"):
        (found,) = read_transcripts(text, name="a.brusq")
        assert isinstance(found, Fault) and found.code == "empty-file"
