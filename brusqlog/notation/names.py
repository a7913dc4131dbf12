"""Players by name, or by any beginning of it that only one of them has."""

import re
from collections.abc import Sequence
from difflib import get_close_matches
from typing import Final

from msgspec import Struct

from brusqlog.notation import spans
from brusqlog.notation.words import folded, spelled

LONG: Final = 200
"""Signs of two names together up to which they are compared for being nearly the same."""

_QUOTED: Final = re.compile(spans.QUOTED, re.DOTALL)
_AMOUNT: Final = re.compile(r"(.*[^\s:])[\s:]+([-−]?\d+)")


class Unknown(Struct, frozen=True):
    """A text that names no player, or `several`; `near` has the names that it may mean."""

    text: str
    several: bool = False
    near: tuple[str, ...] = ()


def player(text: str, names: Sequence[str]) -> int | Unknown:
    """The seat of the player that a text names: in full, or by a beginning that only one has.
    Accents count only where two players differ by nothing else."""
    text = unquoted(text)
    if not text.strip() and text not in names:
        return Unknown(text)
    for fold in (str, spelled, folded):
        found = [seat for seat, name in enumerate(names) if fold(name) == fold(text)]
        if len(found) == 1:
            return found[0]
    for fold in (folded, spelled):
        found = [seat for seat, name in enumerate(names) if fold(name).startswith(fold(text))]
        if len(found) == 1:
            return found[0]
    begun = [name for name in names if folded(name).startswith(folded(text))]
    if begun:
        return Unknown(text, several=True, near=tuple(begun))
    by_fold = {folded(name): name for name in names if len(name) + len(text) < LONG}
    near = get_close_matches(folded(text), list(by_fold), n=1)
    return Unknown(text, near=tuple(by_fold[one] for one in near))


def unquoted(text: str) -> str:
    """A name without the quotation marks round it."""
    text = text.strip()
    return spans.unquoted(text) if _QUOTED.fullmatch(text) else text


def amount(text: str) -> tuple[str, int] | None:
    """A name and the number behind it: `Anne 46`, `Anne: −3`."""
    found = _AMOUNT.fullmatch(text.strip())
    return (found[1], int(found[2].replace("−", "-"))) if found else None
