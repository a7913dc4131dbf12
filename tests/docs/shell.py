"""The commands of the pages, run in this process as a shell would run them.

`brusqlog …`, `head -n N`, `tail -n N`, joined by `|`, the last one sent to a file with `>`; and
`echo $?`, the exit code of the command before.
"""

import io
import os
import shlex
import sys
from pathlib import Path
from unittest import mock

from brusqlog import cli

KEPT = ("SYSTEMROOT", "PATH", "HOME", "TEMP", "TMP", "TMPDIR", "USERPROFILE")
"""What of the environment a command gets to know."""


class Kept(io.BytesIO):
    """A buffer that outlives the stream round it."""

    def close(self) -> None:
        """Stay open."""


class Shell:
    """One session: the exit code is kept from one command to the next."""

    def __init__(self) -> None:
        self.code = 0

    def run(self, line: str) -> str:
        """What a terminal would show: standard output, and standard error where it comes."""
        words = _words(line)
        if words == ["echo", "$?"]:
            code, self.code = self.code, 0
            return f"{code}\n"
        file = None
        if ">" in words:
            *words, mark, file = words
            assert mark == ">", line
        stages = _split(words)
        shown, passed = Kept(), b""
        for number, stage in enumerate(stages, 1):
            last = number == len(stages)
            out = shown if last and file is None else Kept()
            self.code = _run(stage, passed, out, shown)
            passed = out.getvalue()
        if file is not None:
            Path(file).write_bytes(passed)
        return shown.getvalue().decode("utf-8").replace("\r\n", "\n")


def _words(line: str) -> list[str]:
    lexer = shlex.shlex(line, posix=True, punctuation_chars="|>")
    lexer.whitespace_split = True
    lexer.commenters = ""
    return list(lexer)


def _split(words: list[str]) -> list[list[str]]:
    stages: list[list[str]] = [[]]
    for word in words:
        if word == "|":
            stages.append([])
        else:
            stages[-1].append(word)
    return stages


def _run(words: list[str], given: bytes, out: Kept, err: Kept) -> int:
    match words:
        case ["brusqlog", *arguments]:
            return _brusqlog(arguments, given, out, err)
        case ["head", "-n", count]:
            out.write(b"".join(given.splitlines(keepends=True)[: int(count)]))
        case ["tail", "-n", count]:
            out.write(b"".join(given.splitlines(keepends=True)[-int(count) :]))
        case _:
            raise AssertionError(f"no page may run {words}")
    return 0


def _brusqlog(arguments: list[str], given: bytes, out: Kept, err: Kept) -> int:
    environ = {name: value for name, value in os.environ.items() if name in KEPT}
    with (
        mock.patch.object(sys, "argv", ["brusqlog", *arguments]),
        mock.patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(given), "utf-8")),
        mock.patch.object(sys, "stdout", io.TextIOWrapper(out, "utf-8")) as stdout,
        mock.patch.object(sys, "stderr", io.TextIOWrapper(err, "utf-8", write_through=True)),
        mock.patch.dict(os.environ, environ | {"COLUMNS": "80"}, clear=True),
    ):
        try:
            cli.main()
        except SystemExit as end:
            return end.code if isinstance(end.code, int) else 1
        finally:
            stdout.flush()
