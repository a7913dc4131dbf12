"""Whatever bytes come: no exception but ours, and the two ways through the reader agree."""

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brusqlog.game.events import SAFE, Event
from brusqlog.game.findings import codes as registry
from brusqlog.log.faults import FormError
from brusqlog.log.lines import canonical, exact, respelt
from brusqlog.log.reader import Fault, GameLog, HeaderLine, read_headers, read_logs
from brusqlog.log.scan import scan
from tests.log.samples import HEADER, TAKE, WORKED

LINES = WORKED.split(b"\n")[:-1]
ENDS = [b"\n", b"\r\n", b"\0", b"\xff", b"\xef\xbb\xbf", b"{}", b'"', b"\\u"]
PIECES = [*LINES[:8], HEADER, TAKE, *ENDS]
HALVES = [b'{"event":"take",', b'"seat":0}']
STRICTER = ("duplicate-key", "not-finite", "integer-too-big", "lone-surrogate")
SPOILT = st.tuples(st.sampled_from(LINES), st.integers(0, 200), st.binary(max_size=3)).map(
    lambda parts: parts[0][: parts[1]] + parts[2] + parts[0][parts[1] + 1 :]
)
TEXTS = st.lists(st.one_of(st.sampled_from(PIECES), SPOILT, st.binary(max_size=8))).map(b"".join)
TEXT = st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=5)
NUMBERS = st.integers(-SAFE, SAFE) | st.floats(allow_nan=False, allow_infinity=False)
JSON = st.recursive(
    st.none() | st.booleans() | NUMBERS | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=600, deadline=None)
@given(TEXTS)
def test_whatever_a_file_holds_it_is_read_to_its_end(text: bytes) -> None:
    read = list(read_logs(HEADER + text))
    games = [found for found in read if isinstance(found, GameLog)]
    torn = [found.byte for found in read if isinstance(found, Fault)]
    whole = HEADER + text
    given = whole[: whole.rindex(b"\n", 0, torn[0]) + 1] if torn else whole
    assert b"".join(log.raw for log in games) == given
    for log in games:
        for fault in log.faults:
            assert fault.code in registry()
            assert fault.line is not None
            assert log.line <= fault.line
            assert isinstance(log.text_of(fault.line), str)
        for seq in range(len(log.events)):
            line, column, width, byte = log.place(seq)
            assert column is not None and width is not None and byte is not None
            assert (log.line_of(seq), True) == (line, column > 0 < width)
            assert log.byte <= byte <= log.byte + len(log.raw)
    heads = [found for found in read_headers(HEADER + text) if isinstance(found, HeaderLine)]
    assert [log.byte for log in games] == [head.byte for head in heads]


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=300))
def test_any_bytes_are_read_to_their_end(text: bytes) -> None:
    for found in read_logs(text):
        if isinstance(found, Fault):
            assert found.code in registry()


@settings(max_examples=500)
@given(st.one_of(SPOILT, st.binary(max_size=20)))
def test_the_fast_way_takes_only_what_the_exact_way_takes(line: bytes) -> None:
    fast, slow, middle = canonical([line])[0], exact(line), respelt(line)
    if middle is not None:
        assert slow.event == middle
    if fast is not None:
        assert (slow.event, slow.respelt) == (fast, False)
    else:
        assert slow.wrong is not None or slow.respelt or isinstance(slow.event, type(None))


@settings(max_examples=300)
@given(st.lists(st.sampled_from([*LINES, b"x", b"", *HALVES]), max_size=6))
def test_lines_read_together_are_read_as_each_by_itself(lines: list[bytes]) -> None:
    expected: list[Event | None] = [event for line in lines for event in canonical([line])]
    assert canonical(lines) == expected


@settings(max_examples=500)
@given(JSON)
def test_the_scanner_reads_json(value: Any) -> None:
    for text in (json.dumps(value), json.dumps(value, ensure_ascii=False, indent=1)):
        try:
            node = scan(text)
        except FormError as wrong:
            assert wrong.code == "too-deep"
        else:
            assert (node.value, node.start, node.end) == (value, 0, len(text))


@settings(max_examples=500)
@given(st.text(alphabet='{}[],:"\\u0019aeE+-. tn', max_size=12))
def test_the_scanner_refuses_what_is_no_json(text: str) -> None:
    try:
        expected = json.loads(text)
    except ValueError:
        with pytest.raises(FormError):
            scan(text)
    else:
        try:
            assert scan(text).value == expected
        except FormError as wrong:
            assert wrong.code in STRICTER


def test_msgspec_encodes_as_it_decodes() -> None:
    for line in LINES:
        event = canonical([line])[0]
        assert event is not None
        assert msgspec.json.encode(event) == line
