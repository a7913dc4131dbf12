"""Questions in SQL: what is answered, and what is refused."""

import csv
import io
import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import pytest

from brusqlog.archive import Archive, QueryError
from brusqlog.archive.formats import FORMATS, answer, guarded, shown
from brusqlog.archive.opening import reading
from brusqlog.archive.query import ask, asking
from brusqlog.archive.tables import TABLES
from brusqlog.spelling import Style
from tests.archive.asking import SAMPLES, SLIP, WORKED, one, rows


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Archive]:
    with Archive(tmp_path_factory.mktemp("archive") / "a.duckdb") as archive:
        archive.add(SAMPLES)
        yield archive


def test_memory_is_limited_and_nothing_is_put_on_disk(filled: Archive) -> None:
    found = rows(
        filled, "SELECT current_setting('memory_limit'), current_setting('temp_directory')"
    )
    assert found == [("2.0 GiB", "")]


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT count(*) FROM games",
        "FROM seats",
        "TABLE hands",
        "WITH a AS (FROM plays) SELECT * FROM a",
        "SHOW TABLES",
        "DESCRIBE games",
        "SUMMARIZE plays",
        "VALUES (1)",
        "-- why\nSELECT 1; -- so",
        "SELECT 1 -- so; it is",
        "SELECT ';' AS a, '; -- b' AS c ; /* ; */ ;",
        "SELECT * FROM (PIVOT seats ON (side) IN (0, 1) USING count(*) GROUP BY name)",
    ],
)
def test_whatever_only_reads_is_answered(filled: Archive, sql: str) -> None:
    assert list(answer(filled.query(sql)).rows) != []


def test_a_mistake_is_told_with_duckdbs_words_and_suggestion(filled: Archive) -> None:
    with pytest.raises(QueryError, match=r'(?s)syntax error at or near "SELEC".*LINE 1: SELEC 1'):
        filled.query("SELEC 1")
    with pytest.raises(
        QueryError, match=r'(?s)Table with name game does not.*Did you mean "games"'
    ):
        filled.query("FROM game")
    with pytest.raises(QueryError, match=r'(?s)"statu" not found.*"status"'):
        filled.query("SELECT statu FROM games")
    with pytest.raises(QueryError, match="only one statement that reads is run"):
        filled.query("")
    with pytest.raises(QueryError, match="Conversion Error"):
        answer(filled.query("SELECT id::INT FROM games"))


def test_an_interruption_is_one_and_other_faults_stay_what_they_are() -> None:
    with pytest.raises(KeyboardInterrupt), asking():
        raise RuntimeError("Query interrupted")
    with pytest.raises(RuntimeError, match="out of luck"), asking():
        raise RuntimeError("out of luck")


def test_parameters_are_values_and_nothing_else(filled: Archive) -> None:
    found = filled.query("SELECT name FROM seats WHERE name = $who", {"who": "Anne"})
    assert found.fetchall() == [("Anne",)]
    assert filled.query("SELECT $who AS a", {"who": "' OR 1=1 --"}).fetchall() == [("' OR 1=1 --",)]


def test_several_archives_are_one_with_a_column_that_tells_them_apart(tmp_path: Path) -> None:
    one_path, two_path = tmp_path / "one's.duckdb", tmp_path / "two.duckdb"
    Archive(one_path).add([WORKED, SLIP])
    Archive(two_path).add([WORKED])
    with reading([one_path, two_path, tmp_path / ".." / tmp_path.name / "two.duckdb"]) as con:
        found = ask(con, "SELECT archive, count(*) FROM games GROUP BY ALL ORDER BY ALL").fetchall()
        assert found == [(str(one_path), 2), (str(two_path), 1)]
        shared = "SELECT count(*) FROM (SELECT game FROM games GROUP BY game HAVING count(*) = 2)"
        assert ask(con, shared).fetchall() == [(1,)]
        for table in TABLES:
            names = [column.name for column in table.columns]
            assert ask(con, f"FROM {table.name}").columns == ["archive", *names]
        for attack in (
            "DELETE FROM games",
            "DROP VIEW games",
            "INSERT INTO archive1.meta VALUES (1)",
        ):
            with pytest.raises(QueryError):
                ask(con, attack)


def test_the_comments_of_the_columns_are_in_the_database(filled: Archive) -> None:
    for table in TABLES:
        of_table = f"database_name = 'archive1' AND table_name = '{table.name}'"
        comment = f"SELECT comment FROM duckdb_tables() WHERE {of_table}"
        assert one(filled, comment) == table.comment
        columns = f"SELECT column_name, data_type, comment FROM duckdb_columns() WHERE {of_table}"
        assert rows(filled, columns + " ORDER BY column_index") == list(table.columns)


TYPES = """
SELECT * FROM (VALUES
    (1, 'a', 0.5::DOUBLE, 1.50::DECIMAL(9,2), true, DATE '1718-01-02', [1, NULL], {'b': 'c"|,'},
     170141183460469231731687303715884105727::HUGEINT, '{"j": 1}'::JSON, INTERVAL 1 DAY),
    (2, '', 'nan'::DOUBLE, -0.25, false, NULL, [], NULL, 0, NULL, NULL),
    (NULL, NULL, '-inf'::DOUBLE, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
    (3, E'x\\n"y",' || chr(8238) || '|', 1e-9, 0, true, DATE '0001-01-01', [2], NULL, -1, '[]',
     INTERVAL 0 DAY)
) AS t (whole, text, real, exact, truth, day, list, struct, huge, json, time)
"""


def printed(archive: Archive, form: str, sql: str, style: Style = Style()) -> str:  # noqa: B008
    return "".join(FORMATS[form](answer(archive.query(sql)), style))


def test_json_loses_nothing(filled: Archive) -> None:
    document = json.loads(printed(filled, "json", TYPES))
    types = ["INTEGER", "VARCHAR", "DOUBLE", "DECIMAL(12,2)", "BOOLEAN", "DATE", "INTEGER[]",
             "STRUCT(b VARCHAR)", "HUGEINT", "JSON", "INTERVAL"]  # fmt: skip
    assert [column["type"] for column in document["columns"]] == types
    first, second, third, fourth = document["rows"]
    assert list(first) == [column["name"] for column in document["columns"]]
    assert first == {
        "whole": 1, "text": "a", "real": 0.5, "exact": 1.5, "truth": True, "day": "1718-01-02",
        "list": [1, None], "struct": {"b": 'c"|,'}, "huge": 2**127 - 1, "json": {"j": 1},
        "time": "1 day",
    }  # fmt: skip
    assert (second["text"], second["real"], second["list"], second["struct"]) == (
        "",
        "NaN",
        [],
        None,
    )
    assert set(third.values()) == {None, "-Infinity"}
    assert (fourth["text"], fourth["real"]) == ('x\n"y",\u202e|', 1e-9)


def test_jsonl_has_the_rows_of_json_one_a_line(filled: Archive) -> None:
    lines = printed(filled, "jsonl", TYPES).splitlines()
    assert list(map(json.loads, lines)) == json.loads(printed(filled, "json", TYPES))["rows"]


def test_csv_tells_nothing_from_an_empty_text(filled: Archive) -> None:
    text = printed(filled, "csv", TYPES)
    found = list(csv.reader(io.StringIO(text, newline="")))
    assert found[0] == ["whole", "text", "real", "exact", "truth", "day", "list", "struct", "huge",
                        "json", "time"]  # fmt: skip
    assert found[1] == ["1", "a", "0.5", "1.50", "true", "1718-01-02", "[1,NULL]".lower(),
                        '{"b":"c\\"|,"}', str(2**127 - 1), '{"j": 1}', "1 day"]  # fmt: skip
    assert text.splitlines()[2].startswith('2,"",NaN,-0.25,false,,')
    assert ",,-Infinity,,,,,,,,\n" in text
    assert found[4][1] == 'x\n"y",\u202e|'


def test_csv_is_read_back_as_it_was(filled: Archive, tmp_path: Path) -> None:
    path = tmp_path / "plays.csv"
    path.write_text(printed(filled, "csv", "FROM plays"), encoding="utf-8", newline="\n")
    again = duckdb.connect().execute(f"FROM read_csv('{path}', all_varchar = true)").fetchall()
    assert again == rows(filled, "SELECT COLUMNS(*)::VARCHAR FROM plays")


def test_no_cell_for_a_spreadsheet_is_a_formula_and_numbers_stay(filled: Archive) -> None:
    texts = ["=1+1", "+1", "-1", "@sum", "\tx", "\rx", "1", "a=b", "", "'=x", "Anne"]
    values = ", ".join(f"({n}, $t{n}, -{n}.5)" for n in range(len(texts)))
    sql = f'SELECT n AS "=n", text, x AS "-x" FROM (VALUES {values}) AS t (n, text, x)'
    params = {f"t{n}": text for n, text in enumerate(texts)}
    plain = answer(filled.query(sql, params))
    head, *rows = csv.reader(io.StringIO("".join(FORMATS["csv"](guarded(plain), Style()))))
    assert head == ["'=n", "text", "'-x"]
    assert [row[0] for row in rows] == [str(n) for n in range(len(texts))]
    assert [row[2] for row in rows] == [f"-{n}.5" for n in range(len(texts))]
    assert [row[1] for row in rows] == [f"'{text}" for text in texts[:6]] + texts[6:]


def test_a_table_is_aligned_and_shows_no_control_character(filled: Archive) -> None:
    assert printed(
        filled,
        "table",
        "SELECT * FROM (VALUES (1, 'Élise', 12.5), (20, '日本', 3.0), (NULL, E'a\\nb', NULL))"
        " AS t (n, name, \"a\tb\")",
    ) == (
        " n  name   a\\tb\n"
        "--  -----  ----\n"
        " 1  Élise  12.5\n"
        "20  日本    3.0\n"
        " -  a\\nb      -\n"
    )  # fmt: skip


def test_people_read_fractions_as_their_language_writes_them(filled: Archive) -> None:
    sql = "SELECT 2 / 3 AS share, 100.0::DOUBLE AS whole, 1e-7 AS tiny, '0.5' AS text, 1.5 AS exact"
    style = Style(language="fr")
    assert printed(filled, "table", sql).splitlines()[-1] == "0.6667    100  1e-7  0.5     1.5"
    assert printed(filled, "table", sql, style).splitlines()[-1] == (
        "0,6667    100  1e-7  0.5     1,5"
    )
    assert printed(filled, "csv", sql, style).splitlines()[-1] == (
        "0.6666666666666666,100.0,1e-7,0.5,1.5"
    )
    assert shown(math.inf, style, numeric=True) == "Infinity"


def test_a_table_of_no_rows_has_its_headings(filled: Archive) -> None:
    none = "SELECT id, hands FROM games WHERE false"
    assert printed(filled, "table", none) == "id  hands\n--  -----\n"
    assert printed(filled, "csv", none) == "id,hands\n"
    assert json.loads(printed(filled, "json", none))["rows"] == []
    assert printed(filled, "jsonl", none) == ""


def test_markdown_has_no_cell_that_breaks_out(filled: Archive) -> None:
    assert printed(filled, "markdown", "SELECT 'a|b*' AS \"x|y\", 1 AS n, E'c\\nd' AS z") == (
        "| x\\|y | n | z |\n| --- | --: | --- |\n| a\\|b\\* | 1 | c\\\\nd |\n"
    )


@pytest.mark.parametrize("form", FORMATS)
def test_two_columns_of_one_name_are_told_apart(filled: Archive, form: str) -> None:
    text = printed(filled, form, "SELECT 1 AS a, 2 AS a, 3 AS a_2, 4 AS a")
    names: list[Any] = ["a", "a_2", "a_2_2", "a_3"]
    head = text.splitlines()[0]
    if form == "json":
        assert [column["name"] for column in json.loads(text)["columns"]] == names
    elif form == "jsonl":
        assert json.loads(text) == dict(zip(names, [1, 2, 3, 4], strict=True))
    else:
        assert head.replace("\\_", "_").replace("|", " ").replace(",", " ").split() == names


def test_rows_come_in_the_order_that_was_asked_for(filled: Archive) -> None:
    sql = "SELECT card, seat FROM plays ORDER BY card DESC, seat"
    expected = sorted(rows(filled, "SELECT card, seat FROM plays"), key=lambda row: row[1])
    expected.sort(key=lambda row: row[0], reverse=True)
    assert [tuple(row.values()) for row in json.loads(printed(filled, "json", sql))["rows"]] == (
        expected
    )


def test_an_answer_longer_than_a_block_is_whole(filled: Archive) -> None:
    lines = printed(filled, "table", "SELECT range AS n FROM range(30000)").splitlines()
    assert [int(line) for line in lines[2:]] == list(range(30000))
