"""Cards that were played but not read: what they may be, and who may have taken them.

Counting goes on with what is certain. Each illegible card keeps the set of cards that it may be;
the set shrinks as other cards turn up, and a set of one names the card.
"""

from functools import reduce
from itertools import product
from math import prod
from operator import and_

from brusqlog.game import tables
from brusqlog.game.cards import BIT, CARD_POINTS, UNKNOWN, members
from brusqlog.game.course import Course

TRIES = 512
"""Combinations of cards that are tried for one trick; with more, see `_readings_at_large`."""


def winner(course: Course, laid: dict[int, str]) -> int:
    """Who takes these cards, by seat, all legible."""
    powers = tables.strengths(course.terms.rank, course.trump)[laid[course.leader][1]]
    return max(laid, key=lambda seat: powers[laid[seat]])


def may_be(course: Course, seat: int) -> int:
    """What an illegible card that the seat has just played may be, as a set of bits."""
    if not course.hidden[seat]:
        return course.known[seat]
    unseen = course.unseen & course.terms.pack & ~course.coming & ~_left_out(course)
    return course.known[seat] | unseen


def _left_out(course: Course) -> int:
    """The sevens that lie outside for certain, where they were not noted: those of every pair that
    the sevens seen in the game leave open."""
    pairs = [pair for pair in course.terms.pairs if not pair & course.sevens]
    return reduce(and_, pairs) if pairs else 0


def readings(course: Course) -> dict[int, dict[int, int]]:
    """For each player who may have taken the trick on the table: what each illegible card of it,
    by seat, then may be."""
    laid = {seat: card for seat, card, _ in course.plays}
    unread = [seat for seat, card in laid.items() if card == UNKNOWN]
    choices = [list(members(may_be(course, seat))) for seat in unread]
    found: dict[int, dict[int, int]] = {}
    if prod(map(len, choices)) > TRIES:
        return _readings_at_large(course, laid, {seat: may_be(course, seat) for seat in unread})
    for cards in product(*choices):
        if len(set(cards)) == len(cards):
            taker = winner(course, laid | dict(zip(unread, cards, strict=True)))
            sets = found.setdefault(taker, dict.fromkeys(unread, 0))
            for seat, card in zip(unread, cards, strict=True):
                sets[seat] |= BIT[card]
    return found


def _readings_at_large(
    course: Course, laid: dict[int, str], unread: dict[int, int]
) -> dict[int, dict[int, int]]:
    """The same where there are too many combinations: for every lead and every card of the taker,
    what the other illegible cards may be, each by itself."""
    found: dict[int, dict[int, int]] = {}
    cards = {seat: unread.get(seat, BIT[card]) for seat, card in laid.items()}
    for lead in members(cards[course.leader]):
        powers = tables.strengths(course.terms.rank, course.trump)[lead[1]]
        rest = {seat: of_seat & ~BIT[lead] for seat, of_seat in cards.items()}
        at_lead = rest | {course.leader: BIT[lead]}
        for taker in laid:
            for best in members(at_lead[taker]):
                weaker = {
                    seat: _weaker(of_seat, best, powers)
                    for seat, of_seat in at_lead.items()
                    if seat != taker
                }
                if all(weaker.values()):
                    sets = found.setdefault(taker, dict.fromkeys(unread, 0))
                    for seat in unread:
                        sets[seat] |= BIT[best] if seat == taker else weaker[seat]
    return found


def _weaker(cards: int, best: str, powers: dict[str, int]) -> int:
    """Those of the cards that lose to `best`."""
    return sum(BIT[card] for card in members(cards) if powers[card] < powers[best])


def lay_aside(course: Course, seat: int, taker: int, cards: int) -> None:
    """An illegible card goes to its taker's pile: its least points count, the rest is murk."""
    least, most = _points(cards)
    course.points[taker] += least
    course.murk[taker] += most - least
    course.illegible.append((seat, taker, cards))


def narrow(course: Course) -> None:
    """Shrink what each illegible card may be by all that has turned up since; name the certain."""
    again = True
    while again and course.illegible:
        again = False
        for entry in list(course.illegible):
            seat, taker, cards = entry
            left = cards & may_be(course, seat) & ~course.gone
            if left == cards and left.bit_count() > 1:
                continue
            if not left:
                continue
            again = True
            (least, most), (was_least, was_most) = _points(left), _points(cards)
            course.points[taker] += least - was_least
            course.murk[taker] += (most - least) - (was_most - was_least)
            course.illegible.remove(entry)
            if left.bit_count() > 1:
                course.illegible.append((seat, taker, left))
            else:
                _name(course, seat, left)


def _name(course: Course, seat: int, bit: int) -> None:
    """The card is known now, and was played."""
    course.lost[seat] -= 1
    if course.known[seat] & bit:
        course.known[seat] ^= bit
    else:
        course.hidden[seat] -= 1
    course.seen |= bit
    course.gone |= bit


def _points(cards: int) -> tuple[int, int]:
    """The least and the most card points among some cards."""
    values = [CARD_POINTS[card] for card in members(cards)] or [0]
    return min(values), max(values)
