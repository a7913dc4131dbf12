"""A process that is asked to end leaves nothing behind."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.running import ROOT, WORKED, environment, here

FRESH = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGTERM, signal.SIG_DFL)
signal.signal(signal.SIGHUP, signal.SIG_DFL)
"""
"""Whoever runs the tests may ignore signals, as a shell does for what runs in the background."""

CODE = """
import signal, sys
from pathlib import Path
import brusqlog.cli, brusqlog.cli.simulate as simulate
written = simulate.put
def stopping(game, handle):
    written(game, handle)
    assert len(list(Path(sys.argv[-1]).parent.iterdir())) == 1
    signal.raise_signal(signal.{name})
simulate.put = stopping
brusqlog.cli.main()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no such signals")
@pytest.mark.parametrize(("name", "code"), [("SIGTERM", 143), ("SIGHUP", 129), ("SIGINT", 130)])
def test_a_signal_ends_with_its_code_and_removes_the_temporary_file(
    tmp_path: Path, name: str, code: int
) -> None:
    arguments = ["simulate", "--games", "3", "-o", str(tmp_path / "games.jsonl")]
    done = subprocess.run(
        [sys.executable, "-c", FRESH + CODE.format(name=name), *arguments],
        capture_output=True,
        cwd=ROOT,
        env=environment(),
        check=False,
    )
    assert (done.returncode, done.stderr) == (code, b"")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="no such signals")
def test_a_signal_that_whoever_started_us_ignores_stays_ignored() -> None:
    ignore = "import signal; signal.signal(signal.SIGHUP, signal.SIG_IGN)\n"
    check = (
        "import brusqlog.cli; brusqlog.cli.heed_signals()\n"
        "assert signal.getsignal(signal.SIGHUP) == signal.SIG_IGN\n"
    )
    subprocess.run([sys.executable, "-c", ignore + check], cwd=ROOT, check=True)


WORKING = """
import os, signal, threading
import brusqlog.cli
threading.Timer(1, os.kill, (os.getpid(), signal.{name})).start()
brusqlog.cli.main()
"""
ENDLESS = "SELECT sum(a.range * b.range) FROM range(10000000) a, range(1000000) b"


@pytest.mark.skipif(sys.platform == "win32", reason="no such signals")
@pytest.mark.parametrize(("name", "code"), [("SIGTERM", 143), ("SIGINT", 130)])
def test_a_question_that_is_being_worked_out_can_be_ended(
    tmp_path: Path, name: str, code: int
) -> None:
    archive = tmp_path / "games.duckdb"
    here("archive", "add", archive, WORKED)
    done = subprocess.run(
        [sys.executable, "-c", FRESH + WORKING.format(name=name), "query", str(archive), ENDLESS],
        capture_output=True,
        cwd=ROOT,
        env=environment(TMPDIR=str(tmp_path)),
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stdout, done.stderr) == (code, b"", b"")
    assert [path for path in tmp_path.iterdir() if path.is_dir()] == []
