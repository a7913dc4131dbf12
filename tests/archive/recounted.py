"""What the reports of an archive must say of legal games, counted from the lines themselves.

As in `counted`, nothing of the product is used: here stand what a report counts, naively, and the
formulas of its intervals as textbooks have them.
"""

import math
import statistics
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import Any

from tests.archive.counted import Counted, Row

Z = 1.96


class Recounted(Counted):
    """A legal game with what reports need besides."""

    def _take(self, seq: int, event: Row) -> None:
        super()._take(seq, event)
        hand: Row = self.hands[-1] if self.hands else {}
        match event["event"]:
            case "hand":
                hand |= {"dealt": [set() for _ in range(self.n)], "draws": [], "paid": []}
            case "deal":
                hand["dealt"][event["seat"]] |= set(event["cards"])
            case "draw":
                hand["draws"].append((event["seat"], event["card"]))
            case "payment":
                hand["paid"].append(event | {"trick": hand["tricks"]})
            case "play":
                self.plays[-1]["at"] = event.get("at") and datetime.fromisoformat(event["at"])

    @property
    def mode(self) -> str:
        return "2v2" if self.header.get("partners") else str(self.n)

    @property
    def players(self) -> list[str]:
        return list(self.header["players"])

    def plays_of(self, hand: Row) -> list[Row]:
        return [play for play in self.plays if play["hand"] == hand["hand"]]

    def tricks_of(self, hand: Row) -> list[list[Row]]:
        plays = self.plays_of(hand)
        return [plays[at : at + self.n] for at in range(0, len(plays), self.n)]

    def result(self, hand: Row, seat: int) -> Row:
        """What one player made of a hand."""
        return {
            "won": seat in hand["won"],
            "points": hand["points"][seat],
            "payments": None if self.for_points else hand["net"][seat],
        }

    def opponents(self, seat: int) -> list[int]:
        pairs = bool(self.header.get("partners"))
        others = set(range(self.n)) - {seat, seat ^ 1 if pairs else seat}
        return sorted(others)

    def under(self, rank: str, hand: Row) -> list[int]:
        """Who would take each trick under another order of ranks, high to low."""
        takers = []
        for trick in self.tricks_of(hand):
            led = trick[0]["suit"]

            def power(play: Row, led: str = led) -> tuple[bool, bool, int]:
                return play["is_trump"], play["suit"] == led, -rank.index(play["rank"])

            takers.append(max(trick, key=power)["seat"])
        return takers


def groups(found: Iterable[tuple[Any, Row]]) -> dict[Any, list[Row]]:
    """Rows by what they are counted under."""
    grouped: dict[Any, list[Row]] = {}
    for key, row in found:
        grouped.setdefault(key, []).append(row)
    return grouped


def mean(numbers: Iterable[float | None]) -> float | None:
    known = [number for number in numbers if number is not None]
    return statistics.fmean(known) if known else None


def reach(numbers: Iterable[float | None]) -> float | None:
    """1.96 standard errors of the mean."""
    known = [number for number in numbers if number is not None]
    return Z * statistics.stdev(known) / math.sqrt(len(known)) if len(known) > 1 else None


def ratio_reach(pairs: Sequence[tuple[float, float]]) -> float | None:
    """1.96 standard errors of a ratio of sums, clusters being independent: by residuals."""
    if len(pairs) < 2:
        return None
    ratio = sum(x for x, _ in pairs) / sum(n for _, n in pairs)
    residuals = [x - ratio * n for x, n in pairs]
    each = statistics.fmean(n for _, n in pairs)
    return Z * statistics.stdev(residuals) / each / math.sqrt(len(pairs))


def wilson(hits: int, n: int) -> tuple[float | None, float | None]:
    """The shares p for which |hits/n - p| is 1.96 times the root of p(1 - p)/n, in per cent: the
    two roots of a quadratic equation."""
    if n == 0:
        return None, None
    share = hits / n
    a, b, c = 1 + Z * Z / n, -(2 * share + Z * Z / n), share * share
    root = math.sqrt(max(0.0, b * b - 4 * a * c))
    return 100 * (-b - root) / (2 * a), 100 * (-b + root) / (2 * a)


def share(name: str, hits: int, n: int) -> Row:
    low, high = wilson(hits, n)
    percent = 100 * hits / n if n else None
    return {f"{name}_percent": percent, f"{name}_low": low, f"{name}_high": high}


def results(rows: Sequence[Row]) -> Row:
    """What most reports say of results."""
    won = sum(row["won"] for row in rows)
    points = [row["points"] for row in rows]
    payments = [row["payments"] for row in rows]
    return {
        "n": len(rows), "won": won, **share("won", won, len(rows)),
        "points": mean(points), "points_pm": reach(points),
        "payments": mean(payments), "payments_pm": reach(payments),
    }  # fmt: skip


Naive = Callable[[Sequence[Recounted]], list[Row]]


def by(names: str, found: Iterable[tuple[Any, Row]], made: Callable[[list[Row]], Row]) -> list[Row]:
    """A row a group: its key, under these names, and what is made of its rows."""
    return [
        dict(zip(names.split(), key, strict=True)) | made(rows)
        for key, rows in groups(found).items()
    ]


def everybody(games: Sequence[Recounted]) -> Iterable[tuple[Recounted, Row, int]]:
    return ((game, hand, seat) for game in games for hand in game.hands for seat in range(game.n))


def hands_of(games: Sequence[Recounted]) -> Iterable[tuple[Recounted, Row]]:
    return ((game, hand) for game in games for hand in game.hands)
