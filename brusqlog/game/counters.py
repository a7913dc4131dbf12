"""Counters and counts: stakes, payments, awards, announcements."""

from collections.abc import Sequence
from typing import Any

from msgspec import UNSET

from brusqlog.game import rules
from brusqlog.game.course import DEAL, DONE, LOTS, NOBODY, VOID, Course, Due
from brusqlog.game.events import Announce, Award, Gather, Payment, Stake, kind_of
from brusqlog.game.findings import Breach, breach

# Stakes ----------------------------------------------------------------------------------------


def check_stake(course: Course, event: Stake) -> Breach | None:
    """One stake a player, between `hand` and the first play, as agreed."""
    seat, stake = event.seat, course.terms.stake
    if course.terms.for_points:
        return _without_pot(event)
    if course.stage != DEAL and not course.before_first_play:
        return breach("stake-late", seat=seat, counters=event.counters, option="stake")
    if course.staked[seat]:
        return _amiss(event, "seat", "stake-twice", option="stake")
    if event.counters != stake:
        return _amiss(event, "counters", "stake-amount", due=stake, option="stake")
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
                return breach("stake-missing", seat=seat, due=due, option="stake")
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
        due = [one.counters for one in course.penalties if one[:2] == (payer, payee)]
        if event.counters in due:
            return None
        if due:
            return _amount(event, due, "incidents")
        return _wrong(event, "penalty-not-due", at="payer", option="incidents")
    if "payment" in course.permits:
        return None
    found = event.reason
    return _wrong(event, "payment-without-ruling", at="reason", found=found, option="ruling")


def _check_brusquembille(course: Course, event: Payment) -> Breach | None:
    """By card: what the card makes due; without a card: the net of the pair in this trick."""
    if event.card is UNSET:
        nets = possible_nets(course, event.payer, event.payee)
        if nets != {0} and event.counters in nets:
            return None
        positive = [net for net in sorted(nets) if net > 0]
        if positive:
            return _amount(event, positive, "payments")
        return _not_owed(course, event)
    for due in (*course.owed, *course.maybe):
        if _settles(event, due):
            if due.counters == event.counters:
                return None
            return _amount(event, [due.counters], "values")
    return _not_owed(course, event)


def _settles(event: Payment, due: Due) -> bool:
    """Whether the payment, by card, is the one that is due, be its amount right or not."""
    return (event.payer, event.payee, event.card) == (due.payer, due.payee, due.card)


def _wrong(event: Payment, code: str, **more: Any) -> Breach:
    """A breach that tells the payment."""
    payer, payee, counters = event.payer, event.payee, event.counters
    return breach(code, seat=payer, payer=payer, payee=payee, counters=counters, **more)


def _amount(event: Payment, due: list[int], option: str) -> Breach:
    """Any of the amounts would be right."""
    due = list(dict.fromkeys(due))
    return _wrong(
        event,
        "payment-amount",
        at="counters",
        cause=cause(event),
        due=due,
        expected=due[0] if len(due) == 1 else due,
        found=event.counters,
        option=option,
    )


def cause(event: Payment) -> str:
    """What is paid for: the card, or the reason where none is named."""
    return event.reason if event.card is UNSET else event.card


def _not_owed(course: Course, event: Payment) -> Breach:
    """Say why nothing is owed: the mode, the direction, or simply nothing."""
    if not course.terms.paid:
        option = "points_game" if course.terms.for_points else "brusquembilles"
        return _wrong(event, "payment-not-in-mode", cause=cause(event), option=option)
    pair = (event.payer, event.payee)
    owed = [
        {"payer": due.payer, "payee": due.payee, "counters": due.counters, "card": due.card}
        for due in course.owed
        if due[:2] in (pair, pair[::-1])
    ]
    this_way = any(due["payer"] == event.payer for due in owed)
    return _wrong(
        event,
        "payment-not-owed",
        cause=cause(event),
        owed=owed,
        at="card" if this_way and event.card is not UNSET else "payer",
        expected=owed or None,
        found=None if event.card is UNSET else event.card,
        option="payments",
    )


def possible_nets(course: Course, payer: int, payee: int) -> set[int]:
    """What the payer may owe the payee on balance in this trick: one number, unless an illegible
    card makes it several. Such a card is one card, or none that is paid."""
    pair, back = (payer, payee), (payee, payer)

    def signed(due: Due) -> int:
        return due.counters if due[:2] == pair else -due.counters

    nets = {sum(signed(due) for due in course.owed if due[:2] in (pair, back))}
    maybe = [due for due in course.maybe if due[:2] in (pair, back)]
    for player in {due.player for due in maybe}:
        ways = {0} | {signed(due) for due in maybe if due.player == player}
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
                return
    elif event.reason == "brusquembille":
        if event.card is UNSET:
            pairs = ((payer, payee), (payee, payer))
            course.owed = [due for due in course.owed if due[:2] not in pairs]
            course.maybe = [due for due in course.maybe if due[:2] not in pairs]
            return
        for owed in (course.owed, course.maybe):
            for due in owed:
                if _settles(event, due):
                    owed.remove(due)
                    return


def unpaid(course: Course) -> Breach | None:
    """The first payment of the trick that is still owed; a pair whose debts cancel owes none."""
    for payer, payee, counters, card, _ in course.owed:
        if 0 not in possible_nets(course, payer, payee):
            return breach(
                "payment-missing",
                seat=payer,
                payer=payer,
                payee=payee,
                due=counters,
                card=card,
                expected={"payer": payer, "payee": payee, "counters": counters, "card": card},
                option="payments",
            )
    return None


# Announcements ---------------------------------------------------------------------------------


def closing(course: Course, event: Announce | Gather | Award) -> Breach | None:
    """After the last trick: its payments first; nothing of this before, nothing out of order."""
    if course.stage != DONE:
        done = {"event": "gather"} if isinstance(event, Gather) else event
        return breach("hand-not-finished", seat=getattr(event, "seat", None), deed=done)
    return unpaid(course)


def _giving_out(course: Course) -> bool:
    """Whether the pot is being given out; an award that a ruling lets stand may come before."""
    return bool(course.awarded) and "award" not in course.permits


def check_announce(course: Course, event: Announce) -> Breach | None:
    """Announcing ends when the cards are mixed or the pot is given out (004)."""
    if fault := closing(course, event):
        return fault
    if course.gathered or _giving_out(course):
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
    if course.gathered or _giving_out(course):
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
    pot, last = course.pot + sum(course.awarded.values()), course.last_hand
    takers: Sequence[int] | None = ()
    if course.leaver != NOBODY:
        leaving = rules.side_of(course.leaver, course.n, terms.partners)
        takers, last = [seat for seat in range(course.n) if seat not in leaving], True
    elif course.stage == VOID and course.last_hand:
        takers = range(course.n)
    elif course.stage == DONE:
        takers = winning_seats(course)
    if takers is None:
        return None
    return rules.shares(pot, takers, course.dealer, course.n, last) if takers else {}


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


def award_missing(course: Course, option: str) -> Breach | None:
    """The first award that is due and was not made."""
    for seat, counters in (due_awards(course) or {}).items():
        if seat not in course.awarded:
            return breach("award-missing", seat=seat, due=counters, option=option)
    return None


def check_award(course: Course, event: Award) -> Breach | None:
    """The pot to the most card points, one award a seat; or a stake taken back."""
    seat, counters = event.seat, event.counters
    if course.terms.for_points:
        return _without_pot(event)
    if course.stage == LOTS and course.leaver == NOBODY:
        return breach("hand-not-finished", seat=seat, deed=event)
    if "award" in course.permits:
        return None
    if course.in_play:
        return _check_stake_back(course, event)
    if course.stage == DONE and (fault := unpaid(course)):
        return fault
    if seat in course.awarded:
        return _amiss(event, "seat", "award-twice", option="award")
    due = due_awards(course)
    option = "leave" if course.leaver != NOBODY else "award"
    if due is not None and seat not in due:
        return _amiss(event, "seat", "award-not-due", due=list(due), expected=due, option=option)
    if counters > course.pot:
        return _amiss(event, "counters", "award-above-pot", due=course.pot, option="award")
    if due is not None and due[seat] != counters:
        return _amiss(event, "counters", "award-amount", due=due[seat], option=option)
    return None


def _check_stake_back(course: Course, event: Award) -> Breach | None:
    """A game that is broken off: each may take his stake back, whole and once."""
    staked = course.staked[event.seat]
    if not staked or event.seat in course.awarded:
        return breach("hand-not-finished", seat=event.seat, deed=event)
    if event.counters != staked:
        return _amiss(event, "counters", "stake-back-amount", due=staked)
    return None


def _amiss(event: Stake | Award, at: str, code: str, **more: Any) -> Breach:
    """A breach that tells a stake or an award, with the field that is wrong."""
    found = getattr(event, at)
    return breach(code, seat=event.seat, at=at, counters=event.counters, found=found, **more)


def _without_pot(event: Stake | Award) -> Breach:
    """A stake or an award in a game for points (000 §11)."""
    return breach(
        "counters-without-pot",
        seat=event.seat,
        event=kind_of(event),
        counters=event.counters,
        option="points_game",
    )


def apply_award(course: Course, event: Award) -> None:
    """From the pot into the purse; the last award of a hand shows who owes."""
    course.awarded[event.seat] = course.awarded.get(event.seat, 0) + event.counters
    course.purses[event.seat] += event.counters
    course.pot -= event.counters
    if "award" in course.permits:
        course.ruled_award = course.seq
    elif course.in_play:
        course.taking_back = True
        course.bar()
    elif set(due_awards(course) or {}) <= set(course.awarded):
        course.paid_out = True
        note_debts(course)


def note_debts(course: Course, seq: int | None = None) -> None:
    """A purse below zero when a hand is finished: its owner owes. `seq` is that of the last award,
    where it is an earlier event."""
    within = None if seq is None else (course.number, course.trick)
    if course.terms.for_points:
        return
    for seat, purse in enumerate(course.purses):
        if purse < 0:
            course.remarks.append(
                breach(
                    "purse-below-zero",
                    seat=seat,
                    counters=-purse,
                    found=purse,
                    option="bank",
                    seq=seq,
                    within=within,
                )
            )
