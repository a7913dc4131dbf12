"""How time and memory grow with the number of hands: a fresh process for each size."""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from tests.benchmarks import corpora

BYTES: Final = 5_000
"""More than the text of a hand has."""

ALONE: Final = """
import json, resource, sys, time
from brusqlog import check
for _ in check(sys.argv[1]): pass
try:
    with open("/proc/self/status") as file:
        peak = [int(line.split()[1]) for line in file if line.startswith("VmHWM")][0]
except OSError:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    peak /= 1024 if sys.platform == "darwin" else 1
print(json.dumps([time.process_time(), peak / 1024]))
"""


class Point(NamedTuple):
    """A size, and what a process that does nothing but check so many hands takes."""

    hands: int
    megabytes: float
    """Of text."""
    seconds: float
    """Of CPU, with the start of the process."""
    peak: float
    """Megabytes of memory."""


def growth(sizes: Sequence[int], folder: Path) -> Iterator[Point | str]:
    """A point for each size in turn, or why there is none; POSIX only."""
    for hands in sorted(sizes):
        free = shutil.disk_usage(folder).free
        if free < 2 * hands * BYTES:
            yield f"{hands:,} hands: left out, {free >> 20:,} MB of disk are not enough"
            continue
        path = folder / f"{hands}.brusq.jsonl"
        written = corpora.write(corpora.PLAIN, path, hands)
        megabytes = path.stat().st_size / 1e6
        command = [sys.executable, "-c", ALONE, str(path)]
        done = subprocess.run(command, capture_output=True, check=True, text=True)
        path.unlink()
        yield Point(written.hands, megabytes, *json.loads(done.stdout))
