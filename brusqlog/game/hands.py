"""The frame of a game: lots for the first deal, new hands, the end, and balances of them."""

from msgspec import UNSET

from brusqlog.game import rules
from brusqlog.game.cards import UNKNOWN
from brusqlog.game.counters import award_missing, note_debts, unpaid
from brusqlog.game.course import DEAL, DONE, LOTS, NOBODY, PLAY, VOID, Course
from brusqlog.game.events import Balance, End, Hand, Lot
from brusqlog.game.findings import Breach, breach

# Lots ------------------------------------------------------------------------------------------


def check_lot(course: Course, event: Lot) -> Breach | None:
    """Lots come before the first hand; each player due draws once, the tied draw again (D4)."""
    seat = event.seat
    if course.stage != LOTS:
        return breach("lot-late", seat=seat, card=event.card)
    if not course.terms.lots or course.lots_unseen or event.card == UNKNOWN:
        return None
    card = event.card
    if card in course.lots.values():
        other = next(one for one, drawn in course.lots.items() if drawn == card)
        return breach("lot-card-twice", seat=seat, at="card", card=card, other=other, found=card)
    if course.lot_dealer != NOBODY:
        dealer = course.lot_dealer
        return breach("lot-needless", seat=seat, card=card, dealer=dealer, option="first_dealer")
    if seat not in lots_due(course):
        due = list(lots_due(course))
        return breach(
            "lot-seat",
            seat=seat,
            at="seat",
            card=card,
            due=due,
            option="first_dealer",
            found=seat,
        )
    return None


def lots_due(course: Course) -> tuple[int, ...]:
    """Who still has to draw in this round of lots."""
    if not course.lots_begun:
        return _drawers(course)
    return course.lot_due


def _drawers(course: Course) -> tuple[int, ...]:
    terms = course.terms
    if terms.partners and terms.lots_2v2 == "right-most-deal":
        return (rules.right_most(0), rules.right_most(1))
    return tuple(range(course.n))


def apply_lot(course: Course, event: Lot) -> None:
    """Note the lot; when a round of lots is complete, find the dealer or who draws again."""
    due = lots_due(course)
    course.lots_begun = True
    if not course.terms.lots or course.lots_unseen:
        return
    if event.card == UNKNOWN:
        course.lots_unseen = True
        course.lot_dealer = NOBODY
        course.remarks.append(breach("lot-unseen", seat=event.seat, option="first_dealer"))
        return
    course.lots[event.seat] = event.card
    course.lot_due = tuple(seat for seat in due if seat != event.seat)
    if course.lot_due:
        return
    powers = {seat: rules.lot_strength(card) for seat, card in course.lots.items()}
    best = [seat for seat, power in powers.items() if power == max(powers.values())]
    sides = {rules.side(seat) for seat in best}
    course.lots = {}
    if course.terms.partners and course.terms.lots_2v2 == "opponents-deal" and len(sides) == 1:
        course.lot_dealer = rules.right_most(1 - sides.pop())
    elif len(best) == 1:
        course.lot_dealer = best[0]
    else:
        course.lot_due = tuple(sorted(best))


# Hands -----------------------------------------------------------------------------------------


def check_hand(course: Course, event: Hand) -> Breach | None:
    """A hand begins when the one before is settled, unless the game is over; its dealer is due."""
    if fault := unsettled(course):
        return fault
    if is_over(course):
        return breach(
            "hand-after-last",
            at="number",
            number=event.number,
            length=length(course),
            option="length",
        )
    if event.number != course.number + 1:
        due = course.number + 1
        return breach("hand-number", at="number", number=event.number, due=due, found=event.number)
    return check_dealer(course, event.dealer)


def unsettled(course: Course) -> Breach | None:
    """What is still missing before the next hand or the end, if anything."""
    if course.stage == LOTS:
        if course.lots_begun and course.lot_due and not course.lots_unseen:
            due = list(course.lot_due)
            return breach("lot-missing", due=due, option="first_dealer")
        return None
    if course.stage in (DEAL, PLAY):
        return unfinished(course)
    if fault := unpaid(course):
        return fault
    awarded = course.paid_out or "award" in course.permits
    if not awarded and (fault := award_missing(course, "award")):
        return fault
    for payer, payee, counters, cause in course.penalties:
        return breach(
            "penalty-missing",
            seat=payer,
            payer=payer,
            payee=payee,
            due=counters,
            option="incidents",
            related=(cause,),
        )
    return None


def unfinished(course: Course) -> Breach:
    """What an open hand misses first."""
    number, due = course.number, course.tricks
    if course.stage == DEAL:
        return breach("hand-unfinished", number=number, tricks=0, due=due, found=0)
    if course.turn == NOBODY and course.draws_due and course.taker != NOBODY:
        seat = course.next_drawer()
        return breach("draw-missing", seat=seat, due=seat, option="draw")
    tricks = course.trick if course.turn == NOBODY else course.trick - 1
    return breach("hand-unfinished", number=number, tricks=tricks, due=due, found=tricks)


def dealers_due(course: Course) -> tuple[list[int], list[int]]:
    """Who may deal the next hand: rightly, and only with a warning."""
    terms = course.terms
    if terms.partners:
        if course.number == 0:
            sides = [0, 1]
            if terms.lots and course.lot_dealer != NOBODY:
                sides = [rules.side(course.lot_dealer)]
        else:
            sides = [1 - rules.side(course.dealer)]
        literal = map(rules.left_most, sides) if terms.left_most_warns else ()
        return list(map(rules.right_most, sides)), list(literal)
    if course.number:
        return [rules.right(course.dealer, course.n)], []
    if terms.lots and course.lot_dealer != NOBODY:
        return [course.lot_dealer], []
    return list(range(course.n)), []


def check_dealer(course: Course, dealer: int) -> Breach | None:
    """The first dealer by lot, each next one the neighbour on his right (2v2: D6)."""
    if dealer >= course.n:
        return breach("seat-unknown", at="dealer", number=dealer, players=course.n, found=dealer)
    if course.permit_dealer:
        return None
    right, literal = dealers_due(course)
    if dealer in right or dealer in literal:
        return None
    first = course.number == 0
    if course.terms.partners:
        option = "lots_2v2" if first and course.lot_dealer != NOBODY else "partner_dealer"
    else:
        option = "first_dealer" if first else "next_dealer"
    return breach(
        "dealer-first" if first else "dealer-next",
        seat=dealer,
        at="dealer",
        due=right,
        found=dealer,
        option=option,
    )


def apply_hand(course: Course, event: Hand) -> None:
    """Begin the hand. Rulings hold to the end of the hand before."""
    right, literal = dealers_due(course) if course.terms.left_most_warns else ([], [])
    if event.dealer in literal and event.dealer not in right and not course.permit_dealer:
        course.remarks.append(
            breach(
                "dealer-left-most",
                seat=event.dealer,
                at="dealer",
                due=right,
                found=event.dealer,
                option="left_most_dealer",
            )
        )
    close_hand(course)
    course.number = event.number
    course.permits = frozenset()
    course.permit_play = course.permit_dealer = False
    course.stage = DEAL
    course.begin_hand(event.dealer)


def is_over(course: Course) -> bool | None:
    """Whether the last hand is finished: by number, or by points when someone has reached the
    target and nobody is level with him at the top (D22, D23). None if illegible cards leave it
    open."""
    terms = course.terms
    if course.stage not in (DONE, VOID):
        return False
    if terms.target is None:
        return course.last_hand
    least = rules.side_scores(course.totals, terms.partners)
    most = rules.side_scores(course.upper_totals(), terms.partners)
    if max(most) < terms.target:
        return False
    first = least.index(max(least))
    level = [seat for seat, score in enumerate(most) if score >= least[first] and seat != first]
    if least == most:
        return not level
    return True if least[first] >= terms.target and not level else None


def is_settled(course: Course) -> bool:
    """Whether the last hand is finished and nothing is due any more."""
    return is_over(course) is True and unsettled(course) is None


def length(course: Course) -> dict[str, int | None]:
    """The length agreed on: so many hands, or points."""
    terms = course.terms
    return {"hands": terms.hands} if terms.target is None else {"points": terms.target}


def reached(course: Course) -> dict[str, int]:
    """How far the game has come, in the same measure: hands, or the highest total."""
    if course.terms.target is None:
        return {"hands": course.number}
    return {"points": max(rules.side_scores(course.totals, course.terms.partners))}


# The end ---------------------------------------------------------------------------------------


def check_end(course: Course, event: End) -> Breach | None:
    """`complete` needs the last hand settled; `abandoned` may stand anywhere."""
    if course.leaver != NOBODY:
        if "award" not in course.permits and (fault := award_missing(course, "leave")):
            return fault
    elif event.reason == "complete":
        if fault := unsettled(course):
            return fault
        if is_over(course) is False:
            return breach(
                "end-too-early",
                at="reason",
                reached=reached(course),
                length=length(course),
                option="length",
                expected="abandoned",
                found="complete",
            )
    return check_balance(course, event)


def apply_end(course: Course, event: End) -> None:
    """The game is over; counters left in the pot are pointed out."""
    close_hand(course)
    if event.reason == "abandoned" and is_settled(course) and course.leaver == NOBODY:
        course.remarks.append(breach("abandoned-after-last", at="reason", found="abandoned"))
    if course.pot > 0:
        course.remarks.append(breach("pot-left", counters=course.pot, found=course.pot))
    course.ended = event.reason
    course.permits = frozenset()
    course.laying = NOBODY
    course.bar()


def close_hand(course: Course) -> None:
    """What can only be told when nothing more can come in a hand: who owes after its last award
    under a ruling, and, without a schedule of irregularities, last announcements that are wrong."""
    if course.ruled_award and not course.in_play:
        note_debts(course, max([course.ruled_award, *(seq for _, _, seq in course.plays)]))
    course.ruled_award = 0
    if course.terms.encyclopedie or course.announced.count(None) == course.n:
        return
    upper = course.upper_points()
    for seat, count in enumerate(course.announced):
        if count is not None and not course.points[seat] <= count <= upper[seat]:
            course.remarks.append(
                breach(
                    "announced-wrong",
                    seat=seat,
                    seq=course.announced_at[seat],
                    within=(course.number, course.trick),
                    at="count",
                    count=count,
                    due=course.points[seat],
                    found=count,
                )
            )
    course.announced = [None] * course.n


# Balances --------------------------------------------------------------------------------------


def check_balance(course: Course, event: Balance | End) -> Breach | None:
    """Every number that is given must be the one the events before it make."""
    for name in ("points", "totals", "purses"):
        given = getattr(event, name, UNSET)
        if given is not UNSET and len(given) != course.n:
            return breach(
                "balance-seats",
                at=name,
                name=name,
                n=len(given),
                players=course.n,
                expected=course.n,
                found=len(given),
            )
    pot = getattr(event, "pot", UNSET)
    if course.terms.for_points:
        for name, value in (("purses", event.purses), ("pot", pot)):
            if value is not UNSET:
                return breach(
                    "balance-without-pot", at=name, name=name, found=value, option="points_game"
                )
    if event.purses is not UNSET and event.purses != course.purses:
        return _outside("purses", event.purses, course.purses, course.purses)
    counts = [("totals", event.totals, course.totals, course.upper_totals)]
    if isinstance(event, Balance):
        counts.insert(0, ("points", event.points, course.points, course.upper_points))
    for name, given, least, most in counts:
        if given is not UNSET and (fault := _outside(name, given, least, most())):
            return fault
    if pot is not UNSET and pot != course.pot:
        return breach("balance-pot", at="pot", count=pot, due=course.pot, found=pot)
    return None


def _outside(name: str, given: list[int], lower: list[int], upper: list[int]) -> Breach | None:
    for seat, (least, value, most) in enumerate(zip(lower, given, upper, strict=True)):
        if not least <= value <= most:
            due = least if value < least else most
            spans = zip(lower, upper, strict=True)
            expected = [low if low == high else [low, high] for low, high in spans]
            return breach(
                f"balance-{name}",
                seat=seat,
                at=f"{name}.{seat}",
                due=due,
                count=value,
                expected=expected,
                found=list(given),
            )
    return None
