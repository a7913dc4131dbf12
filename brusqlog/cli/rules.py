"""`brusqlog rules`."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec
import typer
from msgspec import Struct

from brusqlog.cli.options import unknown, wrong
from brusqlog.cli.output import lines, style_of, write
from brusqlog.cli.rulesets import load
from brusqlog.game.ruleset import Ruleset, rulesets
from brusqlog.languages import language
from brusqlog.pages.ruleset import apart, comparison, difference, keys, listing, page
from brusqlog.spelling import Style, escape

RULES_FORMAT: Final = "brusqlog-rules/1"
SUFFIX: Final = ".toml"


class Asked(Struct, frozen=True, kw_only=True):
    """What was asked for on the command line."""

    names: Sequence[str] = ()
    file: str | None = None
    form: str = "text"
    lang: str | None = None
    color: str = "auto"


def run(asked: Asked) -> None:
    """List, show or compare rulesets, or name that of a file, and end with the exit code."""
    if asked.file is not None:
        if asked.names:
            raise wrong("--hash", "this takes a file and no names beside it.")
        write(lines([escape(load(asked.file, "--hash").full_name)]))
        raise typer.Exit
    if len(asked.names) > 2:
        raise wrong("NAME", "{count} are too many: two are compared.", count=len(asked.names))
    chosen = [_ruleset(name) for name in asked.names]
    style = style_of(sys.stdout, language(asked.lang), asked.color, asked.form)
    write(lines([_document(chosen)] if asked.form == "json" else _text(chosen, style)))
    raise typer.Exit


def _ruleset(name: str) -> Ruleset:
    """The published ruleset of that name, or that of a file of one's own."""
    if name in rulesets():
        return rulesets()[name]
    if name.endswith(SUFFIX) or Path(name).is_file():
        return load(name, "NAME")
    raise unknown("NAME", name, list(rulesets()), "ruleset")


def _text(chosen: Sequence[Ruleset], style: Style) -> Iterator[str]:
    match chosen:
        case [one, other]:
            return comparison(one, other, style)
        case [one]:
            return page(one, style)
    return listing(style)


def _document(chosen: Sequence[Ruleset]) -> str:
    """The rulesets as one JSON document; of two also the options and rules that differ."""
    document: dict[str, Any] = {
        "format": RULES_FORMAT,
        "rulesets": [
            _plain(ruleset) for ruleset in chosen or map(rulesets().__getitem__, apart("en"))
        ],
    }
    if len(chosen) == 2:
        document["differences"] = _differences(*chosen)
    return msgspec.json.encode(document).decode()


def _plain(ruleset: Ruleset) -> dict[str, Any]:
    return {
        "name": ruleset.name,
        "full_name": ruleset.full_name,
        "title": ruleset.title,
        "source": ruleset.source,
        "options": ruleset.options,
        "rules": ruleset.rules,
    }


def _differences(one: Ruleset, other: Ruleset) -> Iterable[dict[str, str]]:
    found = ((key, difference(one, other, key)) for key in keys(one, other))
    return [{"name": key, "kind": kind} for key, kind in found if kind]
