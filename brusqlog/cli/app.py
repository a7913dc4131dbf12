"""The verbs, in the order in which `--help` lists them, groups of verbs last. Each lives in modules
of its own, and what it needs is loaded only when it runs."""

import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from brusqlog.cli import OK, UNREAD, USAGE, completion
from brusqlog.cli.commands import App
from brusqlog.cli.french import asked, translate
from brusqlog.cli.output import complain, ready, tell, write
from brusqlog.cli.usage import UsageError, complaint
from brusqlog.cli.verbs import (
    archives,
    growing,
    judging,
    keeping,
    learning,
    making,
    versions,
    viewing,
)
from brusqlog.languages import Language, language

app = App()


def run(arguments: Sequence[str] | None = None) -> int:
    """Run a command line, by default that of this process; the exit code."""
    ready(sys.stdout)
    ready(sys.stderr)
    words = completion.ready() or (sys.argv[1:] if arguments is None else arguments)
    spoken = language(asked(words))
    try:
        code = command(spoken)(arguments, prog_name="brusqlog", standalone_mode=False)
    except UsageError as error:
        tell(complaint(error, spoken))
        return USAGE
    except OSError as error:
        if error.filename is None:  # of no file: a fault of ours
            raise
        complain(str(error.filename), error, spoken)
        return UNREAD
    return code if isinstance(code, int) else OK


def command(spoken: Language) -> typer.core.TyperGroup:
    """The command line in a language."""
    verbs = typer.main.get_command(app)
    assert isinstance(verbs, typer.core.TyperGroup)
    translate(verbs, spoken)
    return verbs


def _version(wanted: bool) -> None:
    if wanted:
        import platform
        from importlib.metadata import version

        from brusqlog import __version__

        others = ", ".join(f"{name} {version(name)}" for name in ("msgspec", "duckdb", "typer"))
        write([f"brusqlog {__version__} (Python {platform.python_version()}, {others})\n"])
        raise typer.Exit


@app.callback()
def brusqlog(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
    show_completion: Annotated[
        bool,
        typer.Option(
            "--show-completion",
            callback=completion.show,
            is_eager=True,
            help="Show what makes this shell, or one named behind, complete command lines.",
        ),
    ] = False,
    install_completion: Annotated[
        bool,
        typer.Option(
            "--install-completion",
            callback=completion.install,
            is_eager=True,
            help="Make this shell, or one named behind, complete command lines.",
        ),
    ] = False,
) -> None:
    """Recorded games of Brusquembille: check them, replay them, make them, ask about them.

    `--lang fr`, before a command or after it, or BRUSQLOG_LANG=fr in the environment: in French.

    Exit codes: 0 no error found, 1 errors in the data, 2 wrong usage, 3 something could not be
    read or written, 4 a fault of ours, 130 interrupted, 143 or 129 ended by a signal.
    """


app.command()(judging.check)
app.command()(judging.replay)
app.command()(viewing.view)
app.command("ls")(judging.list_games)
app.command()(making.simulate)
app.command()(versions.convert)
app.command()(versions.fmt)
app.command()(versions.new)
app.command()(versions.diff)
app.command()(versions.join)
app.command()(versions.redact)
app.command()(versions.anonymise)
app.command()(growing.record)
app.command()(growing.seal)
app.command()(growing.repair)
for verb in keeping.VERBS:
    archives.archive.command()(verb)
app.add_typer(archives.archive, name="archive")
app.command()(archives.query)
app.command()(archives.stats)
app.command()(learning.demo)
app.command()(learning.explain)
app.command()(learning.rules)
app.command()(learning.schema)
