"""Answers of an archive, as `query` and `stats` print them."""

import os
import shutil
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import typer
from msgspec import Struct
from msgspec.structs import replace

from brusqlog.archive import Added, Archive
from brusqlog.archive.errors import ArchiveError, QueryError
from brusqlog.archive.formats import FORMATS, answer, guarded, write_parquet
from brusqlog.archive.limits import Limits
from brusqlog.archive.limits import guarded as watched
from brusqlog.archive.opening import opened, reading
from brusqlog.archive.query import Connection, Relation, heeding, placing
from brusqlog.archive.stats import Report
from brusqlog.checking.report import FileReport
from brusqlog.checking.text import text
from brusqlog.cli import OK, UNREAD, USAGE
from brusqlog.cli.french import told
from brusqlog.cli.options import wrong
from brusqlog.cli.output import complain, progress, style_of, tell, write
from brusqlog.languages import Language, language
from brusqlog.log.writer import replacing
from brusqlog.notation.sources import TABLE
from brusqlog.spelling import Style, escape, reason

PARQUET: Final = "parquet"
ENDINGS: Final = {
    ".csv": "csv", ".json": "json", ".jsonl": "jsonl", ".parquet": PARQUET, ".md": "markdown",
}  # fmt: skip
"""The form of a file by the ending of its name, unless another is asked for."""

FOR_PEOPLE: Final = {"table": "text", "markdown": "md"}
"""The forms that people read, as `style_of` calls them."""


class Wanted(Struct, frozen=True):
    """How an answer is wanted; `asked` is the form that was asked for by name. `files`: whether
    any file may be read for it."""

    asked: str | None
    output: str | None
    force: bool
    lang: str | None
    color: str
    spreadsheet: bool = False
    files: bool = False
    limits: Limits = Limits()

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
    if wanted.spreadsheet and wanted.form != "csv":
        raise wrong("--spreadsheet", "this means nothing without {other}.", other="--format csv")
    spoken = language(wanted.lang)
    memory = wanted.limits.memory
    scratch: list[str] = []
    with (
        complaining(spoken),
        TemporaryDirectory() as folder,
        made_of_tables(archives, spoken) as made,
        reading(archives, folder, files=wanted.files, memory=memory, made=made) as con,
        opened(", ".join(archives)),
        interruptible(con),
        watched(con, wanted.limits, lambda fault: _give_up(fault, spoken, scratch)) as guard,
    ):
        scratch.append(folder)
        relation = ask(con)
        with placing(sql):
            if wanted.output is None:
                form = FOR_PEOPLE.get(wanted.form, wanted.form)
                style = style_of(sys.stdout, spoken, wanted.color, form)
                write(guard.unhurried(_texts(relation, style, wanted, report)))
            else:
                _save(relation, scratch, wanted, report)
    raise typer.Exit(OK)


def tell_unread(added: Added, style: Style) -> None:
    """Tell what there is to say of files that were added."""
    unread = FileReport(file="", read="not", findings=added.findings)
    tell("".join(text([unread], style)))


def is_table(path: str) -> bool:
    """Whether a hand table is named in place of an archive."""
    return path.lower().endswith(TABLE) and not Path(path).is_dir()


@contextmanager
def made_of_tables(archives: Sequence[str], spoken: Language) -> Iterator[dict[str, str]]:
    """Archives made of those that are hand tables, for as long as they are asked: where each is.
    Ends the process where one cannot be read."""
    tables = filter(is_table, archives)
    made: dict[str, str] = {}
    with TemporaryDirectory() as folder:
        style = style_of(sys.stderr, spoken, "never")
        for number, path in enumerate(dict.fromkeys(tables), 1):
            made[path] = str(Path(folder, f"{number}.duckdb"))
            adding = Archive(made[path]).adding([path], {}, added := Added(), spoken)
            for _ in progress(adding, style.number("", "hands").strip(), lambda _: False):
                pass
            if added.unread:
                tell_unread(added, style)
                raise typer.Exit(UNREAD)
        yield made


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
        with heeding():
            yield
    except ArchiveError as error:
        tell(complaint(error, spoken))
        code = USAGE if isinstance(error, QueryError) else UNREAD
        raise typer.Exit(code) from error


def complaint(error: ArchiveError, spoken: Language) -> str:
    """What is wrong, in a language, as lines."""
    return "brusqlog: " + "\n".join(map(escape, worded(error, spoken).split("\n"))) + "\n"


def worded(error: ArchiveError, spoken: Language) -> str:
    """What is wrong, in a language."""
    facts = {
        name: worded(fact, spoken) if isinstance(fact, ArchiveError) else fact
        for name, fact in error.facts.items()
    }
    if "reason" in facts:
        facts["reason"] = reason(str(facts["reason"]), spoken)
    return told(error.template, spoken, **facts)


def _give_up(fault: ArchiveError, spoken: Language, scratch: Sequence[str]) -> None:
    """End the process at once, from another thread: it works at something that nobody can stop.
    `scratch` are the folder and the file that would be left behind."""
    for path in scratch:
        shutil.rmtree(path, ignore_errors=True)
        with suppress(OSError):
            Path(path).unlink()
    sys.stderr.write(complaint(fault, spoken))
    sys.stderr.flush()
    os._exit(UNREAD)


def _texts(
    relation: Relation, style: Style, wanted: Wanted, report: Report | None
) -> Iterator[str]:
    form = wanted.form
    found = answer(relation)
    if wanted.spreadsheet:
        found = guarded(found)
    if report is not None and form in FOR_PEOPLE:
        labels = report.labels[style.language]
        found.columns = [replace(each, name=labels[each.name]) for each in found.columns]
        heading = report.heading[style.language]
        yield f"{style.paint(heading, 'bold')}\n\n" if form == "table" else f"## {heading}\n\n"
    yield from FORMATS[form](found, style)


def _save(relation: Relation, scratch: list[str], wanted: Wanted, report: Report | None) -> None:
    """Write an answer to a file; if that cannot be written, end with the exit code. `scratch` has
    the folder that DuckDB may write into; the file that is written to meanwhile is added."""
    assert wanted.output is not None
    spoken = language(wanted.lang)
    try:
        with replacing(wanted.output, force=wanted.force) as handle:
            scratch.append(handle.name)
            if wanted.form == PARQUET:
                write_parquet(relation, scratch[0], handle)
            else:
                for text in _texts(relation, Style(language=spoken), wanted, report):
                    handle.write(text.encode())
    except OSError as error:
        complain(wanted.output, error, spoken)
        raise typer.Exit(UNREAD) from error
