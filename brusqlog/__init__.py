"""brusqlog: recorded games of Brusquembille, checked, replayed and queried.

What is named here follows semantic versioning; everything else is private. Names are loaded when
first used, so that importing the package is quick.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from brusqlog.errors import BrusqlogError, EventError, JobsError, SimulationError
    from brusqlog.game import events
    from brusqlog.game.course import Course
    from brusqlog.game.findings import Breach, Finding
    from brusqlog.game.ruleset import Ruleset, RulesetError, rulesets
    from brusqlog.game.state import State, Step
    from brusqlog.game.table import Table
    from brusqlog.games import (
        Game,
        ReadError,
        check,
        dumps,
        hands,
        loads,
        read,
        read_headers,
        simulate,
        write,
    )
    from brusqlog.writing.faults import BusyError, ConflictError, DamagedError, WriteError
    from brusqlog.writing.logwriter import Appended, LogWriter

_HOMES = {
    "brusqlog.errors": ("BrusqlogError", "EventError", "JobsError", "SimulationError"),
    "brusqlog.game": ("events",),
    "brusqlog.game.findings": ("Breach", "Finding"),
    "brusqlog.game.ruleset": ("Ruleset", "RulesetError", "rulesets"),
    "brusqlog.game.state": ("State", "Step"),
    "brusqlog.game.table": ("Table",),
    "brusqlog.games": (
        "Game",
        "ReadError",
        "check",
        "dumps",
        "hands",
        "loads",
        "read",
        "read_headers",
        "simulate",
        "write",
    ),
    "brusqlog.writing.faults": ("BusyError", "ConflictError", "DamagedError", "WriteError"),
    "brusqlog.writing.logwriter": ("Appended", "LogWriter"),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "Appended", "Breach", "BrusqlogError", "BusyError", "ConflictError", "DamagedError",
    "EventError", "Finding", "Game", "JobsError", "LogWriter", "ReadError", "Ruleset",
    "RulesetError", "SimulationError", "State", "Step", "Table", "WriteError", "check", "dumps",
    "events", "hands", "loads", "read", "read_headers", "rulesets", "simulate", "write",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    home = import_module(_HOME_OF[name])
    return import_module(f"{_HOME_OF[name]}.{name}") if name == "events" else getattr(home, name)


def _table(course: "Course") -> str:
    """The table of a state as HTML; `game` itself draws nothing."""
    from brusqlog.languages import language
    from brusqlog.view.notebook import table

    return table(course, language())


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
