"""Hand tables judged in bulk say what the fold says of the log of each row."""

import random
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from brusqlog.bulk.handtable import HandTable
from brusqlog.bulk.judging import Judging
from brusqlog.checking.report import CleanGames, Wishes
from brusqlog.checking.run import reports
from brusqlog.game.events import Deal
from brusqlog.game.ruleset import Ruleset, rulesets
from brusqlog.log.identity import beginnings
from tests.bulk.hand_tables import (
    SLIPS,
    Arrays,
    Said,
    arrays,
    as_text,
    checked,
    folded,
    logs,
    said,
    simulated,
    slipped,
)
from tests.simulation.games import MODES

UNSAID = {"row-malformed", "row-incomplete", "wrong-length", "out-of-range", "empty-string"}
"""Codes of rows that no log can say."""


def silent(table: HandTable) -> list[bool]:
    return [not table.log(row).findings for row in range(len(table))]


def clean(table: HandTable) -> list[bool]:
    found: list[bool] = table.clean().tolist()
    return found


def written(given: Arrays, folder: Path) -> Path:
    path = folder / "hands.parquet"
    HandTable.from_arrays(**given).write(path)
    return path


def house(base: str, **options: object) -> Ruleset:
    """A ruleset of one's own."""
    known = rulesets()[base]
    changed = {name: replace(known.options[name], value=value) for name, value in options.items()}
    return replace(known, name="house", options=known.options | changed)


@pytest.mark.parametrize(("rules", "mode"), MODES)
def test_hands_played_by_the_rules_are_passed_and_those_with_slips_are_not(
    rules: str, mode: str
) -> None:
    table = simulated(rules, mode, 60)
    assert clean(table) == silent(table)
    assert sum(len(hands.rows) for hands in Judging().hands(table._columns)) == len(table)
    changed = slipped(arrays(simulated(rules, mode, 2)), random.Random(rules + mode), SLIPS)
    table = HandTable.from_arrays(**changed)
    assert clean(table) == silent(table)


@pytest.mark.parametrize("slip", SLIPS)
def test_check_says_of_a_row_what_it_says_of_its_log(slip: object, tmp_path: Path) -> None:
    assert callable(slip)
    tables = [simulated(rules, mode, 1) for rules, mode in MODES[::12]]
    given = slipped(arrays(*tables), random.Random(1), [slip])
    path = written(given, tmp_path)
    found = checked(path)
    assert found == folded(path)
    for log, expected in zip(logs(path, Wishes()), found, strict=True):
        if not {finding.code for finding in expected[1]} & UNSAID:
            assert as_text(log, Wishes()) == expected


def test_findings_of_a_row_stand_in_the_order_of_its_log(tmp_path: Path) -> None:
    given = arrays(simulated("encyclopedie", "3", 1))
    given["rules"], given["seats"] = ["salon-2009"], np.array([4])
    given["identities"], given["partners"] = [["a", "b"]], np.array([True])
    given["deck"] = given["plays"] = np.arange(32, dtype=np.uint8).reshape(1, 32)
    path = written(given, tmp_path)
    ((entry, findings),) = checked(path)
    assert [finding.code for finding in findings][:2] == ["identities-count", "removed-needless"]
    (log,) = logs(path, Wishes())
    assert as_text(log, Wishes()) == (entry, findings)


def test_who_owes_is_told_as_the_fold_tells_it_unless_it_is_not_wanted(tmp_path: Path) -> None:
    path = written(arrays(simulated("wikipedia", "5", 200)), tmp_path)
    found = checked(path)
    assert sum(bool(findings) for _, findings in found) == 11
    assert found == folded(path)
    ignoring = Wishes(ignore=frozenset({"purse-below-zero"}))
    assert checked(path, ignoring) == folded(path, ignoring)
    passed = [each for each in reports([path], ignoring) if isinstance(each, CleanGames)]
    assert [len(each.ids) for each in passed] == [200]


@pytest.mark.parametrize(
    "options",
    [
        {"strict_endgame": True},
        {"ace_of_trump": "gate"},
        {"values": [7, 3]},
        {"values": [90, 80]},
        {"packets": ["2+1", "1+2"]},
        {"packets": ["3"], "stake": 1, "bank": 3},
        {"brusquembilles": []},
    ],
    ids=str,
)
def test_rulesets_of_ones_own_are_played_by(options: dict[str, object], tmp_path: Path) -> None:
    own = house("salon-2021", **options)
    known = {own.full_name: own}
    given = arrays(simulated(own, "3", 20), simulated(own, "2", 20), simulated(own, "2v2", 5))
    changed = arrays(simulated(own, "3", 2, seed=2))
    table = HandTable.from_arrays(**slipped(changed, random.Random(3), SLIPS[:4]))
    path = written(given, tmp_path)
    wishes = Wishes(rulesets=known)
    assert checked(path, wishes) == folded(path, wishes)
    assert {finding.severity for _, said in checked(path, wishes) for finding in said} <= {"info"}
    assert clean(HandTable.read(path)) == [False] * 45
    found = [not table.log(row, known).findings for row in range(len(table))]
    assert table.clean(known).tolist() == found
    expected = [not findings for _, findings in folded(path, wishes)]
    assert HandTable.read(path).clean(known).tolist() == expected


@pytest.mark.parametrize(
    ("packets", "sizes"),
    [(["3", "1+1+1"], [1, 1, 1]), (["2+1", "1+2"], [2, 1]), (["3", "1+2"], [3])],
)
def test_cards_are_dealt_one_by_one_where_that_is_allowed_else_in_the_first_way(
    packets: list[str], sizes: list[int]
) -> None:
    own = house("salon-2021", packets=packets)
    table = simulated(own, "2", 1)
    log = table.log(0, {own.full_name: own})
    dealt = [len(event.cards) for event in log.events if isinstance(event, Deal)]
    assert dealt[::2] == sizes
    assert table.clean({own.full_name: own}).tolist() == [True]


def test_a_strict_endgame_is_held_in_rows_too() -> None:
    own = house("salon-2021", strict_endgame=True)
    given = arrays(simulated("salon-2021", "3", 20))
    given["rules"] = own.full_name
    table = HandTable.from_arrays(**given)
    found = [{finding.code for finding in table.log(row, {own.full_name: own}).findings}
             for row in range(len(table))]  # fmt: skip
    assert table.clean({own.full_name: own}).tolist() == [not codes for codes in found]
    assert [code for codes in found for code in codes].count("revoke") == 18


@given(st.data())
@settings(max_examples=25, deadline=None)
def test_any_byte_anywhere_is_judged_as_the_fold_judges_it(data: st.DataObject) -> None:
    rules, mode = data.draw(st.sampled_from(MODES))
    given = arrays(simulated(rules, mode, 1))
    column = data.draw(st.sampled_from(["removed", "deck", "plays"]))
    place = data.draw(st.integers(0, given[column].shape[1] - 1))
    given[column][0, place] = data.draw(st.integers(0, 255))
    table = HandTable.from_arrays(**given)
    assert clean(table) == silent(table)


def test_no_card_stands_behind_the_last_one() -> None:
    given = arrays(simulated("salon-2021", "3", 3))
    given["deck"][0, 30] = given["plays"][1, 31] = 7
    table = HandTable.from_arrays(**given)
    assert clean(table) == [False, False, True]
    for row, length in ((0, 31), (1, 32)):
        (finding,) = table.log(row).findings
        assert finding.code == "wrong-length" and f"not {length}." in finding.message


@pytest.mark.parametrize("column", ["seats", "dealer"])
def test_no_number_is_taken_for_another_that_has_the_same_last_byte(column: str) -> None:
    given = arrays(simulated("salon-2021", "4", 3))
    given[column][:2] += (256, -256)
    table = HandTable.from_arrays(**given)
    assert clean(table) == [False, False, True]
    assert {table.log(row).findings[0].code for row in (0, 1)} == {"out-of-range"}


def test_rows_of_all_kinds_may_stand_in_one_table(tmp_path: Path) -> None:
    given = arrays(*(simulated(rules, mode, 3) for rules, mode in MODES))
    order = np.random.default_rng(1).permutation(len(given["deck"]))
    mixed = {
        name: column[order]
        if isinstance(column, np.ndarray)
        else [column[row] for row in order.tolist()]
        for name, column in given.items()
    }
    path = written(mixed, tmp_path)
    assert checked(path) == folded(path)
    assert sum(not findings for _, findings in checked(path)) > 60


def test_a_digest_is_that_of_the_log_of_a_row(tmp_path: Path) -> None:
    path = written(arrays(simulated("salon-2021", "4", 5)), tmp_path)
    *_, last = logs(path, Wishes())
    *_, digest = beginnings(last)
    wanted: list[Said] = checked(path, Wishes(digest=digest))
    assert wanted == folded(path)
    (*_, of_file) = reports([path], Wishes(digest="00" * 32))
    assert [finding.code for finding in of_file.findings] == ["digest-differs"]


def test_results_are_those_of_the_logs() -> None:
    tables = [simulated(rules, mode, 6) for rules, mode in MODES]
    given = arrays(*tables, *(simulated(rules, mode, 1, seed=9) for rules, mode in MODES[::6]))
    for row in range(6 * len(MODES), len(given["deck"])):
        SLIPS[row % len(SLIPS)](random.Random(row), given, row)
    table = HandTable.from_arrays(**given)
    found = table.results()
    assert found.takers.shape == (len(table), 16)
    assert found.points.shape == (len(table), 5)
    for row in range(len(table)):
        log = table.log(row)
        assert found.clean[row] == (not log.findings)
        told = log.result().hands if log.header else []
        if not told:
            assert set(found.takers[row].tolist()) == {255}
            assert not (found.points[row].any() or found.awards[row].any())
            continue
        (hand,) = told
        takers = [255 if trick.taker is None else trick.taker for trick in hand.tricks]
        padding = 5 - len(hand.points)
        assert found.takers[row].tolist() == takers + [255] * (16 - len(takers))
        assert found.points[row].tolist() == hand.points + [0] * padding
        assert found.net_payments[row].tolist() == hand.net_payments + [0] * padding
        assert np.flatnonzero(found.winners[row]).tolist() == hand.winners
        awards = {award.seat: award.counters for award in hand.awards}
        assert {seat: int(n) for seat, n in enumerate(found.awards[row]) if n} == awards


def test_the_columns_of_results_are_as_wide_as_the_table_needs() -> None:
    found = simulated("salon-2021", "3", 2).results()
    assert found.takers.shape == (2, 10) and found.points.shape == (2, 3)
    nothing = HandTable.from_arrays(
        rules="salon-2021",
        seats=3,
        partners=False,
        removed=None,
        dealer=0,
        deck=np.zeros((0, 30), np.uint8),
        plays=np.zeros((0, 30), np.uint8),
    ).results()
    assert nothing.takers.shape == (0, 0) and nothing.points.shape == (0, 0)


def test_without_the_screen_every_row_is_told_as_a_log_and_nothing_else_is_said(
    tmp_path: Path,
) -> None:
    path = written(arrays(simulated("wikipedia", "5", 60)), tmp_path)
    plainly = Wishes(screen=False)
    assert checked(path, plainly) == checked(path) == folded(path)
    assert not [each for each in reports([path], plainly) if isinstance(each, CleanGames)]


def test_no_row_that_is_passed_is_told_as_a_log(tmp_path: Path) -> None:
    given = arrays(simulated("salon-2021", "3", 90))
    given["plays"][30, [0, 4]] = given["plays"][30, [4, 0]]
    path = written(given, tmp_path)
    passed = [
        (each.index, len(each.ids), each.lines[0])
        for each in reports([path], Wishes())
        if isinstance(each, CleanGames)
    ]
    assert passed == [(1, 30, 1), (32, 59, 32)]


def test_entries_of_passed_rows_are_those_of_the_fold(tmp_path: Path) -> None:
    given = arrays(simulated("wikipedia", "3", 30), simulated("academie-1718", "2", 30))
    path = written(given, tmp_path)
    expected = [said(log, Wishes())[0] for log in logs(path, Wishes())]
    assert [entry for entry, _ in checked(path)] == expected
