"""What was played in one game, as rows of the archive's tables.

No rule stands here: every figure is one that the fold worked out, most of them read off the record
that `replay` prints.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

import msgspec
from msgspec import UNSET

from brusqlog.game import events as ev
from brusqlog.game import rules
from brusqlog.game.cards import UNKNOWN
from brusqlog.game.course import Course
from brusqlog.log.times import instant
from brusqlog.show.records import GameRecord, HandRecord, TrickRecord

Row = dict[str, Any]
Rows = dict[str, list[Row]]
"""Rows by table. A column that is left out is NULL."""

LARGEST: Final = 2**63 - 1
"""The largest number of a BIGINT. Sums of absurd payments may be larger: they are NULL."""


class Played:
    """What was played in a game whose rules are known."""

    def __init__(
        self,
        record: GameRecord,
        events: Sequence[ev.Event | None],
        frames: Mapping[int, Course],
    ) -> None:
        self.record = record
        self.events = events
        self.frames = frames
        self.n = len(record.players)
        self.spans: list[list[int]] = [[]]
        """The standing events before the first hand, then those of each hand, by seq."""
        for seq in sorted(frames):
            if isinstance(events[seq], ev.Hand):
                self.spans.append([])
            self.spans[-1].append(seq)

    def fill(self, rows: Rows) -> None:
        """Add the rows of what was played, and to those of the seats their results."""
        rows["payments"] = list(self._payments())
        rows["hands"] = [
            self._hand(hand, span)
            for hand, span in zip(self.record.hands, self.spans[1:], strict=True)
        ]
        rows["hand_seats"] = [row for hand in self.record.hands for row in self._hand_seats(hand)]
        rows["tricks"] = [row for hand in self.record.hands for row in self._tricks(hand)]
        rows["plays"] = [row for hand in self.record.hands for row in self._plays(hand)]
        rows["draws"] = [row for hand in self.record.hands for row in _draws(hand)]
        for table, kind in (("awards", ev.Award), ("incidents", ev.Incident), ("notes", ev.Note)):
            rows[table] = list(self._told(kind))
        for row in rows["seats"]:
            row |= self._result(row["seat"], rows["payments"])

    def _result(self, seat: int, payments: Sequence[Row]) -> Row:
        record = self.record
        better = 0
        for level in record.ranking:
            if seat in level:
                break
            better += len(level)
        gains = (paid["counters"] for paid in payments if paid["payee"] == seat)
        losses = (paid["counters"] for paid in payments if paid["payer"] == seat)
        return {
            "purse": None if record.purses is None else _fitting(record.purses[seat]),
            "total": _fitting(record.totals[seat]),
            "rank": better + 1,
            "hands_won": sum(seat in hand.winners for hand in record.hands),
            "net_payments": _fitting(sum(gains) - sum(losses)),
        }

    def _hand(self, hand: HandRecord, span: Sequence[int]) -> Row:
        for_pot = self.record.pot is not None
        return {
            "hand": hand.number,
            "status": hand.status,
            "dealer": hand.dealer,
            "leader": hand.tricks[0].leader if hand.tricks else None,
            "turnup": hand.turnup,
            "trump": hand.trump,
            "pot": _fitting(max(self.frames[seq].pot for seq in span)) if for_pot else None,
            "winner_count": len(hand.winners) or None,
        }

    def _hand_seats(self, hand: HandRecord) -> Iterator[Row]:
        order = [rules.right(hand.dealer, self.n, step) for step in range(1, self.n + 1)]
        for seat in range(self.n):
            award = sum(award.counters for award in hand.awards if award.seat == seat)
            yield {
                "hand": hand.number,
                "seat": seat,
                "points": hand.points[seat],
                "net_payments": _fitting(hand.net_payments[seat]),
                "award": None if self.record.pot is None else _fitting(award),
                "won": seat in hand.winners if hand.winners else None,
                "place": order.index(seat),
            }

    def _tricks(self, hand: HandRecord) -> Iterator[Row]:
        for trick in hand.tricks:
            cards = {play.seat: play.card for play in trick.plays}
            led = _suit(trick.plays[0].card) if trick.plays else None
            took = None if trick.taker is None else _suit(cards.get(trick.taker, UNKNOWN))
            known = led and took and hand.trump
            yield {
                "hand": hand.number,
                "trick": trick.number,
                "leader": trick.leader,
                "taker": trick.taker,
                "points": trick.points,
                "led": led,
                "trumped": led != took == hand.trump if known else None,
            }

    def _plays(self, hand: HandRecord) -> Iterator[Row]:
        for trick in hand.tricks:
            for place, play in enumerate(trick.plays, 1):
                event = self.events[play.seq]
                at = UNSET if event is None else event.at
                row = {
                    "hand": hand.number,
                    "trick": trick.number,
                    "place": place,
                    "seat": play.seat,
                    "card": play.card,
                    "took": None if trick.taker is None else play.seat == trick.taker,
                    "stock": self.frames[play.seq].stock,
                    "at": None if at is UNSET else utc(at),
                }
                suit = _suit(play.card)
                if suit is not None:
                    rank = play.card[0]
                    row |= {"rank": rank, "suit": suit, "is_trump": suit == hand.trump}
                    row["is_brusquembille"] = rank in rules.BRUSQUEMBILLES
                yield row

    def _payments(self) -> Iterator[Row]:
        for hand, span in self._hands():
            tricks: list[TrickRecord] = hand.tricks if hand else []
            trick_of = {paid.seq: trick.number for trick in tricks for paid in trick.payments}
            for seq in span:
                event = self.events[seq]
                if isinstance(event, ev.Payment):
                    yield {
                        "hand": hand.number if hand else None,
                        "trick": trick_of.get(seq),
                        "payer": event.payer,
                        "payee": event.payee,
                        "counters": event.counters,
                        "reason": event.reason,
                        "card": None if event.card is UNSET else event.card,
                    }

    def _told(self, kind: type[ev.Event]) -> Iterator[Row]:
        """The standing events of a kind, by the fields of which there is a column."""
        for hand, span in self._hands():
            begun = [trick.plays[0].seq for trick in hand.tricks if trick.plays] if hand else []
            for seq in span:
                event = self.events[seq]
                if isinstance(event, kind):
                    trick = sum(first < seq for first in begun) or None
                    number = hand.number if hand else None
                    yield event_row(event) | {"hand": number, "trick": trick, "seq": seq}

    def _hands(self) -> Iterator[tuple[HandRecord | None, Sequence[int]]]:
        """What stands before the first hand, and each hand, with the seqs of its events."""
        yield from zip([None, *self.record.hands], self.spans, strict=True)


def _draws(hand: HandRecord) -> Iterator[Row]:
    for trick in hand.tricks:
        for place, draw in enumerate(trick.draws, 1):
            seat = {"seat": draw.seat, "card": draw.card}
            yield {"hand": hand.number, "trick": trick.number, "place": place} | seat


def event_row(event: ev.Event) -> Row:
    """What an event says, by its fields."""
    return {name: _value(getattr(event, name)) for name in event.__struct_fields__}


def _value(found: Any) -> Any:
    """The value of a field as a column has it."""
    if found is UNSET:
        return None
    if isinstance(found, list):
        return ",".join(found)
    return msgspec.json.encode(found).decode() if isinstance(found, dict) else found


def _suit(card: str) -> str | None:
    return None if card == UNKNOWN else card[1]


def utc(at: str) -> datetime | None:
    """The time of an event in UTC, without an offset, to the microsecond; None if it lies outside
    the years 1 to 9999."""
    first = datetime(1, 1, 1)
    try:
        return first + timedelta(days=-first.toordinal(), microseconds=instant(at) // 1000)
    except OverflowError:
        return None


def _fitting(number: int) -> int | None:
    return number if abs(number) <= LARGEST else None
