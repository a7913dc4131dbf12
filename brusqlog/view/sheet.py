"""The score sheet of a game: every hand trick by trick, as one would have written it by hand.

It is what the page lists beside the table, what it prints, and all that it shows without scripts.
A piece has in `data-from` and `data-to` the first and last event that it tells of.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from msgspec import UNSET, Struct, field

from brusqlog.game import events as ev
from brusqlog.show.records import GameRecord, HandRecord, TrickRecord
from brusqlog.show.telling import Teller
from brusqlog.spelling import escape
from brusqlog.view.html import Html, element, join
from brusqlog.view.vocabulary import PAGE


class Aside(Struct, frozen=True):
    """What stands between the tricks: a note, an incident, a finding at an event."""

    seq: int
    kind: str
    told: str
    code: str | None = None
    more: list[str] = field(default_factory=list)
    excerpt: str | None = None


def sheet(
    tell: Teller,
    number: int,
    header: ev.Game | None,
    record: GameRecord | None,
    asides: Sequence[Aside],
    starts: Sequence[tuple[int, int]],
    last: int,
    *,
    seen: str | None = None,
    spoilers: bool = True,
) -> Html:
    """The sheet of the game that is the `number`-th of its page. `starts` are the events with which
    its hands begin, each with the number of the hand; `last` is its last event; `seen` says whose
    eyes it is for. Without `spoilers` it is hidden until a script shows what was reached."""
    made = _Sheet(tell, number, asides, starts, last)
    pieces = [made.heading(header, record, seen)]
    if record is None:
        pieces += made.asides(-1, last)
    else:
        pieces += made.hands(record)
    return element(
        "article", *pieces, class_="sheet", id=f"sheet-{number}", hidden=not spoilers or number > 1
    )


class _Sheet:
    def __init__(
        self,
        tell: Teller,
        number: int,
        asides: Sequence[Aside],
        starts: Sequence[tuple[int, int]],
        last: int,
    ) -> None:
        self.tell = tell
        self.style = tell.style
        self.words = PAGE[self.style.language]
        self.number = number
        self.left = sorted(asides, key=lambda aside: aside.seq)
        self.starts = starts
        self.last = last

    def heading(self, header: ev.Game | None, record: GameRecord | None, seen: str | None) -> Html:
        """What game it is, and how it stands."""
        if record is None or header is None:
            return element("header", element("p", self.words["no game"]))
        title, rules, players, status = self.tell.game(record)
        told = [players, rules]
        told += [
            escape(value)
            for value in (header.date, header.place, header.recorder)
            if value is not UNSET and value
        ]
        return element(
            "header",
            element("h2", _named(title)),
            element("p", *_dotted(told)),
            *([element("p", element("strong", seen))] if seen else []),
            element("p", status, class_="status", **self._span(0, self.last)),
        )

    # Hands -------------------------------------------------------------------------------------

    def hands(self, record: GameRecord) -> Iterator[Html]:
        """All hands, what stands before and between them, and the result."""
        ends = [start - 1 for start, _ in self.starts[1:]] + [self.last]
        yield from self.asides(-1, self.starts[0][0] - 1 if self.starts else self.last)
        for hand, (start, _), end in zip(record.hands, self.starts, ends, strict=False):
            yield element("section", *self._hand(hand, start, end), class_="hand", data_from=start)
        yield from self.asides(-1, self.last)
        if record.hands:
            yield self._end(record)

    def _hand(self, hand: HandRecord, start: int, end: int) -> Iterator[Html]:
        tell = self.tell
        firsts = [min((play.seq for play in trick.plays), default=start) for trick in hand.tricks]
        dealt = firsts[0] - 1 if firsts else end
        heading = tell.say("hand", number=hand.number)
        yield element("h3", self._link(heading, start, hand.number))
        setting = [*tell.setting(hand)]
        stakes = tell.stakes(hand)
        if stakes:
            setting.append(f"{tell.say('stakes')} {stakes}")
        yield element("p", *_dotted(setting), class_="setting", **self._span(start, dealt))
        if any(hand.holdings):
            yield self._holdings(hand, start, dealt)
        yield from self.asides(start, dealt)
        if hand.tricks:
            yield self._tricks(hand, firsts, end)
        yield self._result(hand, end)

    def _holdings(self, hand: HandRecord, start: int, dealt: int) -> Html:
        rows = [
            element("div", element("dt", _named(name)), element("dd", self._cards(cards)))
            for name, cards in zip(self.tell.names, hand.holdings, strict=True)
        ]
        return element("dl", *rows, class_="dealt", **self._span(start, dealt))

    def _tricks(self, hand: HandRecord, firsts: Sequence[int], end: int) -> Html:
        say = self.tell.say
        labels = [say("number"), say("plays"), say("pts")]
        heads = [element("th", label, scope="col") for label in labels]
        for name, initial in zip(self.tell.names, self.tell.initials, strict=True):
            heads.append(element("th", element("abbr", initial, title=name), scope="col"))
        points = [0] * len(self.tell.names)
        rows: list[Html] = []
        for trick, (first, following) in zip(
            hand.tricks, pairwise([*firsts, end + 1]), strict=True
        ):
            if trick.taker is not None:
                points[trick.taker] += trick.points
            rows.append(self._trick(hand, trick, points, first))
            for aside in self.asides(first, following - 1):
                cell = element("td", aside, colspan=3 + len(points))
                rows.append(element("tr", cell, class_="aside"))
        return element(
            "table",
            element("thead", element("tr", *heads)),
            element("tbody", *rows),
            class_="tricks",
        )

    def _trick(
        self, hand: HandRecord, trick: TrickRecord, points: Sequence[int], first: int
    ) -> Html:
        last = max(
            first,
            *(play.seq for play in (*trick.plays, *trick.draws)),
            *(paid.seq for paid in trick.payments),
        )
        complete = max((play.seq for play in trick.plays), default=first)
        lines = [element("div", *self._plays(hand, trick), class_="plays")]
        if trick.draws:
            draws = [
                self._link(f"{self.tell.initial(draw.seat)} {self.style.card(draw.card)}",
                           draw.seq, hand.number)
                for draw in trick.draws
            ]  # fmt: skip
            label = element("span", f"{self.tell.say('draws')} ", class_="label")
            lines.append(element("div", label, join(draws, " "), class_="draws"))
        if trick.payments:
            label = element("span", f"{self.tell.say('payment')} ", class_="label")
            paid = f"{self.style.mark(';')} ".join(self.tell.ledger(trick.payments))
            link = self._link(paid, trick.payments[0].seq, hand.number)
            lines.append(element("div", label, link, class_="payments"))
        taken = trick.taker is not None
        return element(
            "tr",
            element("th", self._link(str(trick.number), complete, hand.number), scope="row"),
            element("td", *lines),
            element("td", str(trick.points) if taken else "", class_="pts"),
            *(
                element("td", str(count), class_="taker" if seat == trick.taker else None)
                for seat, count in enumerate(points)
            ),
            class_="trick",
            **self._span(first, last),
        )

    def _plays(self, hand: HandRecord, trick: TrickRecord) -> Iterator[Html]:
        for play in trick.plays:
            told = f"{self.tell.initial(play.seat)} {self.style.card(play.card)}"
            takes = play.seat == trick.taker
            told += "★" if takes else ""
            yield self._link(told, play.seq, hand.number, class_="takes" if takes else None)

    def _result(self, hand: HandRecord, end: int) -> Html:
        tell = self.tell
        rows = [self._row(tell.say("points"), map(str, hand.points), hand.winners)]
        if any(hand.net_payments):
            rows.append(self._row(tell.say("payments"), map(tell.signed, hand.net_payments)))
        if any(count is not None for count in hand.announced):
            counts = ("" if count is None else str(count) for count in hand.announced)
            rows.append(self._row(tell.say("announced"), counts))
        status = tell.say(hand.status) if hand.status != "complete" else None
        sentences = [*filter(None, (tell.sides(hand.points), tell.awards(hand), status))]
        return element(
            "div",
            self._table(rows),
            *(element("p", sentence) for sentence in sentences),
            class_="result",
            **self._span(end, end),
        )

    def _end(self, record: GameRecord) -> Html:
        tell = self.tell
        rows = [self._row(tell.say("totals"), map(str, record.totals))]
        if record.purses is not None:
            rows.append(self._row(tell.say("purses"), map(tell.number, record.purses)))
        told = (tell.sides(record.totals), tell.pot(record), tell.ranking(record))
        return element(
            "section",
            element("h3", tell.end(record)),
            self._table(rows),
            *(element("p", sentence) for sentence in filter(None, told)),
            class_="result end",
            **self._span(self.last, self.last),
        )

    # Small pieces ------------------------------------------------------------------------------

    def asides(self, start: int, end: int) -> Iterator[Html]:
        """What stands between the tricks up to an event and was not given out yet."""
        while self.left and self.left[0].seq <= end:
            aside = self.left.pop(0)
            hand = bisect_right(self.starts, aside.seq, key=lambda begun: begun[0])
            label = [element("b", f"{aside.code}"), " "] if aside.code else []
            told = self._link(aside.told, aside.seq, self.starts[hand - 1][1] if hand else 0)
            yield element(
                "div",
                element("p", *label, told),
                *([element("pre", aside.excerpt)] if aside.excerpt else []),
                *(element("p", more, class_="more") for more in aside.more),
                class_=f"aside {aside.kind}",
                **self._span(aside.seq, aside.seq),
            )

    def _table(self, rows: Iterable[Html]) -> Html:
        names = [element("th", _named(name), scope="col") for name in self.tell.names]
        head = element("tr", element("td"), *names)
        return element("table", element("thead", head), element("tbody", *rows))

    def _row(self, label: str, values: Iterable[str], bold: Sequence[int] = ()) -> Html:
        cells = [
            element("td", element("b", value) if seat in bold else value)
            for seat, value in enumerate(values)
        ]
        return element("tr", element("th", label, scope="row"), *cells)

    def _cards(self, cards: Iterable[str]) -> str:
        return " ".join(map(self.style.card, cards))

    def _link(self, told: str, seq: int, hand: int, **attributes: object) -> Html:
        """A text that leads to an event."""
        return element("a", told, href=f"#{self.number}/{hand}/{seq}", **attributes)

    def _span(self, first: int, last: int) -> dict[str, object]:
        return {"data_from": first, "data_to": max(first, last)}


def _named(name: str) -> Html:
    """A name, whose direction of writing touches nothing beside it."""
    return element("bdi", name)


def _dotted(parts: Sequence[str]) -> list[Html]:
    return [join([element("bdi", part) for part in parts], " · ")]
