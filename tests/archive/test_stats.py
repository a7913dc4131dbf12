"""Reports: their figures recomputed naively, their filters, their headings in both languages."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import duckdb
import pytest

from brusqlog.archive import Archive, QueryError
from brusqlog.archive.opening import reading
from brusqlog.archive.stats import FILTERS, is_date, reports, values
from brusqlog.archive.union import count_once
from brusqlog.game.ruleset import rulesets
from brusqlog.languages import LANGUAGES
from tests.archive import naive
from tests.archive.asking import MODES, SAMPLES, SLIP, made
from tests.archive.counted import Row
from tests.archive.recounted import Recounted

GAMES: dict[str, dict[str, Any]] = {
    **MODES,
    "many": {"players": 3, "hands": 12, "times": True},
    "pairs-in-time": {"partners": True, "hands": 6, "times": True},
    "old": {"players": 2, "hands": 8, "rules": "salon-2009"},
}
DATES = [None, "2024", "2024-12", "2024-12-31", "2025-01-01", "2025", "2025-02", "2025-02-03"]
AGAINST = rulesets()["wikipedia"]

NEEDED: dict[str, dict[str, Any]] = {"player": {"player": "Anne"}, "rules": {"against": AGAINST}}
"""What two of the reports cannot do without."""

HUNDREDTHS = ("payments", "payments_pm", "earned", "earned_pm", "per_hand", "per_hand_pm")


def dated(lines: str, date: str | None) -> str:
    header, _, rest = lines.partition("\n")
    more = {} if date is None else {"date": date}
    return json.dumps(json.loads(header) | more, ensure_ascii=False) + "\n" + rest


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """An archive of legal games of all modes and a faulty one, and beside it the legal logs."""
    folder = tmp_path_factory.mktemp("club")
    for number, wishes in enumerate(GAMES.values()):
        bots = ["greedy", "random"][number % 2]
        lines = dated(made(seed=number + 1, bots=bots, **wishes), DATES[number % len(DATES)])
        (folder / f"{number}.jsonl").write_text(lines, encoding="utf-8", newline="\n")
    Archive(folder / "a.duckdb").add([folder, SLIP])
    yield folder


def report(club: Path, name: str = "players", **filters: Any) -> list[Row]:
    with Archive(club / "a.duckdb") as archive:
        found = archive.stats(name, **NEEDED.get(name, {}) | filters)
        return [dict(zip(found.columns, row, strict=True)) for row in found.fetchall()]


def games(club: Path) -> list[Recounted]:
    return [Recounted(path.read_text(encoding="utf-8")) for path in sorted(club.glob("*.jsonl"))]


def agree(found: Sequence[Row], expected: Sequence[Row]) -> None:
    """Whether two reports say the same, in whatever order: counts exactly, the rest as rounded."""

    def key(row: Row) -> str:
        known = {name: row[name] for name in expected[0] if not isinstance(row[name], float)}
        return repr(sorted(known.items()))

    assert sorted(map(key, found)) == sorted(map(key, expected))
    for one, other in zip(sorted(found, key=key), sorted(expected, key=key), strict=True):
        assert one.keys() == other.keys()
        for name, value in other.items():
            if isinstance(value, float):
                places = 2 if name in HUNDREDTHS else 1
                assert one[name] == pytest.approx(value, abs=0.5 * 10**-places + 1e-6), (name, one)
            else:
                assert one[name] == value, (name, one)


def agreeable(rows: Sequence[Row], found: Sequence[Row]) -> list[Row]:
    """Expected rows with a mean as the type that the report has, whole or not."""
    floats = {name for row in found for name, value in row.items() if isinstance(value, float)}
    return [
        {k: float(v) if k in floats and v is not None else v for k, v in row.items()}
        for row in rows
    ]


@pytest.mark.parametrize("mode", [None, "2", "3", "4", "2v2", "5"])
@pytest.mark.parametrize("name", naive.REPORTS)
def test_the_figures_of_a_report_are_those_counted_from_the_logs(
    club: Path, name: str, mode: str | None
) -> None:
    found = report(club, name, mode=mode)
    chosen = [game for game in games(club) if mode in (None, game.mode)]
    expected = naive.REPORTS[name](chosen)
    assert bool(found) == bool(expected)
    if expected:
        agree(found, agreeable(expected, found))


@pytest.mark.parametrize("name", ["Anne", "Denise"])
def test_the_figures_of_one_player_are_those_counted_from_the_logs(club: Path, name: str) -> None:
    found = report(club, "player", player=name)
    agree(found, agreeable(naive.player(games(club), name), found))


def test_every_report_is_put_in_order(club: Path) -> None:
    for name in reports():
        rows = report(club, name)
        assert rows == report(club, name)
    whole = [(row["mode"], row["rank"]) for row in report(club, "turnup")]
    assert [mode for mode, rank in whole if rank is None] == ["2", "2v2", "3", "4", "5"]
    best = [row["points"] for row in report(club, "trumps", mode="3") if row["rank"]]
    assert best == sorted(best, reverse=True)
    counts = [row["n"] for row in report(club)]
    assert counts == sorted(counts, reverse=True)


def test_a_player_leaves_what_is_about_him(club: Path) -> None:
    mine = [game for game in games(club) if "Denise" in game.players]
    for name in ("ties", "endgame"):
        found = report(club, name, player="Denise")
        agree(found, agreeable(naive.REPORTS[name](mine), found))
    (denise,) = report(club, player="Denise")
    assert denise == next(row for row in report(club) if row["player"] == "Denise")
    for name in ("seats", "trumps", "points"):
        rows = report(club, name, player="Denise")
        kind = "place" if name == "seats" else "trumps" if name == "trumps" else "least"
        assert sum(row["n"] for row in rows if row[kind] is not None) == denise["n"]
    (row,) = [row for row in report(club, "player", player="Denise") if row["mode"] is None]
    assert sum(r["n"] for r in report(club, "brusquembilles", player="Denise")
               if r["trick"] is None) == row["played"]  # fmt: skip
    led = ["he" for game in mine for hand in game.hands if game.players[hand["leader"]] == "Denise"]
    assert sum(row["n"] for row in report(club, "lead", player="Denise")) == len(led)
    drew = [
        1 for game in mine for hand in game.hands for seat, card in hand["draws"]
        if card == hand["turnup"] and game.players[seat] == "Denise"
    ]  # fmt: skip
    whole = [row["n"] for row in report(club, "turnup", player="Denise") if row["rank"] is None]
    assert sum(whole) == len(drew)
    paid = [
        1 for game in mine for hand in game.hands for one in hand["paid"]
        if "Denise" in (game.players[one["payer"]], game.players[one["payee"]])
    ]  # fmt: skip
    assert sum(row["payments"] for row in report(club, "payments", player="Denise")) == len(paid)
    assert {row["player"] for row in report(club, "pace", player="Denise")} == {None, "Denise"}
    others = report(club, "heads", player="Denise")
    assert {row["player"] for row in others} == {"Denise"}
    anne = next(row for row in others if row["other"] == "Anne")
    back = next(r for r in report(club, "heads", player="Anne") if r["other"] == "Denise")
    assert (anne["n"], anne["won"], anne["points"]) == (
        back["n"], back["n"] - back["won"], -back["points"],
    )  # fmt: skip


def test_filters_leave_out_what_does_not_pass(club: Path) -> None:
    assert report(club, rules="salon-2021") != report(club)
    assert [row["n"] for row in report(club, rules="salon-2009")] == [8, 8]
    assert report(club, rules="wikipedia") == []
    with reading([club / "a.duckdb"]) as con:
        assert values(con, "mode") == ["2", "2v2", "3", "4", "5"]
        assert values(con, "rules") == ["salon-2009", "salon-2021"]
        assert "Nicolas" in values(con, "player")


@pytest.mark.parametrize(
    ("since", "until", "dates"),
    [
        ("2025", None, ["2025-01-01", "2025", "2025-02", "2025-02-03"]),
        ("2025-01-02", None, ["2025", "2025-02", "2025-02-03"]),
        (None, "2024-12", ["2024", "2024-12", "2024-12-31"]),
        (None, "2024-12-30", ["2024", "2024-12"]),
        ("2024-12-31", "2025-01-01", ["2024", "2024-12", "2024-12-31", "2025-01-01", "2025"]),
        ("2025-02", "2025-02", ["2025", "2025-02", "2025-02-03"]),
        ("2026", None, []),
    ],
)
def test_dates_pass_as_far_as_both_go(
    club: Path, since: str | None, until: str | None, dates: list[str]
) -> None:
    chosen = [game for game in games(club) if game.header.get("date") in dates]
    found = report(club, "ties", since=since, until=until)
    expected = naive.ties(chosen)
    assert sum(row["n"] for row in found) == sum(row["n"] for row in expected)
    assert {row["mode"] for row in found} == {row["mode"] for row in expected}


def test_what_is_no_date_or_no_filter_is_refused(club: Path) -> None:
    for given in ("25", "2025-13", "2025-02-30", "2025-2", "2025-02-03T00:00", ""):
        assert not is_date(given)
        with pytest.raises(QueryError, match=r"^since: '.*' is no date$"):
            report(club, since=given)
    with pytest.raises(QueryError, match="there is no filter 'modes', only: rules, mode, "):
        report(club, modes="3")
    with pytest.raises(QueryError, match="there is no report 'palyers', only: brusquembilles, "):
        report(club, "palyers")
    with pytest.raises(QueryError, match="the report rules needs to be told: against"):
        report(club, "rules", against=None)


def test_of_games_played_alike_the_first_that_passes_counts(tmp_path: Path) -> None:
    lines = made(hands=2, players=3)
    for number, date in enumerate(["2023", "2024", "2025"]):
        copy = dated(lines, date)
        (tmp_path / f"{number}.jsonl").write_text(copy, encoding="utf-8", newline="\n")
    Archive(tmp_path / "a.duckdb").add(tmp_path)
    for unique, wishes, n in [
        (False, {}, 6), (True, {}, 2), (True, {"since": "2024"}, 2), (False, {"since": "2024"}, 4),
        (True, {"until": "2022"}, 0),
    ]:  # fmt: skip
        found = report(tmp_path, "ties", unique=unique, **wishes)
        assert sum(row["n"] for row in found) == n


def test_faulty_games_are_left_out(club: Path) -> None:
    assert "Nicolas" not in {row["player"] for row in report(club)}


def test_players_are_counted_under_their_aliases(tmp_path: Path) -> None:
    logs = [made(seed=1, players=2), made(seed=2, players=2).replace('"Anne"', '"Anna"')]
    for number, lines in enumerate(logs):
        (tmp_path / f"{number}.jsonl").write_text(lines, encoding="utf-8", newline="\n")
    Archive(tmp_path / "a.duckdb").add(tmp_path)
    assert [row["player"] for row in report(tmp_path)] == ["Basile", "Anna", "Anne"]
    with duckdb.connect(tmp_path / "a.duckdb") as con:
        con.execute("INSERT INTO aliases VALUES ('Anna', 'Anne')")
    assert [(row["player"], row["games"]) for row in report(tmp_path)] == [
        ("Anne", 2),
        ("Basile", 2),
    ]
    assert report(tmp_path, player="Anna") == report(tmp_path, player="Anne") != []
    assert report(tmp_path, "player", player="Anna")[0]["n"] == 2
    assert [row["other"] for row in report(tmp_path, "heads")] == ["Basile"]
    assert {row["player"] for row in report(tmp_path, "leaderboard")} == {"Anne", "Basile"}


def test_a_game_in_two_archives_counts_once(club: Path, tmp_path: Path) -> None:
    other = tmp_path / "b.duckdb"
    (tmp_path / "new.jsonl").write_text(made(seed=99, players=5), encoding="utf-8", newline="\n")
    Archive(other).add([club / "7.jsonl", club / "2.jsonl", tmp_path / "new.jsonl"])
    whole = tmp_path / "a.duckdb"
    Archive(whole).add([club, SLIP, tmp_path / "new.jsonl"])
    both = [club / "a.duckdb", other]
    for name in reports():
        if name == "rules":
            continue  # its own test
        with reading(both) as con:
            count_once(con, both)
            found = reports()[name].of(con, **NEEDED.get(name, {})).fetchall()
            assert len(con.sql("FROM games JOIN seats USING (game)").fetchall()) == 41
        with Archive(whole) as archive:
            assert found == archive.stats(name, **NEEDED.get(name, {})).fetchall(), name


def test_archives_without_a_game_in_common_are_read_as_they_are(club: Path, tmp_path: Path) -> None:
    (tmp_path / "new.jsonl").write_text(made(seed=99, players=5), encoding="utf-8", newline="\n")
    Archive(tmp_path / "b.duckdb").add(tmp_path / "new.jsonl")
    both = [club / "a.duckdb", tmp_path / "b.duckdb"]
    with reading(both) as con:
        count_once(con, both)
        (row,) = reports()["ties"].of(con, mode="5").fetchall()
    assert row[1] == 3


def test_who_has_finished_no_hand_yet_is_there_with_nothing(tmp_path: Path) -> None:
    lines = made()
    begun = tmp_path / "a.jsonl"
    begun.write_text(lines[: lines.index('{"event":"play"')], encoding="utf-8", newline="\n")
    Archive(tmp_path / "a.duckdb").add(begun)
    for row in report(tmp_path):
        assert (row.pop("games"), row.pop("n"), row.pop("won")) == (1, 0, 0)
        assert row.pop("player") in ("Anne", "Basile", "Cécile")
        assert set(row.values()) == {None}


def test_deals_that_were_not_seen_are_not_counted(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text(made(hidden=True), encoding="utf-8", newline="\n")
    Archive(tmp_path / "a.duckdb").add(tmp_path)
    assert report(tmp_path, "trumps") == []
    assert report(tmp_path, "lead")[0]["n"] == report(tmp_path, "turnup")[0]["n"] == 1


@pytest.mark.parametrize("name", reports())
def test_every_report_has_its_words_in_both_languages(club: Path, name: str) -> None:
    report = reports()[name]
    assert set(report.heading) == set(report.labels) == set(LANGUAGES)
    assert report.heading["en"] != report.heading["fr"]
    with Archive(club / "a.duckdb") as archive:
        columns = archive.stats(name, **NEEDED.get(name, {})).columns
    for language in LANGUAGES:
        assert list(report.labels[language]) == columns
        assert report.heading[language].partition(":")[2]
    assert "n" in columns
    assert report.about.endswith(".")
    worked_out = "$found" in report.sql
    assert worked_out or all(f"${filter}" in report.sql for filter in FILTERS)


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
    reasons = {row["reason"]: row["payments"] for row in report(tmp_path, "payments")}
    assert reasons["penalty"] == sum(event["reason"] == "penalty" for event in paid)
