"""The verb that shows games: `view`."""

from typing import Annotated

import typer

from brusqlog.cli.options import ForceOption, GameOption, LangOption, RulesOption
from brusqlog.cli.verbs.judging import Partner


def view(
    path: Annotated[
        str,
        typer.Argument(
            metavar="PATH|ARCHIVE", help="A file, a folder, an archive, or - for standard input."
        ),
    ],
    output: Annotated[
        str,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE|DIR",
            help="A page, whose name ends in .html, or else a folder for a site.",
        ),
    ],
    game: GameOption = None,
    seat: Annotated[
        str | None, typer.Option(metavar="S", help="What that player saw: a number or a name.")
    ] = None,
    partner: Annotated[
        Partner, typer.Option(help="With --seat, two against two: his partner's cards.")
    ] = Partner.SEEN,
    printed: Annotated[
        bool, typer.Option("--print", help="Score sheets to be printed, nothing else.")
    ] = False,
    no_spoilers: Annotated[
        bool,
        typer.Option("--no-spoilers", help="Hide result and length until one gets there."),
    ] = False,
    rules: RulesOption = None,
    force: ForceOption = False,
    lang: LangOption = None,
) -> None:
    """Make a page on which games can be stepped through.

    The page is one file that needs nothing else, neither a network nor brusqlog, and can be sent
    and kept. A faulty game is shown too, its faults in their place. With --seat the page holds
    nothing that this player could not see.

    With a folder to write to it makes a site: a list of the games to be searched, with a page for
    each.

    \b
    Examples:
      brusqlog view evening.brusq.jsonl -o evening.html
      brusqlog view evening.brusq.jsonl -o anne.html --seat Anne --no-spoilers
      brusqlog view games.duckdb -o site/
    """
    from brusqlog.cli.view import Asked, run

    run(
        Asked(
            path=path,
            output=output,
            game=game,
            seat=seat,
            partner_hidden=partner is Partner.HIDDEN,
            printed=printed,
            no_spoilers=no_spoilers,
            rules=rules or [],
            force=force,
            lang=lang,
        )
    )
