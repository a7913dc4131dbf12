"""Games to be written, and what is in a file."""

from pathlib import Path
from typing import Any

from brusqlog import read
from brusqlog.game import events as ev

SAMPLES = Path(__file__).parents[2] / "brusqlog" / "samples"


def sample(name: str = "worked") -> list[Any]:
    """The events of a sample game, the header first."""
    (game,) = read(SAMPLES / f"{name}.brusq.jsonl")
    return list(game.events)


HEADER: ev.Game = sample()[0]
EVENTS: list[Any] = sample()[1:]


def lines(path: Path) -> list[bytes]:
    """The lines of a file, with their ends."""
    return path.read_bytes().splitlines(keepends=True)
