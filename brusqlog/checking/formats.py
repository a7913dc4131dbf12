"""The forms in which `check` tells what it found, by name."""

from collections.abc import Callable, Iterator
from typing import Final

from brusqlog.checking.machine import github, json, jsonl, sarif
from brusqlog.checking.text import text

FORMATS: Final[dict[str, Callable[..., Iterator[str]]]] = {
    "text": text,
    "json": json,
    "jsonl": jsonl,
    "sarif": sarif,
    "github": github,
}
"""Each takes reports, a style, and `games`; it gives pieces of text as the reports come."""
