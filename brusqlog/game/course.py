"""The course of a game up to some event: everything the rules need to know, and nothing else.

A `Course` is changed in place by the rules of the modules beside it (`hands`, `deal`, `tricks`,
`counters`, `incidents`), one event at a time, and cheap to copy. Sets of cards are bits, sets of
seats too. Nothing here judges.
"""

from copy import copy
from typing import Final

from msgspec import Struct

from brusqlog.game.cards import BIT, CARD_POINTS, PACK, UNKNOWN, members
from brusqlog.game.findings import Breach
from brusqlog.game.tables import strengths, worths
from brusqlog.game.terms import Terms

Due = tuple[int, int, int, str]
"""A brusquembille payment that is owed: payer, payee, counters, card."""

Penalty = tuple[int, int, int, int]
"""A penalty that is due: payer, payee, counters, seq of the incident."""

Played = tuple[int, str, int]
"""A card of the trick on the table: seat, card, seq."""

LOTS: Final = "lots"
"""Before the first hand."""
DEAL: Final = "deal"
"""From `hand` to the turn-up."""
PLAY: Final = "play"
"""From the turn-up to the last play of the last trick."""
DONE: Final = "done"
"""All tricks are played: what is left are payments, announcements and awards."""
VOID: Final = "void"
"""The hand was ended by an incident and does not count for points."""

NOBODY: Final = -1


class Course(Struct, eq=False):
    """The course of one game. Fields are grouped: game, hand, deal, trick, points."""

    terms: Terms
    n: int
    worth: dict[str, int]
    """What each brusquembille is worth, in counters."""
    seq: int = 0
    remarks: list[Breach] = []
    """Warnings and infos of the events applied; the driver takes them away."""

    # The game.
    stage: str = LOTS
    ended: str | None = None
    leaver: int = NOBODY
    taking_back: bool = False
    laying: int = NOBODY
    """The seat whose card before his turn must come next, after an `out-of-turn`."""
    barred: bool = False
    """Whether one of the four above, or a trick without a taker, narrows what may come."""
    lots: dict[int, str] = {}
    lot_due: tuple[int, ...] = ()
    lot_dealer: int = NOBODY
    lots_begun: bool = False
    lots_unseen: bool = False
    number: int = 0
    totals: list[int] = []
    total_murk: list[int] = []
    """Illegible cards in what `totals` counts, a seat."""
    purses: list[int] = []
    pot: int = 0
    penalties: list[Penalty] = []
    sevens: int = 0
    """Sevens seen in the game, where it is not known which were left out."""
    doubts: frozenset[str] = frozenset()
    """After a fault: numbers that a record may give otherwise than they are counted here."""

    # The hand.
    dealer: int = NOBODY
    staked: list[int] = []
    awarded: dict[int, int] = {}
    counted: bool = False
    """Whether this hand's points are in `totals`."""
    permits: frozenset[str] = frozenset()
    """What a ruling permits to the end of the hand: `payment`, `award`."""
    permit_play: bool = False
    permit_dealer: bool = False

    # The deal.
    shuffled: bool = False
    is_cut: bool = False
    deck: tuple[str, ...] | None = None
    order: tuple[str, ...] | None = None
    """The pack after the cut, top first, where it is known."""
    coming: int = 0
    """The named cards that a known pack has still to give."""
    next_card: int = 0
    packets: int = 0
    splits: tuple[tuple[int, ...], ...] = ()
    """The splits that fit the packets dealt so far."""
    turnup: str | None = None
    trump: str = ""
    stock: int = 0
    seen: int = 0
    """Cards whose place is or was known in this hand; those left out lie outside."""
    gone: int = 0
    """Cards that were played, and those left out."""
    known: list[int] = []
    hidden: list[int] = []
    """Cards taken up unseen and not yet named, a seat."""
    lost: list[int] = []
    """Illegible cards played, a seat."""

    # The trick.
    trick: int = 0
    leader: int = NOBODY
    turn: int = NOBODY
    """Whose card is due, or nobody while a trick is complete."""
    plays: list[Played] = []
    unread: int = 0
    """Seats whose illegible card of this trick could be told from all others."""
    led: str = ""
    """The suit led to the trick on the table."""
    taker: int = NOBODY
    take_open: bool = False
    drawn: int = 0
    draws_due: bool = False
    owed: list[Due] = []
    maybe: list[Due] = []
    """What is owed if an illegible card was what it may have been."""
    gate_open: int = 0
    """Seats that have played the ace of trumps in an earlier trick, and those that may have."""
    gate_maybe: int = 0
    watch: list[tuple[int, int, int]] = []
    """Strict endgame, unseen cards: seat, seq, and the cards that would show a revoke."""

    # The points of the hand.
    points: list[int] = []
    murk: list[int] = []
    """Illegible cards in the piles, a seat."""
    murky: list[int] = []
    """Who took the illegible cards, one entry a card."""
    announced: list[int | None] = []
    announced_at: list[int] = []
    gathered: bool = False

    @classmethod
    def of(cls, terms: Terms) -> "Course":
        """The course at the start: after the header, before anything else."""
        n = terms.players
        course = cls(terms=terms, n=n, worth=worths(*terms.values))
        course.totals = [0] * n
        course.total_murk = [0] * n
        course.purses = [terms.bank] * n
        course.begin_hand(NOBODY)
        return course

    def begin_hand(self, dealer: int) -> None:
        """A new hand: nobody has staked, nothing is dealt."""
        self.dealer = dealer
        self.staked = [0] * self.n
        self.awarded = {}
        self.restart()

    def restart(self) -> None:
        """The pack comes together again: no cards, no points, no announcements."""
        n = self.n
        self.counted = self.shuffled = self.is_cut = False
        self.deck = self.order = None
        self.coming = self.next_card = self.packets = 0
        self.splits = self.terms.splits
        self.turnup = None
        self.trump = ""
        self.stock = self.terms.pack_size
        self.seen = self.gone = PACK & ~self.terms.pack
        self.known = [0] * n
        self.hidden = [0] * n
        self.lost = [0] * n
        self.trick = 0
        self.leader = self.turn = self.taker = NOBODY
        self.plays = []
        self.led = ""
        self.take_open = self.draws_due = self.gathered = False
        self.drawn = 0
        self.owed = []
        self.maybe = []
        self.gate_open = self.gate_maybe = 0
        self.watch = []
        self.points = [0] * n
        self.murk = [0] * n
        self.murky = []
        self.announced = [None] * n
        self.announced_at = [0] * n

    def copy(self) -> "Course":
        """An independent copy."""
        twin = copy(self)
        for name in _CHANGED_IN_PLACE:
            setattr(twin, name, getattr(self, name).copy())
        return twin

    # What may be asked of it -------------------------------------------------------------------

    @property
    def opening(self) -> bool:
        """Whether a trick is to begin: no card lies on the table, or the trick is complete."""
        return self.turn == NOBODY or not self.plays

    @property
    def tricks(self) -> int:
        """Tricks of a hand."""
        return self.terms.pack_size // self.n

    @property
    def last_hand(self) -> bool:
        """Whether the present hand is the last by its number."""
        return self.terms.hands is not None and self.number >= self.terms.hands

    @property
    def unseen(self) -> int:
        """The cards whose place was never known in this hand."""
        return PACK & ~self.seen

    @property
    def strict_now(self) -> bool:
        """Whether the strict endgame is on: the rule holds and the stock is empty."""
        return self.terms.strict and self.stock == 0

    def strength_of(self, led: str) -> dict[str, int]:
        """How strongly each card fights for a trick in which that suit was led."""
        return strengths(self.terms.rank, self.trump)[led]

    def has_played(self, seat: int) -> bool:
        """Whether the seat has laid a card to the trick on the table."""
        return any(player == seat for player, _, _ in self.plays)

    def next_drawer(self) -> int:
        """Who draws next: from the taker to the right."""
        return (self.taker + self.drawn) % self.n

    def could_hold(self, seat: int, card: str) -> bool:
        """Whether the seat may have that card, as far as is known."""
        bit = BIT[card]
        if self.known[seat] & bit:
            return True
        return bool(self.hidden[seat]) and not (self.seen | self.coming) & bit

    def candidates(self, seat: int) -> int:
        """What an illegible card that the seat has just played may be."""
        unseen = self.unseen & ~self.coming if self.hidden[seat] else 0
        return self.known[seat] | unseen

    def upper_points(self) -> list[int]:
        """The most card points that each seat can have, given illegible cards."""
        top = max(CARD_POINTS.values())
        return [sure + top * murk for sure, murk in zip(self.points, self.murk, strict=True)]

    def holding(self, seat: int) -> list[str]:
        """The seat's holding: named cards first, then the unseen ones."""
        unseen = self.hidden[seat] - self.lost[seat]
        named = list(members(self.known[seat]))
        return named + [UNKNOWN] * unseen if unseen >= 0 else named[: len(named) + unseen]

    def bar(self) -> None:
        """Work out `barred` after one of its causes has changed."""
        undecided = self.turn == NOBODY and self.taker == NOBODY and self.trick > 0
        self.barred = bool(
            self.ended
            or self.leaver != NOBODY
            or self.taking_back
            or self.laying != NOBODY
            or (undecided and self.stage in (PLAY, DONE))
        )


_CHANGED_IN_PLACE: Final = (
    "remarks", "lots", "totals", "total_murk", "purses", "penalties", "staked", "awarded",
    "known", "hidden", "lost", "plays", "owed", "maybe", "watch", "points", "murk", "murky",
    "announced", "announced_at",
)  # fmt: skip
