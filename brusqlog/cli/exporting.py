"""`brusqlog archive export`."""

import sys

import typer

from brusqlog.archive.parquet import export
from brusqlog.cli import OK, UNREAD
from brusqlog.cli.answers import complaining
from brusqlog.cli.french import told
from brusqlog.cli.output import complain, style_of, tell
from brusqlog.languages import language


def run(archive: str, folder: str, force: bool, lang: str | None) -> None:
    """Export an archive, tell how much was written, and end with the exit code."""
    style = style_of(sys.stderr, language(lang), "never")
    with complaining(style.language):
        try:
            made = export(archive, folder, force=force)
        except OSError as error:
            complain(folder, error, style.language)
            raise typer.Exit(UNREAD) from error
    games = sum(file.rows for file in made.files if file.table == "games")
    size = sum(file.bytes for file in made.files)
    files = style.number(len(made.files), "files")
    counted = {"games": style.number(games, "games"), "bytes": style.number(size, "bytes")}
    tell(told("{files}: {games}, {bytes}", style.language, files=files, **counted) + "\n")
    raise typer.Exit(OK)
