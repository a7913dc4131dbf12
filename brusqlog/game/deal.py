"""From the shuffle to the turn-up."""

from typing import Any

from msgspec import UNSET

from brusqlog.game import rules
from brusqlog.game.cards import BIT, UNKNOWN, bits, members
from brusqlog.game.course import DEAL, NOBODY, PLAY, Course
from brusqlog.game.events import Cut, Deal, Shuffle, Turnup
from brusqlog.game.findings import Breach, breach


def place_fault(course: Course, seat: int | None, card: str, at: str) -> Breach | None:
    """Why a card cannot newly appear: it is left out, lies elsewhere, or the known pack has it at
    another place."""
    bit = BIT[card]
    if not course.terms.pack & bit:
        return breach("card-left-out", seat=seat, at=at, card=card, pairs=left_out(course),
                      deed=deed(course, seat, card), found=card, option="pack")  # fmt: skip
    if course.seen & bit:
        if course.gone & bit:
            return breach("card-already-played", seat=seat, at=at, card=card,
                          deed=deed(course, seat, card), found=card, option="pack")  # fmt: skip
        return breach("card-elsewhere", seat=seat, at=at, card=card, found=card,
                      place=whereabouts(course, card), deed=deed(course, seat, card),
                      option="pack")  # fmt: skip
    if len(course.terms.pairs) > 1 and card[0] == "7" and not sevens_fit(course, bit):
        return breach("card-left-out", seat=seat, at=at, card=card, pairs=left_out(course),
                      deed=deed(course, seat, card), found=card, option="sevens")  # fmt: skip
    return None


def deed(course: Course, seat: int | None, card: str) -> dict[str, Any]:
    """What the event does with the card: no seat is the turn-up, which the dealer turns."""
    if seat is None:
        return {"event": "turnup", "seat": course.dealer, "card": card}
    if course.stage == DEAL:
        return {"event": "deal", "seat": seat, "cards": [card]}
    kind = "draw" if course.turn == NOBODY and course.draws_due else "play"
    return {"event": kind, "seat": seat, "card": card}


def whereabouts(course: Course, card: str) -> int | str:
    """Where a card lies that was seen in this hand: who holds it, or that it was played or is the
    turn-up."""
    bit = BIT[card]
    if course.gone & bit:
        return "played"
    return next((seat for seat in range(course.n) if course.known[seat] & bit), "turnup")


def left_out(course: Course, more: int = 0) -> list[list[str]]:
    """The pairs of sevens that may be the one left out, given those seen, and these."""
    seen = course.sevens | more
    return [list(members(pair)) for pair in course.terms.pairs if not pair & seen]


def sevens_fit(course: Course, more: int) -> bool:
    """Whether, with these cards seen too, some pair of sevens can still be the one left out."""
    seen = course.sevens | more
    return any(not pair & seen for pair in course.terms.pairs)


def order_fault(course: Course, seat: int | None, card: str, at: str, ahead: int) -> Breach | None:
    """Whether a known pack has another card at this place."""
    order = course.order
    if order is None:
        return None
    due = order[course.next_card + ahead]
    if card in (due, UNKNOWN):
        return None
    if due != UNKNOWN or course.coming & BIT[card]:
        return breach("deck-order", seat=seat, at=at, card=card, due=due, expected=due, found=card,
                      deed=deed(course, seat, card))  # fmt: skip
    return None


def take_up(course: Course, seat: int, card: str) -> None:
    """The next card of the pack goes into a holding; a known pack names it."""
    if course.order is not None:
        if card == UNKNOWN:
            card = course.order[course.next_card]
        course.coming &= ~BIT[card]
        course.next_card += 1
    if card == UNKNOWN:
        course.hidden[seat] += 1
        return
    show(course, card)
    course.known[seat] |= BIT[card]


def show(course: Course, card: str) -> None:
    """The card's place is known from now on."""
    course.seen |= BIT[card]
    if len(course.terms.pairs) > 1 and card[0] == "7":
        course.sevens |= BIT[card]


# Shuffle and cut -------------------------------------------------------------------------------


def check_shuffle(course: Course, event: Shuffle) -> Breach | None:
    """The dealer shuffles, once, before the cut (000 §3)."""
    if course.stage != DEAL or course.shuffled or course.is_cut:
        return breach("shuffle-late", seat=event.seat, option="deal")
    if event.seat != course.dealer:
        due = course.dealer
        return breach("shuffle-seat", seat=event.seat, at="seat", due=due, expected=due,
                      found=event.seat, option="deal")  # fmt: skip
    if event.deck is UNSET:
        return None
    size = course.terms.pack_size
    if len(event.deck) != size:
        return breach("deck-size", seat=event.seat, at="deck", n=len(event.deck), due=size,
                      expected=size, found=len(event.deck), option="pack")  # fmt: skip
    named = 0
    for index, card in enumerate(event.deck):
        bit = BIT[card]
        if bit and not course.terms.pack & bit:
            shuffled = {"event": "shuffle", "seat": event.seat, "card": card}
            return breach("card-left-out", seat=event.seat, at=f"deck.{index}", card=card,
                          pairs=left_out(course), deed=shuffled, found=card,
                          option="pack")  # fmt: skip
        if named & bit:
            return breach("deck-card-twice", seat=event.seat, at=f"deck.{index}", card=card,
                          found=card, first=event.deck.index(card) + 1, n=index + 1)  # fmt: skip
        named |= bit
    if len(course.terms.pairs) > 1 and not sevens_fit(course, named):
        sevens = [card for card in event.deck if card[0] == "7"]
        pairs = left_out(course)
        return breach("deck-sevens", seat=event.seat, at="deck", cards=sevens, pairs=pairs,
                      expected=pairs, found=sevens, option="sevens")  # fmt: skip
    return None


def apply_shuffle(course: Course, event: Shuffle) -> None:
    """Note the order of the pack, if it was recorded."""
    course.shuffled = True
    if event.deck is not UNSET:
        course.deck = tuple(event.deck)
        if len(course.terms.pairs) > 1:
            course.sevens |= bits(card for card in event.deck if card[0] == "7")


def check_cut(course: Course, event: Cut) -> Breach | None:
    """The dealer's left neighbour cuts, or anyone where the ruleset leaves it open (D9)."""
    seat = event.seat
    if course.stage != DEAL or course.is_cut:
        return breach("cut-late", seat=seat, option="cutter")
    if course.terms.cutter == "left":
        due = rules.right(course.dealer, course.n, -1)
        if seat != due:
            return breach("cut-seat", seat=seat, at="seat", due=due, expected=due, found=seat,
                          option="cutter")  # fmt: skip
    if event.lifted is not UNSET and event.lifted >= course.terms.pack_size:
        most = course.terms.pack_size - 1
        return breach("cut-lifted", seat=seat, at="lifted", n=event.lifted, due=most,
                      expected=most, found=event.lifted)  # fmt: skip
    return None


def apply_cut(course: Course, event: Cut) -> None:
    """With the deck and the cards lifted known, the order of the pack is known."""
    course.is_cut = True
    if course.deck is not None and event.lifted is not UNSET:
        course.order = course.deck[event.lifted :] + course.deck[: event.lifted]
        course.coming = bits(course.order)


# Deal and turn-up ------------------------------------------------------------------------------


def due_packet(course: Course) -> tuple[int, set[int]] | None:
    """Whose packet is due and how many cards it may have; None when everybody has his three."""
    done, place = divmod(course.packets, course.n)
    sizes = {split[done] for split in course.splits if len(split) > done}
    return (rules.right(course.dealer, course.n, place + 1), sizes) if sizes else None


def cut_missing(course: Course) -> Breach:
    """The pack has to be cut first, by the dealer's left neighbour or by anyone."""
    due = list(range(course.n))
    if course.terms.cutter == "left":
        due = [rules.right(course.dealer, course.n, -1)]
    seat = due[0] if len(due) == 1 else None
    return breach("cut-missing", seat=seat, due=due, expected=due, option="cutter")


def check_deal(course: Course, event: Deal) -> Breach | None:
    """To the right, the dealer last, in packets that the ruleset allows, the same for all."""
    seat, cards = event.seat, event.cards
    if course.stage != DEAL:
        return breach("deal-late", seat=seat, cards=cards, option="deal")
    if not course.is_cut:
        return cut_missing(course)
    due = due_packet(course)
    if due is None:
        return breach("deal-late", seat=seat, cards=cards, option="deal")
    if seat != due[0]:
        return breach("deal-seat", seat=seat, at="seat", cards=cards, due=due[0], expected=due[0],
                      found=seat, option="deal")  # fmt: skip
    if len(cards) not in due[1]:
        sizes = sorted(due[1])
        return breach("packet-size", seat=seat, at="cards", n=len(cards), cards=cards, sizes=sizes,
                      expected=sizes, found=len(cards), option="packets")  # fmt: skip
    for index, card in enumerate(cards):
        at = f"cards.{index}"
        if card in cards[:index] and card != UNKNOWN:
            return breach("card-elsewhere", seat=seat, at=at, card=card, place=seat,
                          deed=deed(course, seat, card), found=card, option="pack")  # fmt: skip
        if fault := order_fault(course, seat, card, at, index):
            return fault
        if card != UNKNOWN and (fault := place_fault(course, seat, card, at)):
            return fault
    if len(course.terms.pairs) > 1 and not sevens_fit(course, bits(cards)):
        index = next(k for k in range(len(cards)) if not sevens_fit(course, bits(cards[: k + 1])))
        card = cards[index]
        return breach("card-left-out", seat=seat, at=f"cards.{index}", card=card,
                      pairs=left_out(course, bits(cards[:index])), deed=deed(course, seat, card),
                      found=card, option="sevens")  # fmt: skip
    return None


def apply_deal(course: Course, event: Deal) -> None:
    """The packet goes into the holding; its size decides between the splits."""
    done = course.packets // course.n
    size = len(event.cards)
    course.splits = tuple(s for s in course.splits if len(s) > done and s[done] == size)
    course.packets += 1
    course.stock -= size
    for card in event.cards:
        take_up(course, event.seat, card)


def check_turnup(course: Course, event: Turnup) -> Breach | None:
    """After the deal the next card is turned up."""
    if course.stage != DEAL:
        return breach("turnup-late", card=event.card, option="turnup")
    if not course.is_cut:
        return cut_missing(course)
    due = due_packet(course)
    if due is not None:
        return breach("deal-missing", seat=due[0], due=due[0], expected=due[0], option="deal")
    card = event.card
    return order_fault(course, None, card, "card", 0) or place_fault(course, None, card, "card")


def apply_turnup(course: Course, event: Turnup) -> None:
    """Its suit is trump; it goes half under the stock. The eldest leads (000 §4)."""
    if course.order is not None:
        course.coming &= ~BIT[event.card]
        course.next_card += 1
    show(course, event.card)
    course.turnup = event.card
    course.trump = event.card[1]
    course.stage = PLAY
    course.trick = 1
    course.leader = course.turn = rules.right(course.dealer, course.n)
