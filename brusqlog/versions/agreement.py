"""What two headers have to agree on: who played, where each sat, by which rules."""

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final

from msgspec import UNSET

from brusqlog.game.events import Game
from brusqlog.game.ruleset import Ruleset
from brusqlog.game.terms import find_ruleset, terms_of
from brusqlog.log.gamelog import GameLog, Path

DESCRIPTION: Final = ("date", "place", "recorder", "source")
"""What a header says beside what was agreed. An `id` is a name of the record, not of the game."""

Fact = tuple[tuple[Any, ...], Any, tuple[int, ...], Path]
"""A key, what the header says, the number of the event, and where in it."""


def common_seats(one: GameLog, two: GameLog) -> tuple[int, ...]:
    """For each seat of the second record that of the first in which the same player sits; the same
    seats if the names are not the same."""
    names, others = (
        [_folded(name) for name in log.header.players] if log.header else [] for log in (one, two)
    )
    if sorted(names) != sorted(others) or len(set(names)) < len(names):
        return tuple(range(len(others)))
    return tuple(map(names.index, others))


def sit_alike(seats: Sequence[int], partners: bool) -> bool:
    """Whether two tables are one, told from another chair on: the order of play is the same, and
    two against two who plays with whom."""
    n = len(seats)
    turned = all((other - one) % n == 1 for one, other in pairwise(seats))
    return turned and not (partners and seats[0] % 2)


def header_facts(
    header: Game, rulesets: Mapping[str, Ruleset], seats: Sequence[int]
) -> Iterator[Fact]:
    """The facts of a header in the common seats. Options have the ruleset's value where the header
    names none, a length in rounds is one in hands."""
    for seat, name in enumerate(header.players):
        yield ("player", seats[seat]), name, (0,), ("players", seat)
    yield ("rules",), header.rules, (0,), ("rules",)
    yield ("partners",), header.partners is True, (0,), ("partners",)
    terms, _ = terms_of(header, rulesets)
    length = ("hands", terms.hands) if header.target is UNSET else ("target", header.target)
    name = next(one for one in ("hands", "rounds", "target") if getattr(header, one) is not UNSET)
    yield ("length",), length, (0,), (name,)
    ruleset, _ = find_ruleset(header, rulesets)
    agreed = {name: option.value for name, option in ruleset.options.items()} if ruleset else {}
    agreed |= {"stake": terms.stake, "bank": terms.bank}
    agreed |= {} if header.options is UNSET else header.options
    for option, value in agreed.items():
        yield ("option", option), value, (0,), ("options", option)
    if header.removed is not UNSET:
        yield ("removed",), tuple(header.removed), (0,), ("removed",)
    if header.identities is not UNSET:
        for seat, identity in zip(seats, header.identities, strict=False):
            yield ("identity", seat), identity, (0,), ("identities",)
    for field in DESCRIPTION:
        if (said := getattr(header, field)) is not UNSET:
            yield (field,), said, (0,), (field,)


def _folded(name: str) -> str:
    return unicodedata.normalize("NFC", name).casefold()
