"""Turn by turn: what is compared is measured in the same rounds, by CPU time."""

import gc
import statistics
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

HANDS, PLIES = "hands/s", "plies/s"

TICK: Final = time.get_clock_info("process_time").resolution


class Contender(NamedTuple):
    """Something to be measured: `work` does so many units, such as hands, and tells the seconds of
    CPU that it took."""

    name: str
    units: float
    unit: str
    work: Callable[[], float]


class Measured:
    """Units a second of CPU by contender, a round."""

    def __init__(self, rates: Mapping[str, Sequence[float]]) -> None:
        self._rates = rates

    def __contains__(self, name: str) -> bool:
        return name in self._rates

    def rate(self, name: str) -> float:
        """The median."""
        return statistics.median(self._rates[name])

    def ratio(self, name: str, other: str) -> float:
        """How many times as quick as the other: the median of what each round says."""
        pairs = zip(self._rates[name], self._rates[other], strict=True)
        return statistics.median(rate / beside for rate, beside in pairs)


def measured(contenders: Sequence[Contender], rounds: int) -> Measured:
    """Measure them, one after another in every round, forwards and backwards by turns. What they
    do once only, such as loading numpy, they do before."""
    for each in contenders:
        each.work()
    rates: dict[str, list[float]] = {each.name: [] for each in contenders}
    gc.collect()
    gc.freeze()  # what is held to be measured is not looked through while it is
    try:
        for number in range(rounds):
            for each in contenders[:: -1 if number % 2 else 1]:
                rates[each.name].append(each.units / each.work())
    finally:
        gc.unfreeze()
    return Measured(rates)


def cpu(work: Callable[[], object]) -> float:
    """Seconds of CPU that a call takes in this process, never none."""
    begun = time.process_time()
    work()
    return max(time.process_time() - begun, TICK)


def cpu_of(command: Sequence[Any]) -> float:
    """Seconds of CPU that a program takes, never none; POSIX only. Raises `CalledProcessError`."""
    import resource

    def spent() -> float:
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime

    begun, silent = spent(), subprocess.DEVNULL
    subprocess.run(command, check=True, stdout=silent, stderr=silent)
    return max(spent() - begun, TICK)
