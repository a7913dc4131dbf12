"""The tricks of a hand, a line each: plays, taker, points, draws; the payments under it."""

from collections.abc import Iterator, Sequence
from typing import Final

from brusqlog.show.layout import filled, wrapped
from brusqlog.show.records import TrickRecord
from brusqlog.show.telling import Teller
from brusqlog.spelling import Style, pad, shorten, width

CARD: Final = 3
"""Columns of a card: `10♠`."""
NUMBER: Final = 2
POINTS: Final = 3
NAME: Final = 10
"""Columns of a name at most; fewer where the line would get too long."""
MARGIN: Final = "  "
UNDER: Final = " " * 6


class Rows:
    """Lays out tricks in columns: the draws in the line where they fit, else under it."""

    def __init__(self, tell: Teller, style: Style) -> None:
        players = len(tell.names)
        initial = max(map(width, tell.initials))
        self.tell = tell
        self.style = style
        self.initial = initial
        self.number = max(NUMBER, width(tell.say("number")))
        self.plays = players * (initial + CARD + 3) - 1
        self.draws = players * (initial + CARD + 2) - 1
        self.running = max(POINTS, initial)
        fixed = len(MARGIN) + self.number + 2 + self.plays + 1 + 1 + POINTS
        fixed += 2 + players * (self.running + 1) - 1
        longest = max(max(map(width, tell.names)), width(tell.say("takes")))
        self.name = min(NAME, longest, max(style.columns - fixed, 1))
        self.inline = fixed + self.name + 2 + self.draws <= style.columns

    def heading(self) -> str:
        """The line of labels."""
        say = self.tell.say
        draws = say("draws") if self.inline else ""
        running = [pad(name, self.running, right=True) for name in self.tell.initials]
        return self._line(say("number"), say("plays"), say("takes"), say("pts"), draws, running)

    def trick(self, trick: TrickRecord, points: Sequence[int]) -> Iterator[str]:
        """A trick, what was drawn and paid after it, and the card points up to then."""
        plays = " ".join(self._play(trick, index) for index in range(len(trick.plays)))
        draws = " ".join(self._cell(draw.seat, draw.card) for draw in trick.draws)
        taken = trick.taker is not None
        running = [pad(str(count), self.running, right=True) for count in points]
        yield self._line(
            str(trick.number),
            plays,
            self.tell.name(trick.taker) if taken else "",
            str(trick.points) if taken else "",
            draws if self.inline else "",
            running,
        )
        if draws and not self.inline:
            yield f"{UNDER}+ {draws}".rstrip()
        ledger = self.tell.ledger(trick.payments)
        if ledger:
            paid = f"{self.style.mark(';')} ".join(ledger)
            label = self.tell.say("payment")
            yield from wrapped(f"{label} {paid}", self.style.columns, UNDER, UNDER + "  ")

    def _play(self, trick: TrickRecord, index: int) -> str:
        play = trick.plays[index]
        if play.seat != trick.taker:
            return self._cell(play.seat, play.card) + " "
        return self._cell(play.seat, play.card, self.style.plain("★"), "bold")

    def _cell(self, seat: int, card: str, mark: str = "", *kinds: str) -> str:
        initial = self.style.paint(pad(self.tell.initial(seat), self.initial), *kinds)
        told = f"{initial} {self.style.painted(card, *kinds)}{self.style.paint(mark, *kinds)}"
        return filled(told, self.initial + 1 + CARD + len(mark))

    def _line(
        self, number: str, plays: str, taker: str, points: str, draws: str, running: list[str]
    ) -> str:
        name = pad(shorten(taker, self.name, self.style), self.name)
        line = f"{MARGIN}{pad(number, self.number, right=True)}  {filled(plays, self.plays)} "
        line += f"{name} {pad(points, POINTS, right=True)}  "
        if self.inline:
            line += f"{filled(draws, self.draws)}  "
        return (line + " ".join(running)).rstrip()
