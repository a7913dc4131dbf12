"""Modules with one line broken on purpose, to see whether a test notices."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

import brusqlog

BULK = (
    "lowered", "repeats", "clock", "lexicon", "layout", "lockstep", "payout", "payments", "hands",
    "games", "screen",
)  # fmt: skip
SCREEN = (*(f"brusqlog.bulk.{name}" for name in BULK), "brusqlog.checking.screening")
"""The modules of the screen, each behind those that it imports."""


def source_of(module: str) -> str:
    """The text of a module."""
    path = Path(brusqlog.__file__).parent.joinpath(*module.split(".")[1:])
    return path.with_suffix(".py").read_text(encoding="utf-8")


@contextmanager
def replaced(module: str, source: str) -> Iterator[None]:
    """Within it a module of the screen has another text; those that import it are loaded anew."""
    kept = {name: sys.modules.get(name) for name in SCREEN}
    try:
        for name in SCREEN[SCREEN.index(module) :]:
            fresh = ModuleType(name)
            sys.modules[name] = fresh
            text = source if name == module else source_of(name)
            exec(compile(text, name, "exec"), fresh.__dict__)
        yield
    finally:
        for name, old in kept.items():
            if old is None:
                sys.modules.pop(name, None)
            else:
                sys.modules[name] = old


@contextmanager
def broken(module: str, line: str, instead: str) -> Iterator[None]:
    """Within it a module of `brusqlog.bulk` has something else for one piece of its text, which
    must stand there once."""
    name = next(one for one in SCREEN if one.endswith(f".{module}"))
    source = source_of(name)
    assert source.count(line) == 1, f"{module}: {source.count(line)} times {line!r}"
    with replaced(name, source.replace(line, instead)):
        yield
