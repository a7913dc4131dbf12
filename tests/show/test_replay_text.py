"""The replay one reads in a terminal, and as Markdown."""

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from brusqlog.game.findings import LANGUAGES, Finding, Language
from brusqlog.show.layout import drawn, wrapped
from brusqlog.show.markdown import markdown
from brusqlog.show.records import GameRecord
from brusqlog.show.telling import Part
from brusqlog.show.text import text
from brusqlog.spelling import Style

WORKED = Path(__file__).parents[2] / "fixtures" / "spec" / "worked.replay.json"
LONG = ["Anne-Marie de la Tour du Pin", "Basile", "Cécile", "安娜安娜安娜安娜", "Émile\x1b[31m"]


def worked() -> dict[str, Any]:
    game: dict[str, Any] = json.loads(WORKED.read_text(encoding="utf-8"))["games"][0]
    return game


def at_a_table_of(players: int) -> dict[str, Any]:
    """The worked game as if so many had sat there, with long names."""
    game = worked()
    more = players - 3
    game["players"] = LONG[:players]
    for key in ("totals", "purses"):
        game[key] += [100] * more
    for hand in game["hands"]:
        hand["holdings"] += [["7S", "??", "TH"]] * more
        for key in ("points", "net_payments", "announced"):
            hand[key] += [100] * more
        for trick in hand["tricks"]:
            seq = trick["plays"][-1]["seq"]
            others = [{"seq": seq, "seat": seat, "card": "TH"} for seat in range(3, players)]
            trick["plays"] += others
            trick["draws"] += others if trick["draws"] else []
    return game


def lines(game: dict[str, Any], *findings: Finding, **style: Any) -> list[str]:
    record = msgspec.convert(game, GameRecord)
    return "\n".join(text(record, findings, Style(**style))).split("\n")


def page(game: dict[str, Any], *findings: Finding, **style: Any) -> list[str]:
    return list(markdown(msgspec.convert(game, GameRecord), findings, Style(**style)))


def found(seq: int, hand: int | None = 1, message: str = "wrong") -> Finding:
    return Finding(
        file="f", seq=seq, hand=hand, code="draw-order", severity="error", message=message
    )


def after(told: list[str], line: str) -> str:
    """The line behind the first one that has this in it."""
    return told[next(i for i, other in enumerate(told) if line in other) + 1]


def test_a_hand_begins_with_its_setting_and_the_holdings_as_dealt() -> None:
    told = lines(worked())
    assert told[:7] == [
        "worked · salon-2021 · Anne, Basile, Cécile · finished",
        "",
        "Hand 1 · Anne deals · Cécile cuts · turn-up A♠ · spades are trumps",
        "  Anne    8♠ 7♥ K♥",
        "  Basile  7♦ J♠ K♣",
        "  Cécile  10♦ Q♠ 9♣",
        "  stakes: 20 counters each",
    ]


def test_a_trick_is_a_line_with_plays_taker_points_draws_and_running_points() -> None:
    told = lines(worked())
    assert "   3  B 7♦   C 10♦★ A 7♥   Cécile  10  C A♦  A K♠  B 10♣    0   5  17" in told
    assert "   8  A J♦   B 10♠  C A♠★  Cécile  23                       9  34  40" in told


def test_payments_stand_under_their_trick_those_alike_as_one() -> None:
    told = lines(worked())
    assert after(told, "   3  B 7♦") == "      paid 10♦ A,B→C 1 each"
    assert after(told, "   8  A J♦") == "      paid 10♠ B→A,C 1 each; A♠ A,B→C 2 each"


def test_a_hand_ends_with_points_payments_and_the_pot() -> None:
    told = lines(worked())
    end = told.index("  points        46      34      40")
    assert told[end + 1 : end + 3] == [
        "  payments      +1      −2      +1",
        "  Anne takes the pot: 60 counters",
    ]


def test_a_game_ends_with_totals_purses_and_ranking() -> None:
    assert lines(worked())[-3:] == [
        "  totals        46      34      40",
        "  purses        81      18      21",
        "  ranking: 1. Anne  2. Cécile  3. Basile",
    ]


def test_french_has_french_words_ranks_and_plurals() -> None:
    told = lines(worked(), language="fr")
    assert "Coup 1 · Anne donne · Cécile coupe · retourne A♠ · atout pique" in told
    assert "   1  B R♣   C D♠★  A 8♠   Cécile   7  C 8♦  A D♦  B A♥     0   0   7" in told
    assert "  Anne prend le pot : 60 jetons" in told


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("letters", [False, True])
def test_no_line_is_longer_than_80_columns_or_ends_in_a_blank(
    players: int, language: Language, letters: bool
) -> None:
    game = at_a_table_of(players)
    long = found(33, message="a long sentence that goes on and on " * 9)
    told = lines(game, long, language=language, letters=letters)
    assert [line for line in told if drawn(line) > 80] == []
    assert [line for line in told if line != line.rstrip()] == []
    assert not any("\x1b" in line for line in told)


@pytest.mark.parametrize("columns", [60, 100, 200])
def test_the_width_of_the_terminal_is_kept(columns: int) -> None:
    told = lines(worked(), columns=columns)
    assert max(map(drawn, told)) <= columns


def test_where_draws_do_not_fit_they_stand_under_the_trick() -> None:
    assert after(lines(at_a_table_of(5)), "   3  ").startswith("      + ")


def test_letters_need_no_sign_beyond_ascii_but_names() -> None:
    game = worked()
    game["players"][2] = "Cecile"
    assert "\n".join(lines(game, letters=True)).isascii()


def test_colour_adds_only_colour() -> None:
    plain, coloured = lines(worked()), lines(worked(), colour=True)
    assert [re.sub(r"\x1b\[[0-9;]*m", "", line).rstrip() for line in coloured] == plain
    assert "\x1b[31m7♦\x1b[0m" in "".join(coloured)
    assert "\x1b[31;1m10♦\x1b[0m" in "".join(coloured)


def test_a_finding_stands_at_its_place() -> None:
    header, stake, trick, settled = found(0, None), found(6), found(36), found(86)
    told = lines(worked(), settled, trick, stake, header)
    assert told[1] == "  ! error[draw-order] wrong"
    assert after(told, "stakes:") == "  ! error[draw-order] wrong"
    assert after(told, "paid 10♦ A,B") == "  ! error[draw-order] wrong"
    assert told.count("  ! error[draw-order] wrong") == 4


def test_a_finding_in_a_hand_that_was_never_played_is_told_at_the_end() -> None:
    assert lines(worked(), found(90, 2))[-1] == "  ! error[draw-order] wrong"


def test_an_incident_stands_at_its_place() -> None:
    game = worked()
    game["hands"][0]["incidents"] = [
        {"seq": 29, "kind": "drew-out-of-turn", "seat": 1, "owner": 2, "joined": True}
    ]
    told = after(lines(game), "   2  C 8♦")
    assert told == "  · Basile draws out of turn, the card of Cécile (he joined it to his own)"


def test_hands_picked_out_have_no_end_of_the_game() -> None:
    record = msgspec.convert(worked(), GameRecord)
    told = list(text(record, (), Style(), Part(whole=False)))
    assert told[-1] == "  Anne takes the pot: 60 counters"


def test_a_trick_picked_out_is_told_with_the_points_up_to_it() -> None:
    record = msgspec.convert(worked(), GameRecord)
    told = list(text(record, [found(36), found(40)], Style(), Part(whole=False, trick=3)))
    assert told[-3:] == [
        "   3  B 7♦   C 10♦★ A 7♥   Cécile  10  C A♦  A K♠  B 10♣    0   5  17",
        "      paid 10♦ A,B→C 1 each",
        "  ! error[draw-order] wrong",
    ]
    told = list(markdown(record, (), Style(), Part(whole=False, trick=3)))
    assert told[-1].startswith("| 3 |") and told[-1].endswith("| 0 / 5 / 17 |")


def test_a_game_for_points_has_no_purses_and_names_who_has_most() -> None:
    game = worked()
    game["purses"] = None
    game["hands"][0]["awards"] = []
    told = lines(game)
    assert "  most points: Anne" in told
    assert not any("purses" in line for line in told)


def test_a_shared_pot_and_unequal_stakes_are_told_in_full() -> None:
    game = worked()
    game["hands"][0]["awards"] = [{"seq": 86, "seat": seat, "counters": 30} for seat in (0, 2)]
    game["hands"][0]["stakes"][0]["counters"] = 10
    told = lines(game)
    assert "  from the pot: Anne 30, Cécile 30" in told
    assert "  stakes: Basile 10, Cécile 20, Anne 20" in told


def test_names_that_begin_alike_get_longer_initials_or_numbers() -> None:
    game = worked()
    game["players"] = ["Anne", "Antoine", "Basile"]
    assert "   1  Ant K♣   Bas Q♠★  Ann 8♠   Basile " in "\n".join(lines(game))
    game["players"] = ["Player 1", "Player 2", "Player 3"]
    assert "   1  1 K♣   2 Q♠★  0 8♠   " in "\n".join(lines(game))


def test_markdown_is_a_table_of_tricks_with_the_taker_in_bold() -> None:
    told = page(worked())
    assert told[0] == "# worked"
    assert "## Hand 1" in told
    assert "| 2 | C 8♦, A Q♦, **B J♠** | Basile | 5 |  | B 9♦, C 8♥, A Q♣ | 0 / 5 / 7 |" in told
    tables = [line for line in told if line.startswith("|")]
    assert all(line.endswith("|") for line in tables)


def test_markdown_escapes_what_would_be_read_as_markup() -> None:
    game = worked()
    game["players"][0] = "A|b*<i>_x"
    assert r"| A\|b\*\<i\>\_x |" in "\n".join(page(game))


def test_markdown_begins_its_table_again_behind_a_finding() -> None:
    told = page(worked(), found(36))
    assert sum(line.startswith("| # |") for line in told) == 2
    assert "> **error** `draw-order` wrong" in told


def test_wrapping_keeps_every_word() -> None:
    told = list(wrapped("one two three four", 10, "- ", "  "))
    assert told == ["- one two", "  three", "  four"]


def test_two_against_two_sides_are_told_apart_and_added_up() -> None:
    game = at_a_table_of(4)
    game["players"] = ["Anne", "Basile", "Cécile", "Denis"]
    record = msgspec.convert(game, GameRecord)
    for told in (
        "\n".join(text(record, (), Style(), partners=True)),
        "\n".join(markdown(record, (), Style(), partners=True)),
    ):
        assert "Anne and Basile against Cécile and Denis" in told
        assert told.count("card points by side: Anne and Basile 80, Cécile and Denis 140") == 2
    assert "by side" not in "\n".join(text(record, (), Style()))


def test_an_incident_is_wrapped_like_everything_else() -> None:
    game = at_a_table_of(5)
    game["hands"][0]["incidents"] = [
        {"seq": 40, "kind": "drew-out-of-turn", "seat": 0, "owner": 3, "joined": True}
    ]
    told = lines(game)
    assert max(map(drawn, told)) <= 80
    assert "(he joined it to his own)" in " ".join("\n".join(told).split())


def test_what_lies_in_the_pot_is_left_only_when_the_game_is_over() -> None:
    game = worked() | {"pot": 20}
    assert "  left in the pot: 20 counters" in lines(game)
    assert "  in the pot: 20 counters" in lines(game | {"status": "unfinished"})


def test_a_purse_below_zero_has_a_true_minus_sign() -> None:
    (row,) = [line for line in lines(worked() | {"purses": [-5, 5, 0]}) if "purses" in line]
    assert row.split() == ["purses", "−5", "5", "0"]


def test_a_name_that_begins_with_an_escape_is_told_by_what_follows() -> None:
    game = worked()
    game["players"] = ["\x1bAnne", "Basile", "Cécile"]
    assert any(line.split()[-3:] == ["A", "B", "C"] for line in lines(game) if line)
