"""From the shuffle to the turn-up."""

from typing import Any

from msgspec import UNSET

from brusqlog.game import rules
from brusqlog.game.cards import BIT, SEVENS, UNKNOWN, bits, members
from brusqlog.game.course import DEAL, NOBODY, PLAY, Course
from brusqlog.game.events import Cut, Deal, Shuffle, Turnup
from brusqlog.game.findings import Breach, breach


def place_fault(course: Course, seat: int | None, card: str, at: str) -> Breach | None:
    """Why a card cannot newly appear: it is left out, was played, or lies elsewhere."""
    bit = BIT[card]
    if not course.terms.pack & bit:
        return _wrong_card(course, "card-left-out", seat, card, at, pairs=left_out(course))
    if course.gone & bit:
        return _wrong_card(course, "card-already-played", seat, card, at)
    if course.seen & bit:
        place = whereabouts(course, card)
        return _wrong_card(course, "card-elsewhere", seat, card, at, place=place)
    if one_seven_too_many(course, card):
        pairs = left_out(course)
        return _wrong_card(course, "card-left-out", seat, card, at, "sevens", pairs=pairs)
    return None


def _wrong_card(
    course: Course,
    code: str,
    seat: int | None,
    card: str,
    at: str,
    option: str | None = "pack",
    **more: Any,
) -> Breach:
    """A breach that tells what the event does with the card."""
    doing = deed(course, seat, card)
    return breach(code, seat=seat, at=at, card=card, found=card, option=option, deed=doing, **more)


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


def one_seven_too_many(course: Course, card: str) -> bool:
    """Whether it is a seven beside which no pair of sevens can have been left out."""
    return course.terms.sevens_open and card in SEVENS and not sevens_fit(course, BIT[card])


def order_fault(course: Course, seat: int | None, card: str, at: str, ahead: int) -> Breach | None:
    """Whether a known pack has another card at this place."""
    order = course.order
    if order is None:
        return None
    due = order[course.next_card + ahead]
    if card in (due, UNKNOWN):
        return None
    if due != UNKNOWN or course.coming & BIT[card]:
        return _wrong_card(course, "deck-order", seat, card, at, None, due=due)
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
    if course.illegible:
        # A card that lay in the stock until now cannot have been played before.
        course.illegible = [(who, taker, may & ~BIT[card]) for who, taker, may in course.illegible]
    show(course, card)
    course.known[seat] |= BIT[card]


def show(course: Course, card: str) -> None:
    """The card's place is known from now on."""
    course.seen |= BIT[card]
    if course.terms.sevens_open and card in SEVENS:
        course.sevens |= BIT[card]


# Shuffle and cut -------------------------------------------------------------------------------


def check_shuffle(course: Course, event: Shuffle) -> Breach | None:
    """The dealer shuffles, once, before the cut (000 §3)."""
    if course.stage != DEAL or course.shuffled or course.is_cut:
        return breach("shuffle-late", seat=event.seat, option="deal")
    if event.seat != course.dealer:
        due = course.dealer
        return breach(
            "shuffle-seat", seat=event.seat, at="seat", due=due, found=event.seat, option="deal"
        )
    return None if event.deck is UNSET else _check_deck(course, event.seat, event.deck)


def _check_deck(course: Course, seat: int, deck: list[str]) -> Breach | None:
    """The whole pack of this game, each card once."""
    size = course.terms.pack_size
    if len(deck) != size:
        n = len(deck)
        return breach("deck-size", seat=seat, at="deck", n=n, due=size, found=n, option="pack")
    named = 0
    for index, card in enumerate(deck):
        bit, at = BIT[card], f"deck.{index}"
        if bit and not course.terms.pack & bit:
            return breach(
                "card-left-out",
                seat=seat,
                at=at,
                card=card,
                pairs=left_out(course),
                deed={"event": "shuffle", "seat": seat, "card": card},
                found=card,
                option="pack",
            )
        if named & bit:
            first, n = deck.index(card) + 1, index + 1
            return breach(
                "deck-card-twice", seat=seat, at=at, card=card, found=card, first=first, n=n
            )
        named |= bit
    if course.terms.sevens_open and not sevens_fit(course, named):
        sevens = [card for card in deck if card in SEVENS]
        pairs = left_out(course)
        return breach(
            "deck-sevens",
            seat=seat,
            at="deck",
            cards=sevens,
            pairs=pairs,
            expected=pairs,
            found=sevens,
            option="sevens",
        )
    return None


def apply_shuffle(course: Course, event: Shuffle) -> None:
    """Note the order of the pack, if it was recorded."""
    course.shuffled = True
    if event.deck is not UNSET:
        course.deck = tuple(event.deck)
        if course.terms.sevens_open:
            course.sevens |= bits(card for card in event.deck if card in SEVENS)


def check_cut(course: Course, event: Cut) -> Breach | None:
    """The dealer's left neighbour cuts, or anyone where the ruleset leaves it open (D9)."""
    seat = event.seat
    if course.stage != DEAL or course.is_cut:
        return breach("cut-late", seat=seat, option="cutter")
    if course.terms.cutter == "left":
        due = rules.left(course.dealer, course.n)
        if seat != due:
            return breach("cut-seat", seat=seat, at="seat", due=due, found=seat, option="cutter")
    if event.lifted is not UNSET and event.lifted >= course.terms.pack_size:
        most = course.terms.pack_size - 1
        return breach(
            "cut-lifted", seat=seat, at="lifted", n=event.lifted, due=most, found=event.lifted
        )
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
        due = [rules.left(course.dealer, course.n)]
    seat = due[0] if len(due) == 1 else None
    return breach("cut-missing", seat=seat, due=due, option="cutter")


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
        return breach(
            "deal-seat", seat=seat, at="seat", cards=cards, due=due[0], found=seat, option="deal"
        )
    if len(cards) not in due[1]:
        sizes = sorted(due[1])
        return breach(
            "packet-size",
            seat=seat,
            at="cards",
            n=len(cards),
            cards=cards,
            sizes=sizes,
            expected=sizes,
            found=len(cards),
            option="packets",
        )
    for index, card in enumerate(cards):
        at = f"cards.{index}"
        if card in cards[:index] and card != UNKNOWN:
            return _wrong_card(course, "card-elsewhere", seat, card, at, place=seat)
        if fault := order_fault(course, seat, card, at, index):
            return fault
        if card != UNKNOWN and (fault := place_fault(course, seat, card, at)):
            return fault
    if course.terms.sevens_open and not sevens_fit(course, bits(cards)):
        index = next(k for k in range(len(cards)) if not sevens_fit(course, bits(cards[: k + 1])))
        at, pairs = f"cards.{index}", left_out(course, bits(cards[:index]))
        return _wrong_card(course, "card-left-out", seat, cards[index], at, "sevens", pairs=pairs)
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
        return breach("deal-missing", seat=due[0], due=due[0], option="deal")
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
