"""Kills `archive add` at random moments, and counts what is in the archive when it was run again.

python -m tests.kills --times 50 --seed 1
"""

import argparse
import contextlib
import os
import random
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import brusqlog
from brusqlog.archive import Archive

COUNTS = ("games", "seats", "hands", "hand_seats", "tricks", "plays", "draws", "payments")


def main() -> None:
    """Print how often it was killed where, and fail where a count is not exact."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    chance = random.Random(asked.seed)
    with TemporaryDirectory() as folder:
        logs, whole = filled(Path(folder)), Path(folder, "whole.duckdb")
        begun = time.perf_counter()
        add(whole, logs)
        seconds = time.perf_counter() - begun
        due, found = counts(whole), {"killed": 0, "left a log": 0, "finished before": 0}
        for number in range(asked.times):
            archive = Path(folder, f"{number}.duckdb")
            killed = kill(archive, logs, chance.uniform(0, seconds))
            found["killed" if killed else "finished before"] += 1
            found["left a log"] += Path(f"{archive}.wal").exists()
            add(archive, logs)
            assert counts(archive) == due, (number, counts(archive), due)
            with Archive(archive) as again:
                assert again.verify() == [], number
    print(", ".join(f"{name} {count}" for name, count in found.items()))
    print(f"{asked.times} archives with exact counts: {due}")


def filled(folder: Path) -> Path:
    """A folder of logs: large ones, which are screened, and small ones."""
    logs = folder / "logs"
    logs.mkdir()
    for seed in range(12):
        games = brusqlog.simulate(seed=seed, games=300 if seed % 3 == 0 else 3, hands=2)
        text = "".join(map(brusqlog.dumps, games))
        (logs / f"{seed:02}.brusq.jsonl").write_text(text, encoding="utf-8", newline="\n")
    return logs


def _command(archive: Path, logs: Path) -> list[str]:
    return [sys.executable, "-m", "brusqlog", "archive", "add", str(archive), str(logs)]


def add(archive: Path, logs: Path) -> None:
    """Add the logs, to the end."""
    subprocess.run(_command(archive, logs), check=True, capture_output=True, env=_environ())


def kill(archive: Path, logs: Path, seconds: float) -> bool:
    """Add the logs, killed after so long; whether it was not done by then."""
    process = subprocess.Popen(
        _command(archive, logs),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=_environ(),
    )
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(seconds)
        return False
    process.kill()
    process.wait()
    return True


def counts(archive: Path) -> dict[str, int]:
    """How many rows the tables have."""
    with Archive(archive) as opened:
        query = ", ".join(f"(SELECT count(*) FROM {table})" for table in COUNTS)
        row = opened.query(f"SELECT {query}").fetchall()[0]
    return dict(zip(COUNTS, row, strict=True))


def _environ() -> dict[str, str]:
    return dict(os.environ) | {"PYTHONPATH": str(Path(brusqlog.__file__).parents[1])}


if __name__ == "__main__":
    main()
