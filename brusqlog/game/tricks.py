"""Plays, takers, draws, and what a trick makes the players owe one another."""

from brusqlog.game import rules, tables
from brusqlog.game.cards import ACES, BIT, CARD_POINTS, UNKNOWN, members
from brusqlog.game.counters import stakes_missing, unpaid
from brusqlog.game.course import DEAL, DONE, LOTS, NOBODY, PLAY, Course, Due, Watched
from brusqlog.game.deal import cut_missing, due_packet, order_fault, place_fault, show, take_up
from brusqlog.game.events import Draw, Play, Take
from brusqlog.game.findings import Breach, breach
from brusqlog.game.illegible import lay_aside, narrow, readings, winner

# Plays -----------------------------------------------------------------------------------------


def check_play(course: Course, event: Play) -> Breach | None:
    """In turn, a card that the player can have, and what the strict endgame asks."""
    seat, card = event.seat, event.card
    if course.stage != PLAY:
        return not_in_play(course, event)
    if (course.turn == NOBODY or not course.plays) and (fault := lead_fault(course)):
        return fault
    due = course.turn if course.turn != NOBODY else course.taker
    if seat != due and seat != course.laying:
        if course.turn != NOBODY and course.has_played(seat):
            first = next(laid for player, laid, _ in course.plays if player == seat)
            return breach(
                "play-twice",
                seat=seat,
                at="seat",
                card=card,
                first=first,
                due=due,
                found=seat,
                option="turn",
            )
        if not course.permit_play:
            option = "turn" if course.plays else "lead"
            return breach(
                "play-turn", seat=seat, at="seat", due=due, card=card, found=seat, option=option
            )
    if card == UNKNOWN:
        return None
    if not course.known[seat] & BIT[card] and (fault := holding_fault(course, seat, card)):
        return fault
    return revoke(course, seat, card) if course.strict_now else None


def not_in_play(course: Course, event: Play | Draw) -> Breach:
    """Why no card can be played or drawn now."""
    seat = event.seat
    if course.stage == LOTS:
        return breach("hand-missing", seat=seat, deed=event)
    if course.stage == DEAL:
        if not course.is_cut:
            return cut_missing(course)
        packet = due_packet(course)
        if packet is not None:
            due = packet[0]
            return breach("deal-missing", seat=due, due=due, option="deal")
        dealer = course.dealer
        return breach("turnup-missing", seat=dealer, due=dealer, option="turnup")
    return breach("play-after-hand", seat=seat, card=event.card, option="lead")


def lead_fault(course: Course) -> Breach | None:
    """What is due before a trick begins: stakes, the draws and payments of the trick before."""
    if course.turn != NOBODY:
        return stakes_missing(course) if course.before_first_play else None
    if course.draws_due:
        due = course.next_drawer()
        return breach("draw-missing", seat=due, due=due, option="draw")
    return unpaid(course)


def holding_fault(course: Course, seat: int, card: str) -> Breach | None:
    """Why the player cannot have this card, if he cannot."""
    if fault := place_fault(course, seat, card, "card"):
        return fault
    if course.coming & BIT[card]:
        return breach("card-in-stock", seat=seat, at="card", card=card, found=card)
    if not course.hidden[seat]:
        holding = course.holding(seat)
        return breach(
            "card-not-held",
            seat=seat,
            at="card",
            card=card,
            cards=holding,
            expected=holding,
            found=card,
            option="pack",
        )
    return None


def revoke(course: Course, seat: int, card: str) -> Breach | None:
    """Strict endgame: a card that this play shows to have been held at an earlier one, or a held
    card that forbids this one. A card laid before the lead is free."""
    option = "strict_endgame"
    for watched in course.watch:
        if watched.seat == seat and watched.shows & BIT[card]:
            return breach(
                "revoke",
                seat=seat,
                seq=watched.seq,
                at="card",
                card=watched.card,
                cards=[card],
                expected=[card],
                found=watched.card,
                option=option,
                related=(course.seq,),
                within=(course.number, watched.trick),
            )
    if not course.led or course.permit_play or course.lost[seat]:
        return None
    held, led, trump = course.known[seat], course.led, course.trump
    if held & tables.revoked(card, led, trump):
        cards = [one for one in members(held) if not held & tables.revoked(one, led, trump)]
        return breach(
            "revoke",
            seat=seat,
            at="card",
            card=card,
            cards=cards,
            expected=cards,
            found=card,
            option=option,
        )
    return None


def watch_revoke(course: Course, seat: int, card: str) -> None:
    """A player with unseen cards may have revoked: note what would show it."""
    if course.hidden[seat] or course.lost[seat]:
        certain = 0 if course.lost[seat] else course.known[seat]
        shows = tables.revoked(card, course.led, course.trump) & ~certain
        if shows:
            course.watch.append(Watched(seat, course.seq, shows, course.trick, card))


def apply_play(course: Course, event: Play) -> None:
    """The card lies on the table; the last one completes the trick."""
    seat, card = event.seat, event.card
    if course.turn == NOBODY:
        begin_trick(course)
    if card != UNKNOWN and course.led and course.strict_now and not course.permit_play:
        watch_revoke(course, seat, card)
    if course.laying != NOBODY:
        course.laying = NOBODY
        course.bar()
    course.permit_play = False
    if card == UNKNOWN:
        course.lost[seat] += 1
    else:
        bit = BIT[card]
        if course.known[seat] & bit:
            course.known[seat] ^= bit
        else:
            show(course, card)
            course.hidden[seat] -= 1
        course.gone |= bit
        if seat == course.leader:
            course.led = card[1]
    course.plays.append((seat, card, course.seq))
    if len(course.plays) == course.n:
        complete_trick(course)
    elif seat == course.turn:
        course.turn = next_on_turn(course)


def begin_trick(course: Course) -> None:
    """The taker leads."""
    course.trick += 1
    course.leader = course.turn = course.taker
    course.plays = []
    course.led = ""
    course.taker = NOBODY
    course.take_open = False
    course.owed = []
    course.maybe = []


def next_on_turn(course: Course) -> int:
    """The next to the right who has not laid his card."""
    turn = course.turn
    while True:
        turn = (turn + 1) % course.n
        if not course.has_played(turn):
            return turn


# Takers ----------------------------------------------------------------------------------------


def complete_trick(course: Course) -> None:
    """All cards lie: who takes, who draws, what is owed."""
    course.turn = NOBODY
    course.led = ""
    course.drew = 0
    course.draws_due = course.trick <= rules.draw_rounds(course.n)
    course.take_open = True
    if UNKNOWN not in [card for _, card, _ in course.plays]:
        settle_taker(course, winner(course, {seat: card for seat, card, _ in course.plays}), {})
        return
    takers = readings(course)
    if len(takers) == 1:
        ((taker, sets),) = takers.items()
        if any(cards.bit_count() > 1 for cards in sets.values()):
            _note_undecided(course)
        settle_taker(course, taker, sets)
        return
    _note_undecided(course)
    course.taker = NOBODY
    if course.trick == course.tricks:
        course.stage = DONE
    course.bar()


def _note_undecided(course: Course) -> None:
    seats = [seat for seat, card, _ in course.plays if card == UNKNOWN]
    remark = breach("trick-undecided", seat=seats[0], trick=course.trick, seats=seats)
    course.remarks.append(remark)


def check_take(course: Course, event: Take) -> Breach | None:
    """Directly after the last card of a trick; what the plays show must agree."""
    seat = event.seat
    if course.stage not in (PLAY, DONE) or course.turn != NOBODY or not course.take_open:
        return breach("take-late", seat=seat, option="taker")
    if course.taker != NOBODY:
        if seat != course.taker:
            due = course.taker
            return breach("take-seat", seat=seat, at="seat", due=due, found=seat, option="taker")
        return None
    takers = sorted(readings(course))
    if seat not in takers:
        return breach("take-seat", seat=seat, at="seat", due=takers, found=seat, option="taker")
    return None


def apply_take(course: Course, event: Take) -> None:
    """Settles an undecided trick."""
    course.take_open = False
    if course.taker == NOBODY:
        settle_taker(course, event.seat, readings(course).get(event.seat, {}))


def settle_taker(course: Course, taker: int, unread: dict[int, int]) -> None:
    """The trick is his: card points, what its brusquembilles make owed, the end of the hand.
    `unread` has what each illegible card may be, by seat."""
    course.taker = taker
    for seat, card, _ in course.plays:
        course.points[taker] += CARD_POINTS[card]
        if not course.terms.paid:
            continue
        if card in course.worth:
            owe(course, seat, card)
        for possible in members(unread.get(seat, 0)):
            if possible in course.worth:
                course.maybe += _debts(course, seat, possible)
    for seat, cards in unread.items():
        lay_aside(course, seat, taker, cards)
    if course.terms.gate:
        _open_gate(course, unread)
    if course.illegible:
        narrow(course)
    if course.trick == course.tricks:
        course.stage = DONE
        count_points(course, 1)
    if course.barred:
        course.bar()


def _open_gate(course: Course, unread: dict[int, int]) -> None:
    """Note who has played the ace of trumps, or may have."""
    ace = ACES[course.trump]
    for seat, card, _ in course.plays:
        if card == ace:
            course.gate_open |= 1 << seat
        elif unread.get(seat, 0) & BIT[ace]:
            course.gate_maybe |= 1 << seat


def owe(course: Course, seat: int, card: str) -> None:
    """What one brusquembille makes owed. Behind the gate an ace that takes its trick earns only
    if its player has played the ace of trumps before (D18)."""
    dues = _debts(course, seat, card)
    gated = course.terms.gate and card == ACES[card[1]] != ACES[course.trump]
    if gated and dues and dues[0].payee == seat and not course.gate_open >> seat & 1:
        if course.gate_maybe >> seat & 1:
            course.maybe += dues
        return
    course.owed += dues


def _debts(course: Course, seat: int, card: str) -> list[Due]:
    """Who pays whom for a brusquembille that this seat played, now that the taker is known."""
    worth = course.worth[card]
    dues = tables.dues(seat, course.taker, course.n, course.terms.partners, card, worth)
    return [Due(payer, payee, worth, card, seat) for payer, payee, _ in dues]


def count_points(course: Course, sign: int) -> None:
    """Put the hand's points into the totals, or take them out again."""
    for seat in range(course.n):
        course.totals[seat] += sign * course.points[seat]
        course.total_murk[seat] += sign * course.murk[seat]
    course.counted = sign > 0


# Draws -----------------------------------------------------------------------------------------


def check_draw(course: Course, event: Draw) -> Breach | None:
    """From the taker to the right, the turn-up last (000 §4)."""
    seat, card = event.seat, event.card
    if course.stage != PLAY:
        if course.stage in (LOTS, DEAL):
            return not_in_play(course, event)
        return breach("draw-not-due", seat=seat, card=card, option="draw")
    if course.turn != NOBODY or not course.draws_due:
        if course.turn != NOBODY and course.plays:
            due = course.turn
            return breach("play-missing", seat=due, due=due, drawer=seat, card=card, option="turn")
        return breach("draw-not-due", seat=seat, card=card, option="draw")
    due = course.next_drawer()
    if seat != due:
        return breach(
            "draw-order", seat=seat, at="seat", card=card, due=due, found=seat, option="draw"
        )
    if course.stock == 1:
        if card != course.turnup:
            return breach(
                "draw-turnup",
                seat=seat,
                at="card",
                card=card,
                due=course.turnup,
                found=card,
                option="turnup_last",
            )
        return None
    if fault := order_fault(course, seat, card, "card", 0):
        return fault
    if card != UNKNOWN:
        return place_fault(course, seat, card, "card")
    return None


def apply_draw(course: Course, event: Draw) -> None:
    """From the stock into the holding."""
    if course.stock == 1:
        course.known[event.seat] |= BIT[event.card]
    else:
        take_up(course, event.seat, event.card)
    course.stock -= 1
    course.drew |= 1 << event.seat
    course.take_open = False
    if course.drew.bit_count() == course.n:
        course.draws_due = False
