"""Hand tables: made of arrays, of Arrow tables and of Parquet files; rows; the logs of rows."""

from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped, unused-ignore]
import pyarrow.parquet as pq  # type: ignore[import-untyped, unused-ignore]
import pytest
from msgspec import UNSET
from msgspec.structs import replace

import brusqlog
from brusqlog.bulk import HandTable, Row, TableError, write
from brusqlog.game.cards import CARDS
from brusqlog.log.writer import dumps
from tests.bulk.hand_tables import arrays, simulated
from tests.simulation.games import MODES, bytes_of, header, made, played_as

DECK = np.arange(32, dtype=np.uint8)
"""A whole pack."""

Wrong = list[tuple[dict[str, Any], str]]


def table(rows: int = 2, **changes: Any) -> HandTable:
    """Hands of two players, whoever has them."""
    given: dict[str, Any] = {
        "rules": "salon-2021",
        "seats": 2,
        "partners": False,
        "removed": None,
        "dealer": 0,
        "deck": np.tile(DECK, (rows, 1)),
        "plays": np.tile(DECK, (rows, 1)),
    }
    return HandTable.from_arrays(**{**given, **changes})


def as_arrow(given: HandTable, folder: Path) -> Any:
    path = folder / "arrow.parquet"
    given.write(path, force=True)
    return pq.read_table(path)


# Rows and their logs ------------------------------------------------------------------------------


@pytest.mark.parametrize(("rules", "mode"), MODES)
def test_the_log_of_a_row_is_the_log_that_simulate_writes(rules: str, mode: str) -> None:
    games = made(rules=rules, games=3, **played_as(mode))
    found = simulated(rules, mode, 3)
    for row, game in enumerate(games):
        head = header(game)
        named = replace(head, players=[f"P{seat}" for seat in range(len(head.players))])
        expected = bytes_of([[named, *game[1:]]])
        log = found.log(row)
        assert b"".join(dumps(event) + b"\n" for event in log.events if event) == expected
        assert log.place == brusqlog.games.Place(file="-", index=row + 1, line=row + 1)


def test_a_row_is_what_stands_in_the_columns() -> None:
    found = table(
        dealer=[0, 1],
        seats=np.array([2, 2], np.int64),
        game=["a", None],
        number=[7, None],
        identities=[["x", "y"], None],
        data=[{"loss": 0.5}, 3],
    )
    assert len(found) == 2
    expected = Row(
        rules="salon-2021",
        seats=2,
        partners=False,
        removed=b"\xff\xff",
        dealer=0,
        deck=bytes(DECK),
        plays=bytes(DECK),
        game="a",
        number=7,
        identities=["x", "y"],
        data={"loss": 0.5},
    )
    assert found[0] == found[-2] == expected
    assert (found[1].dealer, found[1].game, found[1].number) == (1, None, None)
    for row in (2, -3):
        with pytest.raises(IndexError, match=f"there is no row {row}; the table has 2"):
            found[row]
        with pytest.raises(IndexError):
            found.log(row)


@pytest.mark.parametrize(
    ("game", "number", "name"),
    [(None, None, "2"), ("g", None, "g"), ("g", 4, "g-4"), (12, 0, "12-0"), (None, 4, "2"),
     ("", 4, "2")],
)  # fmt: skip
def test_a_log_is_called_by_its_game_and_number_or_by_its_row(
    game: Any, number: int | None, name: str
) -> None:
    head = table(game=game, number=number).log(1).header
    assert head is not None and head.id == name


def test_single_values_stand_for_all_rows() -> None:
    one = table(3, identities=["net", "net"], game="run", number=1, removed=(7, 15))
    every = table(
        3,
        rules=["salon-2021"] * 3,
        seats=[2] * 3,
        partners=[False] * 3,
        removed=[[7, 15]] * 3,
        dealer=np.zeros(3, np.int8),
        identities=[["net", "net"]] * 3,
        game=["run"] * 3,
        number=np.ones(3, np.int64),
    )
    assert [one[row] for row in range(3)] == [every[row] for row in range(3)]


def test_labels_say_nothing_of_how_rows_belong_together() -> None:
    given = arrays(simulated("salon-2021", "3", 2))
    given["game"], given["number"] = ["same", "same"], [5, 5]
    found = HandTable.from_arrays(**given)
    assert [found.log(row).findings for row in range(2)] == [(), ()]


# What cannot stand in a table ---------------------------------------------------------------------

WRONG: Wrong = [
    ({"deck": np.zeros((2, 32), int)}, "`deck`: an array of uint8 is wanted, not int64"),
    ({"deck": DECK}, r"`deck`: 30 or 32 cards a row are wanted, not \(32,\)"),
    ({"plays": DECK.reshape(1, 16, 2)},
     r"`plays`: 30 or 32 cards a row are wanted, not \(1, 16, 2\)"),
    ({"plays": DECK[:31].reshape(1, 31)},
     r"`plays`: 30 or 32 cards a row are wanted, not \(1, 31\)"),
    ({"plays": np.zeros((3, 32), np.uint8)}, "`plays`: 3 rows, but `deck` has 2"),
    ({"deck": [[None] * 32] * 2}, r"`deck\[0\]`: there is no value"),
    ({"seats": [2, None]}, r"`seats\[1\]`: there is no value"),
    ({"seats": 2.0}, "`seats`: integers are wanted, not float64"),
    ({"seats": True}, "`seats`: integers are wanted, not bool"),
    ({"dealer": [0, 1, 0]}, r"`dealer`: one value, or 2, are wanted, not \(3,\)"),
    ({"dealer": "0"}, "`dealer`: integers are wanted, not <U1"),
    ({"partners": 0}, "`partners`: true or false is wanted, not int64"),
    ({"partners": [True, None]}, r"`partners\[1\]`: there is no value"),
    ({"removed": [7]}, r"`removed`: two cards, or 2 times two, are wanted, not \(1,\)"),
    ({"removed": [7, 300]}, "`removed`: a card is a byte, not 7 or 300"),
    ({"removed": [0.5, 1]}, "`removed`: cards are wanted, not float64"),
    ({"rules": ["salon-2021"]}, "`rules`: 1 rows, but `deck` has 2"),
    ({"rules": ["salon-2021", None]}, r"`rules\[1\]`: str is wanted, not None"),
    ({"rules": 7}, "`rules`: 7 is no column"),
    ({"rules": "\ud800"}, r"`rules\[0\]`: '\\ud800' is no text in UTF-8"),
    ({"game": [1.5, "a"]}, r"`game\[0\]`: str or int is wanted, not 1.5"),
    ({"number": ["1", "2"]}, r"`number\[0\]`: int is wanted, not '1'"),
    ({"number": [True, 1]}, r"`number\[0\]`: int is wanted, not True"),
    ({"identities": ["a", "b", None]}, "`identities`: 3 rows, but `deck` has 2"),
    ({"identities": [["a", "b"], "c"]}, r"`identities\[1\]`: a list of names is wanted, not 'c'"),
    ({"identities": [["a", 1], ["c"]]}, r"`identities\[1\]`: str is wanted, not 1"),
    ({"data": [1]}, "`data`: 1 rows, but `deck` has 2"),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "told"), WRONG, ids=[told for _, told in WRONG])
def test_what_cannot_stand_in_a_column_is_told_with_its_place(
    changes: dict[str, Any], told: str
) -> None:
    with pytest.raises(TableError, match=f"^{told}$") as raised:
        table(**changes)
    assert raised.value.column == next(iter(changes))
    assert isinstance(raised.value, ValueError) and isinstance(raised.value, brusqlog.BrusqlogError)


# Arrow and Parquet --------------------------------------------------------------------------------


def test_a_table_is_written_and_read_as_it_was(tmp_path: Path) -> None:
    given = arrays(*(simulated(rules, mode, 2) for rules, mode in MODES))
    count = len(given["deck"])
    given["number"] = [None, *range(1, count)]
    given["data"] = [{"visits": [1, 2, row]} for row in range(count)]
    before = HandTable.from_arrays(**given)
    before.write(tmp_path / "hands.parquet")
    after = HandTable.read(tmp_path / "hands.parquet")
    assert [after[row] for row in range(count)] == [before[row] for row in range(count)]
    after.write(tmp_path / "again.parquet")
    again = HandTable.read(str(tmp_path / "again.parquet"))
    assert [again[row] for row in range(count)] == [before[row] for row in range(count)]


def test_narrow_columns_stay_narrow(tmp_path: Path) -> None:
    before = simulated("encyclopedie", "5", 3)
    found = as_arrow(before, tmp_path)
    assert str(found.schema.field("deck").type) == "fixed_size_binary[30]"
    after = HandTable.from_arrow(found)
    assert after.clean().tolist() == before.clean().tolist()
    assert after[2] == before[2]


def test_an_arrow_table_is_taken_in_any_layout(tmp_path: Path) -> None:
    expected = simulated("salon-2021", "3", 6)
    found = as_arrow(expected, tmp_path)
    wide = found.set_column(1, "seats", found.column("seats").cast("int64"))
    plain = wide.set_column(0, "rules", wide.column("rules").cast("large_string"))
    turned = plain.select(list(reversed(plain.column_names)))
    chunked = pa.concat_tables([turned.slice(0, 2), turned.slice(2, 3), turned.slice(5)])
    for given in (found, chunked, chunked.combine_chunks().to_batches()[0]):
        table = HandTable.from_arrow(given)
        assert [table[row] for row in range(6)] == [expected[row] for row in range(6)]
    (batch,) = found.combine_chunks().to_batches()
    for part in (found.slice(3, 2), batch.slice(3, 2)):
        sliced = HandTable.from_arrow(part)
        assert [sliced[row] for row in range(2)] == [expected[row] for row in (3, 4)]


def test_nulls_are_rows_that_no_log_can_say_and_stay_nulls(tmp_path: Path) -> None:
    given = arrays(simulated("salon-2021", "4", 9))
    found = as_arrow(HandTable.from_arrays(**given), tmp_path)
    required = ["rules", "seats", "partners", "removed", "dealer", "deck", "plays"]
    for row, name in enumerate(required):
        mask = pa.array([row == other for other in range(9)])
        column = pa.compute.if_else(mask, None, found.column(name))
        found = found.set_column(found.schema.get_field_index(name), name, column)
    table = HandTable.from_arrow(found)
    assert table.clean().tolist() == [False] * 7 + [True] * 2
    for row, name in enumerate(required):
        assert getattr(table[row], name) is None
        (finding,) = table.log(row).findings
        assert (finding.code, finding.line) == ("row-incomplete", row + 1)
        assert f"`{name}`" in finding.message
    table.write(tmp_path / "nulls.parquet")
    again = HandTable.read(tmp_path / "nulls.parquet")
    assert [again[row] for row in range(9)] == [table[row] for row in range(9)]
    assert set(table.results().takers[:7].ravel().tolist()) == {255}


def test_a_column_of_nothing_but_nulls_is_one_all_the_same(tmp_path: Path) -> None:
    found = as_arrow(table(), tmp_path)
    nothing = pa.nulls(2, pa.dictionary(pa.int8(), pa.string()))
    given = HandTable.from_arrow(found.set_column(0, "rules", nothing))
    assert given[0].rules is None and given.clean().tolist() == [False, False]


def test_a_label_that_is_no_text_is_damage(tmp_path: Path) -> None:
    found = as_arrow(table(game="aa"), tmp_path)
    broken = pa.array([b"\xff\xfe", b"aa"]).view(pa.string())
    index = found.schema.get_field_index("game")
    with pytest.raises(TableError, match="damaged"):
        HandTable.from_arrow(found.set_column(index, "game", broken))


def test_cells_of_a_table_that_is_no_table_are_told(tmp_path: Path) -> None:
    found = as_arrow(table(), tmp_path)
    cases = [
        (found.drop_columns(["plays"]), "column-missing", "plays"),
        (found.append_column("player", pa.array([1, 2])), "column-unknown", "player"),
        (found.append_column("deck", found.column("deck")), "column-unknown", "deck"),
        (found.append_column("number", pa.array(["1", "2"])), "column-type", "number"),
        (found.append_column("identities", pa.array(["a", "b"])), "column-type", "identities"),
        (found.append_column("game", pa.array([0.5, 1])), "column-type", "game"),
        (found.set_column(1, "seats", pa.array(["2", "2"])), "column-type", "seats"),
        (found.set_column(2, "partners", pa.array([0, 0])), "column-type", "partners"),
        (found.set_column(3, "removed", pa.array([b"a", b"b"], pa.binary(1))), "column-type",
         "removed"),
        (found.set_column(5, "deck", pa.array([bytes(DECK)] * 2)), "column-type", "deck"),
    ]  # fmt: skip
    for given, code, column in cases:
        with pytest.raises(TableError, match=f"`{column}`") as raised:
            HandTable.from_arrow(given)
        assert (raised.value.code, raised.value.column) == (code, column)


def test_no_file_is_written_over_and_none_is_left_half(tmp_path: Path) -> None:
    path = tmp_path / "hands.parquet"
    table().write(path)
    before = path.read_bytes()
    with pytest.raises(FileExistsError):
        table(5).write(path)
    with pytest.raises(TableError, match="`data`"):
        table(data=[object(), 1]).write(path, force=True)
    with pytest.raises(TableError, match="different columns"):
        write([table(game="a"), table()], path, force=True)
    with pytest.raises(TableError, match="there is no table"):
        write([], path, force=True)
    assert path.read_bytes() == before and list(tmp_path.iterdir()) == [path]
    table(5).write(path, force=True)
    assert len(HandTable.read(path)) == 5


def test_tables_are_written_one_below_the_other(tmp_path: Path) -> None:
    path = tmp_path / "hands.parquet"
    write((simulated("wikipedia", "3", 4, seed=seed) for seed in (1, 2)), path)
    found = HandTable.read(path)
    assert [found[row] for row in range(8)] == [
        simulated("wikipedia", "3", 4, seed=seed)[row] for seed in (1, 2) for row in range(4)
    ]


def test_the_same_table_gives_the_same_bytes(tmp_path: Path) -> None:
    for name in "ab":
        simulated("salon-2009", "5", 50).write(tmp_path / name)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_a_table_without_rows_is_one(tmp_path: Path) -> None:
    empty = table(0)
    empty.write(tmp_path / "empty.parquet")
    assert len(HandTable.read(tmp_path / "empty.parquet")) == 0
    assert empty.clean().tolist() == []


def test_cards_are_numbered_as_they_are_listed() -> None:
    log = table(deck=np.tile(DECK[::-1], (2, 1))).log(0)
    dealt = [card for event in log.events for card in getattr(event, "cards", ())]
    assert dealt == list(reversed(CARDS))[:6]
    assert log.header is not None and log.header.removed is UNSET
