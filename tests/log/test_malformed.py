"""Each way in which a line can be wrong gives one fault of its own, at its exact place."""

import pytest

from brusqlog.log.reader import read_logs
from tests.log.samples import HEADER, TAKE, faults, header, logs

NOTE = '{"event":"note","data":{"é":'
LINES = [
    # code, line, the part of it that is wrong (None: the whole line)
    ("lone-cr", b'{"event":"take",\r"seat":0}', b"\r"),
    ("nul-byte", '{"event":"note","text":"é\0"}'.encode(), b"\0"),
    ("invalid-utf8", '{"event":"note","text":"é'.encode() + b'\xff"}', b"\xff"),
    ("invalid-utf8", b'{"event":"note","text":"\xed\xa0\x80"}', b"\xed"),
    ("bom-inside", b'\xef\xbb\xbf{"event":"take","seat":0}', b"\xef\xbb\xbf"),
    ("lone-surrogate", b'{"event":"note","text":"a\\ud800b"}', b"\\ud800"),
    ("lone-surrogate", b'{"event":"note","text":"\\udc00"}', b"\\udc00"),
    ("lone-surrogate", b'{"event":"note","text":"\\ud800\\u0041"}', b"\\ud800"),
    ("not-finite", f"{NOTE}NaN}}}}".encode(), b"NaN"),
    ("not-finite", f"{NOTE}Infinity}}}}".encode(), b"Infinity"),
    ("not-finite", f"{NOTE}-Infinity}}}}".encode(), b"-Infinity"),
    ("not-finite", f"{NOTE}1e999}}}}".encode(), b"1e999"),
    ("control-character", b'{"event":"note","text":"a\tb"}', b"\t"),
    ("not-json", b"hello", b"hello"),
    ("not-json", b"{'event':'take'}", b"'event'"),
    ("not-json", b'{"event":"take","seat":01}', b"01"),
    ("not-json", b'{"event":"take","seat":0}}', b"}"),
    ("not-json", b'{"event":"take","seat":0,}', b"}"),
    ("not-json", b'{"event":"note","text":"\\x"}', b"\\x"),
    ("not-json", b'{"event":"take";"seat":0}', b";"),
    ("duplicate-key", b'{"event":"take","seat":0,"seat":0}', b'"seat"'),
    ("duplicate-key", f'{NOTE}1,"x":[{{"b":1,"b":2}}]}}}}'.encode(), b'"b"'),
    ("too-deep", f"{NOTE}[[[[[[[]]]]]]]}}}}".encode(), b"["),
    ("integer-too-big", f"{NOTE}9007199254740992}}}}".encode(), b"9007199254740992"),
    ("integer-too-big", f"{NOTE}-9007199254740992}}}}".encode(), b"-9007199254740992"),
    ("integer-too-big", b'{"event":"retract","last":9007199254740992}', b"9007199254740992"),
    ("not-object", b"[]", None),
    ("not-object", b'"take"', None),
    ("missing-key", b"{}", None),
    ("missing-key", b'{"event":"take"}', None),
    ("unknown-key", b'{"event":"take","seat":0,"x":1}', b'"x"'),
    ("unknown-kind", b'{"event":"bid","seat":0}', b'"bid"'),
    ("wrong-type", b'{"event":7}', b"7"),
    ("null", b'{"event":null}', b"null"),
    ("null", b'{"event":"take","seat":null}', b"null"),
    ("null", b'{"event":"take","seat":0,"at":null}', b"null"),
    ("null", b'{"event":"draw","seat":0,"card":null}', b"null"),
    ("null", b'{"event":"deal","seat":0,"cards":["TH",null]}', b"null"),
    ("not-integer", b'{"event":"take","seat":1.0}', b"1.0"),
    ("not-integer", b'{"event":"take","seat":1e0}', b"1e0"),
    ("not-integer", b'{"event":"take","seat":true}', b"true"),
    ("not-integer", b'{"event":"take","seat":"1"}', b'"1"'),
    ("not-integer", b'{"event":"balance","points":[1,2.5]}', b"2.5"),
    ("wrong-type", b'{"event":"note","text":5}', b"5"),
    ("wrong-type", b'{"event":"note","data":[1]}', b"[1]"),
    ("wrong-type", b'{"event":"deal","seat":0,"cards":"TH"}', b'"TH"'),
    ("wrong-type", b'{"event":"incident","kind":"leave","joined":1}', b"1"),
    ("out-of-range", b'{"event":"take","seat":5}', b"5"),
    ("out-of-range", b'{"event":"take","seat":-1}', b"-1"),
    ("out-of-range", b'{"event":"stake","seat":1,"counters":0}', b"0"),
    ("wrong-length", b'{"event":"deal","seat":0,"cards":[]}', b"[]"),
    ("wrong-length", b'{"event":"balance","totals":[1]}', b"[1]"),
    ("empty-string", b'{"event":"incident","kind":"ruling","text":""}', b'""'),
    ("unknown-card", b'{"event":"play","seat":0,"card":"TH\\n"}', b'"TH\\n"'),
    ("unknown-card", b'{"event":"play","seat":0,"card":"10H"}', b'"10H"'),
    ("unknown-card", b'{"event":"deal","seat":0,"cards":["TH","6H"]}', b'"6H"'),
    ("hidden-card", b'{"event":"turnup","card":"??"}', b'"??"'),
    ("unknown-value", b'{"event":"end","reason":"done"}', b'"done"'),
    ("bad-time", b'{"event":"gather","at":"2026-02-30T10:00:00Z"}', b'"2026-02-30T10:00:00Z"'),
    ("bad-time", b'{"event":"gather","at":"2026-02-20T10:00:00"}', b'"2026-02-20T10:00:00"'),
    ("bad-time", b'{"event":"gather","at":"2026-02-20T00:00Z\\n"}', b'"2026-02-20T00:00Z\\n"'),
    ("bad-digest", b'{"event":"seal","sha256":"00"}', b'"00"'),
    ("empty-balance", b'{"event":"balance"}', None),
    ("empty-note", b'{"event":"note","seat":0}', None),
]  # fmt: skip
HEADERS = [
    ("one-length", header(hands=None), None),
    ("one-length", header(target=100), b'"target"'),
    ("null", header(place="x").replace(b'"x"', b"null"), b"null"),
    ("missing-key", header(rules=None), None),
    ("empty-string", header(id=""), b'""'),
    ("wrong-length", header(players=["A"]), b'["A"]'),
    ("unknown-value", header(partners=False), b"false"),
    ("bad-date", header(date="2026-02-30"), b'"2026-02-30"'),
    ("bad-date", header(date="March"), b'"March"'),
    ("bad-format", header(format="brusqlog-1"), b'"brusqlog-1"'),
    ("format-major", header(format="brusqlog/2.0", new=1), b'"brusqlog/2.0"'),
    ("not-integer", header(options={"stake": 1.5}), b"1.5"),
    ("not-integer", header(ruleset={"a": [{"b": 1.5}]}), b"1.5"),
    ("null", header(options={"stake": None}), b"null"),
    ("integer-too-big", header(options={"stake": 2**53}), b"9007199254740992"),
    ("integer-too-big", header(extra={"a": [2**64]}), b"18446744073709551616"),
    ("too-deep", header(extra={"a": [[[[[[[]]]]]]]}), b"["),
]


def position(line: bytes, wrong: bytes | None, code: str) -> tuple[int, int, int]:
    """Column, width and byte of the wrong part: its last occurrence."""
    if wrong is None:
        return 1, len(line.decode()), 0
    if code == "too-deep":
        return 1 + len(line[: line.index(b"[]")].decode()), 1, line.index(b"[]")
    byte = line.rindex(wrong)
    width = len(wrong.decode("utf-8", "replace"))
    return len(line[:byte].decode("utf-8", "replace")) + 1, width, byte


@pytest.mark.parametrize(("code", "line", "wrong"), LINES)
def test_a_wrong_line_is_one_fault_at_its_place(
    code: str, line: bytes, wrong: bytes | None
) -> None:
    (log,) = logs(HEADER + TAKE + line + b"\n" + TAKE)
    column, width, byte = position(line, wrong, code)
    (fault,) = log.faults
    assert (code, 2, 3) == (fault.code, fault.seq, fault.line)
    assert (column, width) == (fault.column, fault.width)
    assert len(HEADER + TAKE) + byte == fault.byte
    assert [event is None for event in log.events] == [False, False, True, False]


@pytest.mark.parametrize(("code", "line", "wrong"), HEADERS)
def test_a_wrong_header_begins_a_log_with_one_fault(
    code: str, line: bytes, wrong: bytes | None
) -> None:
    first, second = logs(HEADER + TAKE + line + TAKE)
    column, width, byte = position(line.removesuffix(b"\n"), wrong, code)
    (fault,) = second.faults
    assert first.faults == []
    assert (code, 0, 3, column, width) == (
        fault.code, fault.seq, fault.line, fault.column, fault.width,
    )  # fmt: skip
    assert len(HEADER + TAKE) + byte == fault.byte
    assert (second.events[0], second.readable, second.index) == (None, False, 2)


@pytest.mark.parametrize(("code", "line", "wrong"), LINES)
def test_a_wrong_line_alone_is_one_fault(code: str, line: bytes, wrong: bytes | None) -> None:
    if code != "bom-inside":
        assert [code] == [fault.code for fault in faults(line + b"\n")]


@pytest.mark.parametrize("cut", range(1, 60))
def test_a_line_cut_anywhere_by_a_line_end_is_one_fault(cut: int) -> None:
    line = b'{"event":"note","text":"\\u00e9\\\\x","data":{"a":[true,-1.5e2]}}'[:cut]
    (fault,) = logs(HEADER + line + b"\n")[0].faults
    assert fault.code in ("incomplete-json", "not-json")


def test_a_line_that_ends_in_the_middle_is_incomplete_at_its_end() -> None:
    (fault,) = logs(HEADER + b'{"event":"take","se\n')[0].faults
    assert (fault.code, fault.column, fault.width) == ("incomplete-json", 20, 1)


def test_a_line_of_64_kib_is_taken_and_one_byte_more_is_not() -> None:
    around = len(b'{"event":"note","text":""}')
    line = b'{"event":"note","text":"%s"}\n'
    assert faults(HEADER + line % (b"a" * (65536 - around))) == []
    (fault,) = faults(HEADER + line % (b"a" * (65537 - around)))
    assert (fault.code, fault.seq, fault.line) == ("line-too-long", 1, 2)


def test_eight_levels_are_taken() -> None:
    assert faults(HEADER + b'{"event":"note","data":{"a":[[[[[[]]]]]]}}\n') == []


def test_fractions_and_nulls_may_stand_in_data_and_extra() -> None:
    assert faults(header(extra={"a": [1.5, None]})) == []
    assert faults(HEADER + b'{"event":"note","data":{"a":[1.5,null,-0.0]}}\n') == []


def test_a_damaged_header_that_still_shows_what_it_is_begins_a_log() -> None:
    first, second = logs(HEADER + TAKE + b'{"event":"game","format":\n' + TAKE)
    assert (
        len(first.events), second.events[:1], second.faults[0].code,
    ) == (2, [None], "incomplete-json")  # fmt: skip


def test_a_header_behind_a_byte_order_mark_begins_a_log() -> None:
    """As it is left where files were joined."""
    first, second = logs(HEADER + TAKE + b"\xef\xbb\xbf" + HEADER + TAKE)
    assert (len(first.events), first.faults) == (2, [])
    assert (second.events[:1], second.readable) == ([None], False)
    assert [(fault.code, fault.line) for fault in second.faults] == [("bom-inside", 3)]


def test_a_fault_has_the_place_that_the_log_gives() -> None:
    (log,) = logs(HEADER + '{"event":"deal","seat":0,"cards":["TH","7é"]}\n'.encode())
    (fault,) = log.faults
    expected = (fault.line, fault.column, fault.width, fault.byte)
    assert expected == log.place(1, ("cards", 1))


def test_nothing_is_raised_for_what_a_file_holds() -> None:
    for text in (b"", b"\n", b"\r", b"\0", b"{", b"\xef\xbb\xbf", b"\xef\xbb", b"\x1f\x8b", b"("):
        assert list(read_logs(text))
