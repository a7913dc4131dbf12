"""Verbs that explain: `demo`, `explain`, `rules`, `schema`."""

from enum import StrEnum
from typing import Annotated

import typer

from brusqlog.cli.completion import codes, rulesets
from brusqlog.cli.options import Colour, ColourOption, LangOption


class RulesFormat(StrEnum):
    """What `rules` can print."""

    TEXT = "text"
    JSON = "json"


class SchemaFormat(StrEnum):
    """What `schema --check` can print."""

    TEXT = "text"
    JSONL = "jsonl"


def demo(lang: LangOption = None, color: ColourOption = Colour.AUTO) -> None:
    """Check, replay and query the sample games in the package, step by step.

    \b
    Example:
      brusqlog demo --lang fr
    """
    from brusqlog.cli.demo import run

    run(lang, color.value)


def explain(
    code: Annotated[
        str | None,
        typer.Argument(
            metavar="CODE",
            help="The code of a finding; without it all are listed.",
            autocompletion=codes,
        ),
    ] = None,
    lang: LangOption = None,
    color: ColourOption = Colour.AUTO,
) -> None:
    """Explain a finding: what it means, the rule it rests on, an example, what to do.

    \b
    Examples:
      brusqlog explain
      brusqlog explain payment-missing --lang fr
    """
    from brusqlog.cli.explain import run

    run(code, lang, color.value)


def rules(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="NAME",
            autocompletion=rulesets,
            help="A published ruleset, or the file of one of your own; two are compared. "
            "Without it the published ones are listed.",
        ),
    ] = None,
    file: Annotated[
        str | None,
        typer.Option("--hash", metavar="FILE", help="Print a ruleset's name for a header."),
    ] = None,
    form: Annotated[
        RulesFormat, typer.Option("--format", help="What to print.")
    ] = RulesFormat.TEXT,
    lang: LangOption = None,
    color: ColourOption = Colour.AUTO,
) -> None:
    """Show the rules of play, each with what it rests on; compare two rulesets.

    \b
    Examples:
      brusqlog rules
      brusqlog rules salon-2021
      brusqlog rules salon-2021 encyclopedie --lang fr
      brusqlog rules --hash house.toml
    """
    from brusqlog.cli.rules import Asked, run

    run(
        Asked(
            names=names or [],
            file=file,
            form=form.value,
            lang=lang,
            color=color.value,
        )
    )


def schema(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="KIND",
            help="event, finding, replay or state; without it they are listed. "
            "After --check further paths may follow.",
        ),
    ] = None,
    check: Annotated[
        list[str] | None,
        typer.Option(
            metavar="PATH",
            help="Judge a file, a folder, or - for standard input, by event or by KIND; "
            "repeatable.",
        ),
    ] = None,
    form: Annotated[
        SchemaFormat, typer.Option("--format", help="What --check is to print.")
    ] = SchemaFormat.TEXT,
    lang: LangOption = None,
) -> None:
    """Print the JSON Schema of a log or an output, or judge files by it alone.

    --check is for those who write logs by programs of their own. It knows the form of one line
    and nothing else: not the rules, not the order of events, and of the form not what a schema
    cannot say. A key that stands twice, 1.0 for 1, the 30th of February, deep nesting, a last
    line that is not ended: check finds them, this does not.

    \b
    Examples:
      brusqlog schema
      brusqlog schema event
      brusqlog schema --check evening.brusq.jsonl
      brusqlog replay evening.brusq.jsonl --format json | brusqlog schema replay --check -
    """
    from brusqlog.cli.schema import Asked, run

    run(Asked(names=names or [], check=check or [], form=form.value, lang=lang))
