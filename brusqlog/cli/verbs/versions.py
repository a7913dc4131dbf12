"""Verbs that make other versions of a record: `convert`, `fmt`, `new`, `redact`, `anonymise`."""

from enum import StrEnum
from typing import Annotated

import typer

from brusqlog.cli.options import (
    Colour,
    ColourOption,
    ForceOption,
    GameOption,
    LangOption,
    Paths,
    RulesOption,
)
from brusqlog.cli.verbs.judging import Partner


class Form(StrEnum):
    """The two forms of a record."""

    LOG = "log"
    TEXT = "text"


def convert(
    source: Annotated[
        str,
        typer.Argument(
            metavar="SRC",
            help="A log, a transcript, a hand table, a JSON array of events, or - for them.",
        ),
    ],
    target: Annotated[
        str | None,
        typer.Argument(metavar="DST", help="A new file; otherwise standard output."),
    ] = None,
    to: Annotated[
        Form | None, typer.Option("--to", help="What to write, where no ending says it.")
    ] = None,
    show_inferred: Annotated[
        bool,
        typer.Option(
            "--show-inferred", help="List what the rules fill in for each line of a transcript."
        ),
    ] = False,
    game: GameOption = None,
    row: Annotated[
        int | None, typer.Option("--row", metavar="N", min=1, help="One row of a hand table.")
    ] = None,
    rules: RulesOption = None,
    force: ForceOption = False,
    lang: LangOption = None,
) -> None:
    """Make a log of a transcript or a hand table, or a transcript of a log.

    Without --to the ending of DST decides, .brusq or .jsonl, and without DST a log becomes a
    transcript and anything else a log. What the other form cannot hold is listed. A breach of the
    rules stops nothing; where a word cannot be read nothing is written.

    \b
    Examples:
      brusqlog convert evening.brusq evening.brusq.jsonl
      brusqlog convert evening.brusq.jsonl --lang fr
      brusqlog convert evening.brusq --to log --show-inferred
      brusqlog convert --row 17 hands.parquet hand.brusq.jsonl
    """
    from brusqlog.cli.convert import Asked, run

    run(
        Asked(
            source=source,
            target=target,
            to=to and to.value,
            show_inferred=show_inferred,
            game=game,
            row=row,
            rules=rules or [],
            force=force,
            lang=lang,
        )
    )


def fmt(
    paths: Paths,
    check: Annotated[
        bool, typer.Option("--check", help="Change nothing; list what would be, and end with 1.")
    ] = False,
    diff: Annotated[
        bool, typer.Option("--diff", help="Change nothing; show what would be.")
    ] = False,
    lang: LangOption = None,
    color: ColourOption = Colour.AUTO,
) -> None:
    """Put logs and transcripts in canonical form, in place; list the files that were changed.

    A log becomes its canonical lines. A transcript is respelled line by line; comments and blank
    lines stay. No game says anything else afterwards. A log that is sealed, or being written, is
    left as it is. `fmt -` writes to standard output.

    \b
    Examples:
      brusqlog fmt evening.brusq
      brusqlog fmt --check games/
      brusqlog fmt --diff evening.brusq
    """
    from brusqlog.cli.fmt import Asked, run

    run(Asked(paths=paths, check=check, diff=diff, lang=lang, color=color.value))


def new(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE", help="A new file, .brusq or .brusq.jsonl; - for standard output."
        ),
    ],
    players: Annotated[str, typer.Option(metavar="A,B,C", help="Who plays, in order of play.")],
    rules: Annotated[
        str, typer.Option(metavar="NAME", help="A published ruleset, or a file of your own.")
    ] = "salon-2021",
    partners: Annotated[bool, typer.Option("--partners", help="Two against two.")] = False,
    removed: Annotated[
        str | None, typer.Option(metavar="CARDS", help="The two sevens left out: 7s,7c.")
    ] = None,
    hands: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Hands of a game; otherwise 1.")
    ] = None,
    rounds: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Rounds of a game instead.")
    ] = None,
    target: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="Card points at which a game ends instead."),
    ] = None,
    dealer: Annotated[
        str | None, typer.Option(metavar="NAME", help="Who deals the first hand.")
    ] = None,
    force: ForceOption = False,
    lang: LangOption = None,
) -> None:
    """Make a transcript to fill in, in the language asked for; or the first lines of a log.

    \b
    Examples:
      brusqlog new evening.brusq --players Anne,Basile,Cécile --dealer Anne
      brusqlog new soirée.brusq --players Anne,Basile --rules academie-1718 --lang fr
      brusqlog new evening.brusq.jsonl --players A,B,C,D --partners --hands 10
    """
    from brusqlog.cli.new import Asked, run

    run(
        Asked(
            file=file,
            players=players,
            rules=rules,
            partners=partners,
            removed=removed,
            hands=hands,
            rounds=rounds,
            target=target,
            dealer=dealer,
            force=force,
            lang=lang,
        )
    )


def redact(
    source: Annotated[
        str, typer.Argument(metavar="SRC", help="A log or a transcript, or - for standard input.")
    ],
    target: Annotated[
        str, typer.Argument(metavar="DST", help="A new file, or - for standard output.")
    ],
    seat: Annotated[
        str, typer.Option(metavar="S", help="Whose eyes: a number or a name.", show_default=False)
    ],
    partner: Annotated[
        Partner, typer.Option(help="Two against two: his partner's cards.")
    ] = Partner.SEEN,
    game: GameOption = None,
    rules: RulesOption = None,
    force: ForceOption = False,
    lang: LangOption = None,
) -> None:
    """Write what one player could have seen of a game.

    Cards that others were dealt or drew are ??, and so it is with withdrawn events. The order of
    the pack, `extra`, `data` of notes and seals are left out; the texts of notes stay. DST is a log
    or a transcript by its ending.

    \b
    Examples:
      brusqlog redact --seat Anne evening.brusq.jsonl anne.brusq.jsonl
      brusqlog redact --seat 2 --partner hidden pairs.brusq.jsonl -
    """
    from brusqlog.cli.redact import Asked, run

    run(
        Asked(
            seat=seat,
            source=source,
            target=target,
            partner_hidden=partner is Partner.HIDDEN,
            game=game,
            rules=rules or [],
            force=force,
            lang=lang,
        )
    )


def anonymise(
    source: Annotated[
        str,
        typer.Argument(
            metavar="SRC", help="A log, a transcript, a folder of them, or - for standard input."
        ),
    ],
    target: Annotated[
        str,
        typer.Argument(
            metavar="DST", help="A new file, for a folder a new folder, or - for standard output."
        ),
    ],
    key: Annotated[
        str | None,
        typer.Option(
            metavar="FILE", help="The key of the pseudonyms, made if there is none. Keep it secret."
        ),
    ] = None,
    keep_notes: Annotated[
        bool,
        typer.Option("--keep-notes", help="Keep notes, `extra` and rulings, the names replaced."),
    ] = False,
    game: GameOption = None,
    rules: RulesOption = None,
    force: Annotated[bool, typer.Option("--force", help="Replace files that exist.")] = False,
    lang: LangOption = None,
) -> None:
    """Replace the names in games by pseudonyms, and make sure that none is left.

    Players, identities, ids, place, recorder, source and, in a folder, the names of files; notes
    and `extra` are left out. The same name has the same pseudonym in all games of a run, and in all
    runs with the same key. Dates, times and the play stay. If a name is left anywhere, nothing is
    written.

    \b
    Examples:
      brusqlog anonymise --key club.key evening.brusq.jsonl public.brusq.jsonl
      brusqlog anonymise --key club.key games/ public/
    """
    from brusqlog.cli.anonymise import Asked, run

    run(
        Asked(
            source=source,
            target=target,
            key=key,
            keep_notes=keep_notes,
            game=game,
            rules=rules or [],
            force=force,
            lang=lang,
        )
    )


class DiffFormat(StrEnum):
    """What `diff` can print."""

    TEXT = "text"
    JSON = "json"


def diff(
    a: Annotated[
        str, typer.Argument(metavar="A", help="A log or a transcript, or - for standard input.")
    ],
    b: Annotated[str, typer.Argument(metavar="B", help="Another record of the same game.")],
    game: Annotated[
        list[str] | None,
        typer.Option(metavar="ID|N", help="One game of both files; given twice, of A and of B."),
    ] = None,
    rules: RulesOption = None,
    form: Annotated[DiffFormat, typer.Option("--format", help="What to print.")] = DiffFormat.TEXT,
    lang: LangOption = None,
) -> None:
    """Compare two records of one game: where they part, and what only one of them says.

    An order that does not matter is no difference, nor are payments that come to the same. A card
    that one record does not know is none either: it is told what only the other says. Times,
    `data`, `extra`, seals and withdrawn events are not compared. Ends with 0 if there is no
    difference, with 1 if there is one, with 3 if something cannot be read.

    \b
    Examples:
      brusqlog diff evening.brusq.jsonl notebook.brusq
      brusqlog diff --game 1 --game 3 club.brusq.jsonl notebook.brusq
    """
    from brusqlog.cli.diff import Asked, run

    run(Asked(a=a, b=b, games=game or [], rules=rules or [], form=form.value, lang=lang))


def join(
    sources: Annotated[
        list[str],
        typer.Argument(metavar="A B...", help="Records of one game, two or more; - for one."),
    ],
    target: Annotated[
        str, typer.Argument(metavar="DST", help="A new file, or - for standard output.")
    ],
    game: Annotated[str | None, typer.Option(metavar="ID|N", help="One game of each file.")] = None,
    rules: RulesOption = None,
    force: ForceOption = False,
    lang: LangOption = None,
) -> None:
    """Put together what several players recorded of one game.

    A card that one record knows is taken where another has ??, and what only one of them says is
    taken too. If two records contradict each other, or the result cannot have happened, that is
    told and nothing is written. Seals are left out. DST is a log or a transcript by its ending.

    \b
    Examples:
      brusqlog join anne.brusq.jsonl basile.brusq.jsonl evening.brusq.jsonl
    """
    from brusqlog.cli.join import Asked, run

    run(
        Asked(
            sources=sources,
            target=target,
            game=game,
            rules=rules or [],
            force=force,
            lang=lang,
        )
    )
