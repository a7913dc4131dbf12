"""Lines and columns of a terminal: what is drawn counts, not how many characters it takes."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from brusqlog.game.findings import Finding
from brusqlog.spelling import Style, pad, shorten, width

_SGR: Final = re.compile(r"\x1b\[[0-9;]*m")
_BOUND: Final = re.compile(r" (?=[:;?!»])|(?<=«) ")
"""A blank by which French sets a sign apart from its word."""

LABEL: Final = 11
"""Columns for the label of a row in a table with a column a player."""


def drawn(text: str) -> int:
    """The columns a text takes, its colours left out."""
    return width(_SGR.sub("", text))


def filled(text: str, columns: int) -> str:
    """The text, coloured or not, filled with blanks to so many columns."""
    return text + " " * (columns - drawn(text))


def wrapped(text: str, columns: int, first: str = "", then: str = "") -> Iterator[str]:
    """The text in lines broken at blanks, the first and the further lines indented; a sign that
    French sets apart with a blank stays with its word."""
    line, indent = first, first
    for word in _BOUND.sub("\0", text).split(" "):
        gap = "" if line == indent else " "
        if gap and drawn(line) + 1 + drawn(word) > columns:
            yield line.rstrip().replace("\0", " ")
            line = indent = then
            gap = ""
        line += gap + word
    yield line.rstrip().replace("\0", " ")


def flow(parts: Sequence[str], dot: str, style: Style, *, bold: bool = False) -> Iterator[str]:
    """Parts with a dot between them, broken only between parts; the first in bold."""
    line, indent = style.paint(parts[0], "bold") if bold else parts[0], ""
    for part in parts[1:]:
        if drawn(indent + line) + len(dot) + drawn(part) > style.columns:
            yield from wrapped(line, style.columns, indent, "    ")
            line, indent = part, "  "
        else:
            line += dot + part
    yield from wrapped(line, style.columns, indent, "    ")


def finding(found: Finding, style: Style) -> str:
    """A finding in its place, in lines of its own."""
    colour = {"error": "red", "warning": "yellow", "info": "blue"}[found.severity]
    label = style.paint(f"{found.severity}[{found.code}]", colour, "bold")
    told = f"{label} {style.plain(found.message)}"
    return "\n".join(wrapped(told, style.columns, "  ! ", "    "))


class Columns:
    """A small table with a column a player."""

    def __init__(self, names: Sequence[str], style: Style) -> None:
        room = (style.columns - 2 - LABEL) // len(names) - 2
        short = [shorten(name, room, style) for name in names]
        self.style = style
        self.short = short
        self.widths = [max(width(name), 5) for name in short]

    def heading(self) -> str:
        """The players' names."""
        names = zip(self.short, self.widths, strict=True)
        told = (pad(name, columns, right=True) for name, columns in names)
        return self.style.paint("  " + " " * LABEL + "  ".join(told), "dim")

    def row(self, label: str, values: Iterable[str], bold: Sequence[int] = ()) -> str:
        """A label and a value for each player, some in bold."""
        cells = []
        for seat, (value, columns) in enumerate(zip(values, self.widths, strict=True)):
            cell = pad(value, columns, right=True)
            cells.append(self.style.paint(cell, "bold") if seat in bold else cell)
        return f"  {pad(label, LABEL)}{'  '.join(cells)}".rstrip()
