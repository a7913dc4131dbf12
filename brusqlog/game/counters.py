"""Counters and counts: stakes, payments, awards, announcements."""

from msgspec import UNSET

from brusqlog.game import rules
from brusqlog.game.course import DEAL, DONE, NOBODY, PLAY, VOID, Course
from brusqlog.game.events import Announce, Award, Gather, Payment, Stake
from brusqlog.game.findings import Breach, breach

# Stakes ----------------------------------------------------------------------------------------


def check_stake(course: Course, event: Stake) -> Breach | None:
    """One stake a player, between `hand` and the first play, as agreed."""
    seat = event.seat
    terms = course.terms
    if terms.for_points:
        return breach("counters-without-pot", seat=seat, event="stake", counters=event.counters,
                      option="points_game")  # fmt: skip
    before_play = course.stage == PLAY and course.trick == 1 and not course.plays
    if course.stage != DEAL and not before_play:
        return breach("stake-late", seat=seat, counters=event.counters, option="stake")
    if course.staked[seat]:
        return breach("stake-twice", seat=seat, at="seat", counters=event.counters, option="stake",
                      found=seat)  # fmt: skip
    if event.counters != terms.stake:
        return breach(
            "stake-amount", seat=seat, at="counters", due=terms.stake, counters=event.counters,
            expected=terms.stake, found=event.counters, option="stake",
        )  # fmt: skip
    return None


def apply_stake(course: Course, event: Stake) -> None:
    """From the purse into the pot."""
    course.staked[event.seat] += event.counters
    course.purses[event.seat] -= event.counters
    course.pot += event.counters


def stakes_missing(course: Course) -> Breach | None:
    """The first stake that has not been paid, from the eldest on."""
    if course.terms.stake:
        for steps in range(1, course.n + 1):
            seat = rules.right(course.dealer, course.n, steps)
            if not course.staked[seat]:
                due = course.terms.stake
                return breach("stake-missing", seat=seat, due=due, expected=due, option="stake")
    return None


# Payments --------------------------------------------------------------------------------------


def check_payment(course: Course, event: Payment) -> Breach | None:
    """Brusquembilles as the trick made them, penalties as an incident did, rulings by ruling."""
    payer, payee = event.payer, event.payee
    for name, seat in (("payer", payer), ("payee", payee)):
        if seat >= course.n:
            return breach("seat-unknown", at=name, number=seat, players=course.n, found=seat)
    if payer == payee:
        return breach("payment-to-self", seat=payer, at="payee", found=payee)
    if event.reason == "brusquembille":
        return _check_brusquembille(course, event)
    if event.reason == "penalty":
        due = [c for a, b, c, _ in course.penalties if (a, b) == (payer, payee)]
        if event.counters in due:
            return None
        if due:
            return _amount(event, due, "incidents")
        return breach("penalty-not-due", seat=payer, payer=payer, payee=payee,
                      counters=event.counters, option="incidents", at="payer")  # fmt: skip
    if "payment" in course.permits:
        return None
    return breach("payment-without-ruling", seat=payer, payer=payer, payee=payee,
                  counters=event.counters, at="reason", found=event.reason,
                  option="ruling")  # fmt: skip


def _check_brusquembille(course: Course, event: Payment) -> Breach | None:
    payer, payee = event.payer, event.payee
    if event.card is UNSET:
        nets = possible_nets(course, payer, payee)
        if nets != {0} and event.counters in nets:
            return None
        positive = [net for net in sorted(nets) if net > 0]
        if positive:
            return _amount(event, positive, "payments")
        return _not_owed(course, event)
    for owed in (course.owed, course.maybe):
        for a, b, counters, card, _ in owed:
            if (a, b, card) == (payer, payee, event.card):
                if counters == event.counters:
                    return None
                return _amount(event, [counters], "values")
    return _not_owed(course, event)


def _amount(event: Payment, due: list[int], option: str) -> Breach:
    """Any of the amounts would be right."""
    due = list(dict.fromkeys(due))
    return breach(
        "payment-amount", seat=event.payer, at="counters", payer=event.payer, payee=event.payee,
        counters=event.counters, cause=cause(event), due=due,
        expected=due[0] if len(due) == 1 else due, found=event.counters, option=option,
    )  # fmt: skip


def cause(event: Payment) -> str:
    """What is paid for: the card, or the reason where none is named."""
    return event.reason if event.card is UNSET else event.card


def _not_owed(course: Course, event: Payment) -> Breach:
    """Say why nothing is owed: the mode, the direction, or simply nothing."""
    pair = (event.payer, event.payee)
    counters, what = event.counters, cause(event)
    if not course.terms.paid:
        option = "points_game" if course.terms.for_points else "brusquembilles"
        return breach("payment-not-in-mode", seat=pair[0], payer=pair[0], payee=pair[1],
                      counters=counters, cause=what, option=option)  # fmt: skip
    owed = [
        {"payer": a, "payee": b, "counters": c, "card": card}
        for a, b, c, card, _ in course.owed
        if (a, b) in (pair, pair[::-1])
    ]
    this_way = any(due["payer"] == event.payer for due in owed)
    at = "card" if this_way and event.card is not UNSET else "payer"
    return breach(
        "payment-not-owed", seat=pair[0], payer=pair[0], payee=pair[1], counters=counters,
        cause=what, owed=owed, at=at, expected=owed or None,
        found=None if event.card is UNSET else event.card, option="payments",
    )  # fmt: skip


def possible_nets(course: Course, payer: int, payee: int) -> set[int]:
    """What the payer may owe the payee on balance in this trick: one number, unless an illegible
    card makes it several. Such a card is one card, or none that is paid."""
    pair, back = (payer, payee), (payee, payer)
    sure = sum(due[2] if due[:2] == pair else -due[2] for due in course.owed
               if due[:2] in (pair, back))  # fmt: skip
    nets = {sure}
    for player in {due[4] for due in course.maybe}:
        ways = {0}
        for a, b, counters, _, of_player in course.maybe:
            if of_player == player and (a, b) in (pair, back):
                ways.add(counters if (a, b) == pair else -counters)
        nets = {net + way for net in nets for way in ways}
    return nets


def apply_payment(course: Course, event: Payment) -> None:
    """Move the counters and strike out what they settle."""
    payer, payee = event.payer, event.payee
    course.purses[payer] -= event.counters
    course.purses[payee] += event.counters
    if event.reason == "penalty":
        for penalty in course.penalties:
            if penalty[:3] == (payer, payee, event.counters):
                course.penalties.remove(penalty)
                break
    elif event.reason == "brusquembille":
        if event.card is UNSET:
            pairs = ((payer, payee), (payee, payer))
            course.owed = [due for due in course.owed if due[:2] not in pairs]
            course.maybe = [due for due in course.maybe if due[:2] not in pairs]
        else:
            for owed in (course.owed, course.maybe):
                for due in owed:
                    if (due[0], due[1], due[3]) == (payer, payee, event.card):
                        owed.remove(due)
                        return


def unpaid(course: Course) -> Breach | None:
    """The first payment of the trick that is still owed; a pair whose debts cancel owes none."""
    for payer, payee, counters, card, _ in course.owed:
        if 0 not in possible_nets(course, payer, payee):
            return breach(
                "payment-missing", seat=payer, payer=payer, payee=payee, due=counters, card=card,
                expected={"payer": payer, "payee": payee, "counters": counters, "card": card},
                option="payments",
            )  # fmt: skip
    return None


# Announcements ---------------------------------------------------------------------------------


def closing(course: Course, event: Announce | Gather | Award) -> Breach | None:
    """After the last trick: its payments first; nothing of this before, nothing out of order."""
    if course.stage != DONE:
        done = {"event": "gather"} if isinstance(event, Gather) else event
        return breach("hand-not-finished", seat=getattr(event, "seat", None), deed=done)
    return unpaid(course)


def check_announce(course: Course, event: Announce) -> Breach | None:
    """Announcing ends when the cards are mixed or the pot is given out (004)."""
    if fault := closing(course, event):
        return fault
    if course.gathered or course.awarded:
        return breach("announced-late", seat=event.seat, count=event.count, option="announcement")
    return None


def apply_announce(course: Course, event: Announce) -> None:
    """The last one counts."""
    course.announced[event.seat] = event.count
    course.announced_at[event.seat] = course.seq


def check_gather(course: Course, event: Gather) -> Breach | None:
    """Once a hand, before the awards."""
    if fault := closing(course, event):
        return fault
    if course.gathered or course.awarded:
        return breach("gathered-late", option="announcement")
    return None


def apply_gather(course: Course, event: Gather) -> None:
    """Announcements are final."""
    course.gathered = True


# Awards ----------------------------------------------------------------------------------------


def due_awards(course: Course) -> dict[int, int] | None:
    """Who takes how much of the pot, by seat; None while it cannot be told. What was already
    awarded is in it."""
    terms = course.terms
    if terms.for_points:
        return {}
    pot = course.pot + sum(course.awarded.values())
    seats = range(course.n)
    if course.leaver != NOBODY:
        lost = rules.side(course.leaver)
        others = [s for s in seats if (rules.side(s) != lost if terms.partners
                                       else s != course.leaver)]  # fmt: skip
        return rules.shares(pot, others, course.dealer, course.n, True)
    if course.stage == VOID:
        if not course.last_hand:
            return {}
        return rules.shares(pot, list(seats), course.dealer, course.n, True)
    if course.stage != DONE:
        return {}
    takers = winning_seats(course)
    if takers is None:
        return None
    return rules.shares(pot, takers, course.dealer, course.n, course.last_hand)


def scores(course: Course, points: list[int]) -> list[int]:
    """These card points as they count for the pot: a final announcement that is too small stands
    for them where the schedule of the Encyclopédie holds (004, D32)."""
    found = list(points)
    if course.terms.encyclopedie and course.gathered and not course.terms.for_points:
        for seat, count in enumerate(course.announced):
            if count is not None:
                found[seat] = min(found[seat], count)
    return found


def winning_seats(course: Course) -> list[int] | None:
    """Who wins the pot of a finished hand; None if illegible cards leave it open."""
    least = scores(course, course.points)
    best = rules.winners(least, course.terms.partners)
    if any(course.murk):
        most = scores(course, course.upper_points())
        for seat in range(course.n):
            raised = [*least[:seat], most[seat], *least[seat + 1 :]]
            if rules.winners(raised, course.terms.partners) != best:
                return None
    return best


def check_award(course: Course, event: Award) -> Breach | None:
    """The pot to the most card points, one award a seat; or a stake taken back."""
    seat, counters = event.seat, event.counters
    if course.terms.for_points:
        return breach("counters-without-pot", seat=seat, event="award", counters=counters,
                      option="points_game")  # fmt: skip
    if course.leaver == NOBODY and course.stage in (DEAL, PLAY):
        return _check_stake_back(course, event)
    if course.leaver == NOBODY and course.stage == DONE:
        if fault := unpaid(course):
            return fault
    elif course.leaver == NOBODY and course.stage != VOID:
        return breach("hand-not-finished", seat=seat, deed=event)
    if "award" in course.permits:
        return None
    if seat in course.awarded:
        return breach("award-twice", seat=seat, at="seat", counters=counters, option="award",
                      found=seat)  # fmt: skip
    if counters > course.pot:
        return breach(
            "award-above-pot", seat=seat, at="counters", counters=counters, due=course.pot,
            expected=course.pot, found=counters, option="award",
        )  # fmt: skip
    due = due_awards(course)
    if due is None:
        return None
    option = "leave" if course.leaver != NOBODY else "award"
    if seat not in due:
        return breach("award-not-due", seat=seat, at="seat", counters=counters, due=list(due),
                      expected=due, found=seat, option=option)  # fmt: skip
    if due[seat] != counters:
        return breach("award-amount", seat=seat, at="counters", due=due[seat], counters=counters,
                      expected=due[seat], found=counters, option=option)  # fmt: skip
    return None


def _check_stake_back(course: Course, event: Award) -> Breach | None:
    """A game that is broken off: each may take his stake back, whole and once."""
    staked = course.staked[event.seat]
    if "award" in course.permits:
        return None
    if not staked or event.seat in course.awarded:
        return breach("hand-not-finished", seat=event.seat, deed=event)
    if event.counters != staked:
        return breach(
            "stake-back-amount", seat=event.seat, at="counters", due=staked,
            counters=event.counters, expected=staked, found=event.counters,
        )  # fmt: skip
    return None


def apply_award(course: Course, event: Award) -> None:
    """From the pot into the purse; the last award of a hand shows who owes."""
    course.awarded[event.seat] = course.awarded.get(event.seat, 0) + event.counters
    course.purses[event.seat] += event.counters
    course.pot -= event.counters
    if course.leaver == NOBODY and course.stage in (DEAL, PLAY):
        course.taking_back = True
        course.bar()
    elif set(due_awards(course) or {}) <= set(course.awarded):
        course.paid_out = True
        note_debts(course)


def note_debts(course: Course) -> None:
    """A purse below zero when a hand is finished: its owner owes."""
    if course.terms.for_points:
        return
    for seat, purse in enumerate(course.purses):
        if purse < 0:
            course.remarks.append(
                breach("purse-below-zero", seat=seat, counters=-purse, found=purse, option="bank")
            )
