"""The verbs. Each lives in a module of its own, which is loaded only when the verb runs."""

from enum import StrEnum
from typing import Annotated, Any

import typer

from brusqlog.cli.options import Colour, ColourOption, LangOption, Paths, RulesOption

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


class CheckFormat(StrEnum):
    """What `check` can print."""

    TEXT = "text"
    JSON = "json"
    JSONL = "jsonl"
    SARIF = "sarif"
    GITHUB = "github"


class ListFormat(StrEnum):
    """What `ls` can print."""

    TEXT = "text"
    JSON = "json"
    JSONL = "jsonl"


class ReplayFormat(StrEnum):
    """What `replay` can print."""

    TEXT = "text"
    JSON = "json"
    JSONL = "jsonl"
    MD = "md"


class Partner(StrEnum):
    """Whether a player of two against two sees his partner's cards."""

    SEEN = "seen"
    HIDDEN = "hidden"


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


@app.command()
def check(
    paths: Paths,
    form: Annotated[
        CheckFormat, typer.Option("--format", help="What to print.")
    ] = CheckFormat.TEXT,
    strict: Annotated[bool, typer.Option("--strict", help="Warnings count as errors.")] = False,
    rules: RulesOption = None,
    require_finished: Annotated[
        bool, typer.Option("--require-finished", help="A game that is not finished is an error.")
    ] = False,
    select: Annotated[
        list[str] | None, typer.Option(metavar="CODE", help="Report this code only; repeatable.")
    ] = None,
    ignore: Annotated[
        list[str] | None, typer.Option(metavar="CODE", help="Leave this code out; repeatable.")
    ] = None,
    games: Annotated[
        bool, typer.Option("--games", help="A line for each game too (text and jsonl).")
    ] = False,
    statistics: Annotated[
        bool, typer.Option("--statistics", help="How often each code was found.")
    ] = False,
    lang: LangOption = None,
    color: ColourOption = Colour.AUTO,
) -> None:
    """Judge recorded games by their rules.

    \b
    Examples:
      brusqlog check evening.brusq.jsonl
      brusqlog check --format github --require-finished games/
      zcat old.jsonl.gz | brusqlog check -
    """
    from brusqlog.cli.check import Asked, run

    run(
        Asked(
            paths=paths,
            form=form.value,
            strict=strict,
            rules=rules or [],
            require_finished=require_finished,
            select=select or [],
            ignore=ignore or [],
            games=games,
            statistics=statistics,
            lang=lang,
            color=color.value,
        )
    )


@app.command()
def replay(
    path: Annotated[
        str, typer.Argument(metavar="PATH", help="A file, a folder, or - for standard input.")
    ],
    game: Annotated[
        str | None, typer.Option(metavar="ID|N", help="One game: its position or its id.")
    ] = None,
    hand: Annotated[int | None, typer.Option(metavar="N", min=1, help="One hand.")] = None,
    trick: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="One trick, of each hand or of --hand.")
    ] = None,
    after: Annotated[
        int | None, typer.Option(metavar="SEQ", min=0, help="The state after that event.")
    ] = None,
    seat: Annotated[
        str | None, typer.Option(metavar="S", help="What that player saw: a number or a name.")
    ] = None,
    partner: Annotated[
        Partner, typer.Option(help="With --seat, two against two: his partner's cards.")
    ] = Partner.SEEN,
    rules: RulesOption = None,
    form: Annotated[
        ReplayFormat, typer.Option("--format", help="What to print.")
    ] = ReplayFormat.TEXT,
    lang: LangOption = None,
    color: ColourOption = Colour.AUTO,
) -> None:
    """Tell recorded games trick by trick, faults in their place.

    \b
    Examples:
      brusqlog replay evening.brusq.jsonl
      brusqlog replay evening.brusq.jsonl --game 2 --hand 3 --lang fr
      brusqlog replay evening.brusq.jsonl --after 33 --seat Anne
    """
    from brusqlog.cli.replay import Asked, run

    run(
        Asked(
            path=path,
            game=game,
            hand=hand,
            trick=trick,
            after=after,
            seat=seat,
            partner_hidden=partner is Partner.HIDDEN,
            rules=rules or [],
            form=form.value,
            lang=lang,
            color=color.value,
        )
    )


@app.command("ls")
def list_games(
    paths: Paths,
    rules: RulesOption = None,
    form: Annotated[ListFormat, typer.Option("--format", help="What to print.")] = ListFormat.TEXT,
    lang: LangOption = None,
) -> None:
    """List games: file, position, id, rules, players, status.

    \b
    Examples:
      brusqlog ls games/
      brusqlog ls --format jsonl games/ evening.brusq.jsonl
    """
    from brusqlog.cli.ls import run

    run(paths, form.value, lang, rules or [])


@app.command()
def demo(lang: LangOption = None, color: ColourOption = Colour.AUTO) -> None:
    """Check and replay the sample games in the package, step by step.

    \b
    Example:
      brusqlog demo --lang fr
    """
    from brusqlog.cli.demo import run

    run(lang, color.value)
