"""What a record says of a game, fact by fact, whatever the order in which it was put down.

A fact has a key, its kind first and then the seats it is about, so that two records can be laid
side by side. Of what was withdrawn, of seals and of times nothing is said.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from msgspec import UNSET, Struct, field, to_builtins

from brusqlog.game import events as ev
from brusqlog.game import rules
from brusqlog.game.cards import CARD_POINTS, UNKNOWN
from brusqlog.game.course import Course
from brusqlog.game.judge import judge
from brusqlog.game.ruleset import Ruleset
from brusqlog.game.standing import standing
from brusqlog.game.terms import terms_of
from brusqlog.log.gamelog import GameLog, Path
from brusqlog.show.record import hands_of
from brusqlog.show.records import HandRecord
from brusqlog.versions.agreement import header_facts

Key = tuple[Any, ...]
"""What a fact is about: its kind, then seats, cards or names."""

NOBODY: Final = -1

NUMBERS: Final = ("points", "totals", "purses", "pot")
"""The numbers of a check-point."""


class Witness(Struct, frozen=True):
    """A record of a game, and for one that was put together where each of its events was read."""

    log: GameLog
    origins: Sequence[tuple[GameLog, int]] | None = None

    def place(self, seq: int, path: Path | None = None) -> tuple[str, int]:
        """The file and the line of an event, or of a value in it."""
        log, seq = self.origins[seq] if self.origins else (self.log, seq)
        return log.file, log.place(seq, path)[0]


class Said(Struct, frozen=True):
    """What a record says of one thing, and the numbers of the events that say it; none for what
    follows from others. `parts` are what each of several events adds."""

    value: Any
    seqs: tuple[int, ...] = ()
    path: Path | None = None
    parts: tuple[Any, ...] = ()


class Part(Struct):
    """The facts of one part of a game."""

    said: dict[Key, Said] = field(default_factory=dict)

    def put(self, key: Key, value: Any, seq: int) -> None:
        """One more fact; of the same kind about the same another one."""
        if key in self.said:
            key = (*key, sum(other[: len(key)] == key for other in self.said))
        self.said[key] = Said(value, (seq,))

    def sum(self, key: Key, more: Any, seq: int) -> None:
        """One more amount, or further cards, of a fact that is the sum of several events."""
        before = self.said.get(key) or Said(type(more)())
        self.said[key] = Said(before.value + more, (*before.seqs, seq), None, (*before.parts, more))

    @property
    def first(self) -> Said:
        """That there is such a part, as its first event says."""
        seqs = [seq for said in self.said.values() for seq in said.seqs]
        return Said(None, (min(seqs, default=0),))


class Deal(Struct):
    """One deal of a hand with the tricks that were played of it."""

    setting: Part = field(default_factory=Part)
    tricks: list[Part] = []

    @property
    def first(self) -> Said:
        """That the cards were dealt, as it begins."""
        return (self.setting if self.setting.said or not self.tricks else self.tricks[0]).first


class Hand(Struct):
    """A hand: who dealt and staked, its deals (more than one if it was begun again), and what was
    announced, awarded and paid besides the tricks."""

    number: int
    opening: Part
    deals: list[Deal]
    closing: Part = field(default_factory=Part)
    counted: tuple[int, ...] | None = None
    """The card points in the common seats, if it is complete and all its cards were seen."""

    @property
    def tricks(self) -> list[Part]:
        """The tricks of all its deals."""
        return [trick for deal in self.deals for trick in deal.tricks]

    @property
    def first(self) -> Said:
        """That it was played, as it begins."""
        return self.opening.first


class Account(Struct):
    """All that a record says. `seats` turns its seats into those in which it is told."""

    witness: Witness
    header: Part
    before: Part
    hands: list[Hand]
    after: Part
    seats: tuple[int, ...]
    wrong: set[int]
    """The check-points that do not agree with the record itself."""
    purses: tuple[int, ...] | None
    pot: int | None
    """What each has, and the pot, by the payments; None in a game for points."""


def account(
    witness: Witness, rulesets: Mapping[str, Ruleset] | None = None, seats: Sequence[int] = ()
) -> Account:
    """What a record with a readable header says."""
    log = witness.log
    header = log.header
    assert header is not None
    mapped = tuple(seats) or tuple(range(len(header.players)))
    events = log.known_events()
    frames: dict[int, Course] = {}
    judgement = judge(events, rulesets, frames)
    takers = _takers(hands_of(events, frames))
    wrong = {found.seq for found in judgement.noticed if found.breach.code.startswith("balance-")}
    said = Part({key: Said(*rest) for key, *rest in header_facts(header, rulesets or {}, mapped)})
    taking = _Taking(mapped, takers)
    stand = standing(events)
    for seq, event in zip(stand.seqs, stand.events, strict=True):
        if event is not None:
            taking.take(seq, event)
    for hand in taking.hands:
        hand.counted = _counted(hand, len(mapped))
    terms, _ = terms_of(header, rulesets or {})
    counters = terms.known and not terms.for_points
    return Account(
        witness=witness,
        header=said,
        before=taking.before,
        hands=taking.hands,
        after=taking.after,
        seats=mapped,
        wrong=wrong,
        purses=tuple(terms.bank + had for had in taking.purses) if counters else None,
        pot=taking.pot if counters else None,
    )


def _takers(hands: Sequence[HandRecord]) -> dict[int, int]:
    """The taker of each trick where he is known, by the number of any of its plays."""
    return {
        play.seq: trick.taker
        for hand in hands
        for trick in hand.tricks
        if trick.taker is not None
        for play in trick.plays
    }


def _counted(hand: Hand, players: int) -> tuple[int, ...] | None:
    """The card points of a hand by its tricks."""
    tricks = hand.deals[-1].tricks
    points = [0] * players
    for trick in tricks:
        cards = [said.value for key, said in trick.said.items() if key[0] == "play"]
        taker = trick.said.get(("taker",))
        if taker is None or taker.value >= players or UNKNOWN in cards or len(cards) < players:
            return None
        points[taker.value] += sum(CARD_POINTS[card] for card in cards)
    return tuple(points) if len(tricks) == rules.pack_size(players) // players else None


def by_seat(numbers: Sequence[Any], seats: Sequence[int]) -> tuple[Any, ...]:
    """One value a seat, in the order of the common seats."""
    return tuple(value for _, value in sorted(zip(seats, numbers, strict=False)))


class _Taking:
    """Takes the events that stand, one after another, to the part they belong to."""

    def __init__(self, seats: tuple[int, ...], takers: Mapping[int, int]) -> None:
        self.seats, self.takers = seats, takers
        self.before, self.after = Part(), Part()
        self.hands: list[Hand] = []
        self.purses = [0] * len(seats)
        self.pot = 0
        self.closed = False
        """Whether a draw or payment came after the plays of the last trick."""

    def seat(self, seat: int) -> int:
        """A seat as it is told."""
        return self.seats[seat] if seat < len(self.seats) else seat

    @property
    def deal(self) -> Deal:
        """The deal of the present hand; of no hand one that nobody looks at."""
        return self.hands[-1].deals[-1] if self.hands else Deal(self.before)

    @property
    def part(self) -> Part:
        """The trick, or what comes before the first one."""
        return self.deal.tricks[-1] if self.deal.tricks else self.deal.setting

    @property
    def closing(self) -> Part:
        """Where belongs what has no place within the hand."""
        return self.hands[-1].closing if self.hands else self.before

    def take(self, seq: int, event: ev.Event) -> None:
        """One more event."""
        match event:
            case ev.Hand():
                opening = Part()
                opening.put(("number",), event.number, seq)
                opening.put(("dealer",), self.seat(event.dealer), seq)
                self.hands.append(Hand(event.number, opening, [Deal()]))
            case ev.Shuffle() | ev.Cut() | ev.Deal() | ev.Turnup():
                self._deal(seq, event)
            case ev.Play() | ev.Take() | ev.Draw() | ev.Payment():
                self._trick(seq, event)
            case ev.Incident():
                self._incident(seq, event)
            case ev.Balance() | ev.End():
                self._numbers(seq, event)
            case _:
                self._besides(seq, event)

    def _pass_on(self, payer: int | None, payee: int | None, counters: int) -> None:
        """Counters from one purse to another; None is the pot."""
        for seat, change in ((payer, -counters), (payee, counters)):
            if seat is None:
                self.pot += change
            elif seat < len(self.purses):
                self.purses[seat] += change

    def _deal(self, seq: int, event: ev.Event) -> None:
        said = self.deal.setting.said
        begun = self.deal.tricks or ("turnup",) in said
        if isinstance(event, ev.Shuffle | ev.Cut):
            begun = begun or ("cut",) in said or (isinstance(event, ev.Shuffle)
                                                  and ("shuffle",) in said)  # fmt: skip
        if begun and not isinstance(event, ev.Turnup) and self.hands:
            self.hands[-1].deals.append(Deal())
        setting = self.deal.setting
        match event:
            case ev.Shuffle():
                setting.put(("shuffle",), self.seat(event.seat), seq)
                if event.deck is not UNSET:
                    setting.put(("deck",), tuple(event.deck), seq)
            case ev.Cut():
                setting.put(("cut",), self.seat(event.seat), seq)
                if event.lifted is not UNSET:
                    setting.put(("lifted",), event.lifted, seq)
            case ev.Deal():
                seat = self.seat(event.seat)
                setting.sum(("holding", seat), tuple(event.cards), seq)
                setting.sum(("packets", seat), (len(event.cards),), seq)
            case ev.Turnup():
                setting.put(("turnup",), event.card, seq)

    def _trick(self, seq: int, event: ev.Event) -> None:
        match event:
            case ev.Play():
                seat = self.seat(event.seat)
                tricks = self.deal.tricks
                if self.closed or not tricks or ("play", seat) in tricks[-1].said:
                    tricks.append(Part())
                    self.closed = False
                self.part.put(("play", seat), event.card, seq)
                self.part.sum(("order",), (seat,), seq)
                if seq in self.takers:
                    taker = self.seat(self.takers[seq])
                    self.part.said["taker",] = Said(taker)
            case ev.Take():
                self.part.said["taker",] = Said(self.seat(event.seat), (seq,))
                self.closed = True
            case ev.Draw():
                self.part.put(("draw", self.seat(event.seat)), event.card, seq)
                self.closed = True
            case ev.Payment():
                self._payment(seq, event)

    def _payment(self, seq: int, event: ev.Payment) -> None:
        payer, payee = self.seat(event.payer), self.seat(event.payee)
        self._pass_on(payer, payee, event.counters)
        if event.reason == "brusquembille":
            self.closed = True
            sign = 1 if payer < payee else -1
            pair = (min(payer, payee), max(payer, payee))
            self.part.sum(("payment", *pair), sign * event.counters, seq)
        else:
            self.closing.sum((event.reason, payer, payee), event.counters, seq)

    def _incident(self, seq: int, event: ev.Incident) -> None:
        told = {k: v for k, v in to_builtins(event).items() if k not in ("event", "at", "text")}
        for name in ("seat", "owner"):
            if name in told:
                told[name] = self.seat(told[name])
        self.part.put(("incident", event.kind), told, seq)
        if event.text is not UNSET:
            self.part.put(("incident-text", event.kind), event.text, seq)

    def _numbers(self, seq: int, event: ev.Balance | ev.End) -> None:
        """What a check-point or the end says. Equal numbers of one hand are one thing said."""
        part = self.closing
        if isinstance(event, ev.End):
            part = self.after
            part.put(("end",), event.reason, seq)
        for name in NUMBERS:
            value = getattr(event, name, UNSET)
            if value is not UNSET:
                value = by_seat(value, self.seats) if isinstance(value, list) else value
                part.said.setdefault((name, value), Said(value, (seq,)))

    def _besides(self, seq: int, event: ev.Event) -> None:
        match event:
            case ev.Lot():
                self.before.put(("lot", self.seat(event.seat)), event.card, seq)
            case ev.Stake():
                seat = self.seat(event.seat)
                self._pass_on(seat, None, event.counters)
                opening = self.hands[-1].opening if self.hands else self.before
                opening.sum(("stake", seat), event.counters, seq)
            case ev.Announce():
                self.closing.sum(("announce", self.seat(event.seat)), (event.count,), seq)
            case ev.Gather():
                self.closing.put(("gather",), None, seq)
            case ev.Award():
                seat = self.seat(event.seat)
                self._pass_on(None, seat, event.counters)
                self.closing.sum(("award", seat), event.counters, seq)
            case ev.Note() if event.text is not UNSET:
                seat = NOBODY if event.seat is UNSET else self.seat(event.seat)
                self.closing.put(("note", seat, event.text.strip()), event.text.strip(), seq)
