"""Answers of an archive, as `query` and `stats` print them."""

import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import typer
from msgspec import Struct
from msgspec.structs import replace

from brusqlog.archive.errors import ArchiveError, QueryError
from brusqlog.archive.formats import FORMATS, answer, write_parquet
from brusqlog.archive.opening import opened, reading
from brusqlog.archive.query import Connection, Relation, placing
from brusqlog.archive.stats import Report
from brusqlog.cli import OK, UNREAD, USAGE
from brusqlog.cli.french import told
from brusqlog.cli.options import wrong
from brusqlog.cli.output import complain, style_of, tell, write
from brusqlog.languages import Language, language
from brusqlog.log.writer import replacing
from brusqlog.spelling import Style, escape, reason

PARQUET: Final = "parquet"
ENDINGS: Final = {
    ".csv": "csv", ".json": "json", ".jsonl": "jsonl", ".parquet": PARQUET, ".md": "markdown",
}  # fmt: skip
"""The form of a file by the ending of its name, unless another is asked for."""

FOR_PEOPLE: Final = {"table": "text", "markdown": "md"}
"""The forms that people read, as `style_of` calls them."""


class Wanted(Struct, frozen=True):
    """How an answer is wanted; `asked` is the form that was asked for by name."""

    asked: str | None
    output: str | None
    force: bool
    lang: str | None
    color: str

    @property
    def form(self) -> str:
        """The form: that asked for, else what the name of the file says, else a table."""
        return self.asked or ENDINGS.get(Path(self.output or "").suffix.lower(), "table")


def run(
    archives: Sequence[str],
    ask: Callable[[Connection], Relation],
    wanted: Wanted,
    report: Report | None = None,
    sql: str = "",
) -> None:
    """Ask archives, write the answer, and end with the exit code. The headings of a report are for
    people only. `sql` is the user's own, where there is any."""
    if wanted.output == "-":
        wanted = replace(wanted, output=None)
    if wanted.form == PARQUET and wanted.output is None:
        raise wrong("--format", "parquet is for files: -o FILE says where.")
    if wanted.force and wanted.output is None:
        raise wrong("--force", "this means nothing without {other}.", other="-o FILE")
    spoken = language(wanted.lang)
    with (
        complaining(spoken),
        TemporaryDirectory() as folder,
        reading(archives, folder) as con,
        opened(", ".join(archives)),
        interruptible(con),
    ):
        relation = ask(con)
        with placing(sql):
            if wanted.output is None:
                form = FOR_PEOPLE.get(wanted.form, wanted.form)
                style = style_of(sys.stdout, spoken, wanted.color, form)
                write(_texts(relation, style, wanted.form, report))
            else:
                _save(relation, folder, wanted, report)
    raise typer.Exit(OK)


@contextmanager
def interruptible(con: Connection) -> Iterator[None]:
    """Lets any signal stop what DuckDB works out. It is not often in Python, where signals are
    dealt with, and 2.0 asks for none while it works out the first rows of an answer."""
    if threading.current_thread() is not threading.main_thread():  # it alone gets signals
        yield
        return
    ours, theirs = socket.socketpair()
    theirs.setblocking(False)

    def watch() -> None:
        while ours.recv(1):
            con.interrupt()

    watching = threading.Thread(target=watch)
    watching.start()
    before = signal.set_wakeup_fd(theirs.fileno(), warn_on_full_buffer=False)
    try:
        yield
    finally:
        signal.set_wakeup_fd(before)
        theirs.close()
        watching.join()
        ours.close()


@contextmanager
def complaining(spoken: Language) -> Iterator[None]:
    """Tells what is wrong with an archive, or with a question, which is wrong usage."""
    try:
        yield
    except ArchiveError as error:
        facts = error.facts
        if "reason" in facts:
            facts = facts | {"reason": reason(str(facts["reason"]), spoken)}
        lines = told(error.template, spoken, **facts).split("\n")
        tell("brusqlog: " + "\n".join(map(escape, lines)) + "\n")
        code = USAGE if isinstance(error, QueryError) else UNREAD
        raise typer.Exit(code) from error


def _texts(relation: Relation, style: Style, form: str, report: Report | None) -> Iterator[str]:
    found = answer(relation)
    if report is not None and form in FOR_PEOPLE:
        labels = report.labels[style.language]
        found.columns = [replace(each, name=labels[each.name]) for each in found.columns]
        heading = report.heading[style.language]
        yield f"{style.paint(heading, 'bold')}\n\n" if form == "table" else f"## {heading}\n\n"
    yield from FORMATS[form](found, style)


def _save(relation: Relation, folder: str, wanted: Wanted, report: Report | None) -> None:
    """Write an answer to a file; if that cannot be written, end with the exit code."""
    assert wanted.output is not None
    spoken = language(wanted.lang)
    try:
        with replacing(wanted.output, force=wanted.force) as handle:
            if wanted.form == PARQUET:
                write_parquet(relation, folder, handle)
            else:
                for text in _texts(relation, Style(language=spoken), wanted.form, report):
                    handle.write(text.encode())
    except OSError as error:
        complain(wanted.output, error, spoken)
        raise typer.Exit(UNREAD) from error
