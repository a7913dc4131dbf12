"""What the recorder says: the prompt, what was written, why something was not."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import UNSET, convert, to_builtins

from brusqlog.checking.words import Words
from brusqlog.game import events as ev
from brusqlog.game.cards import CARD_POINTS, UNKNOWN
from brusqlog.game.course import DONE, NOBODY, Course
from brusqlog.game.findings import Finding
from brusqlog.game.fold import apply
from brusqlog.game.state import State
from brusqlog.recording import asking
from brusqlog.recording.amending import Fix
from brusqlog.recording.manual import KINDS
from brusqlog.recording.reader import UnclearError
from brusqlog.recording.vocabulary import ANSWERS, EVENTS, NEAR, OR, PROMPTS, UNCLEAR
from brusqlog.show.layout import Columns, drawn, wrapped
from brusqlog.show.record import ranking
from brusqlog.show.records import PaymentRecord, StateRecord
from brusqlog.show.telling import Teller
from brusqlog.spelling import Style, escape

INDENT = "  "
FEW = 4
"""Cards that may be played up to which they are named."""


class Voice:
    """The words for one game at the table."""

    def __init__(self, players: Sequence[str], style: Style, *, partners: bool = False) -> None:
        self.style = style
        self.tell = Teller(players, style, partners=partners)
        self.words = Words(style, players)

    def say(self, key: str, **facts: object) -> str:
        """A sentence of the answers."""
        return self.style.plain(ANSWERS[self.style.language][key]).format(**facts)

    def wrapped(self, text: str) -> Iterator[str]:
        """The text in lines under what was typed."""
        yield from wrapped(text, self.style.columns, INDENT, INDENT * 2)

    def count(self, n: int) -> str:
        """So many events."""
        return EVENTS[self.style.language][min(n, 2)].format(n=n)

    # The prompt --------------------------------------------------------------------------------

    def prompt(self, state: State, course: Course) -> str:
        """What is asked, without the sign behind it."""
        key, seat = asking.question(state, course)
        players = [self.tell.name(move["dealer"]) for move in state.next if "dealer" in move]
        return asked(
            self.style,
            key,
            number=asking.number(course, key),
            player=self.tell.name(seat),
            left=self.tell.name(asking.left(course)) if key == "cut" else "",
            players=", ".join(players),
        )

    def bar(self, state: State) -> str:
        """Trump, stock, card points and pot in one line."""
        tell = self.tell
        told = []
        if state.trump:
            told.append(tell.say("trump", suit=self.style.suit(state.trump)))
            told.append(f"{tell.say('stock')} {state.stock}")
            told.append(" ".join(map(self._count, enumerate(state.points))))
        if state.pot:
            told.append(f"{tell.say('pot')} {state.pot}")
        return tell.dot.join(told)

    def where(self, state: State) -> Iterator[str]:
        """The hand, its dealer and turn-up, and the trick, if there are any."""
        if state.hand is not None:
            setting = self.tell.setting(convert(state.as_dict(), StateRecord))
            told = [self.tell.say("hand", number=state.hand), *setting]
            told += [self.tell.say("of trick", number=state.trick)] if state.trick else []
            yield self.tell.dot.join(told)

    def _count(self, points: tuple[int, int]) -> str:
        return f"{self.tell.initial(points[0])} {points[1]}"

    # What was written --------------------------------------------------------------------------

    def events(self, course: Course, events: Iterable[tuple[int, ev.Event]]) -> Iterator[str]:
        """What happened from that course on. The course goes along."""
        family, parts = "", list[str]()
        paid: list[PaymentRecord] = []
        for seq, event in events:
            open_before = course.taker == NOBODY
            apply(course, event)
            course.remarks = []
            new, part = self._part(seq, event, course)
            if new != family:
                yield from self._line(family, parts, paid)
                family, parts, paid = new, [], []
            parts += [part] if part else []
            if isinstance(event, ev.Payment):
                paid.append(_record(event))
            done = course.turn == NOBODY and isinstance(event, ev.Play | ev.Take)
            if done and (isinstance(event, ev.Play) or open_before):
                yield from self._line(family, parts, paid)
                family, parts = "", []
                yield from self._trick(course)
            if isinstance(event, ev.End):
                yield from self._line(family, parts, paid)
                family, parts = "", []
                yield from self._end(course)
        yield from self._line(family, parts, paid)

    def _part(self, seq: int, event: ev.Event, course: Course) -> tuple[str, str]:
        """The family of an event, those of one stand in a line together, and what is said of it."""
        tell = self.tell
        match event:
            case ev.Deal() if set(event.cards) == {UNKNOWN}:
                return "deal", ""
            case ev.Deal():
                return "deal", f"#{seq} {tell.name(event.seat)} {tell.cards(event.cards)}"
            case ev.Lot() | ev.Play() | ev.Draw():
                card = self.style.painted(event.card)
                return type(event).__name__, f"#{seq} {tell.name(event.seat)} {card}"
            case ev.Turnup():
                told = tell.say("turnup", card=self.style.painted(event.card))
                trump = tell.say("trump", suit=self.style.suit(event.card[1]))
                return "turnup", f"#{seq} {told}{tell.dot}{trump}"
            case ev.Payment() if event.reason != "ruling":
                return "payment", ""
            case ev.Hand():
                player = tell.name(event.dealer)
                return "hand", self.say("began", number=event.number, player=player)
            case ev.Stake():
                return "stake", self.style.plain(f"{tell.name(event.seat)} {event.counters}")
            case ev.Incident():
                return "other", tell.incident(to_builtins(event))
            case ev.Balance():
                return "other", self.say("agrees")
            case ev.Note():
                return "other", self.say("noted")
            case ev.End():
                return "", ""
        return "other", self.style.plain(self.words.event(event))

    def _line(
        self, family: str, parts: Sequence[str], paid: Sequence[PaymentRecord]
    ) -> Iterator[str]:
        if family == "payment":
            yield from self.wrapped(
                f"{self.tell.say('payment')} {'; '.join(self.tell.ledger(paid))}"
            )
        elif family == "stake":
            yield from self.wrapped(f"{self.tell.say('stakes')} {', '.join(parts)}")
        elif parts:
            yield from self._row(parts, self.tell.dot if family == "other" else "  ")

    def _row(self, parts: Sequence[str], gap: str) -> Iterator[str]:
        """Parts in lines that are broken only between them."""
        line = INDENT + parts[0]
        for part in parts[1:]:
            if drawn(line + gap + part) > self.style.columns:
                yield line
                line = INDENT + part
            else:
                line += gap + part
        yield line

    def _trick(self, course: Course) -> Iterator[str]:
        """Who took the trick just completed; after the last one what everybody has counted."""
        if course.taker == NOBODY:
            yield from self.wrapped(self.say("taker open", number=course.trick))
            return
        points = sum(CARD_POINTS[card] for _, card, _ in course.plays)
        told = self.say(
            "takes",
            player=self.tell.name(course.taker),
            number=course.trick,
            points=self.style.number(points, "points"),
        )
        yield from self.wrapped(told)
        if course.stage == DONE:
            counts = (f"{self.tell.name(seat)} {n}" for seat, n in enumerate(course.points))
            yield from self.wrapped(self.say("counted", counts=self.tell.dot.join(counts)))
            if sides := self.tell.sides(course.points):
                yield from self.wrapped(sides)

    def _end(self, course: Course) -> Iterator[str]:
        """The final numbers."""
        tell = self.tell
        over = tell.say("game") + (
            "" if course.ended == "complete" else f" ({tell.say('abandoned')})"
        )
        yield INDENT + self.style.paint(over, "bold")
        table = Columns(tell.names, self.style)
        yield table.heading()
        yield table.row(tell.say("totals"), map(str, course.totals))
        if not course.terms.for_points:
            yield table.row(tell.say("purses"), map(tell.number, course.purses))
        if sides := tell.sides(course.totals):
            yield from self.wrapped(sides)
        places, place = [], 1
        for seats in ranking(course):
            places.append(f"{place}. {self.style.join(map(tell.name, seats))}")
            place += len(seats)
        yield from self.wrapped(f"{tell.say('ranking')} {'  '.join(places)}")

    # What was not ------------------------------------------------------------------------------

    def finding(self, finding: Finding) -> Iterator[str]:
        """A finding as it stands in `check`, without its line, and where else to look."""
        style = self.style
        colour = {"error": "red", "warning": "yellow", "info": "blue"}[finding.severity]
        label = style.paint(f"{finding.severity}[{finding.code}]", colour, "bold")
        yield from self.wrapped(f"{label} {style.plain(finding.message)}")
        if finding.severity == "info":
            return
        labels, below = self.words.labels, []
        if finding.rule:
            below.append(self.words.rule(finding.rule))
        if finding.help:
            below.append(f"{labels['help']} {finding.help}")
        for other in finding.related:
            place = self.say("where", seq=other.seq, event=other.message)
            below.append(f"{labels['related']} {place}")
        for text in below:
            yield from wrapped(style.plain(text), style.columns, INDENT * 2, INDENT * 3)

    def undone(self, events: Sequence[ev.Event]) -> Iterator[str]:
        """How many events were withdrawn, and how many of before a correction stand again."""
        last = sum(event.last for event in events if isinstance(event, ev.Retract))
        told = self.say("undone", events=self.count(last))
        if len(events) > 1:
            told += " " + self.say("restored", events=self.count(len(events) - 1))
        yield from self.wrapped(told)

    def fixed(self, fix: Fix) -> Iterator[str]:
        """A corrected card, and how far the rest was played again."""
        right = fix.right
        cards = getattr(right, "cards", None) or [getattr(right, "card", UNKNOWN)]
        again = self.count(len(fix.events) - 2)
        yield from self.wrapped(
            self.say("fixed", seq=fix.seq, card=self.tell.cards(cards), events=again)
        )
        if fix.stopped is not None:
            event, fault = fix.stopped
            told = self.style.plain(self.words.event(event))
            yield from self.wrapped(self.say("fixed short", event=told))
            message = self.words.message(fault.code, {"seat": fault.seat} | fault.facts)
            yield from self.wrapped(INDENT + self.style.plain(message))
        if len(fix.events) > 2:
            yield from self.wrapped(self.say("numbers"))

    def expected(self, state: State) -> Iterator[str]:
        """The cards that may be played now, if they are few."""
        cards = state.legal_plays()
        if 0 < len(cards) <= FEW and UNKNOWN not in cards:
            yield from self.wrapped(self.say("expected", what=self.tell.cards(cards)))

    def unclear(self, fault: UnclearError) -> Iterator[str]:
        """Why a line was not taken."""
        yield from self.wrapped(unclear(self.style, fault))


def asked(style: Style, key: str, **facts: object) -> str:
    """A question of the prompts."""
    return style.plain(PROMPTS[style.language][key]).format(**facts)


def unclear(style: Style, fault: UnclearError) -> str:
    """Why a line was not taken, in a sentence, with what may have been meant."""
    language = style.language
    facts = {name: escape(str(value)) for name, value in fault.facts.items()}
    facts["kinds"] = ", ".join(KINDS[language])
    for name in ("players", "splits"):
        if name in fault.facts:
            facts[name] = ", ".join(map(escape, fault.facts[name]))
    near = [escape(one) for one in fault.facts.get("near", ())]
    if "near" in fault.facts:
        facts["near"] = OR[language].join(near)
    if "cards" in fault.facts:
        facts["cards"] = OR[language].join(map(style.card, fault.facts["cards"]))
    told = style.plain(UNCLEAR[language][fault.key]).format(**facts)
    if near and "{near}" not in UNCLEAR[language][fault.key]:
        told += NEAR[language].format(near=facts["near"])
    return told


def _record(event: ev.Payment) -> PaymentRecord:
    return PaymentRecord(
        payer=event.payer,
        payee=event.payee,
        counters=event.counters,
        reason=event.reason,
        card=None if event.card is UNSET else event.card,
    )
