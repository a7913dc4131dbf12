"""Lines of a terminal made of pieces, each with a kind that says how it looks where there are
colours. What is drawn counts, not how many characters it takes."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from brusqlog.show.layout import wrapped
from brusqlog.spelling import Style, escape, shorten, width

Piece = tuple[str, str]
"""A kind, which says how it looks, empty for plain text; and a text without control characters."""

Line = list[Piece]

_RED: Final = re.compile(r"((?:10|[A-Z0-9])?[♥♦])")


def piece(text: str, kind: str = "") -> Line:
    """A line of one piece; control characters in it are shown as escapes."""
    return [(kind, escape(text))]


def told(text: str, kind: str = "") -> Line:
    """A text in which red cards are red."""
    parts = _RED.split(escape(text))
    return [("red" if at % 2 else kind, part) for at, part in enumerate(parts) if part]


def wide(line: Line) -> int:
    """The columns that a line takes."""
    return sum(width(text) for _, text in line)


def cut(line: Line, columns: int, style: Style) -> Line:
    """The line with so many columns at most."""
    if wide(line) <= columns:
        return line
    left = columns
    kept: Line = []
    for kind, text in line:
        short = shorten(text, left, style) if width(text) > left else text
        if width(short) > left:  # there is no room even for the mark
            break
        kept.append((kind, short))
        left -= width(short)
        if short != text:
            break
    return kept


def centred(line: Line, columns: int, style: Style) -> Line:
    """The line in the middle of so many columns."""
    line = cut(line, columns, style)
    left = (columns - wide(line)) // 2
    return [("", " " * left), *line, ("", " " * (columns - left - wide(line)))]


def justified(left: Line, right: Line, columns: int, style: Style) -> Line:
    """Two lines in one, at either end; the left one gives way."""
    right = cut(right, columns, style)
    left = cut(left, columns - wide(right) - 1, style)
    return [*left, ("", " " * (columns - wide(left) - wide(right))), *right]


def placed(items: Iterable[tuple[int, Line]], columns: int, style: Style) -> Line:
    """Lines each in the middle of a column given; one that would cover another moves to the
    right."""
    made: Line = []
    for middle, line in sorted(items, key=lambda item: item[0]):
        gap = max(middle - wide(line) // 2 - wide(made), 1 if made else 0)
        made += [("", " " * gap), *line]
    made = cut(made, columns, style)
    return [*made, ("", " " * (columns - wide(made)))]


def beside(cells: Iterable[tuple[int, list[Line]]], height: int, style: Style) -> list[Line]:
    """Cells of so many columns beside one another, the lines of each in the middle."""
    columns = [(room, _middle(lines, height)) for room, lines in cells]
    return [
        [piece for room, lines in columns for piece in centred(lines[row], room, style)]
        for row in range(height)
    ]


def _middle(lines: list[Line], height: int) -> list[Line]:
    above = max((height - len(lines)) // 2, 0)
    blank: list[Line] = [[] for _ in range(height)]
    return (blank[:above] + lines + blank)[:height]


def flowing(text: str, columns: int, kind: str = "", indent: str = "") -> Iterator[Line]:
    """A text in as many lines as it needs."""
    for line in wrapped(escape(text), columns, indent, indent):
        yield told(line, kind)
