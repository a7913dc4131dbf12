"""`brusqlog replay --step`: games one by one, each made ready when it is first shown."""

import os
import sys
from collections.abc import Iterator

import typer
from msgspec.structs import replace

from brusqlog.cli.options import wrong
from brusqlog.cli.output import style_of, tell
from brusqlog.cli.picking import seat_of, spoken_in
from brusqlog.cli.replay import Asked, Telling
from brusqlog.spelling import Style
from brusqlog.view.game import Shown, shown
from brusqlog.view.stepper import Stepper
from brusqlog.view.walk import Walk


def run(asked: Asked) -> None:
    """Step through the games until the person leaves, and end with the exit code: that of the games
    he has seen."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM") == "dumb":
        template = (
            "this needs a terminal. Without it the game is told as text; `brusqlog view` makes a "
            "page of it."
        )
        raise wrong("--step", template)
    try:
        from brusqlog.cli.fullscreen import stepped
    except ImportError:
        raise wrong("--step", 'this needs prompt_toolkit: `pip install "brusqlog[tui]"`.') from None
    style = style_of(sys.stdout, spoken_in(asked.lang, [asked.path]), asked.color)
    games = Games(asked, style)
    first = games.game(0)
    if first is not None:
        stepped(Stepper(games.game, style, begun(first, asked)))
    tell("".join(games.late))
    raise typer.Exit(games.exit_code)


def begun(game: Shown, asked: Asked) -> Walk:
    """The game at the hand, trick or event asked for. Raises the usage error if there is none."""
    walk = Walk(game)
    if asked.after is not None:
        if asked.after > walk.last:
            template = "there is no event {seq}; the last one is {last}."
            raise wrong("--after", template, seq=asked.after, last=walk.last)
        walk.seq = asked.after
    elif not asked.whole:
        seq = walk.place(hand=asked.hand, trick=asked.trick)
        if seq is None and asked.trick is not None:
            raise wrong("--trick", "trick {number} was not played.", number=asked.trick)
        if seq is None:
            raise wrong("--hand", "hand {number} was not played.", number=asked.hand)
        walk.seq = seq
    return walk


class Games(Telling):
    """The games asked for. Of what cannot be read `late` tells when the screen is free again."""

    def __init__(self, asked: Asked, style: Style) -> None:
        self.late: list[str] = []
        plain = replace(style, colour=False)  # what is red, the screen itself says
        super().__init__(asked, plain, say=self.late.append)
        self.ready: list[Shown] = []
        self.coming = self._coming()

    def game(self, place: int) -> Shown | None:
        """The game in that place, from 0; None beyond the last one."""
        while len(self.ready) <= place:
            game = next(self.coming, None)
            if game is None:
                return None
            self.ready.append(game)
        return self.ready[place]

    def _coming(self) -> Iterator[Shown]:
        seat = self.asked.seat
        for log in self.logs():
            self.told(log)  # for the exit code
            yield shown(
                log,
                self.wishes,
                seat=seat_of(seat, log) if seat is not None and log.readable else None,
                partner=not self.asked.partner_hidden,
                quoting=seat is None,
            )
