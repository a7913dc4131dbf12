"""What is done beside the cards: announcements, payments, awards, check-points, remarks."""

import re
from collections.abc import Callable
from typing import Any, Final, Literal

from msgspec import UNSET

from brusqlog.game import events as ev
from brusqlog.notation.words import folded
from brusqlog.recording import cards, filling
from brusqlog.recording.draft import Draft
from brusqlog.recording.incidents import incident
from brusqlog.recording.reader import Reader, UnclearError

Deed = Callable[[Draft, Reader, str], None]
Reason = Literal["penalty", "ruling"]

_PAID: Final = re.compile(r"([^>]+)>\s*([^()]+?)\s*(?:\(([^)]*)\))?\s*")
_WHOSE: Final = re.compile(r"([^:]+):\s*(.+)")
REASONS: Final[dict[str, Reason]] = {
    "penalty": "penalty",
    "amende": "penalty",
    "ruling": "ruling",
    "decision": "ruling",
}


def announced(draft: Draft, reader: Reader, text: str) -> None:
    """How many card points players say they counted: `Anne 46, Basile 34`."""
    for seat, count in reader.amounts(text).items():
        draft.put(ev.Announce(seat=seat, count=count))


def mixed(draft: Draft, reader: Reader, text: str) -> None:
    """The cards are mixed up."""
    draft.put(ev.Gather())


def taken(draft: Draft, reader: Reader, text: str) -> None:
    """Who took the trick."""
    draft.put(ev.Take(seat=reader.seat(text.removeprefix(cards.TAKER))))
    filling.settle(draft)


def awarded(draft: Draft, reader: Reader, text: str) -> None:
    """Who takes how much from the pot."""
    for seat, counters in reader.amounts(text).items():
        draft.put(ev.Award(seat=seat, counters=_positive(counters)))


def paid(draft: Draft, reader: Reader, text: str) -> None:
    """Payments that the rules do not give: `Anne > Cécile 2 (ruling), …`."""
    for part in text.split(","):
        found = _PAID.fullmatch(part.strip())
        if found is None:
            raise UnclearError("payment", text=part.strip())
        ((payee, counters),) = reader.amounts(found[2]).items()
        cause = found[3] or ""
        reason = REASONS.get(folded(cause))
        card = UNSET if reason or not cause else reader.card(cause)
        draft.put(
            ev.Payment(
                payer=reader.seat(found[1]),
                payee=payee,
                counters=_positive(counters),
                reason=reason or "brusquembille",
                card=card,
            )
        )


def ends(draft: Draft, reader: Reader, text: str) -> None:
    """The end of the game, here and now."""
    filling.end(draft)


def remark(draft: Draft, reader: Reader, text: str) -> None:
    """A note, of one player if it begins with his name and a colon."""
    if not text:
        raise UnclearError("note empty")
    whose = _WHOSE.fullmatch(text)
    if whose:
        try:
            draft.put(ev.Note(text=whose[2], seat=reader.seat(whose[1])))
        except UnclearError:
            pass
        else:
            return
    draft.put(ev.Note(text=text))


def balance(name: str) -> Deed:
    """A check-point of one kind: a number for every player, or what lies in the pot."""

    def put(draft: Draft, reader: Reader, text: str) -> None:
        if name != "pot":
            given: Any = reader.everybody(text)
        elif text.strip().isdecimal():
            given = int(text)
        else:
            raise UnclearError("amount", text=text)
        draft.put(ev.Balance(**{name: given}))

    return put


def _positive(counters: int) -> int:
    if counters < 1:
        raise UnclearError("counters", counters=counters)
    return counters


DEEDS: Final[dict[str, Deed]] = {
    "announced": announced,
    "announce": announced,
    "annonce": announced,
    "award": awarded,
    "awards": awarded,
    "enjeu": awarded,
    "cut": cards.cut,
    "coupe": cards.cut,
    "end": ends,
    "fin": ends,
    "incident": incident,
    "lots": cards.lots,
    "tirage": cards.lots,
    "mixed": mixed,
    "brouille": mixed,
    "note": remark,
    "paid": paid,
    "pay": paid,
    "paye": paid,
    "points": balance("points"),
    "pot": balance("pot"),
    "purses": balance("purses"),
    "bourses": balance("purses"),
    "shuffle": cards.shuffle,
    "melange": cards.shuffle,
    "take": taken,
    "levee": taken,
    "totals": balance("totals"),
    "totaux": balance("totals"),
}
"""Commands that write events, by their names in both languages without accents."""
