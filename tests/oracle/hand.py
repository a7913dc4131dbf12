"""What is on record of one hand, and the prospects it leaves open."""

from __future__ import annotations

from dataclasses import dataclass, field

from .cards import Deal, Trick
from .header import Event, Setup
from .money import Account, shares, winners
from .worlds import worlds_of

Points = set[tuple[int, ...]] | None  # every way they may stand; None: anything


class RestartError(Exception):
    """The hand begins again with a new deal."""


class VoidError(Exception):
    """The hand ends here and its card points do not count."""


class LeftError(Exception):
    """A player has left."""


class EndedError(Exception):
    """`end abandoned` is the next event."""


class StakesBackError(Exception):
    """Somebody takes back his stake: the game is being abandoned."""


class DoneError(Exception):
    """The log stops here."""


@dataclass
class Hand:
    """The facts of the hand in progress; `deal` and what follows it begin anew on a restart."""

    number: int
    dealer: int
    deal: Deal
    staked: list[int] = field(default_factory=list)
    awards: list[tuple[int, int]] = field(default_factory=list)
    seen_before: set[str] = field(default_factory=set)  # in earlier deals of this hand
    played: bool = False  # a first card was played, in whichever deal
    void: bool = False
    cut: bool = False
    dealt: bool = False  # the turn-up lies
    finished: bool = False  # the last trick is complete
    trick: Trick | None = None
    account: Account | None = None  # of the last finished trick, while it can be settled
    due: list[int] = field(default_factory=list)  # who has still to draw in this round
    order: list[int] = field(default_factory=list)  # the order of this round of drawing
    nobody: bool = False  # who took the last trick is not known
    jumper: int | None = None  # the player whose card out of turn comes next
    announced: dict[int, int] = field(default_factory=dict)
    gathered: bool = False

    def begin_again(self, setup: Setup) -> None:
        """Forget the deal."""
        self.seen_before |= self.deal.seen()
        self.deal = Deal(setup, self.deal.pairs)
        self.void = self.cut = self.dealt = self.finished = self.nobody = self.gathered = False
        self.trick = self.account = None
        self.due, self.order, self.announced = [], [], {}

    @property
    def counts(self) -> bool:
        return self.finished and not self.void

    @property
    def in_progress(self) -> bool:
        return not self.finished and not self.void

    def on_turn(self, setup: Setup) -> int | None:
        """Who is to play next to the trick that is open, or about to be."""
        if self.trick is None:
            return None
        laid = self.trick.seats
        rest = [seat for seat in setup.round_from(self.trick.leader) if seat not in laid]
        return rest[0] if rest else None

    def prospects(self, setup: Setup, pot: int, last: bool) -> list[dict[int, int]] | None:
        """Every set of awards that may be right; None: anything."""
        if self.void:
            everyone = range(setup.n)
            return [shares(setup, pot, everyone, self.dealer, True)] if last else [{}]
        ways = worlds_of(self.deal).points()
        if ways is None:
            return None
        out = []
        for points in ways:
            counted = list(points)
            if setup.schedule and self.gathered:
                counted = [min(p, self.announced.get(s, p)) for s, p in enumerate(points)]
            out.append(shares(setup, pot, winners(setup, counted), self.dealer, last))
        return out


def add_points(parts: list[Points], n: int) -> Points:
    """The totals of several hands, each of which may stand in several ways."""
    sums: set[tuple[int, ...]] = {(0,) * n}
    for part in parts:
        if part is None or len(sums) * len(part) > 20000:
            return None
        sums = {tuple(a + b for a, b in zip(x, y, strict=True)) for x in sums for y in part}
    return sums


def seats_of(event: Event) -> list[int]:
    """Every seat an event names."""
    return [event[key] for key in ("seat", "payer", "payee", "owner") if key in event]
