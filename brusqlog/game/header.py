"""A header judged, and what it may have been instead.

Players dropped or doubled, partners forgotten, sevens noted where none are left out, another
ruleset named: one slip of the header breaks several rules at once. Each variant is tried on the
events that follow; where one explains all breaches of the header, only the first is told.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import UNSET
from msgspec.structs import replace

from brusqlog.game.cards import UNKNOWN
from brusqlog.game.course import Course
from brusqlog.game.events import Event, Game, Hand, Stake
from brusqlog.game.findings import Breach
from brusqlog.game.ruleset import Ruleset, rulesets
from brusqlog.game.terms import Terms, terms_of


def judge_header(
    events: Sequence[Event | None], more: Mapping[str, Ruleset], reach: Callable[[Course], int]
) -> tuple[Course, list[Breach]]:
    """The course at the start and the breaches of the header, the first event. `reach` tells how
    far the log stays legal from a course at its start."""
    header = events[0]
    assert isinstance(header, Game)
    terms, breaches = terms_of(header, more)
    errors = [fault for fault in breaches if fault.is_error]
    if not errors or not terms.known:
        return Course.of(terms, header.players), list(breaches)
    best, carried = terms, reach(Course.of(terms))
    explained = False
    for other in variants(events, more):
        explained = True
        if (far := reach(Course.of(other))) > carried:
            best, carried = other, far
    warnings = [fault for fault in breaches if not fault.is_error]
    told = errors[:1] if explained else errors
    return Course.of(best, header.players), [*told, *warnings]


def variants(events: Sequence[Event | None], more: Mapping[str, Ruleset]) -> Iterator[Terms]:
    """The terms of every header that differs in one thing from the first event's and breaks no
    rule. The events tell which stakes and lengths are worth a try."""
    header = events[0]
    assert isinstance(header, Game)
    for variant in _headers(header, events):
        terms, faults = terms_of(variant, more)
        if not any(fault.is_error for fault in faults):
            yield terms


def _headers(header: Game, events: Sequence[Event | None]) -> Iterator[Game]:
    for name in rulesets():
        if name != header.rules:
            yield replace(header, rules=name, ruleset=UNSET)
    yield from _other_options(header)
    yield from _other_players(header)
    unnoted = [UNKNOWN, UNKNOWN]
    given = header.removed if header.removed is not UNSET else unnoted
    yield replace(header, removed=UNSET)
    for removed in (unnoted, [given[0], UNKNOWN], [UNKNOWN, given[1]]):
        yield replace(header, removed=removed)
    yield from _other_lengths(header, sum(isinstance(event, Hand) for event in events))
    options = {} if header.options is UNSET else header.options
    for stake in sorted({event.counters for event in events if isinstance(event, Stake)}):
        yield replace(header, options=options | {"stake": stake})


def _other_lengths(header: Game, hands: int) -> Iterator[Game]:
    """Another kind or number: the one given, what the hands of the log make likely, and some that
    are often agreed on."""
    lengths = {"hands": header.hands, "rounds": header.rounds, "target": header.target}
    numbers = {number for number in lengths.values() if number is not UNSET}
    for number in sorted(numbers | {max(hands, 1), hands + 1, 2, 3, 100}):
        for kind in lengths:
            yield replace(header, **dict.fromkeys(lengths, UNSET) | {kind: number})


def _other_options(header: Game) -> Iterator[Game]:
    options = {} if header.options is UNSET else header.options
    for name in options:
        rest = {key: value for key, value in options.items() if key != name}
        yield replace(header, options=rest or UNSET)
    for name, values in _VALUES.items():
        for value in values:
            if options.get(name) != value:
                yield replace(header, options=options | {name: value})


_VALUES: dict[str, tuple[object, ...]] = {
    "strict_endgame": (True, False),
    "ace_of_trump": ("gate", "same"),
    "incidents": ("encyclopedie", "none"),
    "packets": (["1+1+1", "3", "1+2", "2+1"],),
    "first_dealer": ("free", "lots"),
    "sevens": ("any",),
}
"""What an option may have been instead, the likeliest first."""


def _other_players(header: Game) -> Iterator[Game]:
    players = header.players
    if len(players) < 5:
        more = [*players, "+"]
        yield replace(header, players=more)
        yield replace(header, players=more, removed=UNSET)
    for index, name in enumerate(players):
        fewer = [*players[:index], *players[index + 1 :]]
        if len(fewer) > 1:
            yield replace(header, players=fewer)
        yield replace(header, players=[*players[:index], f"{name}+", *players[index + 1 :]])
    yield replace(header, identities=UNSET)
    yield replace(header, partners=UNSET)
    if len(players) == 4:
        yield replace(header, partners=True)
