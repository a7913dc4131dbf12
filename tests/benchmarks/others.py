"""Other programs beside which `check` is measured, and why one of them cannot be."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final

from tests.benchmarks import other_programs
from tests.benchmarks.rounds import HANDS, PLIES, Contender, cpu_of

CHESS: Final = "python-chess, read_game"
EXTRACT: Final = "pgn-extract -r"
POKER: Final = "PokerKit, parse and replay"

REPEATED: Final = 30
"""How often the games of chess stand in the file for pgn-extract, which is done with them at once
otherwise."""


def others(python: str | None, folder: Path) -> Iterator[Contender | str]:
    """What can be measured, and lines that say what cannot. `python` is that of an environment with
    chess and pokerkit."""
    if python is None:
        yield f"{CHESS}; {EXTRACT}; {POKER}: left out, --others is not given"
        return
    try:
        made = _run(python, "make", folder)
    except (OSError, subprocess.CalledProcessError) as error:
        yield f"{CHESS}; {EXTRACT}; {POKER}: left out, {_reason(error)}"
        return
    yield f"beside {' and '.join(made['with'])}"
    yield Contender(CHESS, made["plies"], PLIES, partial(_seconds, python, "chess", folder))
    yield from _extract(folder, made["plies"])
    yield Contender(POKER, made["hands"], HANDS, partial(_seconds, python, "poker", folder))


def _extract(folder: Path, plies: int) -> Iterator[Contender | str]:
    where = os.pathsep.join([os.environ.get("PATH", os.defpath), "/usr/games"])
    program = shutil.which("pgn-extract", path=where)
    if program is None or sys.platform == "win32":
        yield f"{EXTRACT}: left out, it is not installed"
        return
    games = folder / other_programs.CHESS
    repeated = folder / "repeated.pgn"
    repeated.write_bytes(games.read_bytes() * REPEATED)
    work = partial(cpu_of, [program, "-r", "-s", repeated])
    yield Contender(EXTRACT, plies * REPEATED, PLIES, work)


def _seconds(python: str, what: str, folder: Path) -> float:
    """What such a program says it took, without its start."""
    return float(_run(python, what, folder)["seconds"])


def _run(python: str, what: str, folder: Path) -> dict[str, Any]:
    command: list[Any] = [python, other_programs.__file__, what, folder]
    done = subprocess.run(command, capture_output=True, check=True, text=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def _reason(error: OSError | subprocess.CalledProcessError) -> str:
    """The last line of what went wrong."""
    if isinstance(error, OSError):
        return str(error.strerror)
    return str(error.stderr).strip().rpartition("\n")[2]
