"""The records of `replay`: the fold's frames read off into what is printed."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from msgspec import UNSET, Struct, convert, to_builtins

from brusqlog.game import events as ev
from brusqlog.game.cards import CARD_POINTS
from brusqlog.game.counters import winning_seats
from brusqlog.game.course import DONE, NOBODY, PLAY, VOID, Course
from brusqlog.game.findings import codes
from brusqlog.game.judge import Judgement, judge
from brusqlog.game.ruleset import Ruleset
from brusqlog.game.state import State
from brusqlog.log.gamelog import GameLog
from brusqlog.show.records import (
    CountersRecord,
    GameRecord,
    GameStatus,
    HandRecord,
    PaidRecord,
    PlayRecord,
    StateRecord,
    TrickRecord,
)


class _Trick(Struct):
    number: int
    leader: int
    plays: list[PlayRecord] = []
    taker: int | None = None
    payments: list[PaidRecord] = []
    draws: list[PlayRecord] = []

    def record(self) -> TrickRecord:
        points = sum(CARD_POINTS[play.card] for play in self.plays)
        return TrickRecord(
            number=self.number,
            leader=self.leader,
            plays=self.plays,
            taker=self.taker,
            points=points if self.taker is not None else 0,
            payments=self.payments,
            draws=self.draws,
        )


class _Hand(Struct):
    """A hand as it grows. A new deal begins its tricks and holdings anew; payments made before it
    go with the next trick."""

    number: int
    dealer: int
    n: int
    cutter: int | None = None
    turnup: str | None = None
    holdings: list[list[str]] = []
    stakes: list[CountersRecord] = []
    tricks: list[_Trick] = []
    between: list[PaidRecord] = []
    net: list[int] = []
    incidents: list[dict[str, Any]] = []
    awards: list[CountersRecord] = []
    course: Course | None = None

    def deal_again(self) -> None:
        """Forget what was dealt and played."""
        self.cutter = self.turnup = None
        self.holdings = [[] for _ in range(self.n)]
        self.between = [paid for trick in self.tricks for paid in trick.payments] + self.between
        self.tricks = []

    def take(self, seq: int, event: ev.Event, course: Course) -> None:
        """Take in an event of the hand, given the course after it."""
        self.course = course
        match event:
            case ev.Stake():
                self.stakes.append(_counters(seq, event))
            case ev.Cut():
                self.cutter = event.seat
            case ev.Deal():
                self.holdings[event.seat] += event.cards
            case ev.Turnup():
                self.turnup = event.card
            case ev.Play():
                self._play(seq, event, course)
            case ev.Draw() if self.tricks:
                self.tricks[-1].draws.append(PlayRecord(seq=seq, seat=event.seat, card=event.card))
            case ev.Payment():
                self._pay(seq, event)
            case ev.Award():
                self.awards.append(_counters(seq, event))
            case ev.Incident():
                told = {k: v for k, v in to_builtins(event).items() if k not in ("event", "at")}
                self.incidents.append({"seq": seq, **told})
                if course.stage not in (PLAY, DONE, VOID) and not course.is_cut:
                    self.deal_again()
        complete = self.tricks and len(self.tricks[-1].plays) >= self.n
        if complete and course.turn == NOBODY and course.taker != NOBODY:
            self.tricks[-1].taker = course.taker

    def _play(self, seq: int, event: ev.Play, course: Course) -> None:
        if not self.tricks or len(self.tricks[-1].plays) >= self.n:
            number = len(self.tricks) + 1
            leader = course.leader if course.leader != NOBODY else event.seat
            self.tricks.append(_Trick(number=number, leader=leader, payments=self.between))
            self.between = []
        self.tricks[-1].plays.append(PlayRecord(seq=seq, seat=event.seat, card=event.card))

    def _pay(self, seq: int, event: ev.Payment) -> None:
        if max(event.payer, event.payee) < self.n:
            self.net[event.payer] -= event.counters
            self.net[event.payee] += event.counters
        card = None if event.card is UNSET else event.card
        paid = PaidRecord(
            seq=seq, payer=event.payer, payee=event.payee, counters=event.counters,
            reason=event.reason, card=card,
        )  # fmt: skip
        (self.tricks[-1].payments if self.tricks else self.between).append(paid)

    def record(self) -> HandRecord:
        course = self.course
        assert course is not None
        status = {DONE: "complete", VOID: "void"}.get(course.stage, "open")
        winners = winning_seats(course) or [] if status == "complete" else []
        trump = self.turnup[1] if self.turnup else None
        return convert(
            {
                "number": self.number,
                "status": status,
                "dealer": self.dealer,
                "cutter": self.cutter,
                "turnup": self.turnup,
                "trump": trump,
                "holdings": self.holdings,
                "stakes": self.stakes,
                "tricks": [trick.record() for trick in self.tricks],
                "points": list(course.points),
                "net_payments": self.net,
                "winners": winners,
                "announced": list(course.announced),
                "incidents": self.incidents,
                "awards": self.awards,
            },
            HandRecord,
        )


def _counters(seq: int, event: ev.Stake | ev.Award) -> CountersRecord:
    return CountersRecord(seq=seq, seat=event.seat, counters=event.counters)


def hands_of(events: Sequence[ev.Event | None], frames: Mapping[int, Course]) -> list[HandRecord]:
    """The hands of a log, from its events and the course after each that stands."""
    hands: list[_Hand] = []
    for seq in sorted(frames):
        event, course = events[seq], frames[seq]
        if isinstance(event, ev.Hand):
            n = course.n
            hand = _Hand(number=event.number, dealer=event.dealer, n=n, net=[0] * n)
            hand.deal_again()
            hands.append(hand)
        if hands and event is not None and not isinstance(event, ev.End):
            hands[-1].take(seq, event, course)
    return [hand.record() for hand in hands]


def ranking(course: Course) -> list[list[int]]:
    """The seats from the first on, those level together: by purses, in a game for points by totals
    (2v2 by those of the side). Who has left comes last (004, D33)."""
    terms = course.terms
    scores = list(course.totals if terms.for_points else course.purses)
    if terms.for_points and terms.partners:
        scores = [scores[seat ^ 1] + scores[seat] for seat in range(4)]
    gone = {course.leaver, course.leaver ^ 1} if terms.partners else {course.leaver}
    if course.leaver == NOBODY:
        gone = set()
    keys = {seat: (seat not in gone, scores[seat]) for seat in range(course.n)}
    return [
        [seat for seat in keys if keys[seat] == key]
        for key in sorted(set(keys.values()), reverse=True)
    ]


def game_record(
    log: GameLog,
    judgement: Judgement,
    more: Mapping[str, Ruleset] | None = None,
    frames: dict[int, Course] | None = None,
) -> GameRecord:
    """The record of a game that has a readable header. The status is that of the judgement;
    `frames` are its frames, worked out here if they are not given."""
    header, course = log.header, judgement.course
    assert header is not None
    assert course is not None
    events = log.known_events()
    if frames is None:
        frames = {}
        judge(events, more, frames)
    # Of rules that are not known nobody can say what a player has.
    pot = course.terms.known and not course.terms.for_points
    faulty = any(codes()[fault.code].severity == "error" for fault in log.faults)
    return GameRecord(
        index=log.index,
        id=header.id,
        rules=header.rules,
        players=list(header.players),
        status=cast(GameStatus, "faulty" if faulty else judgement.status),
        hands=hands_of(events, frames),
        totals=list(course.totals),
        purses=list(course.purses) if pot else None,
        pot=course.pot if pot else None,
        ranking=ranking(course) if course.terms.known else [],
    )


def course_after(log: GameLog, seq: int, more: Mapping[str, Ruleset] | None = None) -> Course:
    """The course after an event of a game that has a readable header."""
    course = judge(log.known_events()[: seq + 1], more).course
    assert course is not None
    course.seq = seq
    return course


def state_record(
    log: GameLog,
    seq: int,
    more: Mapping[str, Ruleset] | None = None,
    *,
    seat: int | None = None,
    partner_hidden: bool = False,
) -> StateRecord:
    """The state after an event of a game that has a readable header."""
    state = State(course_after(log, seq, more))
    if seat is not None:
        state = state.view(seat, partner=not partner_hidden)
    return convert(state.as_dict(), StateRecord)
