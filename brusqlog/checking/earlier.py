"""The earlier event that something said to come twice stands against: where the card was played,
the stake that was already paid."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from typing import Any, Final

from msgspec import UNSET

from brusqlog.game import events as ev
from brusqlog.game.standing import Standing

WHERE: Final[Mapping[str, tuple[type[ev.Event], ...]]] = {
    "card-already-played": (ev.Play,),
    "card-elsewhere": (ev.Deal, ev.Turnup, ev.Draw),
    "missing-card-seen": (ev.Deal, ev.Turnup, ev.Draw, ev.Play),
    "lot-card-twice": (ev.Lot,),
    "play-twice": (ev.Play,),
    "stake-twice": (ev.Stake,),
    "award-twice": (ev.Award,),
}
"""Of each such code the kinds of events to look for."""


def earlier(stand: Standing, seq: int, code: str, card: str | None, seat: int | None) -> int | None:
    """The last standing event before `seq`, in its hand, with the card that lies elsewhere, or of
    the player who does something twice."""
    kinds = WHERE.get(code)
    if kinds is None:
        return None
    named = "card" in code
    for index in range(bisect_left(stand.seqs, seq) - 1, -1, -1):
        event, place = stand.events[index], stand.seqs[index]
        if isinstance(event, ev.Hand) or (named and isinstance(event, ev.Cut)):
            return None
        if isinstance(event, kinds) and (
            card in _cards(event) if named else getattr(event, "seat", None) == seat
        ):
            return place
    return None


def _cards(event: Any) -> Sequence[str]:
    card = getattr(event, "card", UNSET)
    return event.cards if card is UNSET else (card,)
