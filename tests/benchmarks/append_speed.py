"""What an append with its legality check costs beside a bare write of the same line, and beside an
append of the `eventsourcing` library to its memory.

    python -m tests.benchmarks.append_speed [--games 200] [--rounds 5] [--other PYTHON]

Turn by turn in one run; the figures are medians of the ratios of elapsed times. `--other` is the
Python of an environment in which that library is installed; without it that comparison is left out.
"""

import argparse
import os
import statistics
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

import brusqlog
from brusqlog.game.events import Event
from brusqlog.log.writer import dumps
from brusqlog.writing.logwriter import LogWriter

OTHER = """
import sys, time
from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

class Game(Aggregate):
    @event("Played")
    def play(self, seat, card):
        self.last = seat, card

application, appends = Application(), int(sys.argv[1])
game = Game()
application.save(game)
begun = time.perf_counter()
for place in range(appends):
    game.play(place % 3, "AS")
    application.save(game)
print((time.perf_counter() - begun) / appends)
"""


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--other", metavar="PYTHON")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        games = _games(asked.games)
        appends = sum(len(events) - 1 for events in games)
        rounds = [_round(folder, games, appends, asked.other) for _ in range(asked.rounds)]
    checked, bare, other = (statistics.median(times) for times in zip(*rounds, strict=True))
    print(f"{appends} appends: {checked * 1e6:.1f} us each, checked")
    print(
        f"{statistics.median(c / b for c, b, _ in rounds):.1f} x a bare write ({bare * 1e6:.1f} us)"
    )
    if asked.other:
        ratio = statistics.median(c / o for c, _, o in rounds)
        print(f"{ratio:.2f} x an append of the other library ({other * 1e6:.1f} us)")


def _games(games: int) -> list[list[Event]]:
    played = brusqlog.simulate(games, rounds=1)
    return [[event for event in game.events if event is not None] for game in played]


def _round(
    folder: Path, games: list[list[Event]], appends: int, other: str | None
) -> tuple[float, float, float]:
    """Seconds an append: checked, bare, and of the other library."""
    checked = bare = 0.0
    for number, events in enumerate(games):
        checked += _checked(folder / f"checked-{number}.brusq.jsonl", events)
        bare += _bare(folder / f"bare-{number}.brusq.jsonl", events)
    theirs = 0.0
    if other:
        command: list[Any] = [other, "-c", OTHER, str(appends)]
        done = subprocess.run(command, capture_output=True, check=True, text=True)
        theirs = float(done.stdout) * appends
    return checked / appends, bare / appends, theirs / appends


def _checked(path: Path, events: list[Any]) -> float:
    with LogWriter.create(path, events[0], sync="none") as writer:
        begun = time.perf_counter()
        for event in events[1:]:
            if writer.append(event).refused:
                raise AssertionError(event)
        taken = time.perf_counter() - begun
    path.unlink()
    return taken


def _bare(path: Path, events: list[Any]) -> float:
    lines = [dumps(event) + b"\n" for event in events]
    fd = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_EXCL)
    begun = time.perf_counter()
    for line in lines[1:]:
        os.write(fd, line)
    taken = time.perf_counter() - begun
    os.close(fd)
    path.unlink()
    return taken


if __name__ == "__main__":
    main()
