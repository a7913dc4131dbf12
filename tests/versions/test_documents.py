"""Games in one JSON document."""

import json
from pathlib import Path

import pytest

from brusqlog.checking.report import Wishes, report
from brusqlog.checking.run import judged
from brusqlog.log.faults import Fault
from brusqlog.log.writer import dumps
from brusqlog.notation.transcript import Transcript
from brusqlog.versions.array import is_document, read_document

LOG = (Path(__file__).parents[2] / "fixtures" / "spec" / "worked.brusq.jsonl").read_bytes()
EVENTS = [json.loads(line) for line in LOG.splitlines()]
PRETTY = json.dumps(EVENTS, indent=2).encode()


def games(data: bytes) -> list[Transcript]:
    found = read_document(data, "game.json").games
    assert all(isinstance(game, Transcript) for game in found)
    return [game for game in found if isinstance(game, Transcript)]


def as_log(game: Transcript) -> bytes:
    return b"".join(dumps(event) + b"\n" for event in game.events if event is not None)


@pytest.mark.parametrize(
    "data",
    [
        PRETTY,
        json.dumps(EVENTS).encode(),
        b"\xef\xbb\xbf \r\n" + PRETTY,
        json.dumps({"events": EVENTS}).encode(),
        json.dumps({"id": 7, "events": EVENTS}, indent=1).encode(),
    ],
)
def test_a_document_gives_the_log_of_its_events(data: bytes) -> None:
    assert is_document(data)
    (game,) = games(data)
    assert (game.faults, as_log(game)) == ([], LOG)


def test_what_stands_beside_the_events_is_told() -> None:
    found = read_document(json.dumps({"id": 7, "events": EVENTS, "app": {}}).encode(), "g")
    assert found.passed_over == ["id", "app"]


def test_a_header_begins_a_new_game() -> None:
    data = json.dumps(EVENTS + EVENTS).encode()
    assert [(game.index, as_log(game)) for game in games(data)] == [(1, LOG), (2, LOG)]


@pytest.mark.parametrize(
    "head",
    [
        LOG,
        b"\n\n" + LOG,
        b'{"event":"ga',
        b'{"format":"x","event":"game"}',
        b'{"events":[],"event":"game"}',
        b"",
        b"Rules: x",
    ],
)
def test_a_log_is_no_document(head: bytes) -> None:
    assert not is_document(head)


@pytest.mark.parametrize(
    ("data", "place", "code"),
    [
        (b'[\n {"event":"gather"},\n {"event":"gather"}]', (2, 2), "no-header"),
        (b'[{"event":"game"}]', (1, 2), "missing-key"),
        (PRETTY.replace(b'"KS"', b'"XS"', 1), (21, 13), "unknown-card"),
        (PRETTY.replace(b'"lot"', b'"lto"', 1), (19, 14), "unknown-kind"),
        (PRETTY.replace(b'"seat": 0', b'"seat": 0.0', 1), (20, 13), "not-integer"),
    ],
)
def test_what_is_wrong_with_an_event_has_its_place(
    data: bytes, place: tuple[int, int], code: str
) -> None:
    (game,) = games(data)
    (fault,) = game.faults
    assert ((fault.line, fault.column), fault.code) == (place, code)
    shown = report(game, judged(game), Wishes())
    assert shown.excerpts[place[0]] == data.decode().split("\n")[place[0] - 1]


@pytest.mark.parametrize(
    ("data", "place", "code"),
    [
        (b'[\n{"event": "game"}\n', (3, 1), "incomplete-json"),
        (b"[\n1 2]", (2, 3), "not-json"),
        (b'{"events": 3}', (1, 12), "wrong-type"),
        (b'{\n"game": {"events": []}}', (1, 1), "missing-key"),
        (b'[\n"\xe9"]', (2, 2), "invalid-utf8"),
        (b"[" * 300, (1, 10), "too-deep"),
    ],
)
def test_what_is_wrong_with_a_document_has_its_place(
    data: bytes, place: tuple[int, int], code: str
) -> None:
    (fault,) = read_document(data, "game.json").games
    assert isinstance(fault, Fault)
    assert ((fault.line, fault.column), fault.code) == (place, code)


def test_a_document_without_events_is_empty() -> None:
    (fault,) = read_document(b"[]", "game.json").games
    assert isinstance(fault, Fault)
    assert fault.code == "empty-file"


def test_a_breach_points_into_the_document() -> None:
    data = PRETTY.replace(b'"event": "play",\n    "seat": 1', b'"event": "play",\n    "seat": 2', 1)
    (game,) = games(data)
    finding = next(one for one in report(game, judged(game), Wishes()).findings)
    assert data.decode().split("\n")[(finding.line or 0) - 1].strip() == '"seat": 2,'


def test_an_event_of_a_newer_version_is_kept_on_one_line() -> None:
    newer = [{**EVENTS[0], "format": "brusqlog/1.9"}, {"event": "dance", "steps": [1, 2]}]
    (game,) = games(json.dumps(newer, indent=2).encode())
    assert as_log(game).splitlines()[1] == b'{"event":"dance","steps":[1,2]}'
