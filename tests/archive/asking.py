"""Archives and questions to them, as the tests share them."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import brusqlog
from brusqlog.archive import Archive
from tests.cli.running import SAMPLES, SLIP, WORKED

SPEC = Path(__file__).parents[2] / "fixtures" / "spec"
BROKEN = SPEC.parent / "broken"

__all__ = ["BROKEN", "SAMPLES", "SLIP", "SPEC", "WORKED"]

MODES: dict[str, dict[str, Any]] = {
    "two": {"players": 2, "hands": 3},
    "three": {"players": 3, "rounds": 1},
    "four": {"players": 4, "hands": 2},
    "five": {"players": 5, "hands": 2},
    "pairs": {"partners": True, "hands": 2},
    "points": {"players": 3, "target": 100},
    "pairs-for-points": {"partners": True, "target": 150},
}
"""Games of every mode, as `simulate` makes them."""


def made(seed: int = 1, **wishes: Any) -> str:
    """The lines of a legal game."""
    (game,) = brusqlog.simulate(seed=seed, **wishes)
    return brusqlog.dumps(game)


def rows(archive: Archive, query: str) -> list[tuple[Any, ...]]:
    """What a query answers."""
    return archive.query(query).fetchall()


def one(archive: Archive, query: str) -> Any:
    """The one value that a query answers."""
    ((value,),) = rows(archive, query)
    return value


def objects(archive: Archive, query: str) -> list[dict[str, Any]]:
    """What a query answers, each row by its columns."""
    answer = archive.query(query)
    return [dict(zip(answer.columns, row, strict=True)) for row in answer.fetchall()]


def everything(archive: Archive) -> dict[str, list[tuple[Any, ...]]]:
    """All rows of all tables."""
    names = [name for (name,) in rows(archive, "SHOW TABLES")]
    return {name: sorted(rows(archive, f"FROM {name}"), key=repr) for name in names}


Files = Callable[..., Path]
"""`files(name=lines, …)`: writes logs into a folder, and gives the folder."""
