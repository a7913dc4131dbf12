"""Figures as text, and their places in a page."""

import math
import re
from collections.abc import Sequence

RATIOS, MATRIX, GROWTH, ARCHIVE = "ratios", "matrix", "growth", "archive"
"""The figures that a page may have places for."""


def number(value: float) -> str:
    """Three digits that count."""
    digits = 2 - math.floor(math.log10(abs(value))) if value else 0
    return f"{round(value, digits):,.{max(digits, 0)}f}"


def aligned(rows: Sequence[Sequence[str]]) -> str:
    """Rows one below the other, the first column to the left, the others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    told = []
    for first, *others in rows:
        cells = [cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True)]
        told.append("   ".join([first.ljust(widths[0]), *cells]).rstrip() + "\n")
    return "".join(told)


def put(page: str, name: str, text: str) -> str:
    """The page with that text at the place of that name, between two comments. Raises `ValueError`
    if it has none."""
    begin, end = f"<!-- {name}: written by the benchmark -->\n", f"<!-- end of {name} -->\n"
    place = re.compile(f"(?<={re.escape(begin)}).*?(?={re.escape(end)})", re.DOTALL)
    if place.search(page) is None:
        raise ValueError(f"the page has no place for {name}: {begin}{end}")
    return place.sub(lambda _: f"\n```text\n{text}```\n\n", page)
