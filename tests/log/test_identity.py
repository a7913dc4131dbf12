"""By which digests a log is known."""

import hashlib

from brusqlog.log.gamelog import GameLog
from brusqlog.log.identity import beginnings, bytes_key, foreign
from brusqlog.log.reader import read_logs
from brusqlog.notation.reader import read_transcripts

LINES = [
    b'{"event":"game","format":"brusqlog/1.0","id":"x","rules":"salon-2021",'
    b'"players":["Anne","Basile"],"hands":1}\n',
    b'{"event":"hand","number":1,"dealer":0}\r\n',
    b'{"event":"note","text":"one"}\n',
]


def test_a_log_begins_with_any_number_of_its_whole_lines() -> None:
    (log,) = read_logs(b"".join(LINES) + b'{"ev', name="x")
    assert isinstance(log, GameLog)
    assert list(beginnings(log)) == [
        hashlib.sha256(b"".join(LINES[:count])).hexdigest() for count in range(len(LINES) + 1)
    ]


def test_the_last_line_of_a_transcript_counts_ended_or_not() -> None:
    text = b"Rules: salon-2021\nPlayers: Anne, Basile\nHands: 1\n"
    due = [
        hashlib.sha256(b"".join(text.splitlines(True)[:count])).hexdigest() for count in range(4)
    ]
    for written in (text, text[:-1]):
        (log,) = read_transcripts(written, name="x")
        assert isinstance(log, GameLog)
        assert (list(beginnings(log)), bytes_key(log)) == (due, due[-1])


def test_a_file_of_another_digest_is_told_at_its_first_line() -> None:
    fault = foreign("x.jsonl", "00" * 32)
    assert (fault.code, fault.line) == ("digest-differs", 1)
    assert fault.facts == {"file": "x.jsonl", "due": "00" * 32}
