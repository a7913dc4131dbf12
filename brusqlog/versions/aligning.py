"""Lays two rows of marks side by side where they are most alike, what one lacks against nothing."""

from collections.abc import Callable, Sequence
from typing import Any

Mark = tuple[Any, ...]
"""What a thing is known by. It may not hold what has no fixed `repr`."""

Pair = tuple[int | None, int | None]
"""The places of two things that belong together, or of one that the other row lacks."""


def aligned(
    one: Sequence[Mark], two: Sequence[Mark], likeness: Callable[[Mark, Mark], float]
) -> list[Pair]:
    """The pairs in order. Marks that are not alike at all (0) are no pair. Which row comes first
    makes no difference."""
    if (len(two), repr(two)) < (len(one), repr(one)):
        return [(mine, other) for other, mine in aligned(two, one, likeness)]
    shorter = min(len(one), len(two))
    start = 0
    while start < shorter and one[start] == two[start]:
        start += 1
    end = 0
    while end < shorter - start and one[-1 - end] == two[-1 - end]:
        end += 1
    middle = _best(one[start : len(one) - end], two[start : len(two) - end], likeness)
    shifted: list[Pair] = [
        (None if i is None else i + start, None if j is None else j + start) for i, j in middle
    ]
    tail: list[Pair] = [(len(one) - back, len(two) - back) for back in range(end, 0, -1)]
    return [*((place, place) for place in range(start)), *shifted, *tail]


def _best(
    one: Sequence[Mark], two: Sequence[Mark], likeness: Callable[[Mark, Mark], float]
) -> list[Pair]:
    """The row of pairs whose likenesses add up to most."""
    rows, columns = len(one), len(two)
    alike = [[likeness(mine, other) for other in two] for mine in one]
    best = [[0.0] * (columns + 1) for _ in range(rows + 1)]
    for i in reversed(range(rows)):
        for j in reversed(range(columns)):
            both = alike[i][j] + best[i + 1][j + 1] if alike[i][j] else 0.0
            best[i][j] = max(both, best[i + 1][j], best[i][j + 1])
    pairs: list[Pair] = []
    i = j = 0
    while i < rows and j < columns:
        if alike[i][j] and best[i][j] == alike[i][j] + best[i + 1][j + 1]:
            pairs.append((i, j))
            i, j = i + 1, j + 1
        elif best[i][j] == best[i + 1][j]:
            pairs.append((i, None))
            i += 1
        else:
            pairs.append((None, j))
            j += 1
    pairs += [(left, None) for left in range(i, rows)]
    return pairs + [(None, left) for left in range(j, columns)]
