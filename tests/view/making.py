"""Games of every mode, and their pages."""

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import brusqlog
from brusqlog.checking.report import Wishes
from brusqlog.languages import Language
from brusqlog.log.gamelog import GameLog
from brusqlog.notation.sources import read_games
from brusqlog.spelling import Style
from brusqlog.view.game import Shown, shown
from brusqlog.view.page import page

SAMPLES = Path(brusqlog.__file__).parent / "samples"
FIXTURES = Path(brusqlog.__file__).parents[1] / "fixtures"
WORKED = (SAMPLES / "worked.brusq.jsonl").read_bytes()
SLIP = (SAMPLES / "slip.brusq.jsonl").read_bytes()

MODES: dict[str, dict[str, Any]] = {
    "two": {"players": 2, "hands": 1},
    "three": {"players": 3, "hands": 1},
    "four": {"players": 4, "hands": 1},
    "pairs": {"players": 4, "partners": True, "hands": 2},
    "five": {"players": 5, "hands": 1},
    "points": {"players": 3, "target": 100},
    "hidden": {"players": 3, "hands": 1, "hidden": True},
}
"""A game of each mode, one for points, and one in which no holding was seen."""

ROUND: dict[str, Any] = {"players": 3, "rounds": 1}
"""Three hands."""


@cache
def game_of(mode: str) -> bytes:
    """The log of a game of that mode, or of a `round`."""
    settings = ROUND if mode == "round" else MODES[mode]
    (game,) = brusqlog.simulate(seed=11, bots="greedy", **settings)
    return brusqlog.dumps(game).encode()


def log_of(data: bytes) -> GameLog:
    """The one game of a text."""
    (log,) = read_games(data)
    assert isinstance(log, GameLog)
    return log


def show(data: bytes, language: Language = "en", number: int = 1, **more: Any) -> Shown:
    """A game made ready for a page."""
    return shown(log_of(data), Wishes(style=Style(language=language)), number, **more)


def page_of(*games: bytes, language: Language = "en", spoilers: bool = True, **more: Any) -> str:
    """A page with these games."""
    ready = [
        show(data, language, number, spoilers=spoilers, **more)
        for number, data in enumerate(games, 1)
    ]
    return page(ready, language, spoilers=spoilers)


def unfolded(frames: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """The frames whole, as the page unfolds them."""
    whole: list[dict[str, Any]] = []
    for changed in frames:
        before = whole[-1] if whole else {}
        after = before | changed
        for key in ("holding", "pile", "lot"):
            after[key] = before.get(key, {}) | changed.get(key, {})
        whole.append(after)
    return whole


def cards(row: str) -> list[str]:
    """The cards of a row."""
    return [row[at : at + 2] for at in range(0, len(row), 2)]
