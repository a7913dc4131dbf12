"""Reports: their figures recomputed naively, their headings in both languages."""

import json
import math
import statistics
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from brusqlog.archive import Archive
from brusqlog.archive.opening import reading
from brusqlog.archive.stats import FILTERS, reports, values
from brusqlog.languages import LANGUAGES
from tests.archive.asking import MODES, SAMPLES, SLIP, made
from tests.archive.counted import Counted

Z = 1.96


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """An archive of legal games of all modes and a faulty one, and beside it the legal logs."""
    folder = tmp_path_factory.mktemp("club")
    for number, wishes in enumerate([*MODES.values(), {"players": 3, "hands": 4}]):
        lines = made(seed=number + 1, bots="greedy", **wishes)
        (folder / f"{number}.jsonl").write_text(lines, encoding="utf-8", newline="\n")
    Archive(folder / "a.duckdb").add([folder, SLIP])
    yield folder


def report(club: Path, **filters: str) -> list[dict[str, Any]]:
    with reading([club / "a.duckdb"]) as con:
        found = reports()["players"].of(con, **filters)
        return [dict(zip(found.columns, row, strict=True)) for row in found.fetchall()]


def naively(club: Path, mode: str | None = None) -> list[dict[str, Any]]:
    """The report `players`, from the lines of the logs."""
    hands: dict[str, list[tuple[bool, int, int | None]]] = {}
    games: dict[str, int] = {}
    purses: dict[str, list[int | None]] = {}
    for path in club.glob("*.jsonl"):
        game = Counted(path.read_text(encoding="utf-8"))
        if mode not in (None, "2v2" if game.header.get("partners") else str(game.n)):
            continue
        rows = list(game.seat_rows())
        for seat, name in enumerate(game.header["players"]):
            games[name] = games.get(name, 0) + 1
            purse = rows[seat]["purse"]
            bank = 20 * len(game.hands) + 20
            purses.setdefault(name, []).append(None if purse is None else purse - bank)
            hands.setdefault(name, []).extend(
                (seat in hand["won"], hand["points"][seat],
                 None if game.for_points else hand["net"][seat])
                for hand in game.hands
            )  # fmt: skip
    found = [line(name, games[name], hands[name], purses[name]) for name in games]
    return sorted(found, key=lambda row: (-row["hands"], row["player"]))


def line(name: str, games: int, hands: list[Any], purses: list[int | None]) -> dict[str, Any]:
    n = len(hands)
    won = sum(hand[0] for hand in hands)
    points = [hand[1] for hand in hands]
    paid = [hand[2] for hand in hands if hand[2] is not None]
    p = won / n
    middle = (p + Z * Z / (2 * n)) / (1 + Z * Z / n)
    half = Z / (1 + Z * Z / n) * math.sqrt(p * (1 - p) / n + Z * Z / (4 * n * n))
    gains = [purse for purse in purses if purse is not None]
    return {
        "player": name, "games": games, "hands": n, "won": won,
        "won_percent": 100 * p, "won_low": 100 * (middle - half), "won_high": 100 * (middle + half),
        "points": statistics.mean(points), "points_pm": error(points),
        "payments": statistics.mean(paid) if paid else None, "payments_pm": error(paid),
        "purse": sum(gains) if gains else None,
    }  # fmt: skip


def error(numbers: list[int]) -> float | None:
    if len(numbers) < 2:
        return None
    return Z * statistics.stdev(numbers) / math.sqrt(len(numbers))


@pytest.mark.parametrize("mode", [None, "2", "3", "4", "2v2", "5"])
def test_the_figures_of_players_are_those_counted_from_the_logs(
    club: Path, mode: str | None
) -> None:
    found = report(club, **({"mode": mode} if mode else {}))
    expected = naively(club, mode)
    assert [row["player"] for row in found] == [row["player"] for row in expected]
    for one, other in zip(found, expected, strict=True):
        assert one == pytest.approx(other, abs=0.0501, nan_ok=True)
        assert (one["games"], one["hands"], one["won"]) == (
            other["games"], other["hands"], other["won"],
        )  # fmt: skip
        assert one["payments"] == pytest.approx(other["payments"], abs=0.00501)


def test_filters_leave_out_what_does_not_pass(club: Path) -> None:
    (anne,) = report(club, player="Anne")
    assert anne == next(row for row in report(club) if row["player"] == "Anne")
    assert report(club, rules="salon-2021") == report(club)
    assert report(club, rules="salon-2009") == []
    with reading([club / "a.duckdb"]) as con:
        assert values(con, "mode") == ["2", "2v2", "3", "4", "5"]
        assert values(con, "rules") == ["salon-2021"]
        assert "Nicolas" in values(con, "player")


def test_faulty_games_are_left_out(club: Path) -> None:
    assert "Nicolas" not in {row["player"] for row in report(club)}


def test_who_has_finished_no_hand_yet_is_there_with_nothing(tmp_path: Path) -> None:
    lines = made()
    begun = tmp_path / "a.jsonl"
    begun.write_text(lines[: lines.index('{"event":"play"')], encoding="utf-8", newline="\n")
    Archive(tmp_path / "a.duckdb").add(begun)
    for row in report(tmp_path):
        assert (row.pop("games"), row.pop("hands"), row.pop("won")) == (1, 0, 0)
        assert row.pop("player") in ("Anne", "Basile", "Cécile")
        assert set(row.values()) == {None}


@pytest.mark.parametrize("name", reports())
def test_every_report_has_its_words_in_both_languages(club: Path, name: str) -> None:
    report = reports()[name]
    assert set(report.heading) == set(report.labels) == set(LANGUAGES)
    assert report.heading["en"] != report.heading["fr"]
    with reading([club / "a.duckdb"]) as con:
        columns = report.of(con).columns
    for language in LANGUAGES:
        assert list(report.labels[language]) == columns
        assert report.heading[language].partition(":")[2]
    assert report.about.endswith(".")
    assert all(f"${filter}" in report.sql for filter in FILTERS)


def test_penalties_are_no_payments_for_brusquembilles(tmp_path: Path) -> None:
    Archive(tmp_path / "a.duckdb").add(SAMPLES / "five.brusq.jsonl")
    events = list(map(json.loads, (SAMPLES / "five.brusq.jsonl").read_text("utf-8").splitlines()))
    paid = [event for event in events if event["event"] == "payment"]
    assert {event["reason"] for event in paid} == {"brusquembille", "penalty"}
    gains = dict.fromkeys(events[0]["players"], 0)
    for event in paid:
        if event["reason"] == "brusquembille":
            gains[events[0]["players"][event["payee"]]] += event["counters"]
            gains[events[0]["players"][event["payer"]]] -= event["counters"]
    assert {row["player"]: row["payments"] for row in report(tmp_path)} == gains
