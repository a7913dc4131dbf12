"""A recorded game as one likes to read it in a terminal."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import inf
from typing import Any

from brusqlog.game.findings import Finding
from brusqlog.show.layout import Columns, flow, wrapped
from brusqlog.show.layout import finding as told_finding
from brusqlog.show.records import GameRecord, HandRecord
from brusqlog.show.telling import NAME, WHOLE, Asides, Part, Teller
from brusqlog.show.tricks import Rows
from brusqlog.spelling import Style, pad, shorten, width


def text(
    game: GameRecord,
    findings: Iterable[Finding],
    style: Style,
    part: Part = WHOLE,
    *,
    partners: bool = False,
) -> Iterator[str]:
    """The lines of a game, or of the part asked for; `partners`: two against two."""
    return _Text(game, findings, Teller(game.players, style, partners=partners), part).lines()


class _Text:
    def __init__(
        self, game: GameRecord, findings: Iterable[Finding], tell: Teller, part: Part
    ) -> None:
        self.game = game
        self.part = part
        self.style = tell.style
        self.tell = tell
        self.asides = Asides()
        for hand in game.hands:
            for incident in hand.incidents:
                self.asides.add(hand.number, incident["seq"], self._incident(incident))
        for finding in findings:
            self.asides.add(finding.hand or 0, finding.seq or 0, told_finding(finding, self.style))

    def lines(self) -> Iterator[str]:
        *heading, status = self.tell.game(self.game)
        told = [*heading, status] if self.part.status else heading
        yield from flow(told, self.tell.dot, self.style, bold=True)
        yield from self.asides.until(0)
        for hand in self.game.hands:
            yield ""
            yield from self._hand(hand)
        if self.part.whole:
            if self.game.hands:
                yield ""
                yield from self._end()
            yield from self.asides.until(inf)

    def _incident(self, incident: dict[str, Any]) -> str:
        first = f"  {self.style.plain('·')} "
        told = wrapped(self.tell.incident(incident), self.style.columns, first, "    ")
        return "\n".join(self.style.paint(line, "yellow") for line in told)

    def _hand(self, hand: HandRecord) -> Iterator[str]:
        heading = [self.tell.say("hand", number=hand.number), *self.tell.setting(hand)]
        yield from flow(heading, self.tell.dot, self.style, bold=True)
        if any(hand.holdings):
            yield from self._holdings(hand.holdings)
        stakes = self.tell.stakes(hand)
        if stakes:
            label = self.tell.say("stakes")
            yield from wrapped(f"{label} {stakes}", self.style.columns, "  ", "    ")
        starts = [min((play.seq for play in trick.plays), default=0) for trick in hand.tricks]
        if starts:
            yield from self.asides.until(hand.number, starts[0] - 1)
            yield from self._tricks(hand, starts)
        yield from self.asides.until(hand.number)
        if self.part.trick is None:
            yield from self._result(hand)

    def _holdings(self, holdings: Sequence[Sequence[str]]) -> Iterator[str]:
        names = [shorten(name, NAME, self.style) for name in self.tell.names]
        longest = max(map(width, names))
        for name, cards in zip(names, holdings, strict=True):
            yield f"  {pad(name, longest)}  {self.tell.cards(cards)}".rstrip()

    def _tricks(self, hand: HandRecord, starts: list[int]) -> Iterator[str]:
        rows = Rows(self.tell, self.style)
        points = [0] * len(self.game.players)
        yield ""
        yield self.style.paint(rows.heading(), "dim")
        for trick, (_, following) in zip(hand.tricks, pairwise([*starts, None]), strict=True):
            if trick.taker is not None:
                points[trick.taker] += trick.points
            asides = self.asides.until(hand.number, inf if following is None else following - 1)
            if self.part.has(trick):
                yield from rows.trick(trick, points)
                yield from asides

    def _result(self, hand: HandRecord) -> Iterator[str]:
        table = Columns(self.tell.names, self.style)
        yield ""
        yield table.heading()
        yield table.row(self.tell.say("points"), map(str, hand.points), hand.winners)
        sides = self.tell.sides(hand.points)
        if any(hand.net_payments):
            yield table.row(self.tell.say("payments"), map(self.tell.signed, hand.net_payments))
        if any(count is not None for count in hand.announced):
            counts = ("" if count is None else str(count) for count in hand.announced)
            yield table.row(self.tell.say("announced"), counts)
        status = self.tell.say(hand.status) if hand.status != "complete" else None
        for told in filter(None, (sides, self.tell.awards(hand), status)):
            yield from wrapped(told, self.style.columns, "  ", "    ")

    def _end(self) -> Iterator[str]:
        game, tell = self.game, self.tell
        yield self.style.paint(tell.end(game), "bold")
        table = Columns(tell.names, self.style)
        yield table.heading()
        yield table.row(tell.say("totals"), map(str, game.totals))
        if game.purses is not None:
            yield table.row(tell.say("purses"), map(tell.number, game.purses))
        for told in filter(None, (tell.sides(game.totals), tell.pot(game), tell.ranking(game))):
            yield from wrapped(told, self.style.columns, "  ", "    ")
