"""Options that several verbs have, and how wrong values are answered."""

from difflib import get_close_matches
from enum import StrEnum
from typing import Annotated

import typer


class Colour(StrEnum):
    """When to write in colour."""

    AUTO = "auto"
    ALWAYS = "always"
    NEVER = "never"


class Lang(StrEnum):
    """The languages of messages and output."""

    EN = "en"
    FR = "fr"


Paths = Annotated[
    list[str], typer.Argument(metavar="PATH", help="Files, folders, or - for standard input.")
]
RulesOption = Annotated[
    list[str] | None,
    typer.Option("--rules", metavar="FILE", help="A ruleset of your own; repeatable."),
]
LangOption = Annotated[
    Lang | None,
    typer.Option("--lang", help="Language; otherwise that of BRUSQLOG_LANG, or English."),
]
ColourOption = Annotated[
    Colour, typer.Option("--color", help="Write in colour; NO_COLOR turns `auto` off.")
]


def unknown(option: str, given: str, known: list[str], noun: str) -> typer.BadParameter:
    """The usage error for a value nobody knows, with the nearest one that is known."""
    near = get_close_matches(given, known, n=1)
    hint = f" Did you mean {near[0]}?" if near else ""
    return typer.BadParameter(f"there is no {noun} {given!r}.{hint}", param_hint=option)
