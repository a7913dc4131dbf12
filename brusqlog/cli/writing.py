"""What verbs that write logs in place have in common."""

from collections.abc import Iterator
from contextlib import contextmanager

import typer

from brusqlog.cli import UNREAD
from brusqlog.cli.output import tell
from brusqlog.spelling import Style, escape, reason
from brusqlog.writing.faults import WriteError


@contextmanager
def refused(file: str, style: Style) -> Iterator[None]:
    """End with one line and the exit code if the block cannot read or write the log."""
    try:
        yield
    except WriteError as error:
        told = error.told(style.language)
    except OSError as error:
        told = f"{file}: {reason(error, style.language)}"
    else:
        return
    tell(f"brusqlog: {style.plain(escape(told))}\n")
    raise typer.Exit(UNREAD)
