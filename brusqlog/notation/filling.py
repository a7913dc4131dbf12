"""What the rules give and nobody need write: asked of the course, never stated here.

The order is that of the notation: stakes from the eldest on; the cut by the rule's cutter; the
first packet split, from the eldest on; payments one a card and payee; draws; awards.
"""

from brusqlog.game import events as ev
from brusqlog.game import rules
from brusqlog.game.cards import PACK, UNKNOWN, members
from brusqlog.game.counters import due_awards, possible_nets
from brusqlog.game.course import DEAL, DONE, LOTS, NOBODY, PLAY, VOID, Course
from brusqlog.game.deal import due_packet
from brusqlog.game.fold import apply, check
from brusqlog.game.hands import dealers_due
from brusqlog.game.illegible import readings
from brusqlog.game.probes import possible_incidents


def from_eldest(course: Course) -> list[int]:
    """All seats from the dealer's right on; none before the first hand."""
    if course.dealer == NOBODY:
        return []
    return [rules.right(course.dealer, course.n, steps + 1) for steps in range(course.n)]


def dealer(course: Course) -> int | None:
    """Who deals next, where the rules say it."""
    right, _ = dealers_due(course)
    return right[0] if len(right) == 1 else None


def cutter(course: Course) -> int | None:
    """Who cuts, where the rules say it."""
    if course.terms.cutter != "left" or course.dealer == NOBODY:
        return None
    return rules.left(course.dealer, course.n)


def stakes(course: Course) -> list[ev.Event]:
    """The stakes still to be paid in."""
    stake = course.terms.stake
    if not stake or not (course.stage == DEAL or course.before_first_play):
        return []
    seats = [seat for seat in from_eldest(course) if not course.staked[seat]]
    return [ev.Stake(seat=seat, counters=stake) for seat in seats]


def plays_on(course: Course) -> bool:
    """Whether a hand is being dealt or played."""
    return course.stage in (DEAL, PLAY) and course.leaver == NOBODY


def packet(course: Course, split: tuple[int, ...] | None) -> tuple[int, int] | None:
    """Whose packet is next and how many cards it has, by that split or the first that fits."""
    due = due_packet(course) if course.stage == DEAL and course.is_cut else None
    if due is None:
        return None
    seat, sizes = due
    done = course.packets // course.n
    if split is not None and done < len(split) and split[done] in sizes:
        return seat, split[done]
    return seat, next(one[done] for one in course.splits if len(one) > done)


def on_turn(course: Course) -> int:
    """Whose card is due where a card is. Where nobody can tell it is somebody who may be: the judge
    says what is missing."""
    if course.stage == PLAY:
        for seat in (course.laying, course.turn, course.taker):
            if seat != NOBODY:
                return seat
        return next(iter(takers(course)), course.leader)
    if course.stage == DEAL:
        return from_eldest(course)[0]
    return max(course.taker, 0)


def takers(course: Course) -> list[int]:
    """Who may have taken the trick on the table, which is complete."""
    return sorted(readings(course)) if course.taker == NOBODY else [course.taker]


def net(course: Course) -> list[ev.Event]:
    """What the trick on the table makes owed, one payment for every pair that still owes."""
    found: dict[frozenset[int], ev.Event] = {}
    for payer, payee, *_ in course.owed:
        pair = frozenset((payer, payee))
        amount = max(possible_nets(course, payer, payee), key=abs)
        if amount and pair not in found:
            one, other = (payer, payee) if amount > 0 else (payee, payer)
            found[pair] = ev.Payment(
                payer=one, payee=other, counters=abs(amount), reason="brusquembille"
            )
    return list(found.values())


def drawer(course: Course) -> int | None:
    """Who draws next, if anybody does."""
    if course.stage != PLAY or course.turn != NOBODY or not course.draws_due:
        return None
    return on_turn(course) if course.taker == NOBODY else course.next_drawer()


def coming(course: Course, card: str = UNKNOWN) -> str:
    """The card of the next draw: the last one of the stock is always the turn-up."""
    if card == UNKNOWN and course.stock == 1 and course.turnup is not None:
        return course.turnup
    return card


def awards(course: Course) -> list[ev.Event]:
    """The awards that are due and not yet made, from the eldest on."""
    finished = course.stage in (DONE, VOID) or course.leaver != NOBODY
    if not finished or course.terms.for_points:
        return []
    due = due_awards(course) or {}
    seats = [seat for seat in from_eldest(course) if seat in due and seat not in course.awarded]
    return [ev.Award(seat=seat, counters=due[seat]) for seat in seats]


# What a reader takes for granted after something that cannot be --------------------------------


def follow(course: Course, event: ev.Event) -> None:
    """Let an event take effect so that reading can go on, whatever is wrong with it.

    What cannot have happened is taken for the same with an unseen card, or is passed over; it is
    for the judge to say what was wrong.
    """
    fault = check(course, event)
    if fault is not None and fault.is_error:
        course.order, course.coming = None, 0  # the order of the pack cannot be relied on any more
    if fault is None or fault.is_possible:
        apply(course, event)
        return
    match event:
        case ev.Play() | ev.Draw() if event.card != UNKNOWN:
            seen = course.turnup if isinstance(event, ev.Draw) and course.stock == 1 else None
            _try(course, type(event)(seat=event.seat, card=seen or UNKNOWN))
        case ev.Deal():
            _try(course, ev.Deal(seat=event.seat, cards=[UNKNOWN] * len(event.cards)))
        case ev.Turnup():
            turn_up(course, event.card)


def _try(course: Course, event: ev.Event) -> None:
    fault = check(course, event)
    if fault is None or fault.is_possible:
        apply(course, event)


def incident(course: Course, kind: str | None) -> ev.Event | None:
    """An incident of that kind that may come now, whoever's it is."""
    return next((one for one in possible_incidents(course) if one.kind == kind), None)


def take(course: Course, seat: int) -> None:
    """The trick goes to a player, whether the cards show it or not."""
    apply(course, ev.Take(seat=seat))


def turn_up(course: Course, card: str | None = None) -> None:
    """The deal as it must have been before a turn-up, and that card turned up, or any."""
    if course.stage != DEAL:
        return
    if not course.is_cut:
        apply(course, ev.Cut(seat=rules.left(course.dealer, course.n)))
    while (due := packet(course, None)) is not None:
        apply(course, ev.Deal(seat=due[0], cards=[UNKNOWN] * due[1]))
    if course.stage != LOTS:
        unseen = next(members(course.unseen & course.terms.pack & PACK), None)
        if card is not None or unseen is not None:
            apply(course, ev.Turnup(card=card or str(unseen)))
