"""Help pages and usage lines, the same with every version of typer."""

import shutil
import textwrap
from collections.abc import Iterator, Mapping
from enum import Enum
from typing import Any, Final

from brusqlog.cli.french import VERBATIM, paragraphs, told
from brusqlog.cli.shapes import Shape, shapes
from brusqlog.languages import Language

WIDEST: Final = 100
FIRST_COLUMN: Final = 30
"""Columns of the name of an option beyond which its text begins on the next line."""


def page(command: Any, ctx: Any) -> str:
    """The help page of a verb, or of a group of verbs, in the language of the command."""
    texts = [usage(command, ctx)]
    for part in paragraphs(command.help):
        lines = part.removeprefix(VERBATIM).split("\n") if part.startswith(VERBATIM) else None
        texts.append(textwrap.indent("\n".join(lines or _wrapped(part, _width() - 2)), "  "))
    params = [param for param in command.get_params(ctx) if not getattr(param, "hidden", False)]
    arguments = [param for param in params if param.param_type_name == "argument"]
    options = [param for param in params if param.param_type_name == "option"]
    known = shapes(command)
    verbs = getattr(command, "commands", {}).values()
    sections = {
        "Arguments:": [(_name(param), param.help or "") for param in arguments],
        "Options:": [
            (_option(param, known), _told(param, known, command.language)) for param in options
        ],
        "Commands:": [(verb.name, first_sentence(verb.help)) for verb in verbs if not verb.hidden],
    }
    for heading, rows in sections.items():
        if rows:
            texts.append("\n".join([told(heading, command.language), *_table(rows)]))
    return "\n\n".join(texts)


def usage(command: Any, ctx: Any) -> str:
    """The usage line."""
    begin = f"{told('Usage:', command.language)} {ctx.command_path} "
    pieces = [told("[OPTIONS]", command.language)]
    for param in command.params:
        if param.param_type_name == "argument":
            name = _name(param) if param.required else f"[{_name(param)}]"
            pieces.append(name + "..." * (param.nargs != 1))
    if hasattr(command, "commands"):
        pieces.append(told("COMMAND [ARGS]...", command.language))
    lines = _wrapped(" ".join(pieces), _width() - len(begin))
    return begin + ("\n" + " " * len(begin)).join(lines)


def first_sentence(text: str | None) -> str:
    """How a list of verbs tells what a verb does."""
    sentence, stop, _ = paragraphs(text)[0].partition(". ")
    return sentence + stop.rstrip()


def _name(param: Any) -> str:
    return str(param.metavar or param.name.upper())


def _option(param: Any, known: Mapping[str, Shape]) -> str:
    names = ", ".join(sorted(param.opts, key=len))
    if param.secondary_opts:
        names += " / " + ", ".join(param.secondary_opts)
    if param.is_flag:
        return names
    return f"{names} {param.metavar or '|'.join(known[param.name].choices) or 'TEXT'}"


def _told(param: Any, known: Mapping[str, Shape], language: Language) -> str:
    """What an option is for, with its default and its limits."""
    shape = known.get(param.name, Shape())
    extra = []
    default = param.default.value if isinstance(param.default, Enum) else param.default
    if param.show_default and isinstance(default, str | int) and not isinstance(default, bool):
        extra.append(told("default: {value}", language, value=default))
    if shape.least is not None:
        template = "from {least}" if shape.most is None else "{least} to {most}"
        extra.append(told(template, language, least=shape.least, most=shape.most))
    if param.required:
        extra.append(told("required", language))
    return f"{param.help} ({', '.join(extra)})" if extra else str(param.help)


def _table(rows: list[tuple[str, str]]) -> Iterator[str]:
    widest = min(max(len(name) for name, _ in rows), FIRST_COLUMN)
    for name, text in rows:
        first, *others = _wrapped(text, _width() - widest - 4) or [""]
        if len(name) > widest:
            yield f"  {name}"
            name = ""
        yield f"  {name:{widest}}  {first}".rstrip()
        yield from (" " * (widest + 4) + line for line in others)


def _wrapped(text: str, columns: int) -> list[str]:
    # Blanks before the colons and question marks of French do not break.
    for mark in ":;?!»":
        text = text.replace(f" {mark}", f"\0{mark}")
    wrapped = textwrap.wrap(
        text.replace("« ", "«\0"), max(columns, 20), break_on_hyphens=False, break_long_words=False
    )
    return [line.replace("\0", " ") for line in wrapped]


def _width() -> int:
    return min(shutil.get_terminal_size().columns, WIDEST) - 2
