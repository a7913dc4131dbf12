"""Irregularities, rulings and early ends of the generated games.

What shall happen stands in the agenda, each entry with a countdown of the moments that suit it.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from .generate_base import SUITS, UNKNOWN, Event, Setup, below, chance, mixed, pick
from .generate_table import RestartError, StopError, Table, VoidError

_HAND = frozenset(("pre", "dealt", "turn", "settle", "after"))
_DEALT = frozenset(("dealt", "turn", "settle", "after"))
_ANY = _HAND | {"start", "awarding", "over", "void"}
PHASES: dict[str, frozenset[str]] = {
    "misdeal": frozenset(("dealt", "turn")),
    "short-pack": _HAND | {"awarding", "over"},
    "out-of-turn": frozenset(("turn",)),
    "drew-out-of-turn": frozenset(("settle",)),
    "saw-second-card": frozenset(("settle", "turn")),
    "saw-next-card": frozenset(("settle", "turn")),
    "payment": _ANY - {"start"},
    "award": _HAND,
    "play": frozenset(("turn",)),
    "redeal": _DEALT,
    "void-hand": _HAND,
    "dealer": _ANY,
    "leave": _ANY - {"awarding"},
    "abandon": _ANY,
    "stop": _ANY,
}
REACH = {
    "misdeal": 14,
    "short-pack": 90,
    "out-of-turn": 25,
    "drew-out-of-turn": 20,
    "saw-second-card": 25,
    "saw-next-card": 25,
    "payment": 60,
    "award": 60,
    "play": 30,
    "redeal": 70,
    "void-hand": 70,
    "dealer": 60,
    "leave": 110,
    "abandon": 160,
    "stop": 250,
}
SCHEDULED = ("short-pack", "out-of-turn", "drew-out-of-turn", "saw-second-card", "saw-next-card")
LATE = ("short-pack", "redeal", "void-hand", "leave", "abandon")
RULINGS = ("payment", "award", "play", "redeal", "void-hand", "dealer")


@dataclass
class Due:
    kind: str
    moments: int
    late: bool = False  # only after the last trick


def make_agenda(rng: random.Random, setup: Setup, wish: bool | None) -> list[Due]:
    kinds: list[str] = []
    if wish if wish is not None else chance(rng, 0.6):
        for _ in range(pick(rng, (1, 1, 2, 2, 3, 4, 6))):
            family = below(rng, 10)
            if family < 7 and setup.schedule:
                kinds.append(pick(rng, SCHEDULED))
            elif family < 8 and chance(rng, 0.3):
                kinds.append("misdeal")
            else:
                kinds.append(pick(rng, RULINGS))
        if chance(rng, 0.1):
            kinds.append("leave")
    if chance(rng, 0.12):
        kinds.append("abandon")
    if (setup.hands or 0) > 6:
        kinds.append("stop")
    hands = pick(rng, (1, 1, 1, min(3, setup.hands or 2)))
    reach = {**REACH, "play": 4} if setup.strict else REACH
    agenda = [Due(kind, below(rng, reach[kind] * hands)) for kind in kinds]
    for due in agenda:
        if due.kind in LATE and chance(rng, 0.2):
            due.moments, due.late = below(rng, 4), True
    return agenda


class Incidents(Table):
    def __init__(self, rng: random.Random, setup: Setup, wish: bool | None) -> None:
        super().__init__(rng, setup)
        self.agenda = make_agenda(rng, setup, wish)
        self.awarded: set[int] = set()
        self.on_turn = 0
        self.forced_seat: int | None = None
        self.forced_card: str | None = None

    def moment(self, phase: str) -> None:
        """Between two events: a remark, a penalty paid, an incident of the agenda."""
        self.soft()
        if self.penalties and chance(self.rng, self.penalty_haste):
            self.penalty()
        if "payment" in self.permits and chance(self.rng, 0.15):
            self.ruling_payment()
        for due in self.agenda:
            if due.late and not self.finished:
                continue
            if phase in PHASES[due.kind] and self.suits(due.kind):
                due.moments -= 1
                if due.moments < 0:
                    self.agenda.remove(due)
                    self.fire(due.kind, phase)
                    break

    def suits(self, kind: str) -> bool:
        sides = self.setup.sides
        if kind == "misdeal":
            return not self.any_play
        if kind == "drew-out-of-turn":
            return len(self.to_draw) > 1
        if kind in ("saw-second-card", "saw-next-card"):
            return bool(self.drew) and sides == (kind == "saw-next-card")
        if kind == "out-of-turn":
            return len(self.table) + 1 < self.n
        if kind == "award":
            return self.setup.target is None
        if kind == "play" and self.setup.strict:
            return len(self.allowed(self.on_turn)) < len(self.hands[self.on_turn])
        if kind == "leave":
            return not (self.pot and self.awarded)
        return True

    def fire(self, kind: str, phase: str) -> None:
        if kind in RULINGS:
            self.ruling(kind)
        elif kind == "stop":
            raise StopError
        elif kind == "abandon":
            self.abandon()
        elif kind == "leave":
            self.leave()
        elif kind == "misdeal":
            self.emit("incident", kind=kind, seat=self.dealer)
            raise RestartError
        elif kind == "short-pack":
            self.short_pack(phase)
        elif kind == "out-of-turn":
            self.out_of_turn()
        elif kind == "drew-out-of-turn":
            self.drew_out_of_turn()
        elif kind == "saw-second-card":
            seat = self.drew[-1] if chance(self.rng, 0.6) else pick(self.rng, self.drew)
            self.emit("incident", kind=kind, seat=seat)
            self.fine(seat)
        else:
            self.saw_next_card()
        if kind in SCHEDULED and chance(self.rng, 0.3):
            self.agenda.append(Due(kind, below(self.rng, 3)))

    # the schedule

    def fine(self, seat: int) -> None:
        """Two counters to each other player."""
        if self.setup.target is None:
            self.penalties += [(seat, other, 2) for other in self.others(seat)]

    def short_pack(self, phase: str) -> None:
        rng = self.rng
        pool = [card for card in self.stock[:-1] if card not in self.seen_in_hand]
        if self.finished:
            pool = [rank + suit for rank in "A97" for suit in SUITS]
        elif phase == "pre":
            pool = [card for card in self.setup.pack if card not in self.seen_in_hand]
        two = mixed(rng, [*pool, UNKNOWN, UNKNOWN])[: 1 + below(rng, 2)]
        if chance(rng, 0.3):
            two = [UNKNOWN] * len(two)
        self.emit("incident", kind="short-pack", missing=two)
        if not self.finished:
            raise VoidError

    def out_of_turn(self) -> None:
        played = {seat for seat, _ in self.table}
        seats = [s for s in range(self.n) if s not in played and s != self.on_turn]
        self.forced_seat = pick(self.rng, seats)
        self.emit("incident", kind="out-of-turn", seat=self.forced_seat)
        self.soft()
        if chance(self.rng, 0.03):
            self.end("abandoned")
            raise StopError

    def drew_out_of_turn(self) -> None:
        owner, seat = self.to_draw[0], pick(self.rng, self.to_draw[1:])
        joined = chance(self.rng, 0.5)
        self.emit("incident", kind="drew-out-of-turn", seat=seat, owner=owner, joined=joined)
        if not joined:
            self.fine(seat)
        elif self.setup.target is None:
            self.penalties.append((seat, owner, (self.pot + 1) // 2))

    def saw_next_card(self) -> None:
        rng = self.rng
        at = len(self.drew) - 1 if chance(rng, 0.7) else below(rng, len(self.drew))
        order = self.drew + self.to_draw
        seat = order[at]
        owner = order[at + 1] if at + 1 < self.n else pick(rng, self.others(seat))
        restart = owner // 2 != seat // 2 and chance(rng, 0.5)
        self.emit("incident", kind="saw-next-card", seat=seat, owner=owner, restart=restart)
        if restart:
            raise RestartError

    # rulings

    def ruling(self, permit: str) -> None:
        rng = self.rng
        fields: Event = {"text": pick(rng, ("Le directeur décide.", "House rule 7."))}
        permits = [permit]
        if permit in ("play", "dealer", "redeal", "void-hand") and chance(rng, 0.3):
            permits = mixed(rng, [permit, "payment"])
        if permits != ["payment"] or chance(rng, 0.6):
            fields["permits"] = permits
        if chance(rng, 0.4):
            fields["seat"] = below(rng, self.n)
        if permit == "play":
            self.permit_play()
        self.emit("incident", kind="ruling", **fields)
        self.permits.update(permits)
        if permit == "dealer":
            self.next_dealer_free = True
        if permit == "redeal":
            raise RestartError
        if permit == "void-hand":
            raise VoidError

    def ruling_payment(self) -> None:
        if self.setup.target is None:
            payer = below(self.rng, self.n)
            self.pay(payer, pick(self.rng, self.others(payer)), 1 + below(self.rng, 9), "ruling")

    def permit_play(self) -> None:
        """Choose the play that a ruling lets stand."""
        if not self.table:
            return
        played = {seat for seat, _ in self.table}
        late = [s for s in range(self.n) if s not in played and s != self.on_turn]
        forbidden = [c for c in self.hands[self.on_turn] if c not in self.allowed(self.on_turn)]
        if forbidden and chance(self.rng, 0.8):
            self.forced_seat, self.forced_card = self.on_turn, pick(self.rng, forbidden)
        elif late and self.leader in played and chance(self.rng, 0.6):
            self.forced_seat = pick(self.rng, late)

    def allowed(self, seat: int) -> list[str]:
        """The cards he may play, under a strict endgame once the stock is empty."""
        hand = self.hands[seat]
        led = [card[1] for s, card in self.table if s == self.leader]
        if self.stock or not self.setup.strict or not led:
            return hand
        follow = [card for card in hand if card[1] == led[0]]
        return follow or [card for card in hand if card[1] == self.turnup[1]] or hand

    # early ends

    def leave(self) -> None:
        rng = self.rng
        seat = below(rng, self.n)
        self.emit("incident", kind="leave", seat=seat)
        heirs = [2, 3] if seat < 2 else [0, 1]
        if not self.setup.sides:
            heirs = self.others(seat)
        stop = below(rng, 5) if chance(rng, 0.1) else 9
        if self.pot:
            for i, (heir, counters) in enumerate(mixed(rng, self.shares(heirs, True))):
                if i == stop:
                    raise StopError
                self.after_leaving()
                self.award(heir, counters)
        self.after_leaving()
        if not chance(rng, 0.1):
            self.end("abandoned")
        raise StopError

    def after_leaving(self) -> None:
        self.soft()
        while self.penalties and chance(self.rng, 0.5):
            self.penalty()

    def abandon(self) -> None:
        rng = self.rng
        if self.in_hand and not self.finished and self.staked and chance(rng, 0.5):
            seats = mixed(rng, sorted(self.staked))
            for seat in seats[: len(seats) if chance(rng, 0.7) else 1 + below(rng, len(seats))]:
                self.award(seat, self.setup.stake)
                self.soft()
            if chance(rng, 0.1):
                raise StopError
        self.end("abandoned")
        raise StopError

    def end(self, reason: str) -> None:
        rng = self.rng
        fields: Event = {}
        if chance(rng, 0.6):
            fields["totals"] = list(self.totals)
        if self.setup.target is None and chance(rng, 0.6):
            fields["purses"] = list(self.purses)
        self.emit("end", reason=reason, **fields)
        if chance(rng, self.note_p):
            self.note()
        while chance(rng, 0.07):
            self.emit("incident", kind="ruling", text="Post festum.")
            for _ in range(below(rng, 3)):
                self.ruling_payment()
                if chance(rng, self.note_p):
                    self.note()
