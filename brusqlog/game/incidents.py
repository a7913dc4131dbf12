"""Irregularities and rulings, each with what it needs, when it may stand and what follows."""

from collections.abc import Callable, Iterable

from msgspec import UNSET

from brusqlog.game import rules
from brusqlog.game.cards import BIT, UNKNOWN
from brusqlog.game.counters import due_awards, note_debts, stakes_missing, unpaid
from brusqlog.game.course import DEAL, DONE, LOTS, NOBODY, PLAY, VOID, Course, Penalty
from brusqlog.game.deal import left_out, one_seven_too_many, whereabouts
from brusqlog.game.events import Incident
from brusqlog.game.findings import Breach, breach
from brusqlog.game.tricks import count_points

NEEDS = {
    "misdeal": ("seat",),
    "short-pack": ("missing",),
    "out-of-turn": ("seat",),
    "drew-out-of-turn": ("seat", "owner", "joined"),
    "saw-second-card": ("seat",),
    "saw-next-card": ("seat", "owner", "restart"),
    "leave": ("seat",),
    "ruling": ("text",),
}
"""The fields without which an incident of that kind says nothing."""

MAY_HAVE = {"ruling": ("permits", "seat")}
"""The fields that a kind may have beside those."""

EVERYWHERE = ("misdeal", "leave", "ruling")
"""Accepted under every ruleset; the others belong to the schedule of the Encyclopédie."""


def permits_of(event: Incident) -> list[str]:
    """What a ruling permits: payments, unless it says otherwise."""
    return ["payment"] if event.permits is UNSET else list(event.permits)


def seat_of(event: Incident) -> int:
    """The seat of an incident that has one."""
    assert event.seat is not UNSET
    return event.seat


def owner_of(event: Incident) -> int:
    """The owner of an incident that has one."""
    assert event.owner is not UNSET
    return event.owner


def check_incident(course: Course, event: Incident) -> Breach | None:
    """Fields, ruleset, time and place of an incident."""
    kind = event.kind
    for name in ("seat", "owner"):
        seat = getattr(event, name)
        if seat is not UNSET and seat >= course.n:
            return breach("seat-unknown", at=name, number=seat, players=course.n, found=seat)
    for name in NEEDS[kind]:
        if getattr(event, name) is UNSET:
            return breach("incident-field-missing", kind=kind, name=name, expected=name)
    known = (*NEEDS[kind], *MAY_HAVE.get(kind, ()))
    for name in ("seat", "owner", "joined", "restart", "missing", "text", "permits"):
        if name not in known and getattr(event, name) is not UNSET:
            return breach("incident-field-needless", at=name, kind=kind, name=name)
    if kind not in EVERYWHERE and not course.terms.encyclopedie:
        return breach("incident-not-in-rules", at="kind", kind=kind, found=kind, option="incidents")
    return _CHECKS[kind](course, event)


def _misplaced(event: Incident, option: str) -> Breach:
    return breach("incident-misplaced", at="kind", kind=event.kind, deed=event, option=option)


def _check_misdeal(course: Course, event: Incident) -> Breach | None:
    if not (course.stage == DEAL and course.is_cut) and not course.before_first_play:
        return _misplaced(event, "misdeal")
    if event.seat != course.dealer:
        due = course.dealer
        return breach(
            "misdeal-seat",
            seat=seat_of(event),
            at="seat",
            due=due,
            found=event.seat,
            option="misdeal",
        )
    return None


def _check_short_pack(course: Course, event: Incident) -> Breach | None:
    if course.stage == DONE:
        return None
    if course.stage not in (DEAL, PLAY):
        return _misplaced(event, "short_pack")
    assert event.missing is not UNSET
    for index, card in enumerate(event.missing):
        if card == UNKNOWN:
            continue
        at = f"missing.{index}"
        if not course.terms.pack & BIT[card] or one_seven_too_many(course, card):
            return breach(
                "card-left-out",
                at=at,
                card=card,
                pairs=left_out(course),
                deed={"event": "short-pack", "card": card},
                found=card,
                option="pack",
            )
        if card in event.missing[:index]:
            return breach("missing-card-twice", at=at, card=card, found=card, option="short_pack")
        if (course.seen | course.seen_before) & BIT[card]:
            return breach(
                "missing-card-seen",
                at=at,
                card=card,
                place=whereabouts(course, card),
                found=card,
                option="short_pack",
            )
    return None


def _check_out_of_turn(course: Course, event: Incident) -> Breach | None:
    seat = seat_of(event)
    if course.stage != PLAY or (course.turn == NOBODY and course.draws_due):
        return _misplaced(event, "out_of_turn")
    if course.turn == NOBODY:
        on_turn = course.taker
        if fault := unpaid(course):
            return fault
    else:
        on_turn = course.turn
        if course.before_first_play and (fault := stakes_missing(course)):
            return fault
        for player, card, seq in course.plays:
            if player == seat:
                return breach(
                    "out-of-turn-played",
                    seat=seat,
                    at="seat",
                    card=card,
                    found=seat,
                    related=(seq,),
                    option="out_of_turn",
                )
    if seat == on_turn:
        return breach("out-of-turn-seat", seat=seat, at="seat", found=seat, option="out_of_turn")
    return None


def _check_drew(course: Course, event: Incident) -> Breach | None:
    if course.stage != PLAY or course.turn != NOBODY or not course.draws_due:
        return _misplaced(event, "drew_out_of_turn")
    seat, owner = seat_of(event), owner_of(event)
    if course.taker == NOBODY:
        return None
    due = course.next_drawer()
    if owner != due:
        return breach(
            "incident-owner",
            seat=owner,
            at="owner",
            due=[due],
            expected=due,
            found=owner,
            option="drew_out_of_turn",
        )
    later = course.yet_to_draw()[1:]
    if seat not in later:
        return breach(
            "incident-seat", seat=seat, at="seat", due=later, found=seat, option="drew_out_of_turn"
        )
    return None


def _while_drawing(course: Course) -> bool:
    """Between a trick that draws and the next play."""
    return (
        course.stage == PLAY
        and course.turn == NOBODY
        and course.trick <= rules.draw_rounds(course.n)
    )


def _check_saw_second(course: Course, event: Incident) -> Breach | None:
    if course.terms.partners or not _while_drawing(course):
        return _misplaced(event, "saw_second_card")
    return None


def _check_saw_next(course: Course, event: Incident) -> Breach | None:
    if not course.terms.partners or not _while_drawing(course):
        return _misplaced(event, "saw_next_card")
    seat, owner = seat_of(event), owner_of(event)
    if course.taker != NOBODY:
        last = rules.left(course.taker, course.n)
        due = (
            [s for s in range(course.n) if s != seat]
            if seat == last
            else [rules.right(seat, course.n)]
        )
        if owner not in due:
            return breach(
                "incident-owner",
                seat=owner,
                at="owner",
                due=due,
                found=owner,
                option="saw_next_card",
            )
    if event.restart is True and rules.side(seat) == rules.side(owner):
        return breach(
            "restart-by-partner",
            seat=owner,
            at="restart",
            seer=seat,
            found=True,
            option="saw_next_card",
        )
    return None


def _check_leave(course: Course, event: Incident) -> Breach | None:
    """He may leave at any time before the end."""


def _check_ruling(course: Course, event: Incident) -> Breach | None:
    for index, permit in enumerate(permits_of(event)):
        if permit in ("redeal", "void-hand") and (course.stage == LOTS or course.awarded):
            at = f"permits.{index}"
            return breach("ruling-misplaced", at=at, permit=permit, option="ruling")
    return None


_CHECKS: dict[str, Callable[[Course, Incident], Breach | None]] = {
    "misdeal": _check_misdeal,
    "short-pack": _check_short_pack,
    "out-of-turn": _check_out_of_turn,
    "drew-out-of-turn": _check_drew,
    "saw-second-card": _check_saw_second,
    "saw-next-card": _check_saw_next,
    "leave": _check_leave,
    "ruling": _check_ruling,
}

# What follows ----------------------------------------------------------------------------------


def apply_incident(course: Course, event: Incident) -> None:
    """Follow the consequences; an incident on which the sources are silent is our default."""
    kind = event.kind
    if not course.terms.encyclopedie and kind in EVERYWHERE:
        course.remarks.append(breach("incident-by-default", at="kind", kind=kind, option=kind))
    if kind == "misdeal" or (kind == "saw-next-card" and event.restart is True):
        begin_again(course)
    elif kind == "short-pack" and course.stage != DONE:
        void_hand(course)
    elif kind == "out-of-turn":
        course.laying = seat_of(event)
        course.bar()
    elif kind == "drew-out-of-turn":
        if event.joined is True:
            owe_penalty(course, seat_of(event), [owner_of(event)], rules.half(course.pot))
        else:
            owe_penalty(course, seat_of(event), range(course.n), rules.SEEN_PENALTY)
    elif kind == "saw-second-card":
        owe_penalty(course, seat_of(event), range(course.n), rules.SEEN_PENALTY)
    elif kind == "leave":
        leave(course, seat_of(event))
    elif kind == "ruling":
        rule(course, permits_of(event))


def owe_penalty(course: Course, payer: int, payees: Iterable[int], counters: int) -> None:
    """A penalty to each of the payees but oneself; none in a game for points."""
    if course.terms.for_points or not counters:
        return
    for payee in payees:
        if payee != payer:
            course.penalties.append(Penalty(payer, payee, counters, course.seq))


def begin_again(course: Course) -> None:
    """The same dealer shuffles, has the pack cut and deals again; stakes stay (004, D26)."""
    if course.counted:
        count_points(course, -1)
    course.restart()
    course.laying = NOBODY
    course.stage = DEAL
    course.bar()


def void_hand(course: Course) -> None:
    """The hand ends here: it counts, its card points do not; what was owed falls away (D27)."""
    if course.counted:
        count_points(course, -1)
    course.owed = []
    course.maybe = []
    course.laying = NOBODY
    course.turn = NOBODY
    course.stage = VOID
    course.bar()
    _note_who_owes(course)


def _note_who_owes(course: Course) -> None:
    """The hand is finished here, unless awards follow."""
    if "award" in course.permits:
        course.ruled_award = course.seq
    elif not due_awards(course):
        note_debts(course)


def leave(course: Course, seat: int) -> None:
    """He (2v2: his side) cannot win; the hand stops, the others share the pot (D33)."""
    course.leaver = seat
    course.awarded = {}
    course.paid_out = False
    course.owed = []
    course.maybe = []
    course.laying = NOBODY
    course.bar()
    if course.stage != LOTS:
        _note_who_owes(course)


def rule(course: Course, permits: list[str]) -> None:
    """A decision of the house, to the end of the hand."""
    course.permits |= {"payment", "award"} & set(permits)
    course.permit_play |= "play" in permits
    course.permit_dealer |= "dealer" in permits
    if "redeal" in permits:
        begin_again(course)
    elif "void-hand" in permits:
        void_hand(course)
