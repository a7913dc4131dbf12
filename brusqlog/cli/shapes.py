"""What the options and arguments of a verb are, as the signature of its function says: typer and
its versions keep it in different places."""

from collections.abc import Iterator
from enum import Enum
from inspect import cleandoc, unwrap
from typing import Any, Literal, NamedTuple, get_args, get_origin, get_type_hints


class Shape(NamedTuple):
    """One parameter: what it is for, and its values, which are texts, names to choose from, or
    numbers between two limits."""

    help: str = ""

    choices: tuple[str, ...] = ()
    number: type | None = None
    least: float | None = None
    most: float | None = None


def shapes(command: Any) -> dict[str, Shape]:
    """The shape of each parameter of a verb, by name."""
    function = unwrap(command.callback)
    return {
        name: _shape(hint)
        for name, hint in get_type_hints(function, include_extras=True).items()
        if name != "return"
    }


def _shape(hint: Any) -> Shape:
    (info,) = getattr(hint, "__metadata__", (None,))
    shape = Shape(help=cleandoc(getattr(info, "help", None) or ""))
    for leaf in _leaves(hint):
        if get_origin(leaf) is Literal:
            return shape._replace(choices=tuple(map(str, get_args(leaf))))
        if issubclass(leaf, Enum):
            return shape._replace(choices=tuple(str(choice.value) for choice in leaf))
        if info is not None and leaf in (int, float):
            return shape._replace(number=leaf, least=info.min, most=info.max)
    return shape


def _leaves(hint: Any) -> Iterator[Any]:
    """The types in a type: of `list[X] | None` only `X`."""
    if hasattr(hint, "__metadata__"):
        yield from _leaves(hint.__origin__)
    elif get_origin(hint) is Literal or not get_args(hint):
        if hint is not type(None):
            yield hint
    else:
        for part in get_args(hint):
            yield from _leaves(part)
