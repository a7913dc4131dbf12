"""How much `check` costs beside the mere decoding of the same lines.

    python -m tests.benchmarks.check_speed [--hands 20000] [--rounds 5]

Both run in one process, turn by turn; the figure is the median of the ratios of their CPU times.
"""

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from msgspec.json import Decoder

from brusqlog.checking.run import check
from brusqlog.game.events import AnyEvent
from tests.benchmarks.hands import write_hands


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=20_000)
    parser.add_argument("--rounds", type=int, default=5)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "hands.brusq.jsonl"
        write_hands(path, asked.hands)
        peak = _peak_mb(path)  # first: a child counts what its parent held when it was forked
        lines = path.read_bytes().split(b"\n")[:-1]
        pairs = []
        for _ in range(asked.rounds):
            pairs.append((_cpu(lambda: _decode(lines)), _cpu(lambda: _check(path))))
    ratio = statistics.median(full / bare for bare, full in pairs)
    rate = asked.hands / statistics.median(full for _, full in pairs)
    print(f"{asked.hands} hands, {len(lines)} lines: check costs {ratio:.2f} x decoding")
    print(
        f"{rate:,.0f} hands a second of CPU; a process that checks the file peaks at {peak:.0f} MB"
    )


def _decode(lines: list[bytes]) -> None:
    decode = Decoder(AnyEvent).decode
    for line in lines:
        decode(line)


def _check(path: Path) -> None:
    faults = [finding for finding in check([path]) if finding.severity == "error"]
    assert not faults, faults[:3]


def _cpu(work: Callable[[], None]) -> float:
    begun = time.process_time()
    work()
    return time.process_time() - begun


ALONE = """
import resource, sys
from brusqlog import check
for _ in check(sys.argv[1]): pass
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
"""


def _peak_mb(path: Path) -> float:
    """The peak memory of a process that does nothing but check the file; POSIX only."""
    if sys.platform == "win32":
        return float("nan")
    command = [sys.executable, "-c", ALONE, str(path)]
    return float(subprocess.run(command, capture_output=True, check=True, text=True).stdout)


if __name__ == "__main__":
    main()
