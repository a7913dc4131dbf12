"""The command line, run in a process of its own or, which is quicker, in this one."""

import io
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from unittest import mock

import brusqlog
from brusqlog.cli import app

ROOT = Path(brusqlog.__file__).parents[1]
SAMPLES = Path(brusqlog.__file__).parent / "samples"
WORKED = SAMPLES / "worked.brusq.jsonl"
SLIP = SAMPLES / "slip.brusq.jsonl"
BROKEN = ROOT / "fixtures" / "broken"
ARCHIVE, LOG = "ARCHIVE", "LOG"
"""Stand in a command line for the archive, and for the log, that the fixture `typical` makes."""

Typical = dict[str, list[str | Path]]

TYPICAL: Typical = {
    "check": ["check", SLIP],
    "replay": ["replay", WORKED],
    "ls": ["ls", SAMPLES],
    "explain": ["explain", "draw-order"],
    "rules": ["rules", "salon-2021"],
    "schema": ["schema", "event"],
    "simulate": ["simulate", "--games", "2"],
    "record": ["record", LOG],
    "seal": ["seal", LOG],
    "convert": ["convert", WORKED],
    "fmt": ["fmt", "--diff", BROKEN / "other-spelling" / "sample.brusq.jsonl"],
    "new": ["new", "-", "--players", "A,B"],
    "diff": ["diff", WORKED, SLIP],
    "join": ["join", WORKED, WORKED, "-"],
    "redact": ["redact", "--seat", "0", WORKED, "-"],
    "repair": ["repair", BROKEN / "not-json" / "sample.brusq.jsonl"],
    "demo": ["demo"],
    "query": ["query", ARCHIVE, "SELECT * FROM plays"],
    "stats": ["stats", ARCHIVE, "players"],
}
"""Of every verb that writes to standard output a command line of which something is read."""

OURS = (
    "BRUSQLOG_", "_BRUSQLOG", "NO_COLOR", "PYTHONIOENCODING", "PYTHONUNBUFFERED", "LC_", "LANG",
    "COLUMNS",
)  # fmt: skip

Done = subprocess.CompletedProcess[str]


def environment(**changes: str) -> dict[str, str]:
    """The variables of this process without those that change what brusqlog prints."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(OURS)}
    return kept | {"PYTHONPATH": str(ROOT)} | changes


def run(
    *arguments: str | Path, stdin: bytes = b"", cwd: Path | None = None, **environ: str
) -> Done:
    """Run brusqlog in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "brusqlog", *map(str, arguments)],
        input=stdin,
        capture_output=True,
        cwd=cwd,
        env=environment(**environ),
        check=False,
    )
    out, err = done.stdout.decode("utf-8"), done.stderr.decode("utf-8", "replace")
    return Done(done.args, done.returncode, out, err)


class _Terminal(io.TextIOWrapper):
    def isatty(self) -> bool:
        return True


def here(*arguments: str | Path, encoding: str = "utf-8", **environ: str) -> Done:
    """Run brusqlog in this process, with nothing to read; `encoding` is that of both streams."""
    return _here(arguments, io.TextIOWrapper, encoding, environ)


def at_terminal(*arguments: str | Path, **environ: str) -> Done:
    """Run brusqlog in this process; standard output is a terminal."""
    return _here(arguments, _Terminal, "utf-8", environ)


def _here(
    arguments: Sequence[str | Path],
    kind: type[io.TextIOWrapper],
    encoding: str,
    environ: dict[str, str],
) -> Done:
    if encoding != "utf-8":
        environ["PYTHONIOENCODING"] = encoding
    with (
        mock.patch.dict(os.environ, environment(**environ), clear=True),
        mock.patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO())),
        redirect_stdout(kind(io.BytesIO(), encoding)) as out,
        redirect_stderr(io.TextIOWrapper(io.BytesIO(), encoding)) as err,
    ):
        try:
            code = app.run(list(map(str, arguments)))
        except SystemExit as ended:  # typer, when it has answered a shell
            code = int(ended.code or 0)
        told = [_written(stream) for stream in (out, err)]
    return Done(arguments, code, *told)


def _written(stream: io.TextIOWrapper) -> str:
    stream.flush()
    encoding, written = stream.encoding, stream.detach()
    assert isinstance(written, io.BytesIO)
    return written.getvalue().decode(encoding)


def verbs() -> Iterator[list[str]]:
    """Every verb as one types it, groups of verbs too: `["archive"]`, `["archive", "add"]`."""
    yield from _below(app.command("en"), [])


def _below(group: object, name: list[str]) -> Iterator[list[str]]:
    for verb, command in getattr(group, "commands", {}).items():
        yield [*name, verb]
        yield from _below(command, [*name, verb])
