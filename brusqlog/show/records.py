"""What `replay` prints as JSON, as structs: their fields, in this order, are the contract."""

from typing import Any, Literal

from msgspec import Struct

from brusqlog.game.cards import Card, SeenCard

GameStatus = Literal["faulty", "abandoned", "finished", "unfinished"]
HandStatus = Literal["complete", "void", "open"]
Suit = Literal["S", "H", "D", "C"]
Reason = Literal["brusquembille", "penalty", "ruling"]


class CardRecord(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A card and the seat that laid it."""

    seat: int
    card: Card


class PlayRecord(CardRecord, frozen=True, forbid_unknown_fields=True):
    """A card played or drawn in event `seq`."""

    seq: int


class CountersRecord(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Counters that a seat paid into the pot, or took from it, in event `seq`."""

    seq: int
    seat: int
    counters: int


class PaymentRecord(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Counters from one seat to another; `card` is None where no single card causes them."""

    payer: int
    payee: int
    counters: int
    reason: Reason
    card: Card | None


class PaidRecord(PaymentRecord, frozen=True, forbid_unknown_fields=True):
    """A payment made in event `seq`."""

    seq: int


class TrickRecord(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A trick; `number` counts from 1, `taker` is None while it is open or not known."""

    number: int
    leader: int | None
    plays: list[PlayRecord]
    taker: int | None
    points: int
    payments: list[PaidRecord]
    draws: list[PlayRecord]


class HandRecord(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A hand; `number` counts from 1. Lists with one entry a seat are in order of play.

    `holdings` are as dealt, `points` the card points taken, `net_payments` the counters that side
    payments of all kinds brought a seat, `announced` the last count each announced or None.
    """

    number: int
    status: HandStatus
    dealer: int
    cutter: int | None
    turnup: SeenCard | None
    trump: Suit | None
    holdings: list[list[Card]]
    stakes: list[CountersRecord]
    tricks: list[TrickRecord]
    points: list[int]
    net_payments: list[int]
    winners: list[int]
    announced: list[int | None]
    incidents: list[dict[str, Any]]
    awards: list[CountersRecord]


class GameRecord(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A game; `index` is its position in the file, from 1.

    `totals` are the card points of finished hands, `purses` the counters of each seat; `purses` and
    `pot` are None in a game for points. `ranking` lists the seats from the first on, those level
    together.
    """

    index: int
    id: str
    rules: str
    players: list[str]
    status: GameStatus
    hands: list[HandRecord]
    totals: list[int]
    purses: list[int] | None
    pot: int | None
    ranking: list[list[int]]


class Replay(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What `replay --format json` prints."""

    format: Literal["brusqlog-replay/1"] = "brusqlog-replay/1"
    games: list[GameRecord]


class StateRecord(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What `replay --after SEQ --format json` prints: the state after event `seq`.

    `hand` and `trick` count from 1, None before the first. `stock` is the number of cards left in
    it, the turn-up included. `next` is complete: an event whose kind and seat are not in it would
    be a breach.
    """

    format: Literal["brusqlog-state/1"] = "brusqlog-state/1"
    seq: int
    hand: int | None
    trick: int | None
    dealer: int | None
    holdings: list[list[Card]]
    table: list[CardRecord]
    stock: int
    turnup: SeenCard | None
    trump: Suit | None
    points: list[int]
    totals: list[int]
    pot: int | None
    purses: list[int] | None
    owed: list[PaymentRecord]
    next: list[dict[str, Any]]
