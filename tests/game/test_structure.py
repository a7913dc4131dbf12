"""Whatever valid events follow one another, judging them neither raises nor hangs."""

import random
import time
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import convert, inspect, to_builtins
from msgspec.structs import asdict

from brusqlog.game import events as ev
from brusqlog.game.findings import codes
from brusqlog.game.fold import apply, step
from brusqlog.game.judge import judge
from brusqlog.game.ruleset import rulesets
from brusqlog.game.state import State
from tests.game.tables import events_of
from tests.oracle.generate import random_game

PATIENCE = 30
"""Seconds in which any log of this size is judged, on the slowest machine."""

some = settings(
    max_examples=25,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)

OPTIONS: dict[str, list[Any]] = {
    "stake": [1, 20, 0],
    "bank": [0, 100, "hands * stake + 20"],
    "strict_endgame": [True, False, 1],
    "incidents": ["none", "encyclopedie"],
    "ace_of_trump": ["same", "gate"],
    "packets": [["1+1+1"], ["3", "1+2"], []],
    "sevens": ["same-colour", "any"],
    "first_dealer": ["lots", "free"],
    "rank": ["AKQJT987"],
    "claim_at": [61],
}
"""Values that a header may give, some of which the rules refuse."""

KNOWN: dict[str, st.SearchStrategy[Any]] = {
    "format": st.just("brusqlog/1.0"),
    "rules": st.sampled_from([*rulesets(), "house@0123456789ab", "whist"]),
    "players": st.integers(2, 5).map(lambda n: ["Anne", "Basile", "Cécile", "Denis", "Élise"][:n])
    | st.lists(st.sampled_from(["Anne", "anne", "Basile", "Élise"]), min_size=2, max_size=5),
    "hands": st.integers(1, 3),
    "rounds": st.integers(1, 2),
    "target": st.sampled_from([1, 30, 500]),
    "options": st.fixed_dictionaries(
        {}, optional={name: st.sampled_from(values) for name, values in OPTIONS.items()}
    ),
    "ruleset": st.sampled_from([{}, {"name": "house"}]),
    "at": st.just("2026-03-01T20:00:00+01:00"),
    "date": st.just("1768-03"),
    "sha256": st.just("0" * 64),
    "text": st.just("x"),
    "data": st.just({"x": 0.5}),
    "number": st.integers(1, 3),
}
"""Fields whose values are drawn from a few that matter."""


def values(name: str, kind: inspect.Type) -> st.SearchStrategy[Any]:
    """Valid values for a field of a struct."""
    if name in KNOWN:
        return KNOWN[name]
    match kind:
        case inspect.LiteralType():
            return st.sampled_from(list(kind.values))
        case inspect.BoolType():
            return st.booleans()
        case inspect.IntType():
            low, high = kind.ge or 0, kind.le or 0
            small = st.integers(max(low, -40), min(high, 40))
            return small if high < 100 else small | st.sampled_from([low, high])
        case inspect.ListType():
            most = kind.max_length or 6
            items = values("", kind.item_type)
            return st.lists(items, min_size=kind.min_length or 0, max_size=most)
        case inspect.DictType():
            return st.just({})
        case inspect.Metadata():
            return values(name, kind.type)
    return st.sampled_from(["a", "b"])


def structs(kind: type[ev.Event]) -> st.SearchStrategy[Any]:
    """Valid events of a kind."""
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    needed = {f.name: values(f.name, f.type) for f in info.fields if f.required}
    others = {f.name: values(f.name, f.type) for f in info.fields if not f.required}
    if kind is ev.Game:
        lengths = {name: others.pop(name) for name in ("hands", "rounds", "target")}
        one = st.sampled_from(sorted(lengths)).flatmap(
            lambda name: st.fixed_dictionaries({name: lengths[name]})
        )
        rest = st.fixed_dictionaries(needed, optional=others)
        return st.builds(lambda a, b: ev.Game(**_true(a | b)), rest, one)
    if kind in (ev.Balance, ev.Note):
        first = st.sampled_from([name for name in others if name not in ("at", "seat")])
        some_of = st.fixed_dictionaries({}, optional=others)
        return first.flatmap(
            lambda name: st.builds(lambda a, b: kind(**{**a, name: b}), some_of, others[name])
        )
    return st.builds(lambda found: kind(**found), st.fixed_dictionaries(needed, optional=others))


def _true(found: dict[str, Any]) -> dict[str, Any]:
    """`partners` is true or absent."""
    return {name: value for name, value in found.items() if (name, value) != ("partners", False)}


headers = structs(ev.Game)
anything = st.one_of([structs(kind) for kind in ev.KINDS.values()])
"""An event of any kind, headers too."""
unreadable = st.none()


def in_time(events: list[ev.Event | None]) -> None:
    """Judge the log, watching the clock."""
    started = time.perf_counter()
    told = judge(events)
    assert time.perf_counter() - started < PATIENCE
    assert told.events == len(events)
    for noticed in told.noticed:
        assert 0 <= noticed.seq < len(events)
        assert noticed.breach.code in codes()


@some
@given(headers, st.lists(anything, max_size=20))
def test_any_events_after_any_header_can_be_judged(header: ev.Game, events: list[ev.Event]) -> None:
    """However little they make a game."""
    in_time([header, *events])


@some
@given(headers, st.lists(anything | unreadable, max_size=12))
def test_lines_that_cannot_be_read_may_stand_anywhere(
    header: ev.Game, events: list[ev.Event | None]
) -> None:
    """Also first and last, and several together."""
    in_time([header, *events])


@some
@given(st.integers(0, 2**40), st.lists(anything | unreadable, max_size=3), st.data())
def test_a_game_in_which_anything_was_put_can_be_judged(
    seed: int, events: list[ev.Event | None], data: st.DataObject
) -> None:
    """Real courses lead deeper than events at random."""
    log = events_of(random_game(random.Random(seed)))
    for event in events:
        log.insert(data.draw(st.integers(1, len(log))), event)
    in_time(log)


@some
@given(st.integers(0, 2**40), st.lists(st.integers(1, 300), max_size=5))
def test_a_game_of_which_lines_are_lost_can_be_judged(seed: int, lost: list[int]) -> None:
    """Unreadable lines in a real game: no wrong verdict falls on what can be read."""
    log = events_of(random_game(random.Random(seed)))
    in_time([None if seq in lost else event for seq, event in enumerate(log)])


@some
@given(st.integers(0, 2**40), st.floats(0, 1), st.lists(anything, min_size=1, max_size=20))
def test_a_step_from_any_course_never_raises(
    seed: int, part: float, events: list[ev.Event]
) -> None:
    """A breach changes nothing. What is possible though wrong takes effect, as at a live table, and
    the walk goes on from there."""
    log = events_of(random_game(random.Random(seed)))
    course = judge(log[: 1 + int(part * len(log))]).course
    assert course is not None
    for event in events:
        before = asdict(course.copy())
        breach = step(course, event)
        if breach is not None:
            assert asdict(course) == before
            if codes()[breach.code].possible:
                apply(course, event)
        State(course).as_dict()
        for seat in range(course.n):
            State(course).view(seat).as_dict()


@settings(max_examples=12, deadline=None, derandomize=True)
@given(st.data())
def test_every_kind_of_event_is_tried(data: st.DataObject) -> None:
    """The strategies are made from the structs, so a new field or kind is tried by itself; and what
    they make are valid events."""
    for kind in ev.KINDS.values():
        event = data.draw(structs(kind))
        assert isinstance(event, kind)
        assert convert(to_builtins(event), ev.AnyEvent) == event
