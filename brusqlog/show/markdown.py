"""A recorded game as a Markdown page: headings, a table of tricks a hand, tables of results."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import inf
from typing import Final

from brusqlog.game.findings import Finding
from brusqlog.show.records import GameRecord, HandRecord, TrickRecord
from brusqlog.show.telling import WHOLE, Asides, Part, Teller
from brusqlog.spelling import Style

_SIGNS: Final = re.compile(r"([\\`*_{}\[\]<>#|~!&])")


def quoted(text: str) -> str:
    """The text with the signs escaped that Markdown or HTML would read."""
    return _SIGNS.sub(r"\\\1", text)


def markdown(
    game: GameRecord,
    findings: Iterable[Finding],
    style: Style,
    part: Part = WHOLE,
    *,
    partners: bool = False,
) -> Iterator[str]:
    """The lines of the page, or of the part asked for; `partners`: two against two."""
    return _Markdown(game, findings, Teller(game.players, style, partners=partners), part).lines()


class _Markdown:
    def __init__(
        self, game: GameRecord, findings: Iterable[Finding], tell: Teller, part: Part
    ) -> None:
        self.game = game
        self.part = part
        self.tell = tell
        self.tell.names = [quoted(name) for name in self.tell.names]
        self.tell.initials = [quoted(name) for name in self.tell.initials]
        self.asides = Asides()
        for hand in game.hands:
            for incident in hand.incidents:
                told = f"> {self.tell.incident(incident)}"
                self.asides.add(hand.number, incident["seq"], told)
        for finding in findings:
            told = f"> **{finding.severity}** `{finding.code}` {quoted(finding.message)}"
            self.asides.add(finding.hand or 0, finding.seq or 0, told)

    def lines(self) -> Iterator[str]:
        title, rules, players, status = self.tell.game(self.game)
        yield f"# {quoted(title)}"
        yield ""
        yield self.tell.dot.join((quoted(rules), players, status))
        yield from self._aside(0)
        for hand in self.game.hands:
            yield ""
            yield from self._hand(hand)
        if self.part.whole:
            if self.game.hands:
                yield ""
                yield from self._end()
            yield from self._aside(inf)

    def _hand(self, hand: HandRecord) -> Iterator[str]:
        tell = self.tell
        yield f"## {tell.say('hand', number=hand.number)}"
        yield ""
        yield tell.dot.join(tell.setting(hand))
        stakes = tell.stakes(hand)
        if stakes:
            yield ""
            yield f"{tell.say('stakes')} {stakes}"
        if any(hand.holdings):
            yield ""
            for name, cards in zip(tell.names, hand.holdings, strict=True):
                yield f"- {name}: {tell.cards(cards)}"
        yield from self._tricks(hand)
        yield from self._aside(hand.number)
        if self.part.trick is None:
            yield ""
            yield from self._result(hand)

    def _result(self, hand: HandRecord) -> Iterator[str]:
        tell = self.tell
        rows = {"points": map(str, hand.points)}
        if any(hand.net_payments):
            rows["payments"] = map(tell.signed, hand.net_payments)
        if any(count is not None for count in hand.announced):
            rows["announced"] = map(str, ("" if n is None else n for n in hand.announced))
        yield from self._players_table(rows)
        status = tell.say(hand.status) if hand.status != "complete" else None
        for sentence in filter(None, (tell.sides(hand.points), tell.awards(hand), status)):
            yield ""
            yield sentence

    def _tricks(self, hand: HandRecord) -> Iterator[str]:
        if not hand.tricks:
            return
        starts = [min((play.seq for play in trick.plays), default=0) for trick in hand.tricks]
        yield from self._aside(hand.number, starts[0] - 1)
        points = [0] * len(self.game.players)
        fresh = True
        for trick, (_, following) in zip(hand.tricks, pairwise([*starts, None]), strict=True):
            if trick.taker is not None:
                points[trick.taker] += trick.points
            asides = list(self._aside(hand.number, inf if following is None else following - 1))
            if not self.part.has(trick):
                continue
            if fresh:
                yield ""
                yield from self._trick_heading()
            yield self._trick(trick, points)
            yield from asides
            fresh = bool(asides)

    def _trick_heading(self) -> Iterator[str]:
        labels = ("number", "plays", "takes", "pts", "payments", "draws")
        told = [self.tell.say(label) for label in labels]
        yield _row([*told, " / ".join(self.tell.initials)])
        yield _row(["--:", ":--", ":--", "--:", ":--", ":--", "--:"])

    def _trick(self, trick: TrickRecord, points: Sequence[int]) -> str:
        tell = self.tell
        plays = [
            f"**{tell.initial(play.seat)} {tell.style.card(play.card)}**"
            if play.seat == trick.taker
            else f"{tell.initial(play.seat)} {tell.style.card(play.card)}"
            for play in trick.plays
        ]
        draws = (f"{tell.initial(draw.seat)} {tell.style.card(draw.card)}" for draw in trick.draws)
        taken = trick.taker is not None
        return _row(
            [
                str(trick.number),
                ", ".join(plays),
                tell.name(trick.taker) if taken else "",
                str(trick.points) if taken else "",
                f"{tell.style.mark(';')} ".join(tell.ledger(trick.payments)),
                ", ".join(draws),
                " / ".join(map(str, points)),
            ]
        )

    def _end(self) -> Iterator[str]:
        game, tell = self.game, self.tell
        yield f"## {tell.end(game)}"
        yield ""
        rows = {"totals": map(str, game.totals)}
        if game.purses is not None:
            rows["purses"] = map(tell.number, game.purses)
        yield from self._players_table(rows)
        for sentence in filter(None, (tell.sides(game.totals), tell.pot(game), tell.ranking(game))):
            yield ""
            yield sentence

    def _players_table(self, rows: Mapping[str, Iterable[str]]) -> Iterator[str]:
        yield _row(["", *self.tell.names])
        yield _row([":--", *["--:"] * len(self.tell.names)])
        for label, values in rows.items():
            yield _row([self.tell.say(label), *values])

    def _aside(self, hand: float, seq: float = inf) -> Iterator[str]:
        for told in self.asides.until(hand, seq):
            yield ""
            yield told


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
