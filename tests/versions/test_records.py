"""What `diff --format json` prints fits its published schema."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from jsonschema import Draft202012Validator
from msgspec.structs import replace

from brusqlog.game.events import Hand
from brusqlog.game.findings import LANGUAGES, Language
from brusqlog.log.gamelog import GameLog
from brusqlog.log.schema import documents
from brusqlog.notation.sources import read_games
from brusqlog.spelling import Style
from brusqlog.versions.comparing import ORDER, compared
from brusqlog.versions.difference import COUNTED, PARTS
from brusqlog.versions.telling import document
from tests.versions.witnesses import accounts, log_of, worked

FIXTURES = Path(__file__).parents[2] / "fixtures"
RECORDS = [
    game
    for folder in ("games", "spec", "spec/incidents", "transcripts", "transcripts/faulty")
    for path in sorted(FIXTURES.joinpath(folder).glob("*.brusq*"))
    for game in read_games(path)
    if isinstance(game, GameLog) and game.header is not None
]
VALIDATOR = Draft202012Validator(documents()["diff"])


def printed(one: GameLog, two: GameLog, language: Language = "en") -> Any:
    """The comparison as a program reads it."""
    a, b = accounts(one, two)
    found = document(compared(a, b), a, b, Style(language=language))
    return json.loads(msgspec.json.encode(found))


def values(found: Any) -> list[Any]:
    """All that is in a document of JSON."""
    inside = found.values() if isinstance(found, dict) else found if isinstance(found, list) else ()
    return [found, *(value for part in inside for value in values(part))]


def pairs() -> Iterator[tuple[GameLog, GameLog]]:
    """Each fixture with the next one; and the worked game told wrongly, as no fixture tells it."""
    yield from zip(RECORDS, [*RECORDS[1:], RECORDS[0]], strict=True)
    events = worked()
    number = next(seq for seq, event in enumerate(events) if isinstance(event, Hand))
    for seq, change in ((0, {"players": ["Anne", "Cécile", "Basile"]}), (number, {"number": 2})):
        other = [*events[:seq], replace(events[seq], **change), *events[seq + 1 :]]
        yield log_of(events), log_of(other)


@pytest.mark.parametrize("language", LANGUAGES)
def test_comparisons_of_fixtures_fit_the_schema_and_show_every_kind(language: Language) -> None:
    told = set()
    for one, two in pairs():
        found = printed(one, two, language)
        VALIDATOR.validate(found)
        told |= {entry["kind"] for entry in found["differences"] + found["more"]}
    assert told == {*ORDER, *COUNTED, *PARTS}


def test_a_record_and_itself_are_the_same_and_nothing_is_first() -> None:
    game = log_of(worked())
    found = printed(game, game)
    VALIDATOR.validate(found)
    assert found == {
        "format": "brusqlog-diff/1",
        "a": {"file": "a", "index": 1, "id": "worked"},
        "b": {"file": "a", "index": 1, "id": "worked"},
        "same": True,
        "first": None,
        "differences": [],
        "more": [],
    }


def test_every_key_is_there_and_no_other() -> None:
    records = [
        found for found in values(printed(RECORDS[0], RECORDS[1])) if isinstance(found, dict)
    ]
    assert {tuple(record) for record in records} == {
        ("format", "a", "b", "same", "first", "differences", "more"),
        ("file", "index", "id"),
        ("kind", "hand", "trick", "until", "about", "a", "b", "goes_on", "message"),
        ("value", "seq", "file", "line"),
    }
    for change in ("more", "less"):
        for number in range(len(records)):
            found = printed(RECORDS[0], RECORDS[1])
            record = [value for value in values(found) if isinstance(value, dict)][number]
            if change == "more":
                record["x"] = 1
            else:
                record.popitem()
            assert not VALIDATOR.is_valid(found), (change, record)
