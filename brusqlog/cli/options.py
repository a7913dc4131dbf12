"""Options that several verbs have, and how wrong values are answered."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Annotated, Final

import typer

from brusqlog.cli.french import told
from brusqlog.languages import Language
from brusqlog.near import nearest

MOST: Final = 24
"""Values up to which all are named."""


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
JobsOption = Annotated[
    int,
    typer.Option(
        "--jobs",
        metavar="N",
        min=0,
        help="Processes that judge; 0 is one for each processor.",
    ),
]
ClusterOption = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="ADDRESS",
        help="Workers of Dask that judge, such as tcp://host:8786.",
    ),
]
GameOption = Annotated[
    str | None, typer.Option("--game", metavar="ID|N", help="One game: its position or its id.")
]
ForceOption = Annotated[bool, typer.Option("--force", help="Replace a file that exists.")]
LangOption = Annotated[
    Lang | None,
    typer.Option(
        "--lang", help="Language; else that of a transcript, of BRUSQLOG_LANG, or English."
    ),
]
ColourOption = Annotated[
    Colour, typer.Option("--color", help="Write in colour; NO_COLOR turns `auto` off.")
]


class Wrong(typer.BadParameter):
    """Wrong usage: an English template of `french.toml`, and the facts that fill its places."""

    def __init__(self, option: str | None, template: str, facts: Mapping[str, object]) -> None:
        self.template = template
        self.facts = facts
        super().__init__(self.told("en"), param_hint=option)

    def told(self, language: Language) -> str:
        """What is wrong, in a language."""
        return told(self.template, language, **self.facts)


def wrong(option: str | None, template: str, **facts: object) -> Wrong:
    """The usage error for an option or argument, which a verb raises. The template is English and
    has its French in `french.toml`; its places are filled by the facts."""
    return Wrong(option, template, facts)


def unknown(option: str | None, given: str, known: Sequence[str], noun: str) -> Wrong:
    """The usage error for a value nobody knows, with those that were probably meant, else with all
    if they are few; options are on the help page. The noun is English and has its French in
    `french.toml`."""
    near = meant(given, known)
    template = "there is no {noun} {given!r}."
    if near:
        template = "there is no {noun} {given!r}. Did you mean {near}?"
    elif 0 < len(known) <= MOST and noun != "option":
        template = "there is no {noun} {given!r}, only: {known}."
    listed = ", ".join(known)
    return wrong(option, template, noun=noun, given=given, near=near, known=listed)


def meant(given: str, known: Sequence[str]) -> list[str]:
    """The known values that begin so, if they are few, else the nearest one; whatever the case."""
    begun = [value for value in known if value.casefold().startswith(given.casefold())]
    if 1 < len(begun) <= MOST and given.casefold() not in map(str.casefold, begun):
        return begun
    near = nearest(given, known)
    return [] if near is None else [near]
