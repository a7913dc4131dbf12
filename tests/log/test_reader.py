"""What the reader accepts, how it cuts a file into games, and what it says of a whole log."""

import hashlib
import io
from pathlib import Path

import pytest

from brusqlog.game.events import Game, Take
from brusqlog.log import framing
from brusqlog.log.headers import HeaderLine, read_headers
from brusqlog.log.reader import Fault, GameLog, Unknown, read_logs
from tests.log.samples import FIXTURES, HEADER, TAKE, WORKED, codes, faults, header, logs

LOGS = sorted(FIXTURES.rglob("*.jsonl"))
SEAL = b'{"event":"seal","sha256":"%s"}\n'


def seal(text: bytes) -> bytes:
    """The seal line of these bytes."""
    return SEAL % hashlib.sha256(text).hexdigest().encode()


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.name)
def test_every_line_of_the_samples_is_read(path: Path) -> None:
    (log,) = (found for found in read_logs(path) if isinstance(found, GameLog))
    assert path.read_bytes() == log.raw
    assert (len(log.raw.splitlines()), True, str(path)) == (len(log.events), log.readable, log.file)
    assert None not in log.events
    assert [fault for fault in log.faults if fault.code != "other-spelling"] == []


def test_a_game_event_begins_a_new_log() -> None:
    first, second, third = logs(WORKED + HEADER + TAKE + WORKED)
    assert [(1, 1, 0), (2, 89, len(WORKED)), (3, 91, len(WORKED + HEADER + TAKE))] == [
        (log.index, log.line, log.byte) for log in (first, second, third)
    ]
    assert [log.raw for log in (first, second, third)] == [WORKED, HEADER + TAKE, WORKED]
    assert [len(log.events) for log in (first, second, third)] == [88, 2, 88]


def test_places_count_code_points_and_bytes_of_the_whole_text() -> None:
    line = '{"event":"note","text":"é","seat":1}\n'.encode()
    _, log = logs(WORKED + HEADER + line)
    assert (90, 35, 1, len(WORKED + HEADER) + 35) == log.place(1, ("seat",))
    assert (90, 1, 36, len(WORKED + HEADER)) == log.place(1)
    assert log.place(1) == log.place(1, ("card",)) == log.place(1, ("seat", 0))
    assert (log.line_of(1), log.text_of(90)) == (90, '{"event":"note","text":"é","seat":1}')


@pytest.mark.parametrize(
    ("code", "text", "place"),
    [
        ("bom", b"\xef\xbb\xbf" + HEADER + TAKE, (1, 1, 0)),
        ("crlf", (HEADER + TAKE + TAKE).replace(b"\n", b"\r\n"), (1, len(HEADER) - 1, None)),
        ("blank-line", HEADER + b"\n" + TAKE + b" \t\n" + TAKE, (2, 1, len(HEADER))),
        ("blank-line", b"\n\n" + HEADER + TAKE, (1, 1, 0)),
        ("other-spelling", HEADER + b'{ "event":"take","seat":0}\n' * 2, (2, 1, len(HEADER))),
        ("other-spelling", HEADER + b'{"seat":0,"event":"take"}\n', (2, 1, len(HEADER))),
        ("other-spelling", HEADER + b'{"event":"\\u0074ake","seat":0}\n', (2, 1, len(HEADER))),
        ("other-spelling", HEADER.replace(b":", b": "), (1, 1, 0)),
    ],
)
def test_other_forms_are_taken_and_told_once_a_file(
    code: str, text: bytes, place: tuple[int, int, int | None]
) -> None:
    read = logs(text + text.removeprefix(b"\xef\xbb\xbf"))
    (fault,) = (fault for log in read for fault in log.faults)
    assert (code, *place[:2]) == (fault.code, fault.line, fault.column)
    assert place[2] in (fault.byte, None)
    for log in read:
        assert isinstance(log.events[0], Game)
        assert all(event == Take(seat=0) for event in log.events[1:])


def test_places_hold_with_marks_blank_lines_and_windows_line_ends() -> None:
    text = b"\xef\xbb\xbf\r\n" + HEADER.replace(b"\n", b"\r\n") + b"\r\n" + TAKE
    (log,) = logs(text)
    assert (log.line, log.byte, log.line_of(1)) == (2, 5, 4)
    line, column, width, byte = log.place(1, ("seat",))
    assert column is not None and width is not None and byte is not None
    assert (line, text[byte : byte + width]) == (4, b"0")
    assert TAKE.index(b"0") + 1 == column
    assert [fault.code for fault in log.faults] == ["bom", "blank-line", "crlf"]


def test_what_stands_before_the_first_game_is_told_with_it() -> None:
    (log,) = logs(b"\xef\xbb\xbf\n" + HEADER)
    assert [(fault.line, fault.code) for fault in log.faults] == [(1, "bom"), (1, "blank-line")]
    assert log.text_of(1) == "" == log.text_of(9)


def test_events_before_the_first_header_are_one_fault() -> None:
    first, second = logs(TAKE + TAKE + TAKE + HEADER + TAKE)
    (fault,) = first.faults
    assert (
        fault.code, fault.seq, fault.line, fault.column, fault.byte,
    ) == ("no-header", 0, 1, 1, 0)  # fmt: skip
    assert (
        len(first.events), first.readable, second.faults, second.readable,
    ) == (3, False, [], True)  # fmt: skip


def test_a_torn_tail_is_a_warning_and_the_events_before_it_stand() -> None:
    (log,) = logs(HEADER + TAKE + TAKE[:-1])
    (fault,) = log.faults
    assert ("torn-tail", 2, 3, 1, len(TAKE) - 1) == (
        fault.code, fault.seq, fault.line, fault.column, fault.width,
    )  # fmt: skip
    assert (2, True, HEADER + TAKE + TAKE[:-1]) == (len(log.events), log.torn, log.raw)


@pytest.mark.parametrize(
    "text",
    [
        HEADER + TAKE + seal(HEADER + TAKE) + b'{"event":',
        HEADER + TAKE + seal(HEADER + TAKE)[:-1],
        HEADER + TAKE + b'{"event":"seal","sh',
        HEADER + TAKE + b'{"event":"se',
    ],
)
def test_a_torn_tail_of_a_sealed_log_is_an_error(text: bytes) -> None:
    assert codes(text) == ["sealed-torn-tail"]


def test_a_torn_header_belongs_to_no_game() -> None:
    log, fault = read_logs(HEADER + TAKE + HEADER[:-1])
    assert isinstance(log, GameLog)
    assert isinstance(fault, Fault)
    assert (log.faults, log.torn) == ([], False)
    assert ("torn-tail", 3, len(HEADER + TAKE)) == (fault.code, fault.line, fault.byte)


@pytest.mark.parametrize("before", [b"", HEADER, HEADER + TAKE])
def test_lines_that_a_carriage_return_alone_ends_are_no_torn_tail(before: bytes) -> None:
    tail = HEADER.replace(b"\n", b"\r") + TAKE.replace(b"\n", b"\r")
    for text in (tail, b'{"event":"note","text":"\xff' + tail):
        (fault,) = faults(before + text)
        line, cr = before.count(b"\n") + 1, text.index(b"\r")
        assert (fault.code, fault.line, fault.column, fault.width, fault.byte) == (
            "lone-cr", line, len(text[:cr].decode("utf-8", "replace")) + 1, 1, len(before) + cr,
        )  # fmt: skip


def test_half_of_a_windows_line_end_is_a_torn_tail() -> None:
    assert codes(HEADER + TAKE.replace(b"\n", b"\r")) == ["torn-tail"]


def test_seals_are_compared_with_the_bytes_before_them() -> None:
    once = HEADER + TAKE + seal(HEADER + TAKE)
    twice = once + TAKE + seal(once + TAKE)
    assert codes(WORKED + twice) == []
    broken = twice.replace(b'"seat":0', b'"seat":1', 1)
    assert codes(broken) == ["seal-broken", "seal-broken"]
    fault = faults(broken)[0]
    assert (fault.seq, fault.line, fault.column, fault.width) == (2, 3, 26, 66)


def test_a_time_that_runs_backwards_is_a_warning_at_that_time() -> None:
    at = b'{"event":"take","seat":0,"at":"2026-03-01T%s"}\n'
    times = [b"20:00:00+01:00", b"19:00:00Z", b"20:30:00+02:00", b"19:00:00.5Z", b"19:00:00.25Z"]
    text = HEADER + b"".join(at % time for time in times)
    found = faults(text)
    assert [(f.code, f.seq) for f in found] == [("time-backwards", 3), ("time-backwards", 5)]
    assert (found[0].column, found[0].width) == (31, 27)


def test_times_of_one_game_say_nothing_about_the_next() -> None:
    assert codes(header(at="2026-03-01T20:00:00Z") + header(at="2025-03-01T20:00:00Z")) == []


def test_a_newer_minor_version_is_a_warning_and_what_is_unknown_is_passed_over() -> None:
    bid, extra = b'{"event":"bid","seat":0}\n', b'{"event":"take","seat":0,"why":1}\n'
    incident = b'{"event":"incident","kind":"quarrel","seat":0}\n'
    (log,) = logs(header(format="brusqlog/1.7", venue={"a": None}) + bid + extra + incident)
    assert [fault.code for fault in log.faults] == ["newer-format"]
    assert (log.faults[0].line, log.faults[0].column, log.faults[0].width) == (1, 26, 14)
    assert [
        Unknown(kind="bid", raw=bid[:-1]),
        Take(seat=0),
        Unknown(kind="incident", raw=incident[:-1]),
    ] == log.events[1:]
    assert log.readable


def test_what_is_wrong_is_wrong_in_a_newer_version_too() -> None:
    newer = header(format="brusqlog/1.1")
    assert codes(newer + b'{"event":"take","seat":9,"x":1}\n') == ["newer-format", "out-of-range"]
    assert codes(newer + HEADER + b'{"event":"bid"}\n')[1:] == ["unknown-kind"]


def test_another_major_version_is_one_error_whatever_the_log_holds() -> None:
    text = header(format="brusqlog/2.0", hands=None) + b'{"event":"bid"}\n' + seal(b"x") + b"x"
    first, second = logs(HEADER + text)
    assert (first.faults, [fault.code for fault in second.faults]) == ([], ["format-major"])
    assert (second.events, second.readable) == ([None], False)


def test_headers_are_those_of_the_games() -> None:
    escaped = HEADER.replace(b"game", b"\\u0067ame")
    text = b"\n" + TAKE + WORKED + header(hands=None) + TAKE + escaped
    mark = b"\xef\xbb\xbf"
    sources = (text, WORKED * 200, mark + WORKED.replace(b"\n", b"\r\n") * 200, (mark + WORKED) * 9)
    for source in sources:
        games = [log for log in read_logs(source) if isinstance(log, GameLog)]
        found = [head for head in read_headers(source) if isinstance(head, HeaderLine)]
        assert [(log.file, log.index, log.line, log.byte, log.header) for log in games] == [
            (head.file, head.index, head.line, head.byte, head.header) for head in found
        ]


def test_an_empty_file_holds_no_game() -> None:
    assert ["empty-file"] == codes(b"") == codes(b"\n \n") == codes(b"\xef\xbb\xbf")
    assert [f.code for f in read_headers(b"") if isinstance(f, Fault)] == ["empty-file"]


def test_every_kind_of_source_gives_the_same_games(tmp_path: Path) -> None:
    path = tmp_path / "a.brusq.jsonl"
    path.write_bytes(WORKED)
    sources = (str(path), path, WORKED, io.BytesIO(WORKED), io.StringIO(WORKED.decode()))
    for source in sources:
        (log,) = read_logs(source, name="x")
        assert isinstance(log, GameLog)
        assert (log.raw, log.file, log.faults) == (WORKED, "x", [])


class Trickle(io.RawIOBase):
    """A handle that gives a few bytes at a time."""

    def __init__(self, text: bytes, size: int) -> None:
        super().__init__()
        self.rest, self.size = text, size

    def read(self, size: int = -1) -> bytes:
        piece, self.rest = self.rest[: self.size], self.rest[self.size :]
        return piece


@pytest.mark.parametrize("size", [1, 7, 1000])
def test_where_the_pieces_of_a_source_end_makes_no_difference(size: int) -> None:
    bad = b'{"event":"take","seat":9}\r\n\n'
    text = b"\xef\xbb\xbf" + b"".join([TAKE, bad, WORKED, bad, WORKED, seal(WORKED), b"\xff"])
    whole, parts = list(read_logs(text)), list(read_logs(Trickle(text, size)))  # type: ignore[arg-type]
    assert [_told(found) for found in whole] == [_told(found) for found in parts]


def test_a_line_too_long_to_be_kept_is_told_of_alike_wherever_the_pieces_end() -> None:
    long = (
        HEADER
        + b"x" * (framing.KEPT + 9)
        + b"\n"
        + b'{"event":"seal","sha256":"%s"}\n' % (b"0" * 64)
    )
    whole, parts = list(read_logs(long)), list(read_logs(Trickle(long, 1 << 20)))  # type: ignore[arg-type]
    both = [[fault for log in logs for fault in log.faults] for logs in (whole, parts)]  # type: ignore[union-attr]
    assert both[0] == both[1]
    assert [fault.code for fault in both[0]] == ["line-too-long"]


def test_what_a_newer_log_may_hold_another_may_not() -> None:
    newer = HEADER.replace(b"/1.0", b"/1.9") + b'{"event":"take","seat":0,"new":1}\r\n'
    text = newer + newer.replace(b"/1.9", b"/1.0")
    for size in (40, len(text)):
        first, second = read_logs(Trickle(text, size))  # type: ignore[arg-type]
        assert isinstance(first, GameLog) and isinstance(second, GameLog)
        assert (first.events[1], second.events[1]) == (Take(seat=0), None)


def test_a_line_of_two_carriage_returns_is_an_event_that_cannot_be_read() -> None:
    (log,) = logs(HEADER + b"\r\r\n" + TAKE)
    assert (len(log.events), log.line_of(2)) == (3, 3)
    assert [fault.code for fault in log.faults] == ["lone-cr", "crlf"]


def _told(found: GameLog | Fault) -> object:
    if isinstance(found, Fault):
        return found
    return found.index, found.line, found.byte, found.raw, found.events, found.faults, found.torn
