"""One game played out. What may come, who is due and who pays whom is asked of the fold."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from msgspec import Struct

from brusqlog.errors import SimulationError
from brusqlog.game import events as ev
from brusqlog.game import unfold
from brusqlog.game.cards import members
from brusqlog.game.course import NOBODY, Course
from brusqlog.game.fold import apply, check
from brusqlog.game.hands import dealers_due, is_over
from brusqlog.game.state import State
from brusqlog.game.terms import Terms
from brusqlog.simulation.bots import HOUSE, Bot, Turn, name_of
from brusqlog.simulation.chance import below, word


class Match(Struct, frozen=True, kw_only=True):
    """A game to be played: its header, the bots by seat, and all its chance."""

    header: ev.Game
    terms: Terms
    bots: Sequence[Bot]
    first_dealer: int
    """A word of chance."""
    pack: Callable[[int], Sequence[str]]
    """The pack of the hand of that number, after the cut, top first."""
    choices: Callable[[int], int]
    """The key of the bots' words in the hand of that number."""


def play(match: Match) -> Iterator[tuple[ev.Event, Course]]:
    """The events of the game, the header first, each with the course after it, which goes on
    changing. Raises `SimulationError` for a card that a bot may not play."""
    course = Course.of(match.terms, match.header.players)
    yield match.header, course
    while not is_over(course):
        rightful, _ = dealers_due(course)
        dealer = rightful[below(match.first_dealer, len(rightful))]
        number = course.number + 1
        choose = partial(_choice, match.bots, course, match.choices(number))
        for event in unfold.hand(course, dealer, match.pack(number), choose):
            yield event, course
        course.remarks = []
    end = unfold.end(course)
    course.seq += 1
    apply(course, end)
    yield end, course


def _choice(bots: Sequence[Bot], course: Course, key: int, seat: int, index: int) -> str:
    """The card of the player on turn, given the key of the bots' words in this hand and how many
    cards were played in it before."""
    leads = course.turn == NOBODY
    held = [ev.Play(seat=seat, card=card) for card in members(course.known[seat])]
    legal = tuple(event.card for event in held if check(course, event) is None)
    bot = bots[seat]
    if isinstance(bot, str):
        plays = () if leads else course.plays
        turn = Turn(seat, legal, plays, course.trump, course.terms, word(key, index))
        return HOUSE[bot](turn)
    card = bot(State(course).view(seat))
    if card not in legal:
        raise SimulationError(
            f"{name_of(bot)} plays {card!r} at seat {seat} ({course.names[seat]}) in hand "
            f"{course.number}, trick {course.trick + leads}; legal: {', '.join(legal)}.",
            "bots",
        )
    return card
