"""Reports for which Python works something out: ratings, hands under another ruleset; incidents."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from openskill.models import PlackettLuce

import brusqlog
from brusqlog.archive import Archive
from brusqlog.game.ruleset import Ruleset, rulesets
from tests.archive.asking import SPEC, made
from tests.archive.counted import Row
from tests.archive.recounted import Recounted, share

LOW_TENS = "AKQJT987"


def archived(folder: Path, logs: Sequence[str]) -> Archive:
    paths = [folder / f"{number:02}.jsonl" for number in range(len(logs))]
    for path, lines in zip(paths, logs, strict=True):
        path.write_text(lines, encoding="utf-8", newline="\n")
    archive = Archive(folder / "a.duckdb")
    archive.add(paths)
    return archive


def report(archive: Archive, name: str, **wishes: Any) -> list[Row]:
    found = archive.stats(name, **wishes)
    return [dict(zip(found.columns, row, strict=True)) for row in found.fetchall()]


# Ratings ---------------------------------------------------------------------------------------


def on(date: str, lines: str) -> str:
    return lines.replace('"rules":', f'"date":"{date}","rules":', 1)


@pytest.fixture
def season(tmp_path: Path) -> list[str]:
    """Games in the order in which they count."""
    return [
        made(seed=1, players=3, hands=2),
        on("2024", made(seed=2, players=4, hands=2)),
        on("2024-02", made(seed=3, partners=True, hands=3)),
        on("2024-02-01", made(seed=4, partners=True, target=150)),
        on("2025", made(seed=5, players=2, hands=3)),
    ]


def rated(logs: Sequence[str]) -> list[Row]:
    """The leaderboard, by a call of openskill for every game."""
    model = PlackettLuce()
    ratings: dict[str, Any] = {}
    games: dict[str, list[bool]] = {}
    for lines in logs:
        game = Recounted(lines)
        rows = list(game.seat_rows())
        name = "total" if game.for_points else "purse"
        scores = {row["seat"]: row[name] for row in rows}
        teams = [(0, 1), (2, 3)] if game.mode == "2v2" else [(seat,) for seat in scores]
        sums = [sum(scores[seat] for seat in team) for team in teams]
        ranks = [1 + sum(other > own for other in sums) for own in sums]
        names = [[game.players[seat] for seat in team] for team in teams]
        before = [[ratings.setdefault(name, model.rating()) for name in team] for team in names]
        for team, rank, after in zip(names, ranks, model.rate(before, ranks=ranks), strict=True):
            for player, rating in zip(team, after, strict=True):
                ratings[player] = rating
                games.setdefault(player, []).append(rank == 1)
    order = sorted(ratings, key=lambda name: (-ratings[name].ordinal(), name))
    return [
        {
            "place": 1 + sum(one.ordinal() > ratings[name].ordinal() for one in ratings.values()),
            "player": name, "n": len(games[name]), "won": sum(games[name]),
            **share("won", sum(games[name]), len(games[name])),
            "rating": ratings[name].ordinal(), "strength": ratings[name].mu,
            "strength_pm": 1.96 * ratings[name].sigma,
        }
        for name in order
    ]  # fmt: skip


def test_ratings_are_those_of_openskill_game_by_game(tmp_path: Path, season: list[str]) -> None:
    backwards = [season[4], season[3], season[2], season[1], season[0]]
    found = report(archived(tmp_path, backwards), "leaderboard")
    for one, other in zip(found, rated(season), strict=True):
        assert one == pytest.approx(other, abs=0.0501)
        assert one["rating"] == pytest.approx(other["rating"], abs=0.00501)
        assert one["strength"] == pytest.approx(other["strength"], abs=0.00501)


def test_a_rating_rests_on_the_games_of_all_and_on_those_that_are_chosen(
    tmp_path: Path, season: list[str]
) -> None:
    archive = archived(tmp_path, season)
    whole = report(archive, "leaderboard")
    (mine,) = report(archive, "leaderboard", player="Basile")
    assert mine == next(row for row in whole if row["player"] == "Basile")
    for one, other in zip(
        report(archive, "leaderboard", mode="2v2"), rated(season[2:4]), strict=True
    ):
        assert one == pytest.approx(other, abs=0.0501)


def test_games_that_are_not_finished_are_not_rated(tmp_path: Path) -> None:
    lines = made(players=3)
    archive = archived(tmp_path, [lines[: lines.index('{"event":"award"')]])
    assert report(archive, "leaderboard") == []
    assert report(archive, "ties") != []


# Another ruleset -------------------------------------------------------------------------------


def against(archive: Archive, ruleset: Ruleset, **wishes: Any) -> dict[str, Row]:
    return {row["mode"]: row for row in report(archive, "rules", against=ruleset, **wishes)}


@pytest.mark.parametrize("wishes", [{"players": 3}, {"players": 2}, {"partners": True}])
def test_a_hand_stands_while_no_other_would_have_led(
    tmp_path: Path, wishes: dict[str, Any]
) -> None:
    lines = made(hands=40, bots="greedy", **wishes)
    game = Recounted(lines)
    others = stands = 0
    for hand in game.hands:
        then = game.under(LOW_TENS, hand)
        now = [next(p["seat"] for p in trick if p["took"]) for trick in game.tricks_of(hand)]
        if then[:-1] == now[:-1]:
            stands += 1
            points = [0] * game.n
            for taker, trick in zip(then, game.tricks_of(hand), strict=True):
                points[taker] += sum({"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}.get(p["rank"], 0)
                                     for p in trick)  # fmt: skip
            others += game._winners(points) != hand["won"]
    row = against(archived(tmp_path, [lines]), rulesets()["academie-1718"])[game.mode]
    assert (row["n"], row["stands"], row["taker"], row["revoke"]) == (40, stands, 40 - stands, 0)
    assert 0 < stands < 40
    assert row["won_else"] == others
    low, high = (share("stands", stands, 40)[f"stands_{end}"] for end in ("low", "high"))
    assert row["stands_low"] == pytest.approx(low, abs=0.0501)
    assert row["stands_high"] == pytest.approx(high, abs=0.0501)


def test_under_its_own_ruleset_every_hand_stands_and_nothing_changes(tmp_path: Path) -> None:
    logs = [made(seed=seed, players=players, hands=5) for seed, players in enumerate((2, 3, 4, 5))]
    logs += [made(seed=9, partners=True, target=200)]
    for mode, row in against(archived(tmp_path, logs), rulesets()["salon-2021"]).items():
        assert (row["stands_percent"], row["won_else"]) == (100, 0)
        assert row["paid"] == row["due"] == {"2": 0, "3": 24, "4": 36, "5": 48, "2v2": None}[mode]
        assert row["moved"] == (None if mode == "2v2" else 0)


def test_a_mode_that_the_ruleset_lacks_is_counted_and_no_more(tmp_path: Path) -> None:
    archive = archived(tmp_path, [made(players=4, hands=2)])
    row = against(archive, rulesets()["encyclopedie"])["4"]
    assert (row.pop("mode"), row.pop("n")) == ("4", 2)
    assert set(row.values()) == {None}


def paid_in(lines: str) -> list[list[int]]:
    return [hand["net"] for hand in Recounted(lines).hands]


@pytest.mark.parametrize(
    ("rules", "wishes", "options"),
    [
        ("wikipedia", {"partners": True}, {}),
        ("wikipedia", {"players": 2}, {}),
        ("salon-2021", {"players": 3}, {"ace_of_trump": "gate"}),
        ("salon-2021", {"players": 5}, {"ace_of_trump": "gate"}),
    ],
)
def test_what_would_be_paid_is_what_is_paid_where_the_same_is_played(
    tmp_path: Path, rules: str, wishes: dict[str, Any], options: dict[str, Any]
) -> None:
    wishes = wishes | {"hands": 8, "bots": "greedy", "seed": 5}
    here, there = made(**wishes), made(**wishes, rules=rules, options=options or None)
    one, other = Recounted(here), Recounted(there)
    assert [play["card"] for play in one.plays] == [play["card"] for play in other.plays]
    ruleset = rulesets()[rules]
    if options:
        own = {"name": "own", "base": rules, "rules": {}, "options": {
            name: {"value": value, "provenance": "default", "source": "own"}
            for name, value in options.items()
        }}  # fmt: skip
        ruleset = Ruleset.of(own)
    row = against(archived(tmp_path, [here]), ruleset)[one.mode]
    due = [sum(paid["counters"] for paid in hand["paid"]) for hand in other.hands]
    moved = [
        sum(max(0, now - before) for now, before in zip(*nets, strict=True))
        for nets in zip(paid_in(there), paid_in(here), strict=True)
    ]
    assert sum(moved) > 0
    assert row["due"] == pytest.approx(sum(due) / 8, abs=0.00501)
    assert row["moved"] == pytest.approx(sum(moved) / 8, abs=0.00501)
    assert (row["stands"], row["won_else"]) == (8, 0)


def test_a_hand_with_a_revoke_is_one_that_the_judge_calls_so(tmp_path: Path) -> None:
    logs = [made(players=3, seed=seed) for seed in range(30)]
    strict = [
        lines.replace('"rules":', '"options":{"strict_endgame":true},"rules":', 1) for lines in logs
    ]
    (tmp_path / "strict.jsonl").write_text("".join(strict), encoding="utf-8", newline="\n")
    found = brusqlog.check(tmp_path / "strict.jsonl")
    revokes = {finding.game for finding in found if finding.code == "revoke"}
    assert 0 < len(revokes) < 30
    own = {"name": "own", "base": "salon-2021", "rules": {}, "options": {
        "strict_endgame": {"value": True, "provenance": "default", "source": "own"},
    }}  # fmt: skip
    row = against(archived(tmp_path, logs), Ruleset.of(own))["3"]
    assert (row["revoke"], row["stands"]) == (len(revokes), 30 - len(revokes))


def test_hands_in_which_something_irregular_happened_are_left_out(tmp_path: Path) -> None:
    with Archive(tmp_path / "a.duckdb") as archive:
        archive.add(sorted((SPEC / "incidents").iterdir()))
        ((complete,),) = archive.query(
            "SELECT count(*) FROM hands JOIN games USING (game)"
            " ANTI JOIN incidents USING (game, hand)"
            " WHERE games.status <> 'faulty' AND hands.status = 'complete'"
        ).fetchall()
        rows = against(archive, rulesets()["salon-2021"])
    assert sum(row["n"] for row in rows.values()) == complete


# Incidents -------------------------------------------------------------------------------------


def test_incidents_are_those_of_the_logs(tmp_path: Path) -> None:
    logs = [path.read_text(encoding="utf-8") for path in sorted((SPEC / "incidents").iterdir())]
    logs.append((SPEC.parent / "games" / "incident-misdeal.brusq.jsonl").read_text("utf-8"))
    archive = archived(tmp_path, logs)
    legal = {path for path, status in archive.query("SELECT source, status FROM games").fetchall()
             if status != "faulty"}  # fmt: skip
    hands: dict[tuple[str, str], int] = {}
    told: dict[tuple[str, str, str], list[tuple[str, int]]] = {}
    seats: list[str] = []
    for source in legal:
        events = [json.loads(line) for line in Path(source).read_text("utf-8").splitlines()]
        header = events[0]
        pairs = header.get("partners")
        key = header["rules"], "2v2" if pairs else str(len(header["players"]))
        number = 0
        for event in events:
            if event["event"] == "hand":
                number += 1
                hands[key] = hands.get(key, 0) + 1
            if event["event"] == "incident":
                told.setdefault((*key, event["kind"]), []).append((source, number))
                if "seat" in event:
                    seats.append(header["players"][event["seat"]])
    found = report(archive, "incidents")
    assert len(found) > 3
    assert found == sorted(found, key=lambda row: (row["rules"], row["mode"], row["kind"]))
    for row in found:
        incidents = told.pop((row["rules"], row["mode"], row["kind"]))
        n = hands[row["rules"], row["mode"]]
        assert (row["n"], row["incidents"], row["hands"]) == (n, len(incidents), len({*incidents}))
        for name, value in share("hands", len({*incidents}), n).items():
            assert row[name] == pytest.approx(value, abs=0.0501)
    assert not told
    for player in set(seats):
        mine = report(archive, "incidents", player=player)
        assert sum(row["incidents"] for row in mine) == seats.count(player)
