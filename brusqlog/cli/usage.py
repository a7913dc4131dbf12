"""Wrong usage: values are judged before typer reads them, and told in words of ours."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final, cast

import typer

from brusqlog.cli.french import told
from brusqlog.cli.options import Wrong, unknown, wrong
from brusqlog.cli.shapes import Shape, shapes
from brusqlog.languages import Language
from brusqlog.near import nearest

UsageError: Final = cast(type[Exception], typer.BadParameter.__mro__[1])
"""What all wrong usage is, for typer; it has no public name for it."""


def complaint(error: Exception, language: Language) -> str:
    """What is said of wrong usage: the usage line, where the help is, what is wrong."""
    from brusqlog.spelling import escape

    lines = []
    ctx = getattr(error, "ctx", None)
    if ctx is not None:
        command = f"{ctx.command_path} --help"
        lines = [ctx.get_usage(), told("Try '{command}' for help.", language, command=command), ""]
    message = error.told(language) if isinstance(error, Wrong) else str(error)
    if hint := getattr(error, "param_hint", None):
        option = told(str(hint), language)
        message = told("{option}: {message}", language, option=option, message=message)
    return "\n".join([*lines, told("Error: {message}", language, message=escape(message)), ""])


def judge(command: Any, ctx: Any, arguments: Sequence[str]) -> None:
    """Judge the arguments of a verb. Raises the usage error for what is wrong first."""
    if ctx.resilient_parsing:
        return
    try:
        _judge(command, ctx, arguments)
    except Wrong as error:
        error.ctx = ctx
        raise


def unknown_verb(command: Any, ctx: Any, given: str) -> Wrong:
    """The usage error for a verb that there is not."""
    error = unknown(None, given, list(command.commands), "command")
    error.ctx = ctx
    return error


def _judge(command: Any, ctx: Any, arguments: Sequence[str]) -> None:
    with _options_told(command, ctx):
        given, left, _ = command.make_parser(ctx).parse_args(args=list(arguments))
    if set(arguments) & set(ctx.help_option_names):
        return
    known = shapes(command)
    params = command.get_params(ctx)
    needed = [param for param in params if param.required]
    there = sum(bool(_texts(given.get(param.name))) for param in needed)
    if there < len(needed):  # they are told in their order, whichever of them typer has filled
        raise wrong(_hint(needed[there]), "this is missing.")
    for param in params:
        for text in _texts(given.get(param.name)):
            _judge_value(_hint(param), text, known.get(param.name, Shape()))
    if left and not command.allow_extra_args:
        raise wrong(None, "{given!r} is one too many.", given=left[0])


def _texts(values: object) -> list[str]:
    values = values if isinstance(values, list | tuple) else [values]
    return [value for value in values if isinstance(value, str)]


def _judge_value(hint: str, text: str, shape: Shape) -> None:
    if not text:
        raise wrong(hint, "this is empty.")
    if shape.choices and text not in shape.choices:
        near = nearest(text, shape.choices)
        template = "{given!r} is none of {choices}."
        if near:
            template = "{given!r} is none of {choices}. Did you mean {near}?"
        raise wrong(hint, template, given=text, choices=", ".join(shape.choices), near=near)
    if shape.number is None:
        return
    try:
        number = shape.number(text)
    except ValueError:
        raise wrong(hint, "{given!r} is no number.", given=text) from None
    if shape.least is not None and number < shape.least:
        raise wrong(hint, "{given} is too small: from {least}.", given=text, least=shape.least)
    if shape.most is not None and number > shape.most:
        raise wrong(hint, "{given} is too large: up to {most}.", given=text, most=shape.most)


@contextmanager
def _options_told(command: Any, ctx: Any) -> Iterator[None]:
    """Tells what is wrong with the options of a command line, not with their values."""
    try:
        yield
    except UsageError as error:
        name = getattr(error, "option_name", None)
        if name is None:
            raise
        options = {
            option: param
            for param in command.get_params(ctx)
            if param.param_type_name == "option"
            for option in [*param.opts, *param.secondary_opts]
        }
        if "sql" in {param.name for param in command.params} and len(name.split()) > 1:
            template = "what begins with -- is taken for an option; put -- first, or use @FILE."
            raise wrong("SQL", template) from None
        if name not in options:
            raise unknown(None, name, list(options), "option") from None
        if options[name].is_flag:
            raise wrong(name, "this takes no value.") from None
        raise wrong(name, "this needs a value.") from None


def _hint(param: Any) -> str:
    if param.param_type_name == "argument":
        return str(param.metavar or param.name.upper())
    return str(max(param.opts, key=len))
