"""The line that a finding points to, with a caret under the value."""

from brusqlog.spelling import Style, escape, width


def excerpt(
    text: str, column: int | None, span: int | None, columns: int, style: Style
) -> tuple[str, str]:
    """The part of a line round the value at `column`, and the carets that go under it.

    `column` counts from 1 and `span` the length, in code points of the raw line. What is shown is
    at most `columns` wide on a terminal: control characters are escaped, wide and combining
    characters take the room they take.
    """
    shown = [escape(char) for char in text]
    widths = [width(part) for part in shown]
    first = min(max((column or 1) - 1, 0), len(text))
    # A fault of the whole event needs no line of carets.
    length = 1 if (span or 1) >= len(text) else max(span or 1, 1)
    last = min(first + length, len(text))
    mark = style.plain("…")
    start, stop = 0, len(text)
    if sum(widths) > columns:
        start, stop = _window(widths, first, last, columns - 2 * len(mark))
    before = mark if start else ""
    after = mark if stop < len(text) else ""
    line = before + "".join(shown[start:stop]) + after
    if column is None:
        return line, ""
    indent = len(before) + sum(widths[start:first])
    return line, " " * indent + "^" * max(sum(widths[first : min(last, stop)]), 1)


def _window(widths: list[int], first: int, last: int, room: int) -> tuple[int, int]:
    """The characters to show so that the value is seen: as far as it goes, a third before it."""
    start, used = first, 0
    while start and used + widths[start - 1] <= room // 3:
        start -= 1
        used += widths[start]
    stop = start
    used = 0
    while stop < len(widths) and used + widths[stop] <= room:
        used += widths[stop]
        stop += 1
    while start and used + widths[start - 1] <= room and stop == len(widths):
        start -= 1
        used += widths[start]
    return start, stop
