"""Logs written: canonical, whole or not at all, never over another file."""

import hashlib
import io
from pathlib import Path

import pytest

from brusqlog.game.events import Play
from brusqlog.log.identity import bytes_key
from brusqlog.log.reader import Unknown
from brusqlog.log.writer import dumps, replacing, write, write_log
from tests.log.samples import HEADER, TAKE, WORKED, logs


def test_what_was_read_is_written_as_it_was() -> None:
    (log,) = logs(WORKED)
    out = io.BytesIO()
    write_log([event for event in log.events if event is not None], out)
    assert out.getvalue() == WORKED


def test_fields_stand_in_the_order_of_the_format_and_at_is_last() -> None:
    event = Play(at="2026-03-01T20:00:00Z", card="TH", seat=1)
    line = b'{"event":"play","seat":1,"card":"TH","at":"2026-03-01T20:00:00Z"}'
    assert dumps(event) == line


def test_an_unknown_event_is_written_as_it_was_read() -> None:
    assert dumps(Unknown(kind="bid", raw=b'{ "event":"bid"}')) == b'{ "event":"bid"}'


def test_a_file_is_not_overwritten_unless_forced(tmp_path: Path) -> None:
    path = tmp_path / "a.brusq.jsonl"
    (log,) = logs(WORKED)
    events = [event for event in log.events if event is not None]
    write(events, path)
    with pytest.raises(FileExistsError):
        write(events[:1], path)
    assert path.read_bytes() == WORKED
    write(events[:1], path, force=True)
    assert path.read_bytes() == HEADER
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_is_never_replaced(tmp_path: Path) -> None:
    for force in (False, True):
        with pytest.raises(OSError, match="this is a folder, not a regular file") as caught:
            write([], tmp_path, force=force)
        assert not isinstance(caught.value, FileExistsError)


def test_a_file_made_in_the_meantime_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "a.brusq.jsonl"
    with pytest.raises(FileExistsError), replacing(path) as handle:
        handle.write(b"mine")
        path.write_bytes(b"theirs")
    assert [(p, p.read_bytes()) for p in tmp_path.iterdir()] == [(path, b"theirs")]


def test_a_write_that_fails_leaves_nothing_behind(tmp_path: Path) -> None:
    path = tmp_path / "a.brusq.jsonl"
    with pytest.raises(ZeroDivisionError), replacing(path) as handle:
        handle.write(b"half")
        raise ZeroDivisionError
    assert list(tmp_path.iterdir()) == []


def test_the_bytes_key_is_that_of_the_whole_lines() -> None:
    expected = hashlib.sha256(HEADER + TAKE).hexdigest()
    assert [bytes_key(log) for log in logs(HEADER + TAKE + HEADER + TAKE)] == [expected] * 2
    assert [bytes_key(log) for log in logs(HEADER + TAKE + b"{")] == [expected]
