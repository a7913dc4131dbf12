"""A game without the names in it, and whether one is left.

Names are what the header says of people, place, record and source. Dates, times, and all that was
played stay: who knows a game from elsewhere can tell it by its cards.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from brusqlog.game import events as ev
from brusqlog.game.ruleset import HEADER_OPTIONS, allows, rulesets
from brusqlog.versions.names import known_by
from brusqlog.versions.pseudonyms import Pseudonyms

UNSAID: Final = "…"
"""Stands for the text of a ruling."""

FREE: Final[dict[type[ev.Event], tuple[str, ...]]] = {
    ev.Game: (
        "id", "rules", "players", "identities", "options", "place", "recorder", "source",
        "ruleset", "extra",
    ),
    ev.Incident: ("text",),
    ev.Note: ("text", "data"),
}  # fmt: skip
"""The fields in which anything may be written; the format fixes what the others can hold."""


class Left(NamedTuple):
    """A name that is left: the number of the event, the field, the name."""

    seq: int
    field: str
    name: str


def anonymised(
    events: Sequence[ev.Event], pseudonyms: Pseudonyms, *, keep_notes: bool = False
) -> list[ev.Event]:
    """The game, header first, with pseudonyms for its names, in the same order of play. Notes and
    `extra` are left out and the texts of rulings not told; `keep_notes`: they stay, with pseudonyms
    in them. Seals are left out: they would not fit."""
    header = events[0]
    assert isinstance(header, ev.Game)
    own = known_by(header)

    def within(value: Any) -> Any:
        match value:
            case str():
                return pseudonyms.within(value, own)
            case dict():
                return {within(key): within(one) for key, one in value.items()}
            case list():
                return [within(one) for one in value]
        return value

    found: list[ev.Event] = []
    for event in events:
        match event:
            case ev.Seal():
                continue
            case ev.Game():
                extra = within(event.extra) if keep_notes else UNSET
                found.append(replace(_renamed(event, pseudonyms), extra=extra))
            case ev.Note():
                if keep_notes:
                    found.append(replace(event, text=within(event.text), data=within(event.data)))
            case ev.Incident() if event.text is not UNSET:
                text = within(event.text) if keep_notes else UNSAID
                found.append(replace(event, text=text))
            case _:
                found.append(event)
    return found


def left(events: Sequence[ev.Event | None], pseudonyms: Pseudonyms) -> Iterator[Left]:
    """Every name that is left anywhere in a game. What a published ruleset or the options of the
    rules are called is no name."""
    for seq, event in enumerate(events):
        for field in FREE.get(type(event), ()):  # type: ignore[arg-type]
            value = getattr(event, field)
            if field == "rules" and value in rulesets():
                continue
            if field == "options" and value is not UNSET:
                value = {key: one for key, one in value.items() if not _is_option(key, one)}
            for path, text in _texts(value, field):
                yield from (Left(seq, path, name) for name in pseudonyms.left(text))


def _is_option(name: str, value: Any) -> bool:
    return name in HEADER_OPTIONS and allows(name, value)


def _renamed(header: ev.Game, pseudonyms: Pseudonyms) -> ev.Game:
    given = {name: getattr(header, name) for name in ("identities", "place", "recorder", "source")}
    new: Mapping[str, Any] = {
        name: [*map(pseudonyms.of, value)] if isinstance(value, list) else pseudonyms.of(value)
        for name, value in given.items()
        if value is not UNSET
    }
    players = [*map(pseudonyms.of, header.players)]
    return replace(header, id=pseudonyms.of(header.id), players=players, **new)


def _texts(value: Any, path: str) -> Iterator[tuple[str, str]]:
    """Every text in a value, keys too, with the way to it."""
    match value:
        case str():
            yield path, value
        case dict():
            for key, one in value.items():
                yield path, key
                yield from _texts(one, f"{path}.{key}")
        case list():
            for at, one in enumerate(value):
                yield from _texts(one, f"{path}.{at}")
