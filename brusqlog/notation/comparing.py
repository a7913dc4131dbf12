"""What a transcript does not keep of a log, found by reading it again.

Two logs say the same if they differ in nothing but what no transcript keeps, the order and place of
stakes before the first play, the order of payments and the place of notes within their trick, a
`take` where the plays show the taker, and balances that stand together, which become one.
"""

from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from typing import Final, Literal

from msgspec import UNSET, Struct
from msgspec.structs import asdict, replace

from brusqlog.game import events as ev
from brusqlog.game.course import NOBODY, Course
from brusqlog.game.findings import Language
from brusqlog.game.terms import Terms
from brusqlog.notation.filling import follow
from brusqlog.notation.spans import BLANKS

Reason = Literal[
    "time", "data", "extra", "ruleset", "seal", "withdrawn", "unreadable",
    "stakes", "payments", "take", "notes", "balances", "unsaid",
]  # fmt: skip
"""Why something is left out. `stakes`, `payments` and `notes`: their order or exact place; `take`:
the plays show it; `balances`: they become one; `unsaid`: there are no words for it."""

REASONS: Final[dict[Language, dict[Reason, str]]] = {
    "en": {
        "time": "times",
        "data": "`data` of notes",
        "extra": "`extra` of the header",
        "ruleset": "the ruleset in the header, to be given with --rules",
        "seal": "seals, which are of other bytes",
        "withdrawn": "withdrawn events",
        "unreadable": "what cannot be read",
        "stakes": "the order of stakes",
        "payments": "the order of payments",
        "take": "takers that the plays show",
        "notes": "the exact place of notes",
        "balances": "check-points that become one",
        "unsaid": "what there are no words for",
    },
    "fr": {
        "time": "les heures",
        "data": "`data` des notes",
        "extra": "`extra` de l'en-tête",
        "ruleset": "le règlement de l'en-tête, à donner par --rules",
        "seal": "les sceaux, qui sont d'autres octets",
        "withdrawn": "les événements annulés",
        "unreadable": "ce qui n'est pas lisible",
        "stakes": "l'ordre des mises",
        "payments": "l'ordre des paiements",
        "take": "les preneurs que montrent les cartes",
        "notes": "la place exacte des notes",
        "balances": "des bilans qui n'en font qu'un",
        "unsaid": "ce pour quoi il n'y a pas de mots",
    },
}
"""What is left out, in words."""

Item = tuple[int, ev.Event]
"""An event with its number."""

_WHY: Final[dict[type[ev.Event], Reason]] = {
    **dict.fromkeys((ev.Stake, ev.Shuffle, ev.Cut, ev.Deal, ev.Turnup), "stakes"),
    ev.Take: "take",
    ev.Note: "notes",
    ev.Balance: "balances",
}
"""Why an event is not where it was, if the logs say the same; else it is for the payments."""

_OPENS: Final = (ev.Hand, ev.Shuffle, ev.Cut, ev.Announce, ev.Gather, ev.Award, ev.End)
"""Kinds that end what belongs to a trick, beside the next play."""


class LeftOut(Struct, frozen=True):
    """The number of an event of the log that the transcript does not give back, and why."""

    seq: int
    why: Reason


def compared(
    log: Sequence[Item], again: Sequence[ev.Event | None], terms: Terms
) -> Iterator[LeftOut]:
    """What of the events of a log is not there, or not at its place, in the log read again."""
    there = [(seq, event) for seq, event in enumerate(again) if event is not None]
    mine, other = list(said(log)), list(said(there))
    if list(map(_event, mine)) == list(map(_event, other)):
        return
    one, two = normal(mine, terms), normal(other, terms)
    if list(map(_event, one)) == list(map(_event, two)):
        for seq, event in _apart(mine, other):
            yield LeftOut(seq, _WHY.get(type(event), "payments"))
    else:
        for seq, _ in _apart(one, two):
            yield LeftOut(seq, "unsaid")


def said(items: Iterable[Item]) -> Iterator[Item]:
    """The events without what no transcript says of them."""
    for seq, event in items:
        match event:
            case ev.Seal():
                continue
            case ev.Note():
                if event.text is not UNSET:
                    yield seq, ev.Note(text=event.text.strip(BLANKS), seat=event.seat)
            case ev.Game():
                yield seq, replace(event, extra=UNSET, ruleset=UNSET, at=UNSET)
            case _:
                yield seq, event if event.at is UNSET else replace(event, at=UNSET)


def normal(items: Sequence[Item], terms: Terms) -> list[Item]:
    """The events in an order that does not depend on what a transcript leaves open."""
    found: list[Item] = []
    for part in _parts(list(_joined(_staked_first(items))), Course.of(terms)):
        rest = [item for item in part if not isinstance(item[1], ev.Payment | ev.Note)]
        if not any(isinstance(event, ev.Play) for _, event in rest):
            found += part
            continue
        paid = [item for item in part if isinstance(item[1], ev.Payment)]
        notes = [item for item in part if isinstance(item[1], ev.Note)]
        found += [*rest, *sorted(paid, key=_spelt), *notes]
    return list(_joined(found))


def _staked_first(items: Sequence[Item]) -> Iterator[Item]:
    """The stakes of every hand directly behind its beginning."""
    for hand in _by_hand(items):
        stakes = [item for item in hand if isinstance(item[1], ev.Stake)]
        rest = [item for item in hand if not isinstance(item[1], ev.Stake)]
        yield from (*rest[:1], *sorted(stakes, key=_spelt), *rest[1:])


def _parts(items: Sequence[Item], course: Course) -> Iterator[list[Item]]:
    """Every trick with what belongs to it, and what stands between."""
    part: list[Item] = []
    for seq, event in items:
        lead = isinstance(event, ev.Play) and (course.turn == NOBODY or not course.plays)
        if part and (lead or isinstance(event, _OPENS)):
            yield part
            part = []
        if not (isinstance(event, ev.Take) and event.seat == course.taker):
            part.append((seq, event))
        if not isinstance(event, ev.Game):
            course.seq = seq
            follow(course, event)
            course.remarks.clear()
    yield part


def _joined(items: Iterable[Item]) -> Iterator[Item]:
    """Balances that stand together as one, as far as they agree."""
    last: tuple[int, dict[str, object]] | None = None
    for seq, event in items:
        if isinstance(event, ev.Balance):
            more = {name: one for name, one in asdict(event).items() if one is not UNSET}
            if last is not None and all(
                last[1].get(name, one) == one for name, one in more.items()
            ):
                last = last[0], last[1] | more
                continue
        if last is not None:
            yield last[0], ev.Balance(**last[1])  # type: ignore[arg-type]
            last = None
        if isinstance(event, ev.Balance):
            last = seq, more
        else:
            yield seq, event
    if last is not None:
        yield last[0], ev.Balance(**last[1])  # type: ignore[arg-type]


def _apart(one: Sequence[Item], two: Sequence[Item]) -> Iterator[Item]:
    """The events of the first log that are not at their place in the second, hand by hand."""
    mine, other = _by_hand(one), _by_hand(two)
    if len(mine) != len(other):
        mine, other = [list(one)], [list(two)]
    for part, twin in zip(mine, other, strict=True):
        lines, others = list(map(_spelt, part)), list(map(_spelt, twin))
        if lines == others:
            continue
        steps = SequenceMatcher(None, lines, others, False).get_opcodes()
        gone = [item for tag, start, end, *_ in steps if tag != "equal" for item in part[start:end]]
        added = [part[max(start - 1, 0)] for tag, start, *_ in steps if tag == "insert" and part]
        yield from gone or added


def _by_hand(items: Sequence[Item]) -> list[list[Item]]:
    found: list[list[Item]] = [[]]
    for item in items:
        if isinstance(item[1], ev.Hand):
            found.append([])
        found[-1].append(item)
    return found


def _event(item: Item) -> ev.Event:
    return item[1]


def _spelt(item: Item) -> str:
    return repr(item[1])
