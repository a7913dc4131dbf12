"""`docs/reference/events.md`: every kind of event, read off the event structs."""

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import inspect as types

from brusqlog.game.cards import CARDS, UNKNOWN
from brusqlog.game.events import FORMAT, KINDS, SAFE, IncidentKind
from brusqlog.game.incidents import EVERYWHERE, MAY_HAVE, NEEDS
from brusqlog.log.strict import ONE_OF, SOME_OF, bare, fields

PAGE: Final = "reference/events.md"

INTRO: Final = f"""\
# The events of a log

<!-- Made by `python -m docs.generate` from brusqlog/game/events.py: change it there. -->

Every kind of line that a `{FORMAT}` log may hold. What a line looks like at all, and the order in
which events come, is on the page about the [log format](log-format.md); `brusqlog schema event`
prints the same in a form for programs.

Fields stand in the order in which they are written; a field marked *may* can be left out. Every
event may also carry `at` as its last field, the time at which it happened (RFC 3339, with an
offset).
"""

MEANING: Final = {
    "misdeal": "A card was found face up, or the dealer turned one: he deals again.",
    "short-pack": "One or two cards are missing from the pack: the hand ends here and is void.",
    "out-of-turn": "A card is laid before its player's turn; it stays. His `play` follows.",
    "drew-out-of-turn": "A player draws another one's card. Joined to his own cards it costs him"
    " half of what is in the pot, only seen 2 counters to each other player.",
    "saw-second-card": "A player who draws sees a second card: 2 counters to each other player.",
    "saw-next-card": "Two against two: a player who draws sees the card that another will draw; if"
    " it is an opponent's, that side may begin the hand again.",
    "leave": "A player leaves: he cannot win, and the game is broken off.",
    "ruling": "A decision of the house or the director: `permits` says what it lets stand to the"
    " end of the hand.",
}
"""What an incident says, by kind; the rules it follows are on the page of the rules."""

EXAMPLES: Final = {
    "game": '{"event":"game","format":"brusqlog/1.0","id":"evening-1","rules":"salon-2021",'
    '"players":["Anne","Basile","Cécile"],"removed":["7S","7C"],"rounds":1,"date":"2026-03-01"}',
    "lot": '{"event":"lot","seat":0,"card":"KS"}',
    "hand": '{"event":"hand","number":1,"dealer":0}',
    "stake": '{"event":"stake","seat":1,"counters":20}',
    "shuffle": '{"event":"shuffle","seat":0}',
    "cut": '{"event":"cut","seat":2,"lifted":12}',
    "deal": '{"event":"deal","seat":1,"cards":["7D"]}',
    "turnup": '{"event":"turnup","card":"AS"}',
    "play": '{"event":"play","seat":1,"card":"KC","at":"2026-03-01T20:04:31+01:00"}',
    "take": '{"event":"take","seat":2}',
    "draw": '{"event":"draw","seat":2,"card":"??"}',
    "payment": '{"event":"payment","payer":0,"payee":2,"counters":1,"reason":"brusquembille",'
    '"card":"TD"}',
    "award": '{"event":"award","seat":0,"counters":60}',
    "announce": '{"event":"announce","seat":0,"count":46}',
    "gather": '{"event":"gather"}',
    "incident": '{"event":"incident","kind":"saw-second-card","seat":1}',
    "balance": '{"event":"balance","points":[46,34,40],"pot":60}',
    "note": '{"event":"note","text":"Basile hesitates.","seat":1}',
    "retract": '{"event":"retract","last":2}',
    "end": '{"event":"end","reason":"complete","purses":[81,18,21]}',
    "seal": '{"event":"seal","sha256":'
    '"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"}',
}
"""A line of every kind."""


def pages() -> dict[str, str]:
    """The page, by its path below `docs/`."""
    return {PAGE: page()}


def page() -> str:
    """The page."""
    toc = " · ".join(f"[{kind}](#{kind})" for kind in KINDS)
    return "\n".join([INTRO, toc, *(part for kind in KINDS for part in _kind(kind))])


def _kind(kind: str) -> Iterator[str]:
    yield f"\n## {kind}\n"
    yield f"{KINDS[kind].__doc__}\n"
    known = [(name, field) for name, field in fields(kind).items() if name != "at"]
    if known:
        yield "| field | | type | meaning |\n|---|---|---|---|"
        for name, field in known:
            must = "" if field.required else "may"
            yield f"| `{name}` | {must} | {_type(field.type)} | {_about(field.type)} |"
        yield ""
    if kind in ONE_OF:
        yield f"Exactly one of {_listed(ONE_OF[kind], 'and')} is given.\n"
    if kind in SOME_OF:
        yield f"At least one of {_listed(SOME_OF[kind], 'and')} is given.\n"
    if kind == "incident":
        yield from _incidents()
    yield f"```jsonl\n{EXAMPLES[kind]}\n```"


def _incidents() -> Iterator[str]:
    yield "| kind | fields | meaning |\n|---|---|---|"
    for kind in IncidentKind.__args__:  # type: ignore[attr-defined]
        names = [f"`{name}`" for name in NEEDS[kind]]
        names += [f"`{name}`?" for name in MAY_HAVE.get(kind, ())]
        yield f"| `{kind}` | {', '.join(names)} | {MEANING[kind]} |"
    yield (
        f"\n{_listed(EVERYWHERE, 'and')} may stand under every ruleset. The others belong to the"
        " schedule of the Encyclopédie: they need rules, or the header's option `incidents`, that"
        " have it.\n"
    )


def _about(wanted: types.Type) -> str:
    """The description that goes with a type."""
    assert isinstance(wanted, types.Metadata), wanted
    return str((wanted.extra_json_schema or {})["description"])


def _type(wanted: types.Type) -> str:
    """A type in words."""
    wanted = bare(wanted)
    match wanted:
        case types.IntType(ge=low, le=high):
            return _number(low, high)
        case types.LiteralType(values=values) if CARDS[0] in values:
            return "a card or `??`" if UNKNOWN in values else "a card"
        case types.LiteralType(values=values):
            return _listed(values, "or") if len(values) < 6 else "a name, see below"
        case types.StrType(min_length=least):
            return "text, not empty" if least else "text"
        case types.ListType(item_type=item, min_length=low, max_length=high):
            if high is None:
                return f"a list of {_type(item)}"
            count = str(low) if low == high else f"{low} to {high}"
            return f"a list of {count}: {_type(item)}"
        case types.DictType():
            return "an object"
        case types.BoolType():
            return "`true` or `false`"
    raise AssertionError(f"no words for {wanted}")


def _number(low: int | None, high: int | None) -> str:
    if low == -SAFE:
        return "a whole number"
    return f"a whole number, {low} or more" if high == SAFE else f"a whole number, {low} to {high}"


def _listed(names: Sequence[object], last: str) -> str:
    *first, end = [f"`{name}`" for name in names]
    return f"{', '.join(first)} {last} {end}"
