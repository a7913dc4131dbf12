"""Games one after another, each of which follows from the seed and its number alone."""

from collections.abc import Iterator, Sequence
from typing import TypeVar

from msgspec import UNSET
from msgspec.structs import replace

from brusqlog.game.cards import members
from brusqlog.game.events import Event, Game
from brusqlog.game.state import shown
from brusqlog.game.terms import terms_of
from brusqlog.simulation.bots import name_of
from brusqlog.simulation.chance import BOTS, DEALER, key, word
from brusqlog.simulation.packs import Packs, by_chance, given
from brusqlog.simulation.play import Match, play
from brusqlog.simulation.setup import Plan, Setup, planned
from brusqlog.simulation.times import timed

Item = TypeVar("Item")


def simulated(setup: Setup) -> Iterator[Iterator[Event]]:
    """The games asked for, each as its events, the header first, to be taken before the next game.

    Raises `SimulationError` at once if no game can be played so; later for packs of one's own that
    cannot be dealt, and cards that bots may not play.
    """
    return games(planned(setup))


def games(plan: Plan) -> Iterator[Iterator[Event]]:
    """The games of a plan, as `simulated` gives them."""
    setup = plan.setup
    deals = None if setup.deals is None else enumerate(setup.deals, 1)
    for number in range(1, setup.games + 1):
        if deals is None:
            packs = by_chance(plan.terms, setup.seed, number)
        else:
            packs = given(plan.terms, deals)
        for exchange in range(plan.exchanges):
            yield _game(plan, packs, number, exchange)


def _game(plan: Plan, packs: Packs, number: int, exchange: int) -> Iterator[Event]:
    """One game with the packs of that number, the players so often moved on. The cards follow from
    the number of the packs, what bots choose and how long it takes from that of the game."""
    setup, seed = plan.setup, plan.setup.seed
    game = (number - 1) * plan.exchanges + exchange + 1
    header = header_of(plan, exchange, packs.left_out, id_of(setup, number, exchange))
    match = Match(
        header=header,
        terms=terms_of(header, {})[0],
        bots=moved(plan, plan.bots, exchange),
        first_dealer=word(key(seed, number, 0, DEALER), 0),
        pack=packs.of_hand,
        choices=lambda hand: key(seed, game, hand, BOTS),
    )
    events = _recorded(match, hidden=setup.hidden)
    return timed(events, seed, game) if setup.times else events


def id_of(setup: Setup, number: int, exchange: int) -> str:
    """The `id` of the game with the packs of that number after so many exchanges."""
    return f"{setup.seed}-{number}" + (f"-{exchange + 1}" if setup.exchange else "")


def header_of(plan: Plan, exchange: int, left_out: int, name: str) -> Game:
    """The header after so many exchanges, given the sevens left out and the `id`."""
    return replace(
        plan.header,
        id=name,
        players=moved(plan, plan.header.players, exchange),
        identities=moved(plan, [name_of(bot) for bot in plan.bots], exchange),
        removed=list(members(left_out)) or UNSET,
    )


def moved(plan: Plan, seats: Sequence[Item], exchange: int) -> list[Item]:
    """What belongs to the players, by seat, after so many exchanges."""
    start = len(seats) - exchange * plan.step
    return [*seats[start:], *seats[:start]]


def _recorded(match: Match, hidden: bool) -> Iterator[Event]:
    """The events as they are written down: if hidden, as one sees them who looks into no hand."""
    for event, course in play(match):
        seen = shown(event, (), course.turnup) if hidden else event
        assert seen is not None
        yield seen
