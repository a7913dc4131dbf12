"""Verbs that work on a log in place: `record`, `seal`, `repair`."""

from typing import Annotated

import typer

from brusqlog.cli.options import Colour, ColourOption, LangOption

LogFile = Annotated[str, typer.Argument(metavar="FILE", help="A plain log with one game.")]


def seal(file: LogFile, lang: LangOption = None) -> None:
    """Add a seal: the digest of all lines before it.

    A changed line is then found by `check`. A seal proves nothing against someone who can write
    the file, unless the digest is also kept by somebody else: `check --digest` holds a log against
    it.

    \b
    Example:
      brusqlog seal evening.brusq.jsonl
    """
    from brusqlog.cli.seal import run

    run(file, lang)


def repair(
    file: LogFile,
    line: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="The line to take out.")
    ] = None,
    yes: Annotated[
        bool, typer.Option("--yes", help="Do it. What is taken out is saved beside the log.")
    ] = False,
    lang: LangOption = None,
    color: ColourOption = Colour.AUTO,
) -> None:
    """Show the lines that cannot be read, and take one out when told to.

    \b
    Examples:
      brusqlog repair evening.brusq.jsonl
      brusqlog repair evening.brusq.jsonl --line 31 --yes
    """
    from brusqlog.cli.repair import run

    run(file, line, yes, lang, color.value)


def record(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="The log, new or begun: NAME.brusq.jsonl.")
    ],
    players: Annotated[
        str | None,
        typer.Option(metavar="A,B,C", help="The players of a new log, in order of play."),
    ] = None,
    rules: Annotated[
        str | None,
        typer.Option(metavar="NAME|FILE", help="Its ruleset; with --players otherwise salon-2021."),
    ] = None,
    hands: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="A new log of so many hands.")
    ] = None,
    rounds: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Or of so many rounds.")
    ] = None,
    target: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Or up to so many card points.")
    ] = None,
    removed: Annotated[
        str | None, typer.Option(metavar="7s,7c", help="The two sevens left out; ?? if not noted.")
    ] = None,
    partners: Annotated[
        bool | None,
        typer.Option("--partners/--no-partners", help="Four players: two against two, or not."),
    ] = None,
    options: Annotated[
        str | None,
        typer.Option(metavar="NAME=V,…", help="Departures from the ruleset, as stake=10."),
    ] = None,
    times: Annotated[
        bool, typer.Option("--times", help="Write the local time of every event.")
    ] = False,
    lang: LangOption = None,
    color: ColourOption = Colour.AUTO,
) -> None:
    """Record a game while it is played.

    Asks only for what the rules do not give; `help` tells what can be typed. Started again on the
    same file it goes on where it was. From a pipe it reads plain lines and asks nothing aloud; exit
    code 1 if one of them was not taken.

    \b
    Examples:
      brusqlog record evening.brusq.jsonl
      brusqlog record evening.brusq.jsonl --players Anne,Basile,Cécile --rounds 1
      cat typed.txt | brusqlog record evening.brusq.jsonl --lang fr
    """
    from brusqlog.cli.record import Asked, run

    run(
        Asked(
            file=file,
            given={
                "players": players,
                "rules": rules,
                "hands": hands,
                "rounds": rounds,
                "points": target,
                "removed": removed,
                "partners": None if partners is None else "yes" if partners else "no",
                "options": options,
            },
            times=times,
            lang=lang,
            color=color.value,
        )
    )
