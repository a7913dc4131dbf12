"""Ratios of speeds by CPU time, measured in one run: `check` beside decoding and other programs.

    python -m tests.benchmarks.table [--hands 20000] [--rounds 5] [--others PYTHON] [--write PAGE]
    python -m tests.benchmarks.table --growth 10000,100000,1000000 [--write PAGE]

The second command measures how time and memory grow instead. `--others` is the Python of an
environment with chess and pokerkit installed; pgn-extract is measured too where it is installed.
`--write` puts the figures into a page such as docs/performance.md.
"""

import argparse
import platform
import sys
import tempfile
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Final, NamedTuple

from tests.benchmarks import contenders as ours
from tests.benchmarks import corpora, page
from tests.benchmarks.corpora import Corpus
from tests.benchmarks.growth import Point, growth
from tests.benchmarks.others import CHESS, EXTRACT, POKER, others
from tests.benchmarks.rounds import PLIES, Contender, Measured, measured

PLAYS: Final = 30
"""A hand of three players has so many."""

PARTS: Final = 10
"""The fold alone is measured with so much less, the columns with so much more."""

LETTERS: Final = {ours.PLAIN: "(a) ", CHESS: "(b) ", EXTRACT: "(c) ", POKER: "(d) "}

HEAD: Final = ["", "MB", "folded", "(a) hands/s", "check : (a)", "aimed at"]


class Aim(NamedTuple):
    """Two that are compared, and how many times as quick the first is to be, if that is aimed at.
    Beside plies a hand counts as its plays."""

    name: str
    other: str
    least: float | None = None


AIMS: Final = (
    Aim(ours.CHECK, ours.PLAIN, corpora.PLAIN.least),
    Aim(ours.CHECK, ours.FILE),
    Aim(ours.CHECK, ours.STRICT),
    Aim(ours.CHECK, CHESS, 40),
    Aim(ours.CHECK, EXTRACT, 1.5),
    Aim(ours.CHECK, POKER),
    Aim(ours.CHECK, ours.FOLD),
    Aim(ours.WALK, ours.PLAIN, 30),
    Aim(ours.CLEAN, ours.PLAIN),
    Aim(ours.PARQUET, ours.PLAIN),
)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, print, and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=20_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--others", metavar="PYTHON")
    parser.add_argument("--growth", metavar="HANDS,…")
    parser.add_argument("--write", metavar="PAGE", type=Path)
    asked = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if asked.growth:
            sizes = [int(size) for size in asked.growth.split(",")]
            figures = {page.GROWTH: _grown(list(growth(sizes, folder)))}
        else:
            taken = [_taken(corpus, folder, asked) for corpus in corpora.CORPORA]
            ratios = _ratios(taken[0], asked.rounds)
            matrix = page.aligned([HEAD, *map(_row, taken)])
            figures = {page.RATIOS: ratios, page.MATRIX: matrix}
    for text in figures.values():
        print(text)
    if asked.write:
        written = asked.write.read_text(encoding="utf-8")
        for place, text in figures.items():
            written = page.put(written, place, text)
        asked.write.write_text(written, encoding="utf-8", newline="\n")


# Ratios -------------------------------------------------------------------------------------------


class Taken(NamedTuple):
    """What was measured of games of one sort."""

    corpus: Corpus
    hands: int
    megabytes: float
    folded: float
    """The share of hands that went to the fold."""
    units: dict[str, str]
    found: Measured
    notes: list[str]
    """What could not be measured, and with what the others were."""


def _taken(corpus: Corpus, folder: Path, asked: argparse.Namespace) -> Taken:
    """Write the games, measure, and delete them."""
    print(f"{corpus.name} …", file=sys.stderr)
    path = folder / "hands.brusq.jsonl"
    hands = corpora.write(corpus, path, asked.hands).hands
    folded = ours.judged(path).folded / hands
    those = [*ours.decoders(path, hands), ours.whole(path, hands)]
    more: list[Contender | str] = []
    if corpus is corpora.PLAIN:
        more = [*_more(folder, asked.hands), *others(asked.others, folder)]
    those += [each for each in more if isinstance(each, Contender)]
    found = measured(those, asked.rounds)
    megabytes = path.stat().st_size / 1e6
    path.unlink()
    units = {each.name: each.unit for each in those}
    notes = [each for each in more if isinstance(each, str)]
    return Taken(corpus, hands, megabytes, folded, units, found, notes)


def _more(folder: Path, hands: int) -> Iterator[Contender | str]:
    """What is measured of plain hands only."""
    part = folder / "part.brusq.jsonl"
    yield ours.fold(part, corpora.write(corpora.PLAIN, part, -(-hands // PARTS)).hands)
    yield from ours.columns(corpora.PLAIN.setup, hands * PARTS, folder)
    if not ours.HAS_ARROW:
        yield f"{ours.PARQUET}: left out, pyarrow is not installed"


def _ratios(plain: Taken, rounds: int) -> str:
    """All that was measured of plain hands: speeds, and ratios of them."""
    libraries = ["msgspec", "numpy", *(["pyarrow"] if ours.HAS_ARROW else [])]
    python = f"{platform.python_implementation()} {platform.python_version()}"
    size = f"{plain.hands:,} hands of three players, {plain.megabytes:.0f} MB; {rounds} rounds"
    speeds = [
        [LETTERS.get(name, "    ") + name, page.number(plain.found.rate(name)), unit]
        for name, unit in plain.units.items()
    ]
    rows = [["ratio", "measured", "aimed at"]]
    for aim in AIMS:
        if aim.name in plain.units and aim.other in plain.units:
            plies = plain.units[aim.other] == PLIES
            told = f"{aim.name} : {LETTERS.get(aim.other, aim.other).strip()}"
            told += ", a play for a ply" if plies else ""
            rows.append([told, *_beside(aim, plain.found, plies)])
    parts = [
        f"{size}\n{', '.join([python, *(f'{name} {version(name)}' for name in libraries)])}\n",
        page.aligned(speeds),
        page.aligned(rows),
        "".join(f"{note}\n" for note in plain.notes),
    ]
    return "\n".join(part for part in parts if part)


def _row(taken: Taken) -> list[str]:
    """A line of the matrix."""
    return [
        taken.corpus.name,
        f"{taken.megabytes:.0f}",
        f"{taken.folded:.1%}",
        page.number(taken.found.rate(ours.PLAIN)),
        *_beside(Aim(ours.CHECK, ours.PLAIN, taken.corpus.least), taken.found),
    ]


def _beside(aim: Aim, found: Measured, plies: bool = False) -> list[str]:
    """A ratio, and whether it is what was aimed at."""
    if aim.name not in found:
        return ["", ""]
    ratio = found.ratio(aim.name, aim.other) * (PLAYS if plies else 1)
    if aim.least is None:
        return [page.number(ratio), ""]
    return [page.number(ratio), f"{aim.least:g} {'met' if ratio >= aim.least else 'missed'}"]


# Growth -------------------------------------------------------------------------------------------


def _grown(points: Sequence[Point | str]) -> str:
    rows = [["hands", "MB of text", "CPU seconds", "hands/s", "µs a further hand", "peak MB"]]
    before: Point | None = None
    for point in points:
        if isinstance(point, str):
            continue
        further = ""
        if before is not None:
            more = (point.seconds - before.seconds) / (point.hands - before.hands)
            further = page.number(more * 1e6)
        speed = page.number(point.hands / point.seconds)
        rows.append(
            [
                f"{point.hands:,}",
                f"{point.megabytes:,.0f}",
                page.number(point.seconds),
                speed,
                further,
                f"{point.peak:.0f}",
            ]
        )
        before = point
    return page.aligned(rows) + "".join(f"{one}\n" for one in points if isinstance(one, str))


if __name__ == "__main__":
    main()
