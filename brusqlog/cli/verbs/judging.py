"""Verbs that read games: `check`, `replay`, `ls`."""

from enum import StrEnum
from typing import Annotated

import typer

from brusqlog.cli.completion import codes
from brusqlog.cli.options import (
    ClusterOption,
    Colour,
    ColourOption,
    GameOption,
    JobsOption,
    LangOption,
    Paths,
    RulesOption,
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


def check(
    paths: Paths,
    form: Annotated[
        CheckFormat, typer.Option("--format", help="What to print.")
    ] = CheckFormat.TEXT,
    strict: Annotated[bool, typer.Option("--strict", help="Warnings count as errors.")] = False,
    rules: RulesOption = None,
    require_finished: Annotated[
        bool,
        typer.Option(
            "--require-finished",
            help="A game that is not finished is an error, and so is a file without a game.",
        ),
    ] = False,
    select: Annotated[
        list[str] | None,
        typer.Option(
            metavar="CODE", help="Report this code only; repeatable.", autocompletion=codes
        ),
    ] = None,
    ignore: Annotated[
        list[str] | None,
        typer.Option(metavar="CODE", help="Leave this code out; repeatable.", autocompletion=codes),
    ] = None,
    games: Annotated[
        bool, typer.Option("--games", help="A line for each game too (text and jsonl).")
    ] = False,
    statistics: Annotated[
        bool, typer.Option("--statistics", help="How often each code was found.")
    ] = False,
    digest: Annotated[
        str | None,
        typer.Option(metavar="HEX", help="The log must begin with lines of this digest."),
    ] = None,
    jobs: JobsOption = 1,
    cluster: ClusterOption = None,
    no_screen: Annotated[
        bool, typer.Option("--no-screen", help="Judge event by event, not in bulk first.")
    ] = False,
    follow: Annotated[
        bool, typer.Option("--follow", help="Go on while the log is written, until interrupted.")
    ] = False,
    watch: Annotated[
        bool, typer.Option("--watch", help="Check again on every save, until interrupted.")
    ] = False,
    lang: LangOption = None,
    color: ColourOption = Colour.AUTO,
) -> None:
    """Judge recorded games by their rules.

    \b
    Examples:
      brusqlog check evening.brusq.jsonl
      brusqlog check --format github --require-finished games/
      brusqlog check --jobs 4 games/ more-games.brusq.jsonl
      brusqlog check --watch typed-today.brusq.jsonl
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
            digest=digest,
            jobs=jobs,
            cluster=cluster,
            screen=not no_screen,
            follow=follow,
            watch=watch,
            lang=lang,
            color=color.value,
        )
    )


def replay(
    path: Annotated[
        str, typer.Argument(metavar="PATH", help="A file, a folder, or - for standard input.")
    ],
    game: GameOption = None,
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
    step: Annotated[
        bool,
        typer.Option("--step", help="Step through the game on the screen; ? shows the keys."),
    ] = False,
    follow: Annotated[
        bool, typer.Option("--follow", help="Go on while the log is written, until interrupted.")
    ] = False,
    lang: LangOption = None,
    color: ColourOption = Colour.AUTO,
) -> None:
    """Tell recorded games trick by trick, faults in their place.

    With --step it begins at the hand, trick or event asked for.

    \b
    Examples:
      brusqlog replay evening.brusq.jsonl
      brusqlog replay evening.brusq.jsonl --game 2 --hand 3 --lang fr
      brusqlog replay evening.brusq.jsonl --after 33 --seat Anne
      brusqlog replay evening.brusq.jsonl --step --trick 5
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
            step=step,
            follow=follow,
            lang=lang,
            color=color.value,
        )
    )


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
