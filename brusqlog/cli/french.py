"""The French of the command line: help pages and usage errors.

The English stands where it is said, in the verbs and their options. `french.toml` has the French of
every such text by its English, places like `{given}` as they are.
"""

import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import resources
from inspect import cleandoc
from typing import Any, Final

from brusqlog.cli.shapes import shapes
from brusqlog.languages import Language

VERBATIM: Final = "\b\n"
"""Begins a paragraph of a help page whose lines stay as they are: examples."""


def told(text: str, language: Language, **facts: object) -> str:
    """A text in a language with its places filled; a fact `noun`, and one that can tell itself, is
    put into that language too. Of several values one is meant: `a, b or c`."""
    if language == "fr":
        text = _french().get(text, text)
        if "noun" in facts:
            facts["noun"] = _french().get(str(facts["noun"]), facts["noun"])
    filled = {name: _fact(fact, language) for name, fact in facts.items()}
    return text.format(**filled) if facts else text


def _fact(fact: object, language: Language) -> object:
    if isinstance(fact, list) and fact:
        *first, last = map(str, fact)
        return ", ".join(first) + (" ou " if language == "fr" else " or ") * bool(first) + last
    tell = getattr(fact, "told", None)
    return tell(language) if tell else fact


def asked(arguments: Sequence[str]) -> str | None:
    """The language that the arguments of a command line name last, before they are parsed."""
    found = before = None
    for argument in arguments:
        if argument == "--":
            break
        option, equals, value = argument.partition("=")
        if before == "--lang":
            found = argument
        elif option == "--lang" and equals:
            found = value
        before = argument
    return found


def translate(command: Any, language: Language) -> None:
    """Put a verb, or all verbs below a group, into a language: help, options, metavariables."""
    command.language = language
    command.help = "\n\n".join(told_paragraph(part, language) for part in paragraphs(command.help))
    known = shapes(command)
    for param in command.params:
        param.help = told(known[param.name].help, language)
        param.metavar = told(param.metavar, language) if param.metavar else None
    for verb in getattr(command, "commands", {}).values():
        translate(verb, language)


def paragraphs(text: str | None) -> list[str]:
    """The paragraphs of a help text, each in one line unless it is verbatim."""
    parts = cleandoc(text or "").split("\n\n")
    return [part if part.startswith(VERBATIM) else " ".join(part.split()) for part in parts]


def told_paragraph(paragraph: str, language: Language) -> str:
    """A paragraph in a language; of a verbatim one the lines that have a French of their own."""
    return "\n".join(_told_lines(paragraph, language))


def _told_lines(paragraph: str, language: Language) -> Iterator[str]:
    for line in paragraph.split("\n"):
        text = line.lstrip(" ")
        yield line[: len(line) - len(text)] + told(text, language)


@cache
def _french() -> dict[str, str]:
    source = resources.files(__package__).joinpath("french.toml").read_text(encoding="utf-8")
    return {en: fr for texts in tomllib.loads(source).values() for en, fr in texts.items()}
