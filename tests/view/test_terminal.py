"""The terminal shows the fold's states in a window of any size, whatever the names are."""

import json
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from prompt_toolkit.utils import get_cwidth

import brusqlog
from brusqlog.checking.report import Wishes
from brusqlog.cli.fullscreen import LOOKS
from brusqlog.game.state import State
from brusqlog.languages import LANGUAGES
from brusqlog.spelling import Style
from brusqlog.view import vocabulary
from brusqlog.view.game import shown
from brusqlog.view.pieces import Line, flowing, piece, told
from brusqlog.view.stepper import MOVES, OTHERS, TOLD, Stepper
from brusqlog.view.walk import Walk
from tests.view.making import FIXTURES, MODES, SLIP, WORKED, game_of, log_of

INCIDENTS = sorted(FIXTURES.glob("spec/incidents/*.brusq.jsonl"))
SIZES = [(80, 24), (72, 18), (71, 24), (80, 17), (50, 12), (24, 7), (8, 3), (1, 1), (200, 70)]

SEATED = {
    (2, False): {"b": (1, 0, 80), "a": (11, 24, 56)},
    (3, False): {"d": (1, 0, 40), "b": (1, 40, 80), "a": (11, 24, 56)},
    (4, False): {"d": (1, 0, 80), "e": (6, 0, 24), "b": (6, 56, 80), "a": (11, 24, 56)},
    (4, True): {"e": (1, 0, 40), "d": (1, 40, 80), "a": (11, 0, 40), "b": (11, 40, 80)},
    (5, False): {
        "e": (1, 0, 40), "d": (1, 40, 80), "f": (6, 0, 24), "b": (6, 56, 80), "a": (11, 24, 56),
    },
}  # fmt: skip
"""Of 80 x 24, for so many players, partners or not: where each of `a` to `f` sits, to the right of
one another: his first line, his columns."""

HOSTILE = [
    "\x1b[2J\x1b]0;x\x07\r\n\t", "\u202e\u2066\u200f" + "漢字" * 30, "e\u0301" * 50 + "👩‍👩‍👧" * 9,
    "\u2028\x9b31m\x00\x7f", "".join(map(chr, range(0x2500, 0x2560))),
]  # fmt: skip


def stepper(data: bytes, style: Style | None = None, **more: Any) -> Stepper:
    style = style or Style()
    return Stepper(lambda _: None, style, Walk(shown(log_of(data), Wishes(style=style), **more)))


def drawn(line: Line) -> str:
    return "".join(text for _, text in line)


def screen(shown: Stepper, columns: int = 80, rows: int = 24) -> list[str]:
    return [drawn(line) for line in shown.lines(columns, rows)]


def columns_of(line: str, first: int, last: int) -> str:
    """What stands in these columns; none of the names here is wide."""
    return line.ljust(last)[first:last].strip()


def cards(row: Iterator[str] | tuple[str, ...]) -> str:
    return " ".join("[▒▒]" if card == "??" else f"[{Style().card(card)}]" for card in row)


@pytest.mark.parametrize("mode", MODES)
def test_stepping_on_and_back_shows_the_states_of_the_fold(mode: str) -> None:
    on = agrees_with_the_fold(game_of(mode))
    stepping = stepper(game_of(mode))
    stepping.press("end")
    assert steps(stepping, "left", len(on) - 1) == on[::-1]


@pytest.mark.parametrize("path", INCIDENTS, ids=lambda path: path.name.partition(".")[0])
def test_so_it_is_with_incidents_withdrawals_and_faults(path: Path) -> None:
    agrees_with_the_fold(path.read_bytes())


def steps(stepping: Stepper, key: str, times: int) -> list[list[str]]:
    found = [screen(stepping)]
    for _ in range(times):
        stepping.press(key)
        found.append(screen(stepping))
    return found


def agrees_with_the_fold(data: bytes) -> list[list[str]]:
    game = brusqlog.loads(data)
    on = steps(stepper(data), "right", len(game) - 1)
    assert game.header is not None
    partners = game.header.partners is True
    for seq, lines in enumerate(on):
        assert len(lines) == 24
        assert f"Event {seq} of" in lines[0]
        agrees(lines, game.after(seq), partners=partners)
    return on


def agrees(lines: list[str], state: State, *, partners: bool) -> None:
    n = len(state.players)
    for seat, (top, first, last) in zip(range(n), sorted_seats(n, partners), strict=True):
        name, holding, points, money = (
            columns_of(line, first, last) for line in lines[top : top + 4]
        )
        assert state.players[seat] in name
        assert ("deals" in name) == (state.dealer == seat)
        if state.hand:
            assert holding == cards(state.holdings[seat])
        assert points.endswith(Style().number(state.points[seat], "points"))
        if state.purses is not None:
            counters = str(state.purses[seat]).replace("-", "−")
            assert f" {counters} counter" in f" {money}"
        else:
            assert money == f"{state.totals[seat]} all hands"
    left, right = ((5, 11), (5, 11)) if partners else ((11, 15), (11, 15))
    stock = [columns_of(line, 0, 24) for line in lines[slice(*left)]]
    assert f"Stock {state.stock}" in stock
    turnup = f"[{Style().card(state.turnup)}]" if state.turnup and state.stock else ""
    assert any(line.strip("▒") == turnup for line in stock[: stock.index(f"Stock {state.stock}")])
    assert any(line.startswith("Trump") for line in stock) == (state.trump is not None)
    pot = [columns_of(line, 56, 80) for line in lines[slice(*right)]]
    assert ("Pot" in pot) == (state.pot is not None)
    if state.pot is not None:
        assert f" {state.pot} counter" in f" {pot[pot.index('Pot') - 1]}"
    for laid in state.table:
        (line,) = [line for line in lines[1:11] if f" {cards((laid.card,))}" in middle(line, n)]
        taken = f"{cards((laid.card,))} ★" in line
        assert taken == (laid.seat == state.taker)
    if not state.table:
        assert not any("[" in middle(line, n) for line in lines[5:10])


def middle(line: str, players: int) -> str:
    """The middle of a line, where no holding stands."""
    return line[24:56] if players > 3 else line


def sorted_seats(n: int, partners: bool) -> list[tuple[int, int, int]]:
    return [SEATED[n, partners][area] for area in "abdef"[:n]]


def test_the_table_turns_by_one_player() -> None:
    stepping = stepper(game_of("five"))
    stepping.walk.seq = 60
    names = brusqlog.loads(game_of("five")).after(0).players
    for home in (0, 1, 2, 3, 4, 0):
        lines = screen(stepping)
        for place, (top, first, last) in enumerate(sorted_seats(5, False)):
            assert names[(home + place) % 5] in columns_of(lines[top], first, last)
        stepping.press("f")


def test_keys_lead_to_what_the_game_has() -> None:
    game = brusqlog.loads(game_of("round"))
    stepping = stepper(game_of("round"))
    states = [game.after(seq) for seq in range(len(game))]

    def stations(key: str) -> list[int]:
        found = [stepping.walk.seq]
        for _ in range(99):
            stepping.press(key)
            if stepping.walk.seq == found[-1]:
                break
            found.append(stepping.walk.seq)
        return found

    hands = [at for at, event in enumerate(game.events) if type(event).__name__ == "Hand"]
    ends = [0, len(game) - 1]
    assert stations("pagedown") == [0, *hands, ends[1]]
    assert stations("pageup") == [0, *hands, ends[1]][::-1]
    tricks = stations("t")
    assert all(len(states[seq].table) == 3 and states[seq].taker is not None
               for seq in tricks[1:-1])  # fmt: skip
    assert len(tricks) == 2 + sum(len(hand.tricks) for hand in game.result().hands)
    assert stations("s-left") == tricks[::-1]
    paid = [at for at, event in enumerate(game.events)
            if getattr(event, "reason", None) == "brusquembille"]  # fmt: skip
    assert stations("b") == [0, *paid]
    stepping.press("end")
    assert stepping.walk.seq == ends[1]
    stepping.press("home")
    assert stepping.walk.seq == 0


def test_findings_are_told_where_they_lie() -> None:
    stepping = stepper(SLIP)
    (error,) = [one for one in brusqlog.loads(SLIP).findings if one.severity == "error"]
    stepping.press("]")
    assert stepping.walk.seq == error.seq
    lines = screen(stepping)
    at = lines.index(
        "! error[card-already-played] Nicolas plays Q♠, but this card was already played"
    )
    assert lines[at + 1 : at + 3] == [
        "  in this hand.",
        "  rule: salon-2021, pack (stated: 000 §1)",
    ]
    kinds = [kind for kind, text in stepping.lines(80, 24)[at] if "error[" in text]
    assert kinds == ["error"]
    stepping.press("right")
    assert "error[" not in "".join(screen(stepping))
    stepping.press("[")
    assert stepping.walk.seq == error.seq
    assert "!" in screen(stepping)[15] or "●" in screen(stepping)[15]


def test_one_goes_to_an_event_a_hand_or_a_trick() -> None:
    stepping = stepper(game_of("round"))
    game = brusqlog.loads(game_of("round"))
    found = {}
    for typed in ("33", "h2", "c2", "t4", "H3 T5", "c3l5", "999", "h9", "x"):
        stepping.press("g")
        for key in [*typed, "enter"]:
            stepping.press(key)
        found[typed] = stepping.walk.seq
        notice = screen(stepping)[-1]
        assert (notice == f"There is no {typed} in this game.") == (typed in ("999", "h9", "x"))
    assert found["33"] == 33
    assert found["h2"] == found["c2"]
    assert game.events[found["h2"]].number == 2  # type: ignore[union-attr]
    for typed, wanted in {"t4": (2, 4), "H3 T5": (3, 5)}.items():
        state = game.after(found[typed])
        assert (state.hand, state.trick, len(state.table)) == (*wanted, 1)
    assert found["c3l5"] == found["x"] == found["H3 T5"]


def test_what_is_typed_can_be_taken_back_and_given_up() -> None:
    stepping = stepper(WORKED)
    for key in ("g", "4", "5", "backspace", "0"):
        stepping.press(key)
    assert "Go to: 40_ " in screen(stepping)[-1]
    stepping.press("enter")
    assert stepping.walk.seq == 40
    for key in ("g", "1", "escape", "right"):
        stepping.press(key)
    assert stepping.walk.seq == 41
    assert not stepping.over
    stepping.press("q")
    assert stepping.over


def test_every_key_is_told() -> None:
    told = " ".join(keys for keys, _ in TOLD)
    named = {" ": "{space}", "right": "→", "left": "←", "s-right": "⇧→", "s-left": "⇧←",
             "pagedown": "PgDn", "pageup": "PgUp", "home": "Home", "end": "End"}  # fmt: skip
    for key in {*MOVES, *OTHERS} - {"c-d"}:
        assert named.get(key, key) in told.replace(",", "").split(), key
    stepping = stepper(WORKED, Style(language="fr"))
    stepping.press("?")
    assert "  b           paiement de brusquembille suivant" in screen(stepping)
    stepping.press("x")
    assert screen(stepping)[0].startswith("worked ·")


def test_it_plays_by_itself_until_a_key_or_the_end() -> None:
    stepping = stepper(WORKED)

    def ticks(times: int) -> int:
        for _ in range(times):
            stepping.tick()
        return stepping.walk.seq

    assert ticks(3) == 0
    stepping.press(" ")
    assert screen(stepping)[-1] == "Playing. Any key: stop."
    assert ticks(3) == 3
    stepping.press(" ")
    assert ticks(3) == 3
    for key in ("x", "left", "?"):
        stepping.press(" ")
        stepping.press(key)
        assert ticks(3) == stepping.walk.seq <= 3
    stepping.press("x")
    stepping.press("end")
    stepping.press("left")
    stepping.press(" ")
    assert ticks(3) == len(brusqlog.loads(WORKED)) - 1
    assert not stepping.playing
    stepping.press(" ")
    assert (stepping.walk.seq, ticks(1)) == (0, 1)


def test_keys_to_help_and_to_the_end_are_told_in_any_window() -> None:
    for columns in (80, 72, 50, 40, 20):
        assert screen(stepper(WORKED), columns)[-1].endswith("? keys  q quit")


def test_other_games_are_shown_where_one_left_them() -> None:
    style = Style()
    games = [shown(log_of(data), Wishes(style=style)) for data in (WORKED, SLIP)]
    stepping = Stepper(lambda at: games[at] if at < 2 else None, style, Walk(games[0]))
    for key in ("right", "right", "n", "right", "n"):
        stepping.press(key)
    assert screen(stepping)[0].startswith("slip ·")
    assert screen(stepping)[-1] == "There is no other game."
    stepping.press("p")
    assert (stepping.walk.shown.title, stepping.walk.seq) == ("worked", 2)
    stepping.press("p")
    assert screen(stepping)[-1] == "There is no other game."


def test_a_player_sees_only_what_he_saw() -> None:
    data = game_of("three")
    stepping = stepper(data, seat=1)
    game = brusqlog.loads(data)
    assert "What Basile could see" in screen(stepping)[0]
    for seq in range(len(game)):
        lines, view = screen(stepping), game.after(seq).view(1)
        for place, (top, first, last) in enumerate(sorted_seats(3, False)):
            if view.hand:
                seen = columns_of(lines[top + 1], first, last)
                assert seen == cards(view.holdings[(1 + place) % 3])
        stepping.press("right")


@pytest.mark.parametrize("name", ["ruleset-unknown", "format-major"])
def test_a_game_without_a_table_shows_what_was_found(name: str) -> None:
    sample = FIXTURES / "broken" / name / "sample.brusq.jsonl"
    stepping = stepper(sample.read_bytes())
    text = "\n".join(screen(stepping))
    assert f"error[{name}]" in text
    assert ("not known" if name == "ruleset-unknown" else "cannot be read") in text
    for key in (*MOVES, "g"):
        stepping.press(key)
        screen(stepping)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: "{}x{}".format(*size))
def test_no_line_is_wider_and_no_screen_taller_than_the_window(
    language: str, size: tuple[int, int]
) -> None:
    columns, rows = size
    for data in (with_names(game_of("five"), HOSTILE), SLIP, with_names(WORKED, HOSTILE[1:4])):
        stepping = stepper(data, Style(language="fr" if language == "fr" else "en"))
        for key in ("home", "]", "b", "t", "t", "end", "g", "?"):
            stepping.press(key)
            lines = stepping.lines(columns, rows)
            assert len(lines) == rows
            assert {kind for line in lines for kind, _ in line} <= {"", *LOOKS}
            for line in map(drawn, lines):
                assert get_cwidth(line) <= columns
                assert line.isprintable() or not set(line) & set("\x00\x07\x1b\x7f\x9b\r\n\u202e")


def with_names(data: bytes, names: list[str]) -> bytes:
    header, *rest = data.decode().splitlines()
    changed = json.loads(header) | {"players": names, "id": HOSTILE[0] + HOSTILE[1]}
    return "\n".join([json.dumps(changed), *rest, ""]).encode()


@settings(max_examples=25, deadline=None)
@given(st.lists(st.text(min_size=1, max_size=60), min_size=3, max_size=3, unique=True),
       st.integers(1, 120), st.integers(1, 40))  # fmt: skip
def test_whatever_the_names_are_they_keep_to_the_window(
    names: list[str], columns: int, rows: int
) -> None:
    stepping = stepper(with_names(WORKED, names))
    stepping.walk.do("trick-next")
    lines = screen(stepping, columns, rows)
    assert len(lines) == rows
    assert max(map(get_cwidth, lines)) <= columns


def test_no_piece_holds_a_character_that_moves_the_cursor() -> None:
    text = "a\x1b[2J\u202eb"
    for line in (piece(text), told(text), *flowing(text, 80)):
        assert drawn(line) == "a\\x1b[2J\\u202eb"


def test_what_there_is_no_room_for_is_said_to_be_there() -> None:
    stepping = stepper(SLIP)
    stepping.press("]")
    assert screen(stepping, 50, 12)[-2].endswith("…")
    assert not screen(stepping)[-2].endswith("…")


def test_letters_stand_for_signs_where_there_is_only_ascii() -> None:
    stepping = stepper(SLIP, Style(letters=True))
    for key in ("]", "b", "t", "end", "g", "escape", "?"):
        stepping.press(key)
        assert all(line.isascii() for line in screen(stepping))
    assert "[KC] [7C]" in "".join(goto(stepper(SLIP, Style(letters=True)), 49))


def goto(stepping: Stepper, seq: int) -> list[str]:
    stepping.walk.seq = seq
    return screen(stepping)


def test_cards_have_an_edge_only_where_there_is_no_ground() -> None:
    plain, coloured = stepper(WORKED), stepper(WORKED, Style(colour=True))
    one, other = goto(plain, 33), goto(coloured, 33)
    assert [line.replace("[", " ").replace("]", " ") for line in one[:-1]] == other[:-1]
    kinds = {text.strip(): kind for line in coloured.lines(80, 24) for kind, text in line}
    assert (kinds["K♥"], kinds["Q♣"]) == ("card red", "card")


def test_both_languages_have_the_same_texts_and_all_are_short_enough() -> None:
    english, french = (vocabulary.TERMINAL[language] for language in LANGUAGES)
    assert english.keys() == french.keys()
    for language in LANGUAGES:
        for letters in (False, True):
            stepping = stepper(WORKED, Style(language=language, letters=letters))
            assert not screen(stepping)[-1].endswith(("…", "..."))
            stepping.press("g")
            assert not screen(stepping)[-1].endswith(("…", "..."))


def test_a_step_changes_little() -> None:
    """The table stays where it is: what is unchanged lies in the same place."""
    stepping = stepper(game_of("five"))
    every = []
    for _ in range(60):
        every.append(screen(stepping)[:16])
        stepping.press("right")
    for before, after in pairwise(every[20:]):
        assert sum(a != b for a, b in zip(before, after, strict=True)) <= 11


def test_the_screen_in_the_guide_is_what_is_shown() -> None:
    guide = (FIXTURES.parent / "docs" / "view.md").read_text(encoding="utf-8")
    (block,) = [part for part in guide.split("```text\n") if part.startswith("worked ·")]
    lines = goto(stepper(WORKED), 33)
    assert block.partition("```")[0] == "".join(f"{line.rstrip()}\n" for line in lines)
