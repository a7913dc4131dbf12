"""The SQL of reports, views and macros: no rule of the game stands in it, intervals are right."""

import math
import re
import statistics
from collections.abc import Iterator
from typing import Any

import duckdb
import pytest

from brusqlog.archive import against, ratings, union
from brusqlog.archive.stats import reports
from brusqlog.archive.views import MACROS, VIEWS
from tests.archive.recounted import ratio_reach, reach, wilson

TEXTS = {
    "faulty", "finished", "complete", "brusquembille", "stands", "taker", "revoke", "mode",
    "2v2", "??",
}  # fmt: skip
"""All texts that may stand in SQL: what columns say. None is a rank, a suit or a card but `??`."""

NUMBERS = {"0", "1", "2", "100", "1000"}
"""Numbers that may stand in any SQL."""

MORE_NUMBERS = {
    "points": {"10", "9"},  # the steps in which points are counted
    "pace": {"60000"},  # milliseconds of a minute
    "z": {"1.96"},
    "wilson_low": {"4"},
    "wilson_high": {"4"},
}


def statements() -> dict[str, str]:
    """All SQL that counts, by a name."""
    found = {name: report.sql for name, report in reports().items()}
    found |= {view.name: view.select for view in VIEWS}
    found |= {macro.call.partition("(")[0]: macro.expression for macro in MACROS}
    return found | {"rated": ratings._GAMES, "replayed": against._HANDS, "again": union._AGAIN}


def ruled(name: str, sql: str) -> Iterator[str]:
    """What in a statement might be a rule: texts and numbers that are none of those allowed."""
    bare = re.sub(r"--[^\n]*", "", sql)
    for text in re.findall(r"'([^']*)'", bare):
        if text not in TEXTS:
            yield repr(text)
    numbers = re.findall(r"(?<![\w.$])\d+(?:\.\d+)?", re.sub(r"'[^']*'", "", bare))
    allowed = NUMBERS | MORE_NUMBERS.get(name, set())
    yield from (number for number in numbers if number not in allowed)


@pytest.mark.parametrize("name", statements())
def test_no_rule_of_the_game_stands_in_sql(name: str) -> None:
    assert list(ruled(name, statements()[name])) == []


@pytest.mark.parametrize(
    ("sql", "found"),
    [
        ("SELECT count(*) FROM plays WHERE rank IN ('A', 'T')", ["'A'", "'T'"]),
        ("SELECT * FROM plays WHERE card LIKE 'A%'", ["'A%'"]),
        ("SELECT sum(CASE rank WHEN 'K' THEN 4 END) FROM plays", ["'K'", "4"]),
        ("SELECT instr('789JQKTA', rank) FROM plays", ["'789JQKTA'"]),
        ("SELECT game FROM hand_seats GROUP BY game HAVING sum(points) = 120", ["120"]),
        ("SELECT * FROM tricks WHERE trick > 7 -- 'A' is not meant", ["7"]),
        ("SELECT points - 11 FROM tricks", ["11"]),
    ],
)
def test_a_rule_in_sql_is_found(sql: str, found: list[str]) -> None:
    assert list(ruled("seats", sql)) == found


@pytest.fixture
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as con:
        for macro in MACROS:
            if not macro.is_table:
                con.execute(f"CREATE MACRO {macro.call} AS {macro.expression}")
        yield con


def asked(con: duckdb.DuckDBPyConnection, sql: str) -> tuple[Any, ...]:
    (row,) = con.execute(sql).fetchall()
    return tuple(row)


def test_the_interval_of_a_share_is_that_of_wilson(con: duckdb.DuckDBPyConnection) -> None:
    for n in (1, 2, 3, 10, 148, 10_000):
        for hits in {0, 1, n // 3, n - 1, n}:
            low, high = asked(con, f"SELECT wilson_low({hits}, {n}), wilson_high({hits}, {n})")
            expected = [bound and bound / 100 for bound in wilson(hits, n)]
            assert [low, high] == pytest.approx(expected, abs=1e-9)
    # Newcombe (1998), table I, method 3: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
    for hits, n, low, high in [
        (81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ]:  # fmt: skip
        found = asked(con, f"SELECT wilson_low({hits}, {n}), wilson_high({hits}, {n})")
        assert found == pytest.approx((low, high), abs=5e-5)
    assert asked(con, "SELECT wilson_low(0, 0), wilson_high(0, 0)") == (None, None)


def test_the_interval_of_a_mean_is_1_96_standard_errors(con: duckdb.DuckDBPyConnection) -> None:
    for numbers in ([1, 2, 4], [5] * 10, [120, 0, 0, 119, -7], [7], [2**40, -(2**40), 3]):
        listed = ", ".join(f"({number})" for number in numbers)
        (found,) = asked(con, f"SELECT half_width(x) FROM (VALUES {listed}) AS given(x)")
        assert found == pytest.approx(reach(numbers))
    (found,) = asked(con, "SELECT half_width(x) FROM (VALUES (1), (NULL), (3)) AS given(x)")
    assert found == pytest.approx(1.96 * statistics.stdev([1, 3]) / math.sqrt(2))


def test_the_interval_of_a_ratio_takes_what_belongs_together_as_one(
    con: duckdb.DuckDBPyConnection,
) -> None:
    pairs = [(1, 2), (3, 3), (0, 4), (5, 1), (2, 2)]
    listed = ", ".join(map(str, pairs))
    sql = "SELECT ratio_half_width(x, n), half_width(x) FROM (VALUES {}) AS given(x, n)"
    found, _ = asked(con, sql.format(listed))
    assert found == pytest.approx(ratio_reach(pairs))
    found, plain = asked(con, sql.format(", ".join(f"({x}, 1)" for x, _ in pairs)))
    assert found == pytest.approx(plain)
    assert asked(con, sql.format("(3, 4)"))[0] is None


def test_percentages_have_one_place_and_nothing_has_a_sign_but_what_is_negative(
    con: duckdb.DuckDBPyConnection,
) -> None:
    found = asked(
        con, "SELECT percent(1 / 3), rounded(-0.001::DOUBLE, 2), rounded(-1.26::DOUBLE, 1)"
    )
    assert [str(value) for value in found] == ["33.3", "0.0", "-1.3"]


def test_dates_are_compared_as_far_as_both_go(con: duckdb.DuckDBPyConnection) -> None:
    for date, day, not_before, not_after in [
        ("2025", "2025-06", True, True), ("2025-06", "2025", True, True),
        ("2024-12-31", "2025", False, True), ("2025-02-03", "2025-02-04", False, True),
        ("2025-02-04", "2025-02-03", True, False), ("2025-03", "2025-02-28", True, False),
    ]:  # fmt: skip
        sql = f"SELECT not_before('{date}', '{day}'), not_after('{date}', '{day}')"
        assert asked(con, sql) == (not_before, not_after)
