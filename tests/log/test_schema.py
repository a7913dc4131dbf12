"""The published schemas: made from the structs, and of one mind with them."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from brusqlog.game.cards import CARDS
from brusqlog.game.events import KINDS, SAFE
from brusqlog.game.findings import Finding
from brusqlog.log.lines import exact, respelt
from brusqlog.log.schema import documents, text_of, write_schemas
from brusqlog.log.writer import dumps
from tests.log.samples import FIXTURES

FOLDER = Path(__file__).parents[2] / "schemas"
VALIDATOR = Draft202012Validator(documents()["event"])
SAMPLES: list[dict[str, Any]] = [
    json.loads(line)
    for line in sorted(
        {line for path in FIXTURES.rglob("*.jsonl") for line in path.read_text("utf-8").split("\n")}
    )
    if line
]
SAMPLES += [
    {"event": "shuffle", "seat": 1, "deck": list(CARDS)},
    {"event": "note", "data": {"a": [1.5, None, {"b": True}]}, "seat": 1},
    {"event": "incident", "kind": "short-pack", "missing": ["??"], "at": "2026-03-01T20:00:00Z"},
    {"event": "seal", "sha256": "0" * 64},
    {"event": "take", "seat": 2},
]
ODD = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 35),
    st.sampled_from([SAFE, SAFE + 1, -SAFE, -SAFE - 1]),
    st.sampled_from([0.5, -2.25]),
    st.sampled_from(["", "??", "TH", "TH\n", "X", "complete", "leave", "2026-03-01", "a" * 64]),
    st.lists(st.sampled_from([0, 1, "TH", "??", "play", None]), max_size=6),
    st.dictionaries(st.sampled_from(["a", "b"]), st.sampled_from([1, 0.5, None, [1], "x"])),
)
KEYS = sorted({key for sample in SAMPLES for key in sample} | {"x"})


@st.composite
def nearly_events(draw: st.DrawFn) -> dict[str, Any]:
    """A good event of the samples with up to three fields changed, added or left out."""
    event = dict(draw(st.sampled_from(SAMPLES)))
    for _ in range(draw(st.integers(0, 3))):
        key = draw(st.sampled_from([*event, draw(st.sampled_from(KEYS))]))
        if draw(st.booleans()):
            event[key] = draw(ODD)
        else:
            event.pop(key, None)
    return event


def test_the_files_are_what_the_structs_give(tmp_path: Path) -> None:
    write_schemas(tmp_path)
    made = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    kept = {path.name: path.read_bytes() for path in FOLDER.glob("*.json")}
    assert kept == made


@pytest.mark.parametrize("name", sorted(documents()))
def test_every_schema_is_one(name: str) -> None:
    schema = documents()[name]
    Draft202012Validator.check_schema(schema)
    assert json.loads(text_of(schema)) == schema
    assert schema["$id"].startswith(f"urn:brusqlog:{name}:")
    assert schema["title"]


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None, max_examples=1500)
@given(nearly_events())
def test_the_schema_and_the_reader_agree_on_good_and_broken_events(event: dict[str, Any]) -> None:
    line = json.dumps(event).encode()
    read = exact(line)
    assert respelt(line) in (read.event, None)
    if read.wrong is None or read.wrong.code not in ("integer-too-big", "format-major"):
        wanted = read.wrong is None
        assert VALIDATOR.is_valid(event) == wanted, read.wrong and read.wrong.code


@pytest.mark.parametrize("kind", list(KINDS))
def test_a_broken_event_has_no_error_of_another_kind(kind: str) -> None:
    (error,) = VALIDATOR.iter_errors({"event": kind} | _good(kind) | {"x": 1})
    assert "'x' was unexpected" in error.message


def test_what_an_event_needs_is_named_by_the_schema() -> None:
    (error,) = VALIDATOR.iter_errors({"event": "play", "seat": 1})
    assert error.message == "'card' is a required property"


def test_a_canonical_line_is_spelt_as_the_writer_spells_it() -> None:
    for sample in SAMPLES:
        event = exact(json.dumps(sample).encode()).event
        assert event is not None
        assert json.loads(dumps(event)) == sample
        again = exact(dumps(event))
        assert (again.event, again.respelt) == (event, False)


def test_replays_and_findings_fit_their_schemas() -> None:
    replay = Draft202012Validator(documents()["replay"])
    for path in FIXTURES.glob("*.replay.json"):
        replay.validate(json.loads(path.read_bytes()))
    finding = Finding(file="a", line=1, code="no-header", severity="error", message="m", found=[1])
    findings = Draft202012Validator(documents()["finding"])
    printed = json.loads(msgspec.json.encode(finding))
    findings.validate(printed)
    assert not findings.is_valid(printed | {"more": 1})
    assert not findings.is_valid({key: printed[key] for key in printed if key != "rule"})


def _good(kind: str) -> dict[str, Any]:
    return next(sample for sample in SAMPLES if sample["event"] == kind)
