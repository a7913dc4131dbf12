"""`brusqlog archive export`."""

import sys

import typer

from brusqlog.archive.parquet import export
from brusqlog.cli import OK, UNREAD
from brusqlog.cli.answers import complaining
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
    counted = style.number(len(made.files), "files"), style.number(games, "games")
    tell(f"{counted[0]}{style.mark(':')} {counted[1]}\n")
    raise typer.Exit(OK)
