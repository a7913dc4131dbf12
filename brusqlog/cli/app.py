"""The verbs, in the order in which `--help` lists them. Each lives in modules of its own, and what
it needs is loaded only when it runs."""

from typing import Annotated, Any

import typer

from brusqlog.cli.verbs import judging, learning

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


def command() -> Any:
    """The command line as one callable; standard output and error are made ready for it."""
    import sys

    from brusqlog.cli.output import ready

    ready(sys.stdout)
    ready(sys.stderr)
    return typer.main.get_command(app)


def _version(wanted: bool) -> None:
    if wanted:
        from brusqlog import __version__

        typer.echo(f"brusqlog {__version__}")
        raise typer.Exit


@app.callback()
def brusqlog(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Recorded games of Brusquembille: check them, replay them, list them.

    Exit codes: 0 no error found, 1 errors in the data, 2 wrong usage, 3 something could not be
    read or written, 4 a fault of ours, 130 interrupted.
    """


app.command()(judging.check)
app.command()(judging.replay)
app.command("ls")(judging.list_games)
app.command()(learning.demo)
