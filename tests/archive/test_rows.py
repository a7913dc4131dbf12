"""The rows of a game say what its lines say, counted from the lines, and what `replay` prints."""

import hashlib
import json
import unicodedata
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from brusqlog.archive import Archive
from brusqlog.archive.played import utc
from brusqlog.archive.tables import ALIASES, REMOVED, TABLES
from tests.archive.asking import MODES, SAMPLES, SPEC, made, objects, one, rows
from tests.archive.counted import Counted, Row
from tests.cli.running import here

EXAMPLES = sorted([*SPEC.rglob("*.brusq.jsonl"), *SAMPLES.glob("*.brusq.jsonl")])


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Archive]:
    """The legal games of every mode, and the examples of the log format."""
    folder = tmp_path_factory.mktemp("archive")
    for mode, wishes in MODES.items():
        lines = made(bots="greedy", **wishes)
        (folder / f"{mode}.jsonl").write_text(lines, encoding="utf-8", newline="\n")
    with Archive(folder / "a.duckdb") as archive:
        added = archive.add([folder, *EXAMPLES])
        assert (added.files, added.unread) == (len(MODES) + len(EXAMPLES), [])
        yield archive


def of_game(archive: Archive, table: str, game: str) -> list[Row]:
    found = objects(archive, f"FROM {table} WHERE game = '{game}'")
    return [{name: value for name, value in row.items() if name != "game"} for row in found]


@pytest.mark.parametrize("mode", MODES)
def test_every_table_says_what_the_lines_of_a_legal_game_say(filled: Archive, mode: str) -> None:
    source = filled.path.parent / f"{mode}.jsonl"
    counted = Counted(source.read_text(encoding="utf-8"))
    assert of_game(filled, "seats", counted.game) == list(counted.seat_rows())
    assert of_game(filled, "hands", counted.game) == list(counted.hand_rows())
    assert of_game(filled, "hand_seats", counted.game) == list(counted.hand_seat_rows())
    assert of_game(filled, "payments", counted.game) == counted.payments
    assert of_game(filled, "tricks", counted.game) == counted.tricks
    assert of_game(filled, "draws", counted.game) == counted.draws
    assert of_game(filled, "awards", counted.game) == counted.awards
    assert of_game(filled, "findings", counted.game) == []
    plays = [row | {"at": None} for row in counted.plays]
    assert of_game(filled, "plays", counted.game) == plays
    assert any(row["is_trump"] and row["took"] for row in plays)


@pytest.mark.parametrize("mode", MODES)
def test_a_game_has_one_row_with_its_header_and_its_counts(filled: Archive, mode: str) -> None:
    source = filled.path.parent / f"{mode}.jsonl"
    counted = Counted(source.read_text(encoding="utf-8"))
    (row,) = of_game(filled, "games", counted.game)
    header = counted.header
    kind = next(kind for kind in ("hands", "rounds", "target") if kind in header)
    keys = (row.pop("play_key"), row.pop("deal_key"))
    assert [len(key) for key in keys] == [64, 64] and keys[0] != keys[1]
    assert isinstance(row.pop("added_at"), datetime)
    assert row == {
        "id": header["id"],
        "source": str(source),
        "position": 1,
        "rules": "salon-2021",
        "mode": "2v2" if header.get("partners") else str(counted.n),
        "length_kind": kind,
        "length": header[kind],
        "status": "finished",
        "hands": len(counted.hands),
        "events": len(counted.events),
        "date": None,
        "place": None,
        "same_play_as": None,
        "errors": 0,
        "warnings": 0,
    }


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name.partition(".")[0])
def test_the_rows_of_an_example_are_what_replay_prints(filled: Archive, path: Path) -> None:
    (told,) = json.loads(here("replay", "--format", "json", path).stdout)["games"]
    game = hashlib.sha256(path.read_bytes()).hexdigest()[:16]
    assert rows(filled, f"SELECT status, hands FROM games WHERE game = '{game}'") == [
        (told["status"], len(told["hands"]))
    ]
    ranks = {seat: 1 + sum(map(len, told["ranking"][:place]))
             for place, level in enumerate(told["ranking"]) for seat in level}  # fmt: skip
    assert [
        (row["name"], row["purse"], row["total"], row["rank"], row["hands_won"])
        for row in of_game(filled, "seats", game)
    ] == [
        (name, told["purses"] and told["purses"][seat], told["totals"][seat], ranks[seat],
         sum(seat in hand["winners"] for hand in told["hands"]))
        for seat, name in enumerate(told["players"])
    ]  # fmt: skip
    assert of_game(filled, "hand_seats", game) == list(hand_seats(told))
    assert [
        (row["hand"], row["trick"], row["place"], row["seat"], row["card"], row["took"])
        for row in of_game(filled, "plays", game)
    ] == [
        (hand["number"], trick["number"], place, play["seat"], play["card"],
         None if trick["taker"] is None else play["seat"] == trick["taker"])
        for hand in told["hands"] for trick in hand["tricks"]
        for place, play in enumerate(trick["plays"], 1)
    ]  # fmt: skip
    assert [tuple(row.values()) for row in of_game(filled, "payments", game)] == [
        (hand["number"], trick["number"], paid["payer"], paid["payee"], paid["counters"],
         paid["reason"], paid["card"])
        for hand in told["hands"] for trick in hand["tricks"]
        for paid in sorted(trick["payments"], key=lambda paid: paid["seq"])
    ]  # fmt: skip


def hand_seats(told: dict[str, Any]) -> Iterator[Row]:
    n = len(told["players"])
    for hand in told["hands"]:
        for seat in range(n):
            awards = [award["counters"] for award in hand["awards"] if award["seat"] == seat]
            yield {
                "hand": hand["number"],
                "seat": seat,
                "points": hand["points"][seat],
                "net_payments": hand["net_payments"][seat],
                "award": None if told["pot"] is None else sum(awards),
                "won": seat in hand["winners"] if hand["winners"] else None,
                "place": (seat - hand["dealer"] - 1) % n,
            }


def test_findings_are_those_of_check(filled: Archive) -> None:
    done = here("check", "--format", "jsonl", *EXAMPLES)
    told = [json.loads(line) for line in done.stdout.splitlines()]
    fields = ("line", "seq", "hand", "trick", "seat", "code", "severity", "message", "help")
    assert sorted(rows(filled, f"SELECT id, {', '.join(fields)} FROM findings JOIN games"
                               " USING (game) ORDER BY ALL"), key=repr) == sorted(
        {(found["game"], *(found[field] for field in fields)) for found in told}, key=repr
    )  # fmt: skip
    assert one(filled, "SELECT sum(errors) FROM games") == sum(
        found["severity"] == "error" for found in told
    )


def test_what_an_unreadable_header_would_tell_is_not_known(archive: Archive, files: Any) -> None:
    archive.add(files(bad='{"event":"game"}\n{"event":"hand","number":1,"dealer":0}\n'))
    (row,) = objects(archive, "FROM games")
    known = {name for name, value in row.items() if value is not None}
    assert known == {
        "game", "source", "position", "status", "events", "errors", "warnings", "added_at",
    }  # fmt: skip
    assert (row["status"], row["events"]) == ("faulty", 2)
    assert rows(archive, "FROM seats") == []


def test_what_rules_nobody_knows_would_tell_is_not_known(archive: Archive, files: Any) -> None:
    archive.add(files(odd=made().replace("salon-2021", "salon-1999")))
    (game,) = objects(archive, "FROM games")
    assert (game["status"], game["rules"], game["mode"]) == ("faulty", "salon-1999", "3")
    assert (game["hands"], game["play_key"], game["deal_key"]) == (None, None, None)
    (seat, *_) = objects(archive, "FROM seats")
    known = {name for name, value in seat.items() if value is not None}
    assert known == {"game", "seat", "name", "identity"}


def test_a_card_that_cannot_be_read_is_neither_trump_nor_plain(
    archive: Archive, files: Any
) -> None:
    lines = made(hidden=True, seed=3)
    at = lines.index('{"event":"play"')
    lines = lines[:at] + lines[at:].replace(lines[at:].split('"card":"')[1][:2], "??", 1)
    archive.add(files(illegible=lines))
    assert objects(archive, "FROM plays")[0] | {"game": "", "took": None} == {
        "game": "", "hand": 1, "trick": 1, "place": 1, "seat": 1, "card": "??", "rank": None,
        "suit": None, "is_trump": None, "is_brusquembille": None, "took": None, "stock": 21,
        "at": None,
    }  # fmt: skip


def test_times_are_kept_in_utc(archive: Archive, files: Any) -> None:
    archive.add(files(timed=made(times=True)))
    played = [json.loads(line) for line in made(times=True).splitlines() if '"play"' in line]
    assert rows(archive, 'SELECT "at" FROM plays') == [
        (datetime.fromisoformat(event["at"]).astimezone(UTC).replace(tzinfo=None),)
        for event in played
    ]


@pytest.mark.parametrize(
    ("at", "expected"),
    [
        ("2026-03-01T20:00:00+01:00", datetime(2026, 3, 1, 19)),
        ("2026-03-01T00:30:00.123456789-12:00", datetime(2026, 3, 1, 12, 30, 0, 123456)),
        ("2016-12-31t23:59:60z", datetime(2017, 1, 1)),
        ("0001-01-01T00:00:00Z", datetime(1, 1, 1)),
        ("0001-01-01T00:00:00+00:01", None),
        ("9999-12-31T23:59:59-00:01", None),
    ],
)
def test_an_instant_has_one_time_in_utc(at: str, expected: datetime | None) -> None:
    assert utc(at) == expected


def test_names_are_kept_in_one_form_and_identities_as_they_are(
    archive: Archive, files: Any
) -> None:
    given = '["random","random","random"]'
    lines = unicodedata.normalize("NFD", made()).replace(given, '["net-v12","","user:4711"]')
    archive.add(files(spelt=lines))
    assert rows(archive, "SELECT name, identity FROM seats") == [
        ("Anne", "net-v12"), ("Basile", ""), ("Cécile", "user:4711"),
    ]  # fmt: skip


def test_numbers_and_texts_that_no_club_writes_do_not_stop_it(archive: Archive, files: Any) -> None:
    huge = 2**53 - 1
    ruling = '{"event":"incident","kind":"ruling","text":"so be it","permits":["payment"]}\n'
    paid = f'{{"event":"payment","payer":0,"payee":1,"counters":{huge},"reason":"ruling"}}\n'
    lines = made().replace("Anne", "A\\u0000n\\u2028e").replace('"hands":1', f'"hands":{huge}')
    stop = lines.index('{"event":"play"')
    archive.add(files(absurd=lines[:stop] + ruling + paid * 1030))
    assert rows(archive, "SELECT length, position FROM games") == [(huge, 1)]
    assert rows(archive, "SELECT name, net_payments FROM seats LIMIT 2") == [
        ("A\0n\u2028e", None), ("Basile", None),
    ]  # fmt: skip
    assert one(archive, "SELECT sum(counters) FROM payments") == 1030 * huge


def test_a_payment_of_no_trick_is_not_lost(archive: Archive, files: Any) -> None:
    ruling = '{"event":"incident","kind":"ruling","text":"late","permits":["payment"]}\n'
    paid = '{"event":"payment","payer":0,"payee":1,"counters":7,"reason":"ruling"}\n'
    lines = made()
    stop = lines.index('{"event":"play"')
    archive.add(files(early=lines[:stop] + ruling + paid))
    assert objects(archive, "SELECT hand, trick, counters FROM payments") == [
        {"hand": 1, "trick": None, "counters": 7}
    ]
    assert one(archive, "SELECT sum(abs(net_payments)) FROM seats") == 14


def test_every_value_has_a_column_and_every_column_a_value(filled: Archive) -> None:
    unused = {"at", "identity", "same_play_as", "date", "place"}
    unused |= {"notes.seat", "notes.data", "incidents.owner", "incidents.missing"}
    unused |= {"incidents.restart"}
    for table in TABLES:
        found = objects(filled, f"FROM {table.name}")
        if table in (ALIASES, REMOVED):  # nothing that logs say
            assert found == []
            continue
        assert [column.name for column in table.columns] == list(found[0])
        never = {name for name in found[0] if all(row[name] is None for row in found)}
        assert never - {name.removeprefix(f"{table.name}.") for name in unused} == set()


def test_incidents_and_notes_have_what_their_lines_say(archive: Archive, files: Any) -> None:
    header, *rest = made().splitlines(keepends=True)
    note = '{"event":"note","text":"late","data":{"a":[1]},"seat":2}\n'
    ruling = '{"event":"incident","kind":"ruling","text":"so be it","permits":["play","award"]}\n'
    archive.add(files(a="".join([header, note, *rest[:30], ruling, note, *rest[30:]])))
    first = {"seat": 2, "text": "late", "data": '{"a":[1]}'}
    begun = sum('"play"' in line for line in rest[:30])
    assert objects(archive, "SELECT * EXCLUDE (game) FROM notes ORDER BY seq") == [
        {"hand": None, "seq": 1} | first,
        {"hand": 1, "seq": 33} | first,
    ]
    (incident,) = objects(archive, "SELECT * EXCLUDE (game) FROM incidents")
    assert {name: value for name, value in incident.items() if value is not None} == {
        "hand": 1,
        "trick": -(-begun // 3),
        "seq": 32,
        "kind": "ruling",
        "text": "so be it",
        "permits": "play,award",
    }
