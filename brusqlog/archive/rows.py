"""One game, or one file, as rows of the archive's tables.

No rule stands here: every figure is one that the fold worked out, most of them read off the record
that `replay` prints.
"""

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import chain
from typing import Any, Final, NamedTuple

from msgspec import UNSET

from brusqlog.archive.keys import deal_key, play_key
from brusqlog.checking.report import GameEntry, Wishes, report
from brusqlog.checking.run import judged
from brusqlog.game import events as ev
from brusqlog.game import rules
from brusqlog.game.cards import UNKNOWN
from brusqlog.game.course import Course
from brusqlog.game.findings import Finding
from brusqlog.game.terms import mode_of
from brusqlog.log.gamelog import GameLog
from brusqlog.log.identity import bytes_key
from brusqlog.log.times import instant
from brusqlog.show.record import game_record
from brusqlog.show.records import GameRecord, HandRecord, TrickRecord

Row = dict[str, Any]
Rows = dict[str, list[Row]]
"""Rows by table. A column that is left out is NULL."""

LARGEST: Final = 2**63 - 1
"""The largest number of a BIGINT. Sums of absurd payments may be larger: they are NULL."""


class Origin(NamedTuple):
    """Where rows come from: a file, by its name in `sources`, and when it was added, in UTC."""

    source: str
    added_at: datetime


def name_of(log: GameLog) -> str:
    """What a game is called in an archive."""
    return bytes_key(log)[:16]


def game_rows(log: GameLog, wishes: Wishes, origin: Origin) -> Rows:
    """The rows of one game. `wishes` has the rulesets, and the language of findings."""
    frames: dict[int, Course] = {}
    judgement = judged(log, wishes.rulesets, frames)
    told = report(log, judgement, wishes)
    header, course = log.header, judgement.course
    game = _entry(told.entry) | origin._asdict()
    rows: Rows = {"games": [game], "findings": finding_rows(told.findings, origin)}
    if header is not None and course is not None:
        game |= _header(header)
        rows["seats"] = [_player(header, seat) for seat in range(len(header.players))]
        if course.terms.known:
            record = game_record(log, judgement, wishes.rulesets, frames)
            agreed = (header, course.terms, wishes.rulesets, record.hands)
            game |= {"play_key": play_key(*agreed), "deal_key": deal_key(*agreed)}
            game["hands"] = len(record.hands)
            _Played(record, log.known_events(), frames).fill(rows)
    name = name_of(log)
    for row in chain.from_iterable(rows.values()):
        row["game"] = name
    return rows


def finding_rows(findings: Sequence[Finding], origin: Origin) -> list[Row]:
    """The rows of findings; those of a game are still to get its name."""
    fields = ("line", "seq", "hand", "trick", "seat", "code", "severity", "message", "help")
    return [
        {"source": origin.source} | {field: getattr(finding, field) for field in fields}
        for finding in findings
    ]


def _entry(entry: GameEntry) -> Row:
    return {
        "id": entry.id,
        "position": entry.index,
        "status": entry.status,
        "events": entry.events,
        "errors": entry.errors,
        "warnings": entry.warnings,
    }


def _header(header: ev.Game) -> Row:
    kind = next(k for k in ("hands", "rounds", "target") if getattr(header, k) is not UNSET)
    return {
        "rules": header.rules,
        "mode": mode_of(header),
        "length_kind": kind,
        "length": getattr(header, kind),
        "date": None if header.date is UNSET else header.date,
        "place": None if header.place is UNSET else header.place,
    }


def _player(header: ev.Game, seat: int) -> Row:
    identities = [] if header.identities is UNSET else header.identities
    return {
        "seat": seat,
        "name": unicodedata.normalize("NFC", header.players[seat]),
        "identity": identities[seat] if seat < len(identities) else None,
        "side": rules.side(seat) if mode_of(header) == "2v2" else None,
    }


class _Played:
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
        """Add the rows of hands, plays and payments, and to those of the seats their results."""
        rows["payments"] = list(self._payments())
        rows["hands"] = [
            self._hand(hand, span)
            for hand, span in zip(self.record.hands, self.spans[1:], strict=True)
        ]
        rows["hand_seats"] = [row for hand in self.record.hands for row in self._hand_seats(hand)]
        rows["plays"] = [row for hand in self.record.hands for row in self._plays(hand)]
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
                if play.card != UNKNOWN:
                    rank, suit = play.card[0], play.card[1]
                    row |= {"rank": rank, "suit": suit, "is_trump": suit == hand.trump}
                    row["is_brusquembille"] = rank in rules.BRUSQUEMBILLES
                yield row

    def _payments(self) -> Iterator[Row]:
        hands: list[HandRecord | None] = [None, *self.record.hands]
        for hand, span in zip(hands, self.spans, strict=True):
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
