"""The drawing of lots for the first deal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .header import Setup
from .rulesets import PIQUET, UNKNOWN

if TYPE_CHECKING:
    from .reader import Reader


def first_dealers(reader: Reader) -> set[int]:
    """Read the lots, if any, and return who may deal the first hand."""
    setup = reader.setup
    anyone = set(range(setup.n))
    if setup.partners:
        anyone = {0, 1, 2, 3} if setup.left_most_warns else {1, 3}
    if reader.look()["event"] != "lot":
        return anyone
    if setup.first_dealer == "free":
        pass_over(reader)
        return anyone
    drawing = set(range(setup.n))
    if setup.partners and setup.lots_2v2 == "right-most-deal":
        drawing = {1, 3}
    while True:
        drawn = one_round(reader, drawing)
        if drawn is None:
            pass_over(reader)
            return anyone
        best = min(PIQUET.index(card[0]) for card in drawn.values())
        top = {seat for seat, card in drawn.items() if PIQUET.index(card[0]) == best}
        dealers = chosen(setup, top)
        if dealers:
            return anyone if one_more_unseen(reader) else dealers
        drawing = top


def one_round(reader: Reader, drawing: set[int]) -> dict[int, str] | None:
    """Each of these draws once; None as soon as a lot is not known."""
    drawn: dict[int, str] = {}
    while len(drawn) < len(drawing):
        event = reader.look()
        reader.eat()
        reader.want(event["event"] == "lot", "a lot is missing")
        seat, card = event["seat"], event["card"]
        if card == UNKNOWN:
            reader.want(0 <= seat < reader.setup.n, "no such seat")
            reader.warn(reader.seq, "a lot not seen")
            return None
        reader.want(seat in drawing and seat not in drawn, "not his lot")
        reader.want(card not in drawn.values(), "the same card drawn twice")
        drawn[seat] = card
    return drawn


def one_more_unseen(reader: Reader) -> bool:
    """Does a lot that nobody saw follow the decision? It leaves every dealer standing."""
    if reader.look().get("card") != UNKNOWN or reader.look()["event"] != "lot":
        return False
    reader.eat()
    reader.warn(reader.seq, "a lot not seen")
    pass_over(reader)
    return True


def chosen(setup: Setup, top: set[int]) -> set[int]:
    """Who deals when these drew highest; nobody: they draw again."""
    if not setup.partners:
        return top if len(top) == 1 else set()
    sides = {setup.side(seat) for seat in top}
    if len(sides) > 1:
        return set()
    if setup.lots_2v2 == "right-most-deal":
        return top
    right_most = 2 * (1 - sides.pop()) + 1
    return {right_most, right_most - 1} if setup.left_most_warns else {right_most}


def pass_over(reader: Reader) -> None:
    """Further lots, which nothing is known against."""
    while reader.look()["event"] == "lot":
        event = reader.eat()
        reader.want(0 <= event["seat"] < reader.setup.n, "no such seat")
