"""Games and short ways that the tests of the notation share."""

import json
import random
from pathlib import Path
from typing import Any

from brusqlog.game.events import Event
from brusqlog.log.reader import GameLog, read_logs
from brusqlog.log.writer import dumps
from brusqlog.notation.reader import read_transcripts
from brusqlog.notation.transcript import Transcript
from tests.oracle.generate import random_game

FIXTURES = Path(__file__).parents[2] / "fixtures"
WORKED = (FIXTURES / "spec" / "worked.brusq.jsonl").read_bytes()

Log = list[dict[str, Any]]
"""The events of a log as plain values."""

HEADER = """\
Rules: salon-2021
Players: Anne, Basile, Cécile
Removed: 7♠ 7♣
Hands: 1
"""
DEALT = """\
Hand 1: Anne deals, Cécile cuts
Deal: Basile 7♦ J♠ K♣ | Cécile 10♦ Q♠ 9♣ | Anne 8♠ 7♥ K♥
Turn-up: A♠
"""
TRICK_1 = "1. K♣ Q♠ 8♠ > Cécile + 8♦ Q♦ A♥\n"
TRICK_2 = "2. 8♦ Q♦ J♠ > Basile + 9♦ 8♥ Q♣\n"
TRICK_3 = "3. 7♦ 10♦ 7♥ > Cécile + A♦ K♠ 10♣\n"
BEGUN = HEADER + DEALT


def read(text: str | bytes, name: str = "t.brusq") -> Transcript:
    """The one game of a transcript."""
    data = text.encode() if isinstance(text, str) else text
    (game,) = read_transcripts(data, name=name)
    assert isinstance(game, Transcript)
    return game


def plain(game: GameLog) -> Log:
    """The events of a game as plain values; one that cannot be read is empty."""
    return [json.loads(dumps(event)) if isinstance(event, Event) else {} for event in game.events]


def told(text: str | bytes) -> list[str]:
    """The codes of all that is wrong with the form of a transcript, in the order of the text."""
    return [fault.code for fault in read(text).faults]


def kinds(game: GameLog, start: int = 0) -> str:
    """The kinds of a game's events in a row, from one on."""
    return " ".join(event.get("event", "?") for event in plain(game)[start:])


def log_of(events: Log) -> GameLog:
    """A log of these events."""
    lines = (json.dumps(event, ensure_ascii=False, separators=(",", ":")) for event in events)
    (log,) = read_logs("".join(f"{line}\n" for line in lines).encode())
    assert isinstance(log, GameLog)
    return log


def simulated(seed: int, count: int) -> list[GameLog]:
    """Legal games, finished or not, of all rulesets and modes."""
    return [log_of(random_game(random.Random(seed * 1_000_003 + k))) for k in range(count)]


def recorded(folder: str) -> list[GameLog]:
    """The logs of a folder of fixtures."""
    files = sorted((FIXTURES / folder).rglob("*.brusq.jsonl"))
    return [log for file in files for log in read_logs(file) if isinstance(log, GameLog)]
