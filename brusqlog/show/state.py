"""The state of a game after one event, for people."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from brusqlog.game.cards import UNKNOWN
from brusqlog.game.findings import Finding
from brusqlog.nouns import EVENTS, INCIDENTS
from brusqlog.show.layout import Columns, flow, wrapped
from brusqlog.show.layout import finding as told_finding
from brusqlog.show.records import StateRecord
from brusqlog.show.telling import NAME, Teller
from brusqlog.show.vocabulary import DUES
from brusqlog.spelling import Style, pad, shorten, width

MANY: Final = 9
"""Cards that may come next from which on they are counted, not named."""


def state_text(
    state: StateRecord,
    players: Sequence[str],
    style: Style,
    findings: Iterable[Finding] = (),
    *,
    in_play: bool = False,
) -> Iterator[str]:
    """What was found at the event, holdings, table, counts, what is owed, and everything that may
    come next. `in_play`: an award would be a stake taken back, as the hand is not finished."""
    tell = Teller(players, style)
    yield from flow(_setting(state, tell), tell.dot, style, bold=True)
    yield from (told_finding(found, style) for found in findings)
    yield ""
    yield from _things(state, tell, style)
    yield ""
    table = Columns(tell.names, style)
    yield table.heading()
    for label in ("points", "totals", "purses"):
        values = getattr(state, label)
        if values is not None:
            yield table.row(tell.say(label), map(tell.number, values))
    if state.owed:
        debts = f"{style.mark(';')} ".join(tell.ledger(state.owed))
        owed = f"{tell.say('owed')} {debts}"
        yield from wrapped(owed, style.columns, "  ", "    ")
    yield ""
    yield style.paint(tell.say("next"), "bold")
    for move in state.next:
        yield from wrapped(_move(move, tell, in_play), style.columns, "  ", "    ")


def _setting(state: StateRecord, tell: Teller) -> list[str]:
    told = [tell.say("after", seq=state.seq)]
    if state.hand is not None:
        told.append(tell.say("of hand", number=state.hand))
    if state.trick is not None:
        told.append(tell.say("of trick", number=state.trick))
    return told + tell.setting(state)


def _things(state: StateRecord, tell: Teller, style: Style) -> Iterator[str]:
    """What lies where: each player's cards, the table, the stock, the pot."""
    names = [shorten(name, NAME, style) for name in tell.names]
    table = (f"{tell.initial(laid.seat)} {style.painted(laid.card)}" for laid in state.table)
    things = [
        *zip(names, map(tell.cards, state.holdings), strict=True),
        (tell.say("table"), " ".join(table)),
        (tell.say("stock"), str(state.stock)),
    ]
    if state.pot is not None:
        things.append((tell.say("pot"), style.number(state.pot, "counters")))
    longest = max(width(label) for label, _ in things)
    for label, thing in things:
        yield f"  {pad(label, longest)}  {thing or '-'}"


def _move(move: Mapping[str, Any], tell: Teller, in_play: bool) -> str:
    """One event that may come next, with what the record knows of it."""
    style = tell.style
    kind = str(move["event"])
    told = []
    for key, value in move.items():
        match key:
            case "seat" | "payer" | "dealer":
                told.append(tell.name(value))
            case "payee":
                told.append(style.plain(f"→ {tell.name(value)}"))
            case "cards" if len(value) >= MANY:
                told.append(tell.say("any of", number=len(value) - value.count(UNKNOWN)))
            case "cards":
                told.append(tell.cards(value))
            case "card" if value is not None:
                told.append(style.painted(value))
            case "counters":
                told.append(style.number(value, "counters"))
            case "due":
                told.append(f"({DUES[style.language].get(value, value)})")
            case "reason" if kind == "end":
                told.append(tell.say(value))
            case "reason" if value != "brusquembille":
                told.append(tell.say(value))
            case "number" | "count":
                told.append(str(value))
    nouns, name = (INCIDENTS, move["kind"]) if "kind" in move else (EVENTS, kind)
    noun = nouns[style.language].get(name, name)
    if kind == "award" and in_play:
        noun = tell.say("stake back")
        told.append(f"({tell.say('broken off')})")
    return f"{noun}{style.mark(':')} {' '.join(told)}" if told else noun
