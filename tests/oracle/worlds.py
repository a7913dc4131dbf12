"""What illegible cards may have been.

A *world* names every illegible play of a deal so that everything seen is possible. While these are
few they are all tried (`worlds`). With many illegible plays each is looked at by itself
(`domains`): then more may be called possible than is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from math import prod

from .cards import Deal, Trick, World
from .rulesets import CARDS, POINTS

LIMIT = 400  # worlds tried before we look at each card by itself

Domains = dict[int, list[str]]


class Worlds:
    """The readings of the illegible cards of one deal."""

    def __init__(self, deal: Deal) -> None:
        self.deal = deal
        self.blanks = deal.blanks()
        self.seen = deal.seen()
        self.played = {laid.card for laid in deal.laid}
        rough = self.rough_domains()
        self.exact = prod(len(cards) for cards in rough.values()) <= LIMIT
        self.rough = rough
        self.domains: Domains = {}  # filled by `domain`

    @cached_property
    def told_domains(self) -> Domains:
        """What the takers leave of each card."""
        return {index: self.told(index, self.rough) for index in self.blanks}

    @cached_property
    def worlds(self) -> list[World]:
        return list(self.extend({}))

    # --- every world --------------------------------------------------------------------

    def rough_domains(self) -> Domains:
        """For each illegible play what its player had by name, or may have had unseen."""
        out: Domains = {}
        for index in self.blanks:
            laid = self.deal.laid[index]
            before = [card for t, s, card in self.deal.got if s == laid.seat and t < laid.time]
            cards = [card for card in before if card and card not in self.played]
            if None in before:
                cards += [card for card in CARDS if card not in self.seen and self.may(card)]
            out[index] = cards
        return out

    def may(self, *cards: str) -> bool:
        """May all these be in the pack?"""
        return any(pair.isdisjoint(cards) for pair in self.deal.pairs)

    def extend(self, world: World) -> Iterator[World]:
        """Name the remaining illegible plays in every way that fits."""
        if not self.blanks:
            yield {}  # what was laid has been judged card by card
        elif len(world) == len(self.blanks):
            others = set(range(self.deal.setup.n)) - {self.deal.laid[b].seat for b in self.blanks}
            if all(self.deal.hand_fits(seat, world) for seat in others):
                yield dict(world)
        else:
            yield from self.extend_by_one(world)

    def extend_by_one(self, world: World) -> Iterator[World]:
        index = self.blanks[len(world)]
        for card in self.rough[index]:
            if card in world.values():
                continue
            world[index] = card
            if self.fits(index, world):
                yield from self.extend(world)
            del world[index]

    def fits(self, index: int, world: World) -> bool:
        """Does the card just put into the world fit the pack, its player and its trick?"""
        deal = self.deal
        if not self.may(*world.values()) or not deal.hand_fits(deal.laid[index].seat, world):
            return False
        trick = self.trick_of(index)
        if trick.taker is None or not all(deal.laid[p].card or p in world for p in trick.plays):
            return True
        return deal.taker(trick, world) == trick.taker

    def trick_of(self, index: int) -> Trick:
        return next(trick for trick in self.deal.tricks if index in trick.plays)

    # --- each card by itself ------------------------------------------------------------

    def domain(self, index: int) -> list[str]:
        """What an illegible card may be, by the taker told and the other plays of its player."""
        if index not in self.domains:
            told = self.told_domains
            seat = self.deal.laid[index].seat
            mine = {card for _, s, card in self.deal.got if s == seat}
            new = [card for card in told[index] if card not in mine]
            if new and not self.matches({**told, index: new}, seat):
                new = []
            own = [card for card in told[index] if card in mine]
            fits = [card for card in own if self.matches({**told, index: [card]}, seat)]
            self.domains[index] = fits + new
        return self.domains[index]

    def told(self, index: int, rough: Domains) -> list[str]:
        """What the taker leaves of one card (worked out once, when he is known)."""
        trick, kept = self.trick_of(index), self.deal.told
        if trick.taker is None:
            return rough[index]
        if index not in kept:
            kept[index] = {
                card
                for card in rough[index]
                if self.can_take(trick, trick.taker, {**rough, index: [card]})
            }
        return [card for card in rough[index] if card in kept[index]]

    def choices(self, play: int, domains: Domains) -> Sequence[str]:
        card = self.deal.laid[play].card
        return [card] if card else domains[play]

    def can_take(self, trick: Trick, seat: int, domains: Domains) -> bool:
        """May this player have taken the trick, each card being any of its domain?"""
        deal = self.deal
        lead = deal.led(trick)
        assert lead is not None
        mine = next(play for play in trick.plays if deal.laid[play].seat == seat)
        for led in self.choices(lead, domains):
            for card in self.choices(mine, domains):
                if (mine == lead) != (card == led):
                    continue
                power = deal.strength(card, led[1])
                rest = [[led]] if mine != lead else []
                rest += [
                    list(self.choices(p, domains)) for p in trick.plays if p not in (lead, mine)
                ]
                if power and all(
                    any(deal.strength(c, led[1]) < power and c != card for c in cards)
                    for cards in rest
                ):
                    return True
        return False

    def matches(self, domains: Domains, seat: int) -> bool:
        """Can every card this player laid have come from a card he got?"""
        deal = self.deal
        slots = [(t, card) for t, s, card in deal.got if s == seat]
        names = {card for _, card in slots if card}
        wants: list[list[int]] = []
        for index, laid in enumerate(deal.laid):
            if laid.seat != seat:
                continue
            cards = self.choices(index, domains)
            new = any(card not in names for card in cards)
            wants.append(
                [
                    k
                    for k, (t, card) in enumerate(slots)
                    if t < laid.time and (card in cards if card else new)
                ]
            )
        owner: dict[int, int] = {}
        return all(place(wants, owner, want, set()) for want in range(len(wants)))

    # --- answers ------------------------------------------------------------------------

    def possible(self) -> bool:
        """Is there a reading at all?"""
        if self.exact:
            return next(self.extend({}), None) is not None
        return all(self.matches(self.told_domains, seat) for seat in range(self.deal.setup.n))

    def readings(self, index: int) -> set[str]:
        """What this illegible play may have been."""
        if self.exact:
            return {world[index] for world in self.worlds}
        return set(self.domain(index))

    def takers(self, trick: Trick) -> set[int]:
        """All players who may have taken this trick."""
        if self.exact:
            return {self.deal.taker(trick, world) for world in self.worlds}
        domains = {p: self.domain(p) for p in trick.plays if p in self.blanks}
        everyone = range(self.deal.setup.n)
        return {seat for seat in everyone if self.can_take(trick, seat, domains)}

    def points(self) -> set[tuple[int, ...]] | None:
        """Every way the card points of the finished tricks may stand; None: anything."""
        if not self.exact:
            return None
        return {points_in(self.deal, world) for world in self.worlds}

    # --- strict endgame -----------------------------------------------------------------

    def revoked(self, seat: int) -> int | None:
        """The number of this player's first play that was a revoke for certain."""
        deal = self.deal
        for trick in deal.tricks[deal.setup.tricks - 3 :]:
            for play in trick.plays:
                laid = deal.laid[play]
                if laid.seat != seat or laid.free or seat == trick.leader:
                    continue
                if self.revoke(trick, play):
                    return laid.seq
        return None

    def revoke(self, trick: Trick, play: int) -> bool:
        """Was this play a revoke, whatever the illegible cards were?"""
        deal = self.deal
        lead = deal.led(trick)
        if lead is None or lead > play:
            return False
        if self.exact:
            return bool(self.worlds) and all(
                breaks(deal, lead, play, world, set()) for world in self.worlds
            )
        if not deal.laid[lead].card or not deal.laid[play].card:
            return False
        seat = deal.laid[play].seat
        doubtful: set[str] = set()
        for index in self.blanks:
            if deal.laid[index].seat == seat:
                doubtful |= self.readings(index)
        return breaks(deal, lead, play, {}, doubtful)


def worlds_of(deal: Deal) -> Worlds:
    """The readings at this moment (kept, as long as nothing happens, to save time)."""
    takers = tuple(trick.taker for trick in deal.tricks)
    moment = (deal.time, len(deal.pairs), takers)
    if deal.moment is None or deal.moment[0] != moment:
        deal.moment = (moment, Worlds(deal))
    found = deal.moment[1]
    assert isinstance(found, Worlds)
    return found


def place(wants: list[list[int]], owner: dict[int, int], want: int, tried: set[int]) -> bool:
    """One step of matching: find a slot for this play, moving others if need be."""
    for slot in wants[want]:
        if slot in tried:
            continue
        tried.add(slot)
        if slot not in owner or place(wants, owner, owner[slot], tried):
            owner[slot] = want
            return True
    return False


def breaks(deal: Deal, lead: int, play: int, world: World, doubtful: set[str]) -> bool:
    """Does this endgame play not follow, or not trump, though its player could?"""
    seat = deal.laid[play].seat
    suit, trump, card = deal.card(lead, world)[1], deal.turnup[1], deal.card(play, world)
    mine = {i: laid.card or world.get(i) for i, laid in enumerate(deal.laid) if laid.seat == seat}
    known = {c for _, s, c in deal.got if s == seat and c} - doubtful
    held = (known | {c for i, c in mine.items() if c and i > play}) - {
        c for i, c in mine.items() if c and i <= play
    }
    suits = {c[1] for c in held}
    if card[1] == suit:
        return False
    return suit in suits or (card[1] != trump and trump in suits)


def points_in(deal: Deal, world: World) -> tuple[int, ...]:
    """The card points of the finished tricks, a seat."""
    points = [0] * deal.setup.n
    for trick in deal.tricks:
        if len(trick.plays) == deal.setup.n:
            taker = deal.taker(trick, world)
            points[taker] += sum(POINTS.get(deal.card(p, world)[0], 0) for p in trick.plays)
    return tuple(points)
