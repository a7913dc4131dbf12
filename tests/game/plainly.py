"""Plain games of every mode, made by asking the fold what may come next."""

import random
from collections.abc import Iterator

from msgspec import UNSET
from msgspec.structs import replace

from brusqlog.game import events as ev
from brusqlog.game.cards import UNKNOWN, members
from brusqlog.game.course import Course
from brusqlog.game.fold import step
from brusqlog.game.probes import possible
from brusqlog.game.terms import terms_of

MODES = {
    "2": ("wikipedia", 2, False),
    "3": ("salon-2021", 3, False),
    "4": ("salon-2009", 4, False),
    "2v2": ("wikipedia", 4, True),
    "5": ("academie-1718", 5, False),
}
ORDER = (ev.Stake, ev.Cut, ev.Deal, ev.Turnup, ev.Payment, ev.Draw, ev.Play, ev.Award, ev.Hand)


def plain_game(
    rng: random.Random, mode: str, length: str = "hands", number: int = 2
) -> list[ev.Event]:
    """A finished game in which nothing is unusual."""
    rules, players, partners = MODES[mode]
    header = ev.Game(
        hands=number,
        format=ev.FORMAT,
        id="plain",
        rules=rules,
        players=[f"P{seat}" for seat in range(players)],
        options={"strict_endgame": rng.random() < 0.5},
    )
    if players in (3, 5):
        header = replace(header, removed=["7S", "7C"])
    if partners:
        header = replace(header, partners=True)
    if length == "target":
        header = replace(header, hands=UNSET, target=number)
    return [header, *_played(rng, header)]


def _played(rng: random.Random, header: ev.Game) -> Iterator[ev.Event]:
    terms, breaches = terms_of(header, {})
    assert not breaches
    course = Course.of(terms)
    while True:
        legal = possible(course)
        kinds = {type(event) for event in legal}
        end = ev.End(reason="complete")
        kind = next((kind for kind in ORDER if kind in kinds), None)
        if end in legal and (kind is ev.Hand or kind is None):
            yield end
            return
        assert kind is not None
        choice = [event for event in legal if type(event) is kind]
        event: ev.Event
        if kind in (ev.Stake, ev.Payment):
            event = rng.choice(choice)
        elif kind is ev.Deal:
            event = _named(rng, course, choice[0])
        else:
            named = [event for event in choice if getattr(event, "card", "") != UNKNOWN]
            event = rng.choice(named)
        course.seq += 1
        assert step(course, event) is None
        yield event


def _named(rng: random.Random, course: Course, event: ev.Event) -> ev.Event:
    assert isinstance(event, ev.Deal)
    unseen = list(members(course.unseen & course.terms.pack))
    return replace(event, cards=rng.sample(unseen, len(event.cards)))
