"""One game as a page shows it: its frames, its events in words, its findings, its score sheet."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import UNSET, Struct

from brusqlog.checking.report import GameReport, Wishes, report
from brusqlog.checking.run import judged
from brusqlog.checking.words import Words
from brusqlog.game import events as ev
from brusqlog.game.cards import CARD_POINTS, UNKNOWN
from brusqlog.game.course import Course
from brusqlog.game.findings import Finding
from brusqlog.game.standing import standing
from brusqlog.game.state import State
from brusqlog.log.gamelog import GameLog
from brusqlog.log.strict import Unknown
from brusqlog.show.record import game_record
from brusqlog.show.records import GameRecord
from brusqlog.show.telling import Teller
from brusqlog.spelling import escape
from brusqlog.versions.redaction import seen_log
from brusqlog.view.courses import judged_courses
from brusqlog.view.frames import changes, frames
from brusqlog.view.html import Html
from brusqlog.view.sayings import Sayings
from brusqlog.view.sheet import Aside, sheet
from brusqlog.view.vocabulary import PAGE


class Shown(Struct, frozen=True, kw_only=True):
    """A game made ready for a page. `number` counts the games of the page from 1; `title` is its
    id, `status` how it stands, in words. `record` and `header` are None if its header cannot be
    read. `data` is what the scripts read, `sheet` the score sheet."""

    number: int
    title: str
    players: list[str]
    status: str
    record: GameRecord | None
    header: ev.Game | None
    report: GameReport
    data: dict[str, Any]
    sheet: Html


def shown(
    log: GameLog,
    wishes: Wishes,
    number: int = 1,
    *,
    seat: int | None = None,
    partner: bool = True,
    spoilers: bool = True,
    quoting: bool = True,
) -> Shown:
    """A game as a page shows it, in the language of the wishes. With a seat everything is worked
    out from what that player saw; `partner` as in `State.view`. Without `spoilers` the score sheet
    is hidden until a script shows what was reached. `quoting`: of a header that cannot be read the
    line is shown."""
    if seat is not None and log.readable:
        log = seen_log(log, seat, partner=partner)
    return _Showing(log, wishes, number, seat).shown(spoilers=spoilers, quoting=quoting)


class _Showing:
    def __init__(self, log: GameLog, wishes: Wishes, number: int, seat: int | None) -> None:
        self.log = log
        self.number = number
        self.seat = seat
        self.header = log.header if log.readable else None
        self.players = list(self.header.players) if self.header else []
        partners = self.header is not None and self.header.partners is True
        self.tell = Teller(self.players, wishes.style, partners=partners and len(self.players) == 4)
        self.words = Words(wishes.style, self.players)
        self.record: GameRecord | None = None
        self.courses: list[Course] = []
        self.stand: dict[int, Course] = {}
        if self.header is None:
            self.judgement = judged(log, wishes.rulesets)
        else:
            self.judgement, self.stand, self.courses = judged_courses(log, wishes.rulesets)
            self.record = game_record(log, self.judgement, wishes.rulesets, self.stand)
        self.report = report(log, self.judgement, wishes)
        self.findings = self.report.findings
        ranking = self.tell.ranking(self.record) if self.record else None
        self.sayings = Sayings(self.tell, self.words, ranking)
        self.seen: str | None = None
        if seat is not None:
            player = self.tell.name(seat)
            self.seen = PAGE[wishes.style.language]["seat view"].format(player=player)
        self.withdrawn = standing(log.known_events()).withdrawn
        self.starts = [
            (seq, event.number)
            for seq, event in enumerate(log.events)
            if seq in self.stand and isinstance(event, ev.Hand)
        ]

    def shown(self, *, spoilers: bool, quoting: bool) -> Shown:
        record, header = self.record, self.header
        title = escape(header.id) if header else self.tell.name(None)
        return Shown(
            number=self.number,
            title=title,
            players=self.tell.names,
            status=self.tell.say(self.report.entry.status),
            record=record,
            header=header,
            report=self.report,
            data=self._data() | {"title": title},
            sheet=sheet(
                self.tell,
                self.number,
                header,
                record,
                list(self._asides(quoting)),
                self.starts,
                len(self.log.events) - 1,
                seen=self.seen,
                spoilers=spoilers,
            ),
        )

    def _data(self) -> dict[str, Any]:
        told = {
            "players": self.tell.names,
            "initials": self.tell.initials,
            "partners": self.tell.partners,
            "home": self.seat or 0,
            "findings": [self._finding(found) for found in self.findings],
        }
        if self.seen:
            told["seen"] = self.seen
        if not self.courses:
            return told | {"frames": [], "events": []}
        every = frames(self._known(), self.courses, self.tell)
        return told | {
            "known": self.courses[0].terms.known,
            "forPoints": self.courses[0].terms.for_points,
            "frames": list(changes(every)),
            "events": list(self._events()),
            **self._stops(),
        }

    def _known(self) -> list[ev.Event | None]:
        """The events, None for those that are not known."""
        return [None if isinstance(event, Unknown) else event for event in self.log.events]

    def _events(self) -> Iterator[dict[str, Any]]:
        """Every event: in words, what it pays, the cards it names, what withdrew it."""
        sayings = self.sayings
        before = self.courses[0]
        for seq, (event, course) in enumerate(zip(self.log.events, self.courses, strict=True)):
            said = sayings.said(event, State(before), State(course), open_trick=course.undecided)
            told: dict[str, Any] = {"said": said}
            if paid := _paid(event):
                told["pays"] = paid
            if cards := "".join(card for card in _cards(event) if card != UNKNOWN):
                told["cards"] = cards
            if seq in self.withdrawn:
                told["withdrawn"] = self.withdrawn[seq]
            before = course
            yield told

    def _stops(self) -> dict[str, Any]:
        """Where one can go at once: hands with the event that begins them, complete tricks with
        their hand, number and card points, payments of brusquembilles."""
        tricks, payments = [], []
        for seq, course in sorted(self.stand.items()):
            event = self.log.events[seq]
            if isinstance(event, ev.Play) and len(course.plays) == course.n:
                points = sum(CARD_POINTS[card] for _, card, _ in course.plays)
                tricks.append([seq, course.number, course.trick, points])
            elif isinstance(event, ev.Payment) and event.reason == "brusquembille":
                payments.append(seq)
        return {"hands": self.starts, "tricks": tricks, "payments": payments}

    def _finding(self, found: Finding) -> dict[str, Any]:
        told = {
            "seq": found.seq or 0,
            "severity": found.severity,
            "code": found.code,
            "message": found.message,
            "help": found.help,
            "rule": self.words.rule(found.rule) if found.rule else None,
        }
        return {key: value for key, value in told.items() if value is not None}

    def _asides(self, quoting: bool) -> Iterator[Aside]:
        """What stands between the tricks of the score sheet: notes, incidents, what was withdrawn,
        findings."""
        sayings = self.sayings
        for seq, event in enumerate(self.log.events):
            if isinstance(event, ev.Note) and event.text:
                yield Aside(seq, "note", sayings.sentence(event))
            elif isinstance(event, ev.Incident | ev.Retract):
                kind = "withdrawn" if isinstance(event, ev.Retract) else "incident"
                yield Aside(seq, kind, sayings.sentence(event))
            elif isinstance(event, Unknown | None):
                yield Aside(seq, "unread", sayings.sentence(event))
        for found in self.findings:
            rule = self.words.rule(found.rule) if found.rule else None
            excerpt = None
            if quoting and not self.courses:
                excerpt = self.report.excerpts.get(found.line or 0)
            yield Aside(
                found.seq or 0,
                found.severity,
                found.message,
                code=found.code,
                more=[*filter(None, (rule, found.help))],
                excerpt=escape(excerpt) if excerpt else None,
            )


def _paid(event: object) -> list[int | str] | None:
    """From where counters pass, to where, how many: seats, or the pot."""
    match event:
        case ev.Stake():
            return [event.seat, "pot", event.counters]
        case ev.Award():
            return ["pot", event.seat, event.counters]
        case ev.Payment():
            return [event.payer, event.payee, event.counters]
    return None


def _cards(event: object) -> Sequence[str]:
    """The cards that change their place at an event."""
    match event:
        case ev.Deal():
            return event.cards
        case ev.Turnup() | ev.Play() | ev.Draw() | ev.Lot():
            return [event.card]
        case ev.Payment() if event.card is not UNSET:
            return [event.card]
    return []
