"""`brusqlog explain`."""

import sys
from collections.abc import Iterator

import typer

from brusqlog.checking.text import COLOURS
from brusqlog.cli import OK
from brusqlog.cli.options import unknown
from brusqlog.cli.output import lines, style_of, write
from brusqlog.game.findings import codes
from brusqlog.languages import language
from brusqlog.pages.finding import listing, page
from brusqlog.spelling import LETTERS, SYMBOLS, Style


def run(code: str | None, lang: str | None, color: str) -> None:
    """Show the page of a code, or all codes by subject, and end with the exit code."""
    style = style_of(sys.stdout, language(lang), color)
    if code is None:
        write(lines(listing(style)))
    elif code in codes():
        write(lines(_painted(page(code, style.language), code, style)))
    else:
        raise unknown("CODE", code, list(codes()), "code")
    raise typer.Exit(OK)


def _painted(text: str, code: str, style: Style) -> Iterator[str]:
    """The lines of a page, headings in bold; letters where suits cannot be shown."""
    severity = codes()[code].severity
    label = f"{severity}[{code}]"
    for line in _spelt(text, style).splitlines():
        if line.startswith("# "):
            before, _, after = line.partition(label)
            parts = [style.paint(before, "bold"), style.paint(label, COLOURS[severity], "bold")]
            yield "".join([*parts, style.paint(after, "bold")])
        else:
            kind = "bold" if line.startswith("## ") else "dim" if line.startswith("```") else ""
            yield style.paint(line, kind)


def _spelt(text: str, style: Style) -> str:
    if style.letters:
        for suit, letter in LETTERS[style.language].items():
            text = text.replace(SYMBOLS[suit], letter)
    return style.plain(text)
