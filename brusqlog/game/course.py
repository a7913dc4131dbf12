"""The course of a game up to some event: everything the rules need to know, and nothing else.

A `Course` is changed in place by the rules of the modules beside it (`hands`, `deal`, `tricks`,
`counters`, `incidents`), one event at a time, and cheap to copy. Sets of cards are bits, sets of
seats too. Nothing here judges.
"""

from collections.abc import Sequence
from copy import copy
from typing import Final, NamedTuple

from msgspec import NODEFAULT, Struct
from msgspec.structs import fields

from brusqlog.game.cards import CARD_POINTS, PACK, UNKNOWN, members
from brusqlog.game.findings import Breach
from brusqlog.game.tables import worths
from brusqlog.game.terms import Terms

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
"""Stands for a seat where there is none."""

HAND_DOUBTS: Final = frozenset({"balance-points", "award-not-due", "award-missing"})
"""Doubts that end with the hand: who wins the next one is certain."""
POT_DOUBTS: Final = frozenset({"award-amount", "award-above-pot"})
"""Doubts that end with the hand whose pot is given out as due: what is left in it is certain."""


class Due(NamedTuple):
    """A payment that a brusquembille makes due, and who played the card."""

    payer: int
    payee: int
    counters: int
    card: str
    player: int


class Penalty(NamedTuple):
    """A penalty that is due, and the seq of the incident."""

    payer: int
    payee: int
    counters: int
    cause: int


class Watched(NamedTuple):
    """Strict endgame: a play of a seat with unseen cards, and the cards that, if he turns out to
    have held one, show that it was a revoke."""

    seat: int
    seq: int
    shows: int
    trick: int
    card: str


Played = tuple[int, str, int]
"""A card of the trick on the table: seat, card, seq."""

Illegible = tuple[int, int, int]
"""An illegible card in a pile: who played it, who took it, what it may be as bits."""


class Course(Struct, eq=False):
    """The course of one game. Fields are grouped: game, hand, deal, trick, points."""

    terms: Terms
    n: int
    names: tuple[str, ...]
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
    """Whether the end, a leaver, stakes taken back, a card to be laid, or a trick without a taker
    narrows what may come; see `bar`."""
    lots: dict[int, str] = {}
    lot_due: tuple[int, ...] = ()
    lot_dealer: int = NOBODY
    lots_begun: bool = False
    lots_unseen: bool = False
    number: int = 0
    totals: list[int] = []
    total_murk: list[int] = []
    """Card points that illegible cards may add to `totals`, a seat."""
    purses: list[int] = []
    pot: int = 0
    penalties: list[Penalty] = []
    sevens: int = 0
    """Sevens seen in the game, where it is not known which were left out."""
    doubts: frozenset[str] = frozenset()
    """After a fault: the faults that may only follow from it, and then pass in silence."""

    # The hand.
    dealer: int = NOBODY
    staked: list[int] = []
    awarded: dict[int, int] = {}
    ruled_award: int = 0
    """The seq of the last award under a ruling, after which it is not yet told who owes."""
    paid_out: bool = False
    """Whether every award that is due was made."""
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
    seen_before: int = 0
    """Cards seen in this hand before a new deal."""
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
    led: str = ""
    """The suit led to the trick on the table."""
    taker: int = NOBODY
    take_open: bool = False
    drew: int = 0
    """Seats that have drawn after the trick on the table."""
    draws_due: bool = False
    owed: list[Due] = []
    maybe: list[Due] = []
    """What is owed if an illegible card was what it may have been."""
    gate_open: int = 0
    """Seats that have played the ace of trumps in an earlier trick, and those that may have."""
    gate_maybe: int = 0
    watch: list[Watched] = []

    # The points of the hand.
    points: list[int] = []
    murk: list[int] = []
    """Card points that illegible cards may add to these, a seat."""
    illegible: list[Illegible] = []
    announced: list[int | None] = []
    announced_at: list[int] = []
    gathered: bool = False

    @classmethod
    def of(cls, terms: Terms, names: Sequence[str] = ()) -> "Course":
        """The course at the start: after the header, before anything else."""
        n = terms.players
        course = cls(terms=terms, n=n, worth=worths(*terms.values), names=tuple(names))
        course.totals = [0] * n
        course.total_murk = [0] * n
        course.purses = [terms.bank] * n
        course.begin_hand(NOBODY)
        return course

    def begin_hand(self, dealer: int) -> None:
        """A new hand: nobody has staked, nothing is dealt."""
        self.doubts -= HAND_DOUBTS | POT_DOUBTS if self.paid_out else HAND_DOUBTS
        self.dealer = dealer
        self.staked = [0] * self.n
        self.awarded = {}
        self.paid_out = False
        self.ruled_award = 0
        self.seen = 0
        self.restart()
        self.seen_before = 0

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
        self.seen_before |= self.seen & self.terms.pack
        self.seen = self.gone = PACK & ~self.terms.pack
        self.known = [0] * n
        self.hidden = [0] * n
        self.lost = [0] * n
        self.trick = 0
        self.leader = self.turn = self.taker = NOBODY
        self.plays = []
        self.led = ""
        self.take_open = self.draws_due = self.gathered = False
        self.drew = 0
        self.owed = []
        self.maybe = []
        self.gate_open = self.gate_maybe = 0
        self.watch = []
        self.points = [0] * n
        self.murk = [0] * n
        self.illegible = []
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
    def tricks(self) -> int:
        """Tricks of a hand."""
        return self.terms.pack_size // self.n

    @property
    def last_hand(self) -> bool:
        """Whether the present hand is the last by its number."""
        return self.terms.hands is not None and self.number >= self.terms.hands

    @property
    def in_play(self) -> bool:
        """Whether the present hand is still being dealt or played."""
        return self.stage in (DEAL, PLAY) and self.leaver == NOBODY

    @property
    def before_first_play(self) -> bool:
        """Whether trump is turned up and no card of the hand is played."""
        return self.stage == PLAY and self.trick == 1 and not self.plays

    @property
    def unseen(self) -> int:
        """The cards whose place was never known in this hand."""
        return PACK & ~self.seen

    @property
    def strict_now(self) -> bool:
        """Whether the strict endgame is on: the rule holds and the stock is empty."""
        return self.terms.strict and self.stock == 0

    def has_played(self, seat: int) -> bool:
        """Whether the seat has laid a card to the trick on the table."""
        return any(player == seat for player, _, _ in self.plays)

    def next_drawer(self) -> int:
        """Who draws next: from the taker to the right."""
        return self.yet_to_draw()[0]

    def yet_to_draw(self) -> list[int]:
        """Who has still to draw after this trick, in turn."""
        order = ((self.taker + k) % self.n for k in range(self.n))
        return [seat for seat in order if not self.drew >> seat & 1]

    @property
    def undecided(self) -> bool:
        """Whether a complete trick lies on the table whose taker is not known."""
        return self.turn == NOBODY and self.taker == NOBODY and self.stage in (PLAY, DONE)

    def upper_points(self) -> list[int]:
        """The most card points that each seat can have in this hand, given illegible cards and a
        trick without a taker."""
        pending = 0
        if self.undecided:
            top = max(CARD_POINTS.values())
            laid = [card for _, card, _ in self.plays]
            pending = sum(top if card == UNKNOWN else CARD_POINTS[card] for card in laid)
        return [least + murk + pending for least, murk in zip(self.points, self.murk, strict=True)]

    def upper_totals(self) -> list[int]:
        """The same for the finished hands; the present one counts from its last trick on."""
        more = self.total_murk
        if self.undecided and self.stage == DONE:
            more = [
                known + of_hand for known, of_hand in zip(more, self.upper_points(), strict=True)
            ]
        return [least + murk for least, murk in zip(self.totals, more, strict=True)]

    def holding(self, seat: int) -> list[str]:
        """The seat's holding: named cards first, then the unseen ones."""
        unseen = self.hidden[seat] - self.lost[seat]
        named = list(members(self.known[seat]))
        return named + [UNKNOWN] * unseen if unseen >= 0 else named[: len(named) + unseen]

    def bar(self) -> None:
        """Work out `barred` after one of its causes has changed."""
        self.barred = bool(
            self.ended
            or self.leaver != NOBODY
            or self.taking_back
            or self.laying != NOBODY
            or self.undecided
        )


_CHANGED_IN_PLACE: Final = tuple(
    field.name for field in fields(Course) if field.default_factory is not NODEFAULT
)
"""The lists and dicts of a course, which a copy must not share."""
