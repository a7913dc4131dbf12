"""Standard output and error: closed pipes, full disks, interruptions, terminals, encodings."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import IO

import pytest

from tests.cli.running import (
    ROOT,
    SAMPLES,
    SLIP,
    TYPICAL,
    WORKED,
    Typical,
    environment,
    here,
    verbs,
)

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="pipes and signals of POSIX")
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="terminals and devices of Linux")
RUN = [sys.executable, "-m", "brusqlog"]


def started(
    *arguments: str | Path,
    stdin: int = subprocess.DEVNULL,
    stdout: int | IO[bytes] = subprocess.PIPE,
    stderr: int = subprocess.PIPE,
    run: list[str] = RUN,
    begin: Callable[[], object] | None = None,
    environ: Mapping[str, str] | None = None,
) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [*run, *map(str, arguments)],
        stdin=stdin,
        stdout=stdout,
        stderr=stderr,
        cwd=ROOT,
        env=environment(**(environ or {})),
        preexec_fn=begin,
    )


def test_every_verb_is_tried_here() -> None:
    assert {verb[0] for verb in verbs()} == {*TYPICAL, "archive", "anonymise", "view"}


def without_reader(
    *arguments: str | Path, errors_too: bool = False, run: list[str] = RUN
) -> tuple[int, bytes]:
    """The exit code and what goes to standard error if nobody reads standard output."""
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as pipe:
        stderr = pipe.fileno() if errors_too else subprocess.PIPE
        with started(*arguments, stdout=pipe, stderr=stderr, run=run) as process:
            _, told = process.communicate()
    return process.returncode, told or b""


@POSIX
@pytest.mark.parametrize("verb", ["--help", "check", "replay", "simulate", "demo", "query"])
def test_a_closed_pipe_is_quiet(verb: str, typical: Typical) -> None:
    assert without_reader(*typical.get(verb, [verb])) == (3, b"")


@POSIX
def test_a_pipe_that_closes_in_the_middle_is_quiet(tmp_path: Path) -> None:
    many = tmp_path / "many.jsonl"
    many.write_bytes(SLIP.read_bytes() * 100)
    with started("replay", many) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 3


@POSIX
@pytest.mark.parametrize(
    ("arguments", "code"), [(["check", SLIP], 3), (["check", WORKED], 0), (["chek"], 2)], ids=str
)
def test_nobody_reads_standard_error_either(arguments: list[str | Path], code: int) -> None:
    assert without_reader(*arguments, errors_too=True) == (code, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["ls", WORKED]], ids=str)
def test_a_full_disk_ends_with_3(arguments: list[str | Path]) -> None:
    with (
        open("/dev/full", "wb") as full,  # noqa: PTH123, it is no file to be created
        started(*arguments, stdout=full, environ={"BRUSQLOG_LANG": "fr"}) as process,
    ):
        _, told = process.communicate()
    assert process.returncode == 3
    assert told == b"brusqlog: sortie standard : plus de place sur le disque\n"


def feed(pipe: int) -> None:
    """Write game after game, as long as somebody reads."""
    with suppress(BrokenPipeError):
        while True:
            os.write(pipe, SLIP.read_bytes())
    os.close(pipe)


@POSIX
@pytest.mark.parametrize(
    "arguments",
    [
        ["check", "--format", "jsonl", "--games", "-"],
        ["replay", "-"],
        ["simulate", "--games", "1000000"],
    ],
    ids=lambda arguments: arguments[0],
)
def test_an_interruption_in_the_middle_of_long_work_ends_with_130(arguments: list[str]) -> None:
    def begin() -> None:  # who started the tests may have chosen to ignore interruptions
        signal.signal(signal.SIGINT, signal.SIG_DFL)

    reading, writing = os.pipe()
    with started(*arguments, stdin=reading, begin=begin) as process:
        assert process.stdout is not None and process.stderr is not None
        os.close(reading)
        Thread(target=feed, args=[writing]).start()
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        process.stdout.close()
        told = process.stderr.read()
    assert (process.returncode, told) == (130, b"")


@POSIX
def test_an_interruption_that_ends_the_reader_too_ends_with_130() -> None:
    code = (
        "import sys; import brusqlog.cli.app as app\n"
        "app.run = lambda: sys.stdout.write('what was to come') and 130\n"
        "from brusqlog.cli import main; main()"
    )
    assert without_reader(run=[sys.executable, "-c", code]) == (130, b"")


def on_terminal(*arguments: str | Path, before: str = "", **environ: str) -> str:
    """What a terminal is sent, standard output and error together; `before` is run first."""
    import pty

    master, slave = pty.openpty()
    run = [sys.executable, "-c", f"{before}\nfrom brusqlog.cli import main; main()"]
    with started(*arguments, run=run, stdout=slave, stderr=slave, environ=environ) as process:
        os.close(slave)
        sent = b""
        while True:
            try:
                part = os.read(master, 4096)
            except OSError:  # on Linux the end of a terminal that nobody holds any more
                break
            sent += part
            if not part:
                break
        process.wait()
    os.close(master)
    return sent.decode("utf-8")


@LINUX
def test_progress_is_shown_on_a_terminal_and_wiped_away() -> None:
    hurried = "import brusqlog.cli.output; brusqlog.cli.output.PATIENCE = 0"
    sent = on_terminal("check", SAMPLES, before=hurried, TERM="xterm")
    assert re.search(r"\r[12] games, \d+/s, 0:0\d left *\r", sent)
    assert re.search(r"\r {22,}\r[^\r ]*slip.brusq.jsonl:50:33: ", sent)
    sent = on_terminal("check", WORKED, WORKED, WORKED, before=hurried, TERM="xterm")
    assert re.search(r"left *\r+ {22,}\r3 files", sent)
    assert "left" not in on_terminal("check", SAMPLES, TERM="xterm")
    sent = on_terminal(
        "check", "--jobs", "2", "--lang", "fr", SAMPLES, before=hurried, TERM="xterm"
    )
    assert re.search(r"\r[1234] parties, \d+/s, reste 0:0\d *\r", sent)


@LINUX
@pytest.mark.parametrize(
    ("option", "variables", "coloured"),
    [
        ("auto", {}, True),
        ("auto", {"NO_COLOR": "1"}, False),
        ("auto", {"TERM": "dumb"}, False),
        ("never", {}, False),
        ("always", {"NO_COLOR": "1"}, True),
    ],
)
def test_a_terminal_gets_colours_unless_they_are_not_wanted(
    option: str, variables: dict[str, str], coloured: bool
) -> None:
    sent = on_terminal("check", "--color", option, SLIP, **{"TERM": "xterm", **variables})
    assert ("\x1b[" in sent) == coloured


@pytest.mark.parametrize("encoding", ["ascii"])
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("verb", TYPICAL)
def test_where_signs_are_missing_there_are_letters(
    verb: str, language: str, encoding: str, typical: Typical
) -> None:
    whole = here(*typical[verb], "--lang", language)
    done = here(*typical[verb], "--lang", language, encoding=encoding)
    assert done.returncode == whole.returncode
    for told in (done.stdout, done.stderr, here(verb, "--help", "--lang", language).stdout):
        assert re.findall(r"\\(?:x[0-9a-f]{2}|u[0-9a-f]{4})", told) == []
    assert bool(done.stdout) == bool(whole.stdout)


def test_letters_lose_their_accents_only_where_they_must() -> None:
    assert "Cécile" in here("ls", WORKED, encoding="latin-1").stdout
    assert "Cecile" in here("ls", WORKED, encoding="ascii").stdout
    told = here("replay", WORKED, "--lang", "fr", encoding="cp437").stdout
    assert "Cécile" in told
    assert "retourne AP" in told
    assert "retourne A♠" in here("replay", WORKED, "--lang", "fr").stdout


def test_what_programs_read_is_utf_8_whatever_the_terminal_shows() -> None:
    assert "Cécile" in here("ls", "--format", "json", WORKED, encoding="ascii").stdout
