"""What is not on every platform is not needed: everything but a lock works without."""

import subprocess
import sys
from pathlib import Path

from tests.cli.running import SAMPLES, SLIP, TYPICAL, WORKED, environment

MISSING = ["fcntl", "grp", "msvcrt", "pwd", "resource", "termios", "_posixshmem"]
LOCKING = ["archive", "query", "record", "seal", "stats"]
"""The verbs that lock the file they work on, for which one of the modules is needed."""

WITHOUT = f"""
import sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name in {MISSING!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

for name in {MISSING!r}:
    sys.modules.pop(name, None)
sys.meta_path.insert(0, Missing())
"""


def without(code: str, cwd: Path) -> "subprocess.CompletedProcess[str]":
    """Run code in a process where those modules cannot be imported."""
    return subprocess.run(
        [sys.executable, "-c", f"{WITHOUT}\n{code}"],
        cwd=cwd,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
        encoding="utf-8",
    )


def test_every_verb_without_a_lock_works_without_what_some_platforms_lack(tmp_path: Path) -> None:
    lines = [list(map(str, line)) for verb, line in TYPICAL.items() if verb not in LOCKING]
    lines += [
        ["simulate", "--games", "3", "-o", "made.brusq.jsonl"],
        ["check", "made.brusq.jsonl", str(WORKED), "--format", "sarif"],
        ["schema", "--check", str(SAMPLES)],
        ["replay", str(WORKED), "--seat", "Anne", "--format", "md"],
        ["rules", "salon-2021", "salon-2009"],
    ]
    code = f"from brusqlog.cli.app import run\nprint([run(line) for line in {lines!r}])"
    done = without(code, tmp_path)
    expected = [int(str(SLIP) in line or line[0] == "repair") for line in lines]
    assert (done.stderr, done.stdout.splitlines()[-1]) == (done.stderr, str(expected))
    assert "fault of ours" not in done.stderr


def test_from_python_too(tmp_path: Path) -> None:
    code = (
        "import brusqlog\n"
        f"(game,) = brusqlog.read({str(WORKED)!r})\n"
        "brusqlog.write(game, 'copy.brusq.jsonl')\n"
        "brusqlog.write(game, 'copy.brusq.jsonl', force=True)\n"
        "print(game.status, len(game.findings))"
    )
    done = without(code, tmp_path)
    assert (done.stdout, done.stderr) == ("finished 0\n", "")


def test_without_a_lock_no_log_is_written_and_that_is_said(tmp_path: Path) -> None:
    log, bad = tmp_path / "log.jsonl", tmp_path / "bad.jsonl"
    log.write_bytes(WORKED.read_bytes())
    bad.write_bytes(WORKED.read_bytes() + b"{}\n")
    lines = [
        ["seal", str(log)],
        ["seal", "--lang", "fr", str(log)],
        ["record", str(log)],
        ["repair", str(bad), "--line", "89", "--yes"],
    ]
    code = f"from brusqlog.cli.app import run\nprint([run(line) for line in {lines!r}])"
    done = without(code, tmp_path)
    assert done.stdout == "[3, 3, 3, 3]\n"
    english = "cannot be locked on this system; without a lock no log is written.\n"
    french = "ne peut être verrouillé sur ce système ; sans verrou, aucun journal n'est écrit.\n"
    told = [(log, english), (log, french), (log, english), (bad, english)]
    assert done.stderr == "".join(f"brusqlog: {file} {text}" for file, text in told)
    assert log.read_bytes() + b"{}\n" == bad.read_bytes() == WORKED.read_bytes() + b"{}\n"


def test_the_modules_are_really_missing(tmp_path: Path) -> None:
    code = "".join(
        f"try: import {name}\nexcept ModuleNotFoundError: print({name!r})\n" for name in MISSING
    )
    assert without(code, tmp_path).stdout.split() == MISSING
