"""Logs and lines that the tests of the reader share."""

import json
from pathlib import Path
from typing import Any

from brusqlog.log.reader import Fault, GameLog, read_logs

FIXTURES = Path(__file__).parents[2] / "fixtures" / "spec"
WORKED = (FIXTURES / "worked.brusq.jsonl").read_bytes()
HEADER = WORKED.split(b"\n")[0] + b"\n"
TAKE = b'{"event":"take","seat":0}\n'


def header(**fields: Any) -> bytes:
    """The line of a header with some fields changed, left out where they are None."""
    wanted = {
        "event": "game",
        "format": "brusqlog/1.0",
        "id": "a",
        "rules": "salon-2021",
        "players": ["Anne", "Basile"],
        "hands": 1,
    } | fields
    kept = {key: value for key, value in wanted.items() if value is not None}
    return json.dumps(kept, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"


def logs(text: bytes) -> list[GameLog]:
    """The games of a text that has no fault of its own."""
    read = list(read_logs(text))
    assert [found for found in read if isinstance(found, Fault)] == []
    return [found for found in read if isinstance(found, GameLog)]


def faults(text: bytes) -> list[Fault]:
    """All faults of a text, those of its games and those of itself."""
    found: list[Fault] = []
    for read in read_logs(text):
        found += [read] if isinstance(read, Fault) else read.faults
    return found


def codes(text: bytes) -> list[str]:
    """The codes of all faults of a text."""
    return [fault.code for fault in faults(text)]
