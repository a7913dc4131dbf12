"""Patterns: every form against a naive search of the games, and hostile ones."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from brusqlog.archive import Archive
from brusqlog.archive.wording import PatternError
from tests.archive.asking import MODES, made
from tests.archive.counted import Counted, Row

Moment = tuple[Any, ...]
SEEDS = range(1, 5)
TIES = {"players": 5, "hands": 40}


@pytest.fixture(scope="module")
def games() -> list[Counted]:
    """Games of every mode, and one that is long enough for hands that are tied."""
    lines = [made(seed, **wishes) for wishes in MODES.values() for seed in SEEDS]
    return [Counted(one) for one in [*lines, made(7, **TIES), made(8, players=2, hands=80)]]


@pytest.fixture(scope="module")
def filled(games: list[Counted], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Archive]:
    folder = tmp_path_factory.mktemp("find")
    for number, game in enumerate(games):
        text = "".join(json.dumps(event, ensure_ascii=False, separators=(",", ":")) + "\n"
                       for event in game.events)  # fmt: skip
        (folder / f"{number:02}.brusq.jsonl").write_text(text, encoding="utf-8", newline="\n")
    with Archive(folder / "a.duckdb") as archive:
        archive.add(folder)
        yield archive


def name(game: Counted, seat: int) -> str:
    return str(game.header["players"][seat])


def side(game: Counted, seat: int) -> int:
    return seat // 2 if game.header.get("partners") else seat


def hand_of(game: Counted, play: Row) -> Row:
    found: Row = next(hand for hand in game.hands if hand["hand"] == play["hand"])
    return found


def tricks(game: Counted) -> Iterator[tuple[Row, list[Row]]]:
    """Each trick: its hand, and its plays."""
    for hand in game.hands:
        for number in range(1, hand["tricks"] + 1):
            yield hand, [play for play in game.plays
                         if (play["hand"], play["trick"]) == (hand["hand"], number)]  # fmt: skip


def taker(plays: list[Row]) -> int:
    return next(int(play["seat"]) for play in plays if play["took"])


def by_trick(wanted: Callable[[Counted, Row, list[Row]], bool]) -> Callable[[Counted], set[Moment]]:
    return lambda game: {
        (hand["hand"], plays[0]["trick"])
        for hand, plays in tricks(game)
        if wanted(game, hand, plays)
    }


def by_hand(wanted: Callable[[Counted, Row], bool]) -> Callable[[Counted], set[Moment]]:
    return lambda game: {(hand["hand"],) for hand in game.hands if wanted(game, hand)}


def points(plays: list[Row]) -> int:
    return sum({"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}.get(play["rank"], 0) for play in plays)


def saved(game: Counted, plays: list[Row], play: Row) -> bool:
    return side(game, play["seat"]) == side(game, taker(plays))


def drawn(game: Counted, card: str, seat: int | None = None) -> set[Moment]:
    found = set()
    hand = seen = 0
    for event in game.events:
        match event["event"]:
            case "hand":
                hand, seen = event["number"], 0
            case "play":
                seen += 1
            case "draw" if event["card"] == card and seat in (None, event["seat"]):
                found.add((hand, seen // game.n))
    return found


SEARCHES: dict[str, Callable[[Counted], set[Moment]]] = {
    "trick 10": by_trick(lambda g, h, p: p[0]["trick"] == 10),
    "trick >= 5, trick < 7": by_trick(lambda g, h, p: p[0]["trick"] in (5, 6)),
    "last trick": by_trick(lambda g, h, p: p[0]["trick"] == h["tricks"]),
    "trick trumped": by_trick(
        lambda g, h, p: not p[0]["is_trump"] and any(q["took"] and q["is_trump"] for q in p)
    ),
    "trick led by Anne": by_trick(lambda g, h, p: name(g, p[0]["seat"]) == "Anne"),
    "trick taken by dealer": by_trick(lambda g, h, p: taker(p) == h["dealer"]),
    "trick points >= 25": by_trick(lambda g, h, p: points(p) >= 25),
    "trick 3, ace of trumps led": by_trick(
        lambda g, h, p: p[0]["trick"] == 3 and p[0]["rank"] == "A" and p[0]["is_trump"]
    ),
    "dernière levée, as d'atout entamé": by_trick(
        lambda g, h, p: p[0]["trick"] == h["tricks"] and p[0]["rank"] == "A" and p[0]["is_trump"]
    ),
    "ten lost": by_trick(
        lambda g, h, p: any(q["rank"] == "T" and not saved(g, p, q) for q in p)
    ),
    "ten of trumps lost by eldest": by_trick(
        lambda g, h, p: any(
            q["rank"] == "T" and q["is_trump"] and not saved(g, p, q)
            and q["seat"] == (h["dealer"] + 1) % g.n for q in p
        )
    ),
    "brusquembille saved": by_trick(
        lambda g, h, p: any(q["is_brusquembille"] and saved(g, p, q) for q in p)
    ),
    "ace of hearts saved by seat 1": by_trick(
        lambda g, h, p: any(q["card"] == "AH" and saved(g, p, q) and q["seat"] == 1 for q in p)
    ),
    "10♥ played by Basile": by_trick(
        lambda g, h, p: any(q["card"] == "TH" and name(g, q["seat"]) == "Basile" for q in p)
    ),
    "spades led, trumps played": by_trick(
        lambda g, h, p: p[0]["suit"] == "S" and any(q["is_trump"] for q in p)
    ),
    "not trump played": by_trick(lambda g, h, p: not any(q["is_trump"] for q in p)),
    "valet de trèfle pioché": lambda game: drawn(game, "JC"),
    "king of spades drawn by seat 0": lambda game: drawn(game, "KS", 0),
    "queen turned up": by_hand(lambda g, h: h["turnup"][0] == "Q"),
    "payment": lambda game: {(p["hand"], p["trick"]) for p in game.payments},
    "payment >= 2 by Anne to Basile": lambda game: {
        (p["hand"], p["trick"]) for p in game.payments
        if p["counters"] >= 2 and name(game, p["payer"]) == "Anne"
        and name(game, p["payee"]) == "Basile"
    },
    "paiement par le donneur": lambda game: {
        (p["hand"], p["trick"]) for p in game.payments if p["payer"] == hand_of(game, p)["dealer"]
    },
    "hand 2": by_hand(lambda g, h: h["hand"] == 2),
    "hand <= 2, points > 60": by_hand(lambda g, h: h["hand"] <= 2 and max(h["points"]) > 60),
    "hand complete": by_hand(lambda g, h: True),
    "hand void": by_hand(lambda g, h: False),
    "hand tied": by_hand(lambda g, h: len({side(g, seat) for seat in h["won"]}) > 1),
    "pot shared": by_hand(
        lambda g, h: len({side(g, seat) for seat, got in enumerate(h["awards"]) if got}) > 1
    ),
    "hand dealt by Basile": by_hand(lambda g, h: name(g, h["dealer"]) == "Basile"),
    "hand won by dealer": by_hand(lambda g, h: h["dealer"] in h["won"]),
    "points >= 50 by loser": by_hand(
        lambda g, h: any(p >= 50 and seat not in h["won"] for seat, p in enumerate(h["points"]))
    ),
    "points = 0 by winner": by_hand(lambda g, h: any(h["points"][seat] == 0 for seat in h["won"])),
    "pot > 20": by_hand(lambda g, h: not g.for_points and h["pot"] > 20),
    "award >= 15 by eldest": by_hand(lambda g, h: h["awards"][(h["dealer"] + 1) % g.n] >= 15),
    "incident": by_hand(lambda g, h: False),
    "player Denise": lambda game: {()} if "Denise" in game.header["players"] else set(),
    "joueur Denise, hand 1, ace led": by_trick(
        lambda g, h, p: "Denise" in g.header["players"] and h["hand"] == 1 and p[0]["rank"] == "A"
    ),
    "card played, not player Anne": by_trick(lambda g, h, p: "Anne" not in g.header["players"]),
}  # fmt: skip
SELDOM = {"hand void", "incident", "card played, not player Anne"}
"""What does not happen in these games, or may not."""


@pytest.mark.parametrize("pattern", SEARCHES)
def test_a_pattern_finds_what_a_naive_search_finds(
    filled: Archive, games: list[Counted], pattern: str
) -> None:
    answer = filled.find(pattern)
    level = [column for column in ("hand", "trick") if column in answer.columns]
    found = answer.project(", ".join(["game", *level])).fetchall()
    expected = [(game.game, *moment) for game in games for moment in SEARCHES[pattern](game)]
    assert sorted(found) == sorted(expected)
    assert (pattern in SELDOM) == (not found)


HOSTILE = [
    "'; DROP TABLE games; --", "trick 1; DELETE FROM plays", "trick 1)) --", "player '",
    'player "\'; DROP TABLE games"', "trick led by x' OR '1'='1", "incident ' OR 1=1",
    "trick 99999999999999999999", "trick -1", "trick ١", "points >= 1 OR 1", "$pattern0",
    "player $1", "{hand}", 'player "a', "\0", "trick 1,", "cards 2 led", "??", "?? led",
    "x" * 4001,
]  # fmt: skip


@pytest.mark.parametrize("pattern", HOSTILE)
def test_a_pattern_is_never_sql(filled: Archive, pattern: str) -> None:
    before = filled.query("SELECT count(*) FROM plays").fetchall()
    with pytest.raises(PatternError, match=r"^column \d+: "):
        filled.find(pattern)
    assert filled.query("SELECT count(*) FROM plays").fetchall() == before
