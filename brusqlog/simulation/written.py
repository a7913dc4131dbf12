"""Games as they are written down, for logs as text: played side by side where that is quicker,
which gives the same bytes, else one after another."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from brusqlog.log.writer import dumps
from brusqlog.simulation.run import games
from brusqlog.simulation.setup import Plan, Setup, planned

if TYPE_CHECKING:
    from brusqlog.bulk.handtable import HandTable
    from brusqlog.simulation.columns.ground import Ground

FEW: Final = 256
"""Hands that are played one after another sooner than numpy is loaded."""

MOST_COUNTERS: Final = 1 << 62
"""Counters that may change hands in a game, so that sums of them fit into 64 bits."""
MOST_DUE: Final = 1 << 10
"""Counters that nobody's brusquembilles reach in a hand, where they fit into bytes."""


def written(setup: Setup) -> Iterator[Iterator[bytes]]:
    """The games asked for, each as its text in pieces, to be taken before the next game. Raises
    `SimulationError` as `simulated` does."""
    return _written(planned(setup))


def _written(plan: Plan) -> Iterator[Iterator[bytes]]:
    many = plan.setup.games * plan.exchanges * plan.hands > FEW
    if many and (ground := ground_of(plan)):
        from brusqlog.simulation.columns.text import texts

        yield from texts(ground)
        return
    for game in games(plan):
        yield (dumps(event) + b"\n" for event in game)


def ground_of(plan: Plan) -> "Ground | None":
    """What is needed to play the games of a plan side by side; None where that cannot be done: with
    bots or packs of one's own, behind the gate, for sums that are too large, without numpy."""
    terms = plan.terms
    at_stake = terms.bank + plan.hands * (terms.players * terms.stake + MOST_DUE)
    own = plan.setup.deals is not None or not all(isinstance(bot, str) for bot in plan.bots)
    if own or terms.gate or (at_stake > MOST_COUNTERS and not terms.for_points):
        return None
    try:
        from brusqlog.simulation.columns.ground import Ground

        return Ground(plan)
    except (ImportError, OverflowError):
        return None


def tabled(setup: Setup) -> Iterator["HandTable"]:
    """The hands of the games asked for as hand tables one below the other; bots and packs are those
    of the house. Raises `SimulationError` at once if no game can be played so."""
    plan = planned(setup)
    # What is paid moves no card, and a table does not tell it.
    terms = replace(plan.terms, paid=False, stake=0, bank=0, values=(1, 1), gate=False)
    ground = ground_of(replace(plan, terms=terms))
    assert ground is not None
    from brusqlog.simulation.columns.rows import tables

    return tables(ground)
