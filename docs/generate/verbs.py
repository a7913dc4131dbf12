"""`docs/reference/cli.md`: every verb of the command line, read off the functions behind them."""

import inspect
from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from types import UnionType
from typing import Any, Final, NamedTuple, get_args, get_origin, get_type_hints

import typer
from typer.models import ArgumentInfo, OptionInfo

from brusqlog.cli.app import app

PAGE: Final = "reference/cli.md"

INTRO: Final = """\
# The command line

<!-- Made by `python -m docs.generate` from the help texts in brusqlog/cli/: change them there. -->

A PATH is a file, plain or packed as `.gz` or `.zst`: a transcript if its name ends in `.brusq`
before that, otherwise a log; a folder, which is walked for files whose names end in `.brusq` or
`.jsonl`, packed ones too, in capitals or small letters, what is hidden (a dot before its name) left
aside; or `-` for standard input. Results go to standard output, everything else to standard error.
The same input gives the same bytes everywhere. `brusqlog VERB --help` says what stands here.
"""

EXITS: Final = """\
## Exit codes

| code | |
|---|---|
| 0 | no error was found; warnings do not count, unless `--strict` asks for it |
| 1 | there are errors in the data |
| 2 | wrong usage |
| 3 | something could not be read or written |
| 4 | a fault of ours: please report it |
| 130 | interrupted |
| 143, 129 | ended by SIGTERM, by SIGHUP |

When nobody reads the results any more, as after `| head`, a verb ends with 3 and without a word.
"""

VARIABLES: Final = {
    "BRUSQLOG_LANG": "the language, `en` or `fr`, where no `--lang` is given",
    "BRUSQLOG_DEBUG": "if set, a fault of ours shows where it happened",
    "NO_COLOR": "if set, no colours, unless `--color always` asks for them",
    "TERM": "`dumb`: no colours either",
    "PYTHONIOENCODING": "the encoding of the output, otherwise UTF-8 where it is no terminal",
}
"""What the environment may say."""


class Parameter(NamedTuple):
    """An argument or option: how it is typed, and what it is for."""

    spelling: str
    """`PATH…` for an argument, `--format` for an option, `--a`, `-b` for one with two names."""
    value: str
    """What follows an option: a word in capitals or the choices, nothing after a switch."""
    about: str
    is_option: bool


class Verb(NamedTuple):
    """A verb: `archive add` for one of a group."""

    name: str
    about: str
    examples: str
    parameters: tuple[Parameter, ...]


def pages() -> dict[str, str]:
    """The page, by its path below `docs/`."""
    return {PAGE: page()}


def page() -> str:
    """The page."""
    known = list(verbs())
    toc = [
        f"| [{one.name}](#{one.name.replace(' ', '-')}) | {_first(one.about)} |" for one in known
    ]
    variables = [f"| `{name}` | {meaning} |" for name, meaning in VARIABLES.items()]
    return "\n".join(
        [
            INTRO,
            "| verb | |\n|---|---|",
            *toc,
            "\nBefore any verb:\n\n| | |\n|---|---|",
            *_rows(_general().parameters),
            "",
            *(part for one in known for part in _section(one)),
            EXITS,
            "## Environment variables\n\n| variable | |\n|---|---|",
            *variables,
            "",
        ]
    )


def verbs(within: typer.Typer = app, before: str = "") -> Iterator[Verb]:
    """Every verb, in the order of `--help`."""
    for command in within.registered_commands:
        assert command.callback is not None
        yield _verb(before + str(command.name or command.callback.__name__), command.callback)
    for group in within.registered_groups:
        assert group.typer_instance is not None
        yield from verbs(group.typer_instance, f"{before}{group.name} ")


def general() -> Iterator[str]:
    """The options that stand before any verb."""
    yield from options(_general())


def _general() -> Verb:
    assert app.registered_callback is not None and app.registered_callback.callback is not None
    return _verb("", app.registered_callback.callback)


def options(verb: Verb) -> Iterator[str]:
    """The options of a verb as they are typed."""
    for one in verb.parameters:
        if one.is_option:
            yield from one.spelling.split(", ")


def _verb(name: str, callback: Callable[..., Any]) -> Verb:
    about, _, examples = (inspect.getdoc(callback) or "").partition("\b\n")
    hints = get_type_hints(callback, include_extras=True)
    signature = inspect.signature(callback).parameters.values()
    return Verb(
        name,
        "\n\n".join(" ".join(part.split()) for part in about.strip().split("\n\n")),
        inspect.cleandoc(examples.partition("\n")[2]),
        tuple(_parameter(one.name, hints[one.name], one.default) for one in signature),
    )


def _parameter(name: str, hint: Any, default: Any) -> Parameter:
    wanted, info = get_args(hint)[:2]
    assert isinstance(info, ArgumentInfo | OptionInfo)
    kind = _kind(wanted)
    about = (info.help or "").replace("|", "\\|")
    if isinstance(info, ArgumentInfo):
        many = any(get_origin(one) is list for one in (wanted, *get_args(wanted)))
        shown = (info.metavar or name.upper()) + ("…" if many else "")
        needed = default is inspect.Parameter.empty
        return Parameter(shown if needed else f"[{shown}]", "", about, False)
    extra = []
    if default not in (None, False, inspect.Parameter.empty):
        extra.append(f"default: {getattr(default, 'value', default)}")
    if info.min is not None:
        extra.append(f"from {info.min}" if info.max is None else f"{info.min} to {info.max}")
    about += f" ({', '.join(extra)})" if extra else ""
    plain = "--" + name.replace("_", "-")
    # Typer keeps the first name that is given in the place of the default.
    given = [str(one) for one in (info.default, *(info.param_decls or ()))]
    given = [one for one in given if one.startswith("-")]
    names = given or ([plain, f"--no-{plain[2:]}"] if kind is bool else [plain])
    if kind is bool:
        value = ""
    elif issubclass(kind, Enum):
        value = " \\| ".join(f"`{one.value}`" for one in kind)
    else:
        value = f"`{info.metavar or kind.__name__.upper()}`".replace("|", "\\|")
    return Parameter(", ".join(names), value, about, True)


def _kind(wanted: Any) -> type[Any]:
    """The type of one value: without None, and of a list that of its items."""
    if get_origin(wanted) is UnionType:
        wanted = next(one for one in get_args(wanted) if one is not type(None))
    found: type[Any] = get_args(wanted)[0] if get_origin(wanted) is list else wanted
    return found


def _section(verb: Verb) -> Iterator[str]:
    arguments = [one for one in verb.parameters if not one.is_option]
    options = [one for one in verb.parameters if one.is_option]
    usage = ["brusqlog", verb.name, *(["[OPTIONS]"] if options else [])]
    usage += [one.spelling for one in arguments]
    yield f"## {verb.name}\n\n{verb.about}\n\n```text\n{' '.join(usage)}\n```\n"
    if verb.parameters:
        yield "| | |\n|---|---|"
        yield from (f"| `{one.spelling}` | {one.about} |" for one in arguments)
        yield from _rows(options)
        yield ""
    if verb.examples:
        yield f"```text\n{verb.examples}\n```\n"


def _rows(options: Iterable[Parameter]) -> Iterator[str]:
    for one in options:
        names = ", ".join(f"`{name}`" for name in one.spelling.split(", "))
        yield f"| {names} {one.value}".rstrip() + f" | {one.about} |"


def _first(about: str) -> str:
    return about.split("\n\n")[0]
