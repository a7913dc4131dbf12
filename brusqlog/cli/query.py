"""`brusqlog query`."""

import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path

from brusqlog.archive.query import ask
from brusqlog.checking.run import STDIN
from brusqlog.cli import answers
from brusqlog.cli.options import wrong


def run(archives: Sequence[str], sql: str, wanted: answers.Wanted) -> None:
    """Ask, print, and end with the exit code."""
    if os.path.isfile(sql) or re.fullmatch(r"\S+\.duckdb", sql):  # noqa: PTH113, takes any text
        raise wrong("SQL", "{given!r} is a file; after the archives comes the SQL.", given=sql)
    if os.path.isdir(sql):  # noqa: PTH112, takes any text
        raise wrong("SQL", "{given!r} is a folder; after the archives comes the SQL.", given=sql)
    for number, archive in enumerate(archives):
        if archive in archives[:number]:
            raise wrong("ARCHIVE", "{given!r} is named twice.", given=archive)
    text = _text(sql)
    answers.run(archives, lambda con: ask(con, text), wanted, sql=text)


def _text(given: str) -> str:
    """The SQL: as it was given, of a file, or of standard input."""
    if given == STDIN:
        data = sys.stdin.buffer.read() if sys.stdin else b""
    elif given.startswith("@"):
        data = Path(given[1:]).read_bytes()
    else:
        return given
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise wrong("SQL", "this is no text in UTF-8.") from error
