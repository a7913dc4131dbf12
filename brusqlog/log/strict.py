"""One line against the format, slowly and exactly: the event, or the first thing that is wrong.

What an event may hold is read off the event structs; no field is named twice. Only what a struct
cannot say for itself is stated here.
"""

import re
from functools import cache
from typing import Any, Final, NoReturn

import msgspec
from msgspec import UNSET, Struct
from msgspec import inspect as types

from brusqlog.game.cards import CARDS, UNKNOWN
from brusqlog.game.events import FORMAT, KINDS, SAFE, AnyEvent, Event, Game, Note
from brusqlog.log.faults import FormError
from brusqlog.log.scan import DEPTH, Node
from brusqlog.log.times import has_day
from brusqlog.log.upcast import MAJOR, MAJORS, MINOR, upcast

VERSION: Final = re.compile(r"brusqlog/(0|[1-9][0-9]{0,8})\.(0|[1-9][0-9]{0,8})")
FRACTIONS: Final = frozenset({"data", "extra"})
"""The free fields: objects in which fractions and nulls may stand."""

_PATTERN_CODES: Final = {
    "at": "bad-time", "date": "bad-date", "format": "bad-format", "sha256": "bad-digest",
}  # fmt: skip
ONE_OF: Final = {"game": ("hands", "rounds", "target")}
"""Kinds of which exactly one of these fields is given."""

SOME_OF: Final = {"balance": ("points", "totals", "purses", "pot"), "note": ("text", "data")}
"""Kinds of which at least one of these fields is given."""

_JSON_TYPES: Final = (
    (types.BoolType, bool, "boolean"),
    (types.ListType, list, "array"),
    (types.DictType, dict, "object"),
)
_SHOWN: Final = 60


class Unknown(Struct, frozen=True, kw_only=True):
    """An event of a newer minor version that this reader does not know: it is passed over, and
    from here on nothing about the game is certain. `raw` is its line without the line end."""

    kind: str
    raw: bytes


def version(format: str) -> tuple[int, int] | None:
    """Major and minor of a header's `format`, None if it is no version of this format."""
    match = VERSION.fullmatch(format)
    return (int(match[1]), int(match[2])) if match else None


def kind_in(node: Node) -> str | None:
    """The kind that an event object names, None if it names none."""
    member = node.members.get("event")
    return member.value if member and isinstance(member.value, str) else None


def event_of(node: Node, raw: bytes, *, newer: bool) -> tuple[Event | Unknown, bool]:
    """The event that an object states, and whether it holds keys that were passed over.

    `newer`: the log has a newer minor version than this reader, so unknown keys and kinds are
    passed over. Raises `FormError` at the first thing that is wrong.
    """
    if not isinstance(node.value, dict):
        raise FormError("not-object", node.start, node.end, found=shown(node.value))
    if "event" not in node.members:
        raise FormError("missing-key", node.start, node.end, key="event")
    kind = kind_in(node)
    if kind is None:
        _string(node.members["event"], "event")
    if kind not in KINDS:
        if newer:
            return Unknown(kind=str(kind), raw=raw), True
        name = node.members["event"]
        raise FormError(
            "unknown-kind", name.start, name.end,
            found=shown(kind), given=str(kind)[:_SHOWN], known=list(KINDS),
        )  # fmt: skip
    if kind == "game":
        _check_version(node)
        newer = is_newer(node)
    if newer and kind == "incident" and _is_new_incident(node):
        return Unknown(kind="incident", raw=raw), True
    known = _check_fields(node, kind, newer)
    _check_rules(node, kind)
    value = upcast({key: node.value[key] for key in ("event", *known)})
    event: Event = msgspec.convert(value, AnyEvent)
    return event, len(known) + 1 < len(node.members)


def is_newer(node: Node) -> bool:
    """Whether a line names a newer minor version than this reader's."""
    member = node.members.get("format")
    found = version(member.value) if member and isinstance(member.value, str) else None
    return found is not None and found[0] == MAJOR and found[1] > MINOR


def _check_version(node: Node) -> None:
    """A header of another major version is not looked at any further. One without a version is
    left to the check of its fields."""
    member = node.members.get("format")
    if member is None or not isinstance(member.value, str):
        return
    found = version(member.value)
    if found is None:
        raise FormError("bad-format", member.start, member.end, found=shown(member.value))
    if found[0] not in MAJORS:
        raise FormError(
            "format-major",
            member.start,
            member.end,
            found=member.value,
            known=f"brusqlog/{MAJOR}",
        )


def _is_new_incident(node: Node) -> bool:
    kind = node.members.get("kind")
    if kind is None or not isinstance(kind.value, str):
        return False
    field = bare(fields("incident")["kind"].type)
    return isinstance(field, types.LiteralType) and kind.value not in field.values


@cache
def fields(kind: str) -> dict[str, types.Field]:
    """The fields of a kind of event by their keys."""
    info = types.type_info(KINDS[kind])
    assert isinstance(info, types.StructType)
    return {field.encode_name: field for field in info.fields}


def bare(wanted: types.Type) -> types.Type:
    """The type itself, without the description that goes with it."""
    while isinstance(wanted, types.Metadata):
        wanted = wanted.type
    return wanted


def _check_fields(node: Node, kind: str, newer: bool) -> list[str]:
    """Check every member in the order of the text, then what is missing; return the known keys."""
    wanted = fields(kind)
    known = []
    for key, member in node.members.items():
        if key == "event":
            continue
        if key in wanted:
            _check(member, wanted[key].type, key, key)
            known.append(key)
        elif not newer:
            place = node.keys[key]
            raise FormError(
                "unknown-key",
                place.start,
                place.end,
                key=key[:_SHOWN],
                kind=kind,
                given=key[:_SHOWN],
                known=list(wanted),
            )
    for key, field in wanted.items():
        if field.required and key not in node.members:
            raise FormError("missing-key", node.start, node.end, key=key, kind=kind)
    return known


def _check_rules(node: Node, kind: str) -> None:
    """What holds between the fields of an event; its struct checks the same, without places."""
    given = [key for key in ONE_OF.get(kind, ()) if key in node.members]
    if kind in ONE_OF and len(given) != 1:
        place = node.keys[given[1]] if given else node
        raise FormError("one-length", place.start, place.end, found=given)
    if kind in SOME_OF and not any(key in node.members for key in SOME_OF[kind]):
        raise FormError(f"empty-{kind}", node.start, node.end)
    partners = node.members.get("partners") if kind == "game" else None
    if partners is not None and partners.value is not True:
        raise FormError(
            "unknown-value", partners.start, partners.end,
            key="partners", found="false", expected=["true"],
        )  # fmt: skip


def _check(node: Node, wanted: types.Type, name: str, path: str) -> None:
    """`name` is the field's key, `path` the name of this value in messages."""
    wanted = bare(wanted)
    if node.value is None:
        raise FormError("null", node.start, node.end, key=path)
    if isinstance(wanted, types.IntType):
        _integer(node, wanted, path)
    elif isinstance(wanted, types.LiteralType):
        _literal(node, wanted.values, path)
    elif isinstance(wanted, types.StrType):
        _text(node, wanted, name, path)
    else:
        _typed(node, wanted, name, path)


def _typed(node: Node, wanted: types.Type, name: str, path: str) -> None:
    for info, python, json in _JSON_TYPES:
        if isinstance(wanted, info):
            if not isinstance(node.value, python):
                _wrong_type(node, json, path)
            break
    if isinstance(wanted, types.ListType):
        low, high = wanted.min_length or 0, wanted.max_length
        if len(node.items) < low or (high is not None and len(node.items) > high):
            raise FormError(
                "wrong-length", node.start, node.end,
                key=path, found=len(node.items), due={"least": low, "most": high},
            )  # fmt: skip
        for index, item in enumerate(node.items):
            _check(item, wanted.item_type, name, f"{path}[{index}]")
    elif isinstance(wanted, types.DictType) and name not in FRACTIONS:
        _whole_numbers(node, path)


def _whole_numbers(node: Node, path: str) -> None:
    if node.value is None:
        raise FormError("null", node.start, node.end, key=path[:_SHOWN])
    if isinstance(node.value, float):
        raise FormError(
            "not-integer", node.start, node.end, key=path[:_SHOWN], found=shown(node.value)
        )
    for key, member in node.members.items():
        _whole_numbers(member, f"{path}.{key}")
    for index, item in enumerate(node.items):
        _whole_numbers(item, f"{path}[{index}]")


def _integer(node: Node, wanted: types.IntType, path: str) -> None:
    value = node.value
    if isinstance(value, bool) or not isinstance(value, int):
        raise FormError("not-integer", node.start, node.end, key=path, found=shown(value))
    low, high = wanted.ge, wanted.le
    assert low is not None and high is not None
    if not low <= value <= high:
        raise FormError(
            "out-of-range", node.start, node.end, key=path, found=value, least=low, most=high
        )


def _literal(node: Node, values: tuple[Any, ...], path: str) -> None:
    _string(node, path)
    if node.value in values:
        return
    found = shown(node.value)
    if CARDS[0] not in values:
        raise FormError(
            "unknown-value", node.start, node.end, key=path, found=found, expected=list(values)
        )
    code = "hidden-card" if node.value == UNKNOWN else "unknown-card"
    given = node.value[:_SHOWN]
    raise FormError(code, node.start, node.end, key=path, found=found, given=given)


def _text(node: Node, wanted: types.StrType, name: str, path: str) -> None:
    _string(node, path)
    if wanted.min_length and len(node.value) < wanted.min_length:
        raise FormError("empty-string", node.start, node.end, key=path)
    if wanted.pattern is None:
        return
    fits = re.search(wanted.pattern, node.value) is not None
    day = {"at": node.value[:10], "date": node.value}.get(name)
    if not fits or (day is not None and not has_day(day)):
        raise FormError(
            _PATTERN_CODES[name], node.start, node.end, key=path, found=shown(node.value)
        )


def _string(node: Node, path: str) -> None:
    if node.value is None:
        raise FormError("null", node.start, node.end, key=path)
    if not isinstance(node.value, str):
        _wrong_type(node, "string", path)


def _wrong_type(node: Node, expected: str, path: str) -> NoReturn:
    raise FormError(
        "wrong-type", node.start, node.end, key=path, found=shown(node.value), expected=expected
    )


def shown(value: Any) -> str:
    """A value as it may stand in a message: its JSON, cut off with an ellipsis where too long."""
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


_CHECKED: Final = frozenset({Game, Note})
"""The kinds with free objects, or with more than the decoder checks."""


def plain(event: Event) -> bool:
    """Whether the fast decoder has checked all there is to check in an event that it took."""
    return event.at is UNSET and type(event) not in _CHECKED


def is_sound(event: Event) -> bool:
    """Whether an event that the fast decoder took also keeps what the decoder does not check: the
    version, the calendar, and the numbers and nesting inside free objects."""
    if event.at is not UNSET and not has_day(event.at[:10]):
        return False
    if isinstance(event, Game):
        if event.format != FORMAT:
            return False
        if event.date is not UNSET and not has_day(event.date):
            return False
    for name, fractions in free_fields(type(event)):
        value = getattr(event, name)
        if value is not UNSET and not _sound(value, 2, fractions):
            return False
    return True


@cache
def free_fields(kind: type[Event]) -> tuple[tuple[str, bool], ...]:
    """The fields of a kind that are objects of any content, and whether fractions and nulls may
    stand in them."""
    wanted = fields(str(kind.__struct_config__.tag))
    free = (name for name, field in wanted.items() if isinstance(bare(field.type), types.DictType))
    return tuple((name, name in FRACTIONS) for name in free)


def _sound(value: Any, depth: int, fractions: bool) -> bool:
    kind = type(value)
    if kind is str or kind is bool:
        return True
    if kind is int:
        return bool(-SAFE <= value <= SAFE)
    if kind is float or value is None:
        return fractions
    if depth > DEPTH:
        return False
    for item in value.values() if kind is dict else value:
        if not _sound(item, depth + 1, fractions):
            return False
    return True
