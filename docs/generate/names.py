"""`docs/reference/python.md`: every public name with its signature and docstring.

Signatures are read off the source text, so that every version of Python writes the same page.
"""

import ast
import inspect
import re
import textwrap
from collections.abc import Iterator
from importlib import import_module
from typing import Any, Final

PAGE: Final = "reference/python.md"

INTRO: Final = """\
# The public names

<!-- Made by `python -m docs.generate` from the docstrings in brusqlog/: change them there. -->

What stands here follows semantic versioning; everything else in the package is private. The
[guided tour](../python.md) shows the names at work.
"""

MODULES: Final = ("brusqlog", "brusqlog.archive", "brusqlog.bulk")
"""The modules whose `__all__` is public."""

MADE: Final = ("Table", "Archive")
"""Classes of which one makes objects oneself; those of the others are handed out."""

WIDTH: Final = 96


def pages() -> dict[str, str]:
    """The page, by its path below `docs/`."""
    return {PAGE: page()}


def page() -> str:
    """The page."""
    return "\n".join([INTRO, *(part for name in MODULES for part in _module(name))])


def public() -> Iterator[str]:
    """Every public name and member: `read`, `Game`, `Game.after`."""
    for home in MODULES:
        module = import_module(home)
        for name in module.__all__:
            yield name
            if inspect.isclass(getattr(module, name)):
                node = _node(getattr(module, name))
                yield from (f"{name}.{member.name}" for member in _members(node))


def _module(home: str) -> Iterator[str]:
    module = import_module(home)
    yield f"## {home}\n"
    for name in module.__all__:
        value = getattr(module, name)
        yield f"### {name}\n"
        if inspect.ismodule(value):
            node = _node(value.parse)
            yield "A module with a class for [every kind of event](events.md), and a function:\n"
            yield f"```text\n{_head(node)}\n```\n\n{_words(node, chr(10) * 2)}\n"
            continue
        node = _node(value)
        yield f"```text\n{_head(node)}\n```\n\n{_words(node, chr(10) * 2)}\n"
        members = list(_members(node))
        if members:
            yield "| | |\n|---|---|"
            yield from (f"| `{_member(one)}` | {_words(one)} |" for one in members)
            yield ""


def _node(value: Any) -> ast.AST:
    """The class or function as it stands in the source."""
    return ast.parse(textwrap.dedent(inspect.getsource(value))).body[0]


def _members(node: ast.AST) -> Iterator[ast.FunctionDef]:
    """The public methods and properties of a class."""
    for one in getattr(node, "body", ()) if isinstance(node, ast.ClassDef) else ():
        if isinstance(one, ast.FunctionDef) and not one.name.startswith("_"):
            yield one


def _head(node: ast.AST) -> str:
    """How a function is called, or a class with its fields."""
    if isinstance(node, ast.FunctionDef):
        return _called(node.name, node, 0)
    assert isinstance(node, ast.ClassDef)
    if node.name in MADE:
        inits = (one for one in node.body if isinstance(one, ast.FunctionDef))
        init = next(one for one in inits if one.name == "__init__")
        return "class " + _called(node.name, init, 1, returns=False)
    bases = [ast.unparse(base) for base in node.bases]
    if any(base.endswith(("Error", "Exception")) for base in bases):
        return f"class {node.name}({', '.join(bases)})"
    fields = [one for one in node.body if isinstance(one, ast.AnnAssign)]
    fields = [one for one in fields if not ast.unparse(one.target).startswith("_")]
    return "\n    ".join([f"class {node.name}", *map(_unquoted, fields)])


def _called(name: str, node: ast.FunctionDef, skip: int, *, returns: bool = True) -> str:
    """A call with its parameters, each on a line of its own where one line is too long."""
    given = _parameters(node.args, skip)
    end = f" -> {_unquoted(node.returns)}" if returns and node.returns else ""
    line = f"{name}({', '.join(given)}){end}"
    if len(line) <= WIDTH:
        return line
    return "\n".join([f"{name}(", *(f"    {one}," for one in given), f"){end}"])


def _parameters(arguments: ast.arguments, skip: int) -> list[str]:
    plain = [*arguments.posonlyargs, *arguments.args]
    values: list[ast.expr | None] = [None] * (len(plain) - len(arguments.defaults))
    pairs = list(zip(plain, [*values, *arguments.defaults], strict=True))[skip:]
    shown = [_parameter(one, value) for one, value in pairs]
    if arguments.vararg:
        shown.append(f"*{_parameter(arguments.vararg, None)}")
    elif arguments.kwonlyargs:
        shown.append("*")
    keyed = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    return shown + [_parameter(one, value) for one, value in keyed]


def _parameter(one: ast.arg, value: ast.expr | None) -> str:
    shown = f"{one.arg}: {_unquoted(one.annotation)}" if one.annotation else one.arg
    return f"{shown} = {ast.unparse(value)}" if value else shown


def _unquoted(node: ast.AST) -> str:
    """The text of a node; types that are named as text, for later, without quotation marks."""
    return re.sub(r"\bev\.", "events.", re.sub(r"'([A-Z][\w |]*)'", r"\1", ast.unparse(node)))


def _member(node: ast.FunctionDef) -> str:
    """A member as it is written: a property by its name, a method with its parameters."""
    marks = [ast.unparse(mark) for mark in node.decorator_list]
    if any(mark.endswith("property") for mark in marks):
        return node.name
    skip = 0 if "staticmethod" in marks else 1
    shown = [one.partition(":")[0] + _default(one) for one in _parameters(node.args, skip)]
    return f"{node.name}({', '.join(shown)})"


def _default(parameter: str) -> str:
    _, equals, value = parameter.partition(" = ")
    return equals.strip() + value


def _words(node: ast.AST, between: str = "<br>") -> str:
    """The docstring, each paragraph on one line."""
    assert isinstance(node, ast.FunctionDef | ast.ClassDef)
    paragraphs = (ast.get_docstring(node) or "").split("\n\n")
    return between.join(" ".join(part.split()) for part in paragraphs)
