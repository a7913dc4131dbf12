"""A game as one player saw it: what `redact` writes and `replay --seat` tells.

It rests on nothing but the events before each one, whether or not they keep the rules, and on no
card that is hidden: so the redaction of a prefix is the prefix of the redaction, and two games that
the player could not tell apart look the same. Withdrawn events are hidden like all others.

What people wrote down for everybody stays: texts of notes and rulings. A recorder who writes a
hidden card into a note has told it.
"""

from collections.abc import Sequence
from copy import copy

from brusqlog.game import events as ev
from brusqlog.game import rules
from brusqlog.game.state import eyes, shown
from brusqlog.log.gamelog import GameLog


def redacted(
    events: Sequence[ev.Event | None], seat: int, *, partner: bool = True
) -> list[ev.Event]:
    """The game, header first, as that player could have seen it: cards dealt to others or drawn by
    them are `??`, but for the turn-up drawn last; there is no `deck`, `extra`, `data` and no seal.
    `partner`: 2v2 partners see each other's cards. A line that cannot be read (None) shows
    nothing."""
    return [event for event in as_seen(events, seat, partner=partner) if event is not None]


def as_seen(
    events: Sequence[ev.Event | None], seat: int, *, partner: bool = True
) -> list[ev.Event | None]:
    """The same, each event at its place; None where it shows nothing."""
    header = events[0]
    assert isinstance(header, ev.Game)
    sight = _Sight(header, seat, partner)
    return [sight.of(event) for event in events]


def seen_log(log: GameLog, seat: int, *, partner: bool = True) -> GameLog:
    """A log that has a readable header, its events as a player saw them; what shows nothing is an
    empty note, so that every event keeps its number and place. Its text shows all."""
    events = log.known_events()
    seen = copy(log)
    seen.events = [
        ev.Note(text="") if shows is None and event is not None else shows
        for event, shows in zip(events, as_seen(events, seat, partner=partner), strict=True)
    ]
    seen.events += log.events[len(events) :]
    return seen


class _Sight:
    """Follows the pack only as far as it takes to know when the turn-up is drawn."""

    def __init__(self, header: ev.Game, seat: int, partner: bool) -> None:
        players = len(header.players)
        two_against_two = header.partners is True and players == rules.PLAYERS["2v2"]
        self.sees = eyes(two_against_two, seat, partner)
        self.pack = rules.pack_size(players)
        self.turnup: str | None = None
        self.stock = 0
        self.past: list[tuple[str | None, int]] = []
        """Turn-up and stock before each event that a retraction would withdraw."""

    def of(self, event: ev.Event | None) -> ev.Event | None:
        """The next event as the player sees it."""
        last = self.turnup if self.stock == 1 else None
        if isinstance(event, ev.Retract):
            self._withdraw(event.last)
        elif not isinstance(event, ev.Game | ev.Note | ev.Seal):
            self.past.append((self.turnup, self.stock))
            self._follow(event)
        return None if event is None else shown(event, self.sees, last)

    def _withdraw(self, last: int) -> None:
        if self.past:
            self.turnup, self.stock = self.past[-last:][0]
            del self.past[-last:]

    def _follow(self, event: ev.Event | None) -> None:
        match event:
            case ev.Hand() | ev.Cut():  # an incident may have the cards dealt again: cut again
                self.turnup, self.stock = None, self.pack
            case ev.Turnup():
                self.turnup = event.card
            case ev.Deal():
                self.stock -= len(event.cards)
            case ev.Draw():
                self.stock -= 1
