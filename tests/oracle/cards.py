"""Where the cards of one deal are: what was got and what was laid."""

from __future__ import annotations

from dataclasses import dataclass, field

from .header import Setup

World = dict[int, str]  # index of an illegible play in `Deal.laid` -> the card it may have been


@dataclass
class Trick:
    """A trick: indices into `Deal.laid` in the order played, and who was to lead it."""

    leader: int
    plays: list[int] = field(default_factory=list)
    seats: list[int] = field(default_factory=list)
    taker: int | None = None  # by the cards, or told by `take`


@dataclass
class Laid:
    """A play: when, by whom, which card (None: illegible), and whether the rules bind it."""

    time: int
    seat: int
    card: str | None
    seq: int
    free: bool = False  # laid before the lead, or by a ruling


class Deal:
    """Everything known of one deal of the pack."""

    def __init__(self, setup: Setup, pairs: list[frozenset[str]]) -> None:
        self.setup = setup
        self.pairs = pairs  # shared with the game: what may still have been removed
        self.time = 0
        self.order: list[str | None] | None = None  # the pack after the cut, top first
        self.given = 0  # cards gone from the top, the turn-up included
        self.got: list[tuple[int, int, str | None]] = []  # time, seat, card
        self.laid: list[Laid] = []
        self.tricks: list[Trick] = []
        self.turnup = ""
        self.moment: tuple[object, object] | None = None  # see worlds.worlds_of
        self.told: dict[int, set[str]] = {}  # see worlds.Worlds.told

    def seen(self) -> set[str]:
        """The cards whose place is, or was, known in this deal."""
        cards = {card for _, _, card in self.got if card}
        cards |= {laid.card for laid in self.laid if laid.card}
        cards |= {card for card in self.order or [] if card}
        if self.turnup:
            cards.add(self.turnup)
        return cards

    def in_pack(self, card: str) -> bool:
        """Note that the card is in the pack; False if it cannot be."""
        self.pairs[:] = [pair for pair in self.pairs if card not in pair] or self.pairs[:1]
        return card not in self.pairs[0]

    def take_top(self, card: str | None) -> tuple[bool, str | None]:
        """The next card of the pack is `card`, if named: could it be? And which is it?"""
        place = self.order[self.given] if self.order else None
        self.given += 1
        if place is not None:
            return card is None or card == place, place
        return card is None or (card not in self.seen() and self.in_pack(card)), card

    def receive(self, seat: int, card: str | None) -> bool:
        """The player gets the next card of the pack."""
        fine, card = self.take_top(card)
        self.time += 1
        self.got.append((self.time, seat, card))
        return fine

    def receive_turnup(self, seat: int) -> None:
        self.time += 1
        self.got.append((self.time, seat, self.turnup))

    def lay(self, seat: int, card: str | None, seq: int) -> bool:
        """The player lays a card: could it be in his hand, as far as one card alone goes?"""
        fine = True
        if card is not None:
            mine = any(s == seat and c == card for _, s, c in self.got)
            if mine:
                fine = all(laid.card != card for laid in self.laid)
            else:
                fine = card not in self.seen() and self.in_pack(card)
        self.time += 1
        self.laid.append(Laid(self.time, seat, card, seq))
        return fine

    def hand_fits(self, seat: int, world: World) -> bool:
        """Could this player have laid what he laid (in this world), and when he did?"""
        mine = {card: time for time, s, card in self.got if s == seat and card}
        hidden = [time for time, s, card in self.got if s == seat and card is None]
        wanted = 0
        for index, laid in enumerate(self.laid):
            card = laid.card or world.get(index)
            if laid.seat != seat or card is None:
                continue
            if card in mine:
                if mine[card] > laid.time:
                    return False
            else:
                wanted += 1
                if sum(time < laid.time for time in hidden) < wanted:
                    return False
        return True

    def blanks(self) -> list[int]:
        """The illegible plays."""
        return [index for index, laid in enumerate(self.laid) if laid.card is None]

    def card(self, index: int, world: World) -> str:
        return self.laid[index].card or world[index]

    def led(self, trick: Trick) -> int | None:
        """The play whose suit is led: the rightful leader's."""
        for play in trick.plays:
            if self.laid[play].seat == trick.leader:
                return play
        return None

    def strength(self, card: str, suit: str) -> int:
        """The highest trump takes the trick, else the highest card of the suit led."""
        height = 8 - self.setup.rank.index(card[0])
        if card[1] == self.turnup[1]:
            return 10 + height
        return height if card[1] == suit else 0

    def taker(self, trick: Trick, world: World) -> int:
        lead = self.led(trick)
        assert lead is not None
        suit = self.card(lead, world)[1]
        best = max(trick.plays, key=lambda play: self.strength(self.card(play, world), suit))
        return self.laid[best].seat
