"""Prose in lines."""

import re
from collections.abc import Iterator
from typing import Final

from brusqlog.show import layout

_BOUND: Final = "\N{NO-BREAK SPACE}"
_FRENCH: Final = re.compile(r" (?=[:;!?»])|(?<=«) ")


def wrapped(text: str, columns: int, first: str = "", then: str = "") -> Iterator[str]:
    """The text in lines, the first and the further ones indented; a sign that French sets apart
    with a blank stays with its word."""
    for line in layout.wrapped(_FRENCH.sub(_BOUND, text), columns, first, then):
        yield line.replace(_BOUND, " ")
