"""The events of a log, as frozen structs: the one source of the JSON Schema.

The fields stand in the order in which the writer puts them (`brusqlog/1.0`). What is absent is
`UNSET`, never `None`. Only what a single event shows is required here; what depends on players or
on order is judged by the fold.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from brusqlog.errors import EventError
from brusqlog.game.cards import Card, SeenCard

if TYPE_CHECKING:
    from brusqlog.game.state import State

FORMAT: Final = "brusqlog/1.0"
SAFE: Final = 2**53 - 1
"""Integers of a log lie within plus or minus this, so that every JSON reader keeps them."""

# `$` alone lets a trailing newline pass in Python and in validators built on it.
_END = r"$(?!\n)"
_TIME = (
    r"^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])[Tt]([01][0-9]|2[0-3]):[0-5][0-9]:"
    r"([0-5][0-9]|60)(\.[0-9]{1,9})?([Zz]|[+-]([01][0-9]|2[0-3]):[0-5][0-9])" + _END
)
_DATE = r"^[0-9]{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01]))?)?" + _END

Seat = Annotated[int, Meta(ge=0, le=4, description="Seat in order of play, from 0.")]
AnyCard = Annotated[Card, Meta(description="A card; `??` if it was not seen or cannot be read.")]
Named = Annotated[SeenCard, Meta(description="A card that was seen.")]
Positive = Annotated[int, Meta(ge=1, le=SAFE)]
Count = Annotated[int, Meta(ge=0, le=SAFE)]
Whole = Annotated[int, Meta(ge=-SAFE, le=SAFE)]
Counters = Annotated[int, Meta(ge=1, le=SAFE, description="Whole counters (jetons).")]
Text = Annotated[str, Meta(min_length=1)]
Time = Annotated[str, Meta(pattern=_TIME, description="RFC 3339 time with an offset.")]
PerSeatCount = Annotated[list[Count], Meta(min_length=2, max_length=5)]
Totals = Annotated[PerSeatCount, Meta(description="Card points of the finished hands, a seat.")]
Purses = Annotated[
    list[Whole],
    Meta(min_length=2, max_length=5, description="Counters, a seat, by the payments recorded."),
]
Permit = Literal["payment", "award", "play", "redeal", "void-hand", "dealer"]
IncidentKind = Literal[
    "misdeal",
    "short-pack",
    "out-of-turn",
    "drew-out-of-turn",
    "saw-second-card",
    "saw-next-card",
    "leave",
    "ruling",
]


class Event(
    Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="event", gc=False
):
    """What every event may carry."""

    at: Time | UnsetType = UNSET

    def seen_by(self, seat: int, state: "State", *, partner: bool = True) -> "Event | None":
        """The event as that player sees it, given the state before it: what he may not know is
        `??`; None if it shows him nothing. `partner`: 2v2 partners see each other's cards. Raises
        `IndexError` for a seat that there is not."""
        return state.shown(self, seat, partner=partner)


class Game(Event, frozen=True, tag="game"):
    """The header of a log, always first."""

    format: Annotated[
        str,
        Meta(
            pattern=r"^brusqlog/[0-9]+\.[0-9]+" + _END,
            description="The version of the format, now `brusqlog/1.0`.",
        ),
    ]
    id: Annotated[str, Meta(min_length=1, description="Given by the writer; never parsed.")]
    rules: Annotated[str, Meta(min_length=1, description="A ruleset's name, or NAME@HEX.")]
    players: Annotated[
        list[Text],
        Meta(min_length=2, max_length=5, description="The players' names, in order of play."),
    ]
    identities: (
        Annotated[
            list[str],
            Meta(
                min_length=2,
                max_length=5,
                description="Who or what plays there, a seat, where that is not the name.",
            ),
        ]
        | UnsetType
    ) = UNSET
    removed: (
        Annotated[
            list[Card],
            Meta(
                min_length=2,
                max_length=2,
                description="The two sevens left out with 3 or 5 players; `??` if not noted.",
            ),
        ]
        | UnsetType
    ) = UNSET
    partners: (
        Annotated[bool, Meta(description="`true`: two against two, seats 0 and 1 against 2 and 3.")]
        | UnsetType
    ) = UNSET
    hands: Annotated[Positive, Meta(description="Hands to be played.")] | UnsetType = UNSET
    rounds: (
        Annotated[
            Positive,
            Meta(description="Rounds to be played: one hand a player, two in two against two."),
        ]
        | UnsetType
    ) = UNSET
    target: Annotated[Positive, Meta(description="Card points to reach.")] | UnsetType = UNSET
    options: (
        Annotated[dict[str, Any], Meta(description="Departures from the rules.")] | UnsetType
    ) = UNSET
    date: (
        Annotated[str, Meta(pattern=_DATE, description="`YYYY`, `YYYY-MM` or `YYYY-MM-DD`.")]
        | UnsetType
    ) = UNSET
    place: Annotated[str, Meta(description="Where it was played.")] | UnsetType = UNSET
    recorder: Annotated[str, Meta(description="Who wrote it down.")] | UnsetType = UNSET
    source: Annotated[str, Meta(description="What it was made from.")] | UnsetType = UNSET
    ruleset: (
        Annotated[dict[str, Any], Meta(description="A ruleset of one's own, whole.")] | UnsetType
    ) = UNSET
    extra: Annotated[dict[str, Any], Meta(description="Anything else.")] | UnsetType = UNSET

    def __post_init__(self) -> None:
        if sum(given is not UNSET for given in (self.hands, self.rounds, self.target)) != 1:
            raise EventError("exactly one of `hands`, `rounds`, `target` is required")
        if self.partners is False:
            raise EventError("`partners` is true or absent")


class Lot(Event, frozen=True, tag="lot"):
    """A card drawn to choose the first dealer."""

    seat: Seat
    card: AnyCard


class Hand(Event, frozen=True, tag="hand"):
    """A new hand (coup) begins."""

    number: Annotated[Positive, Meta(description="1, 2 and so on through the game.")]
    dealer: Annotated[Seat, Meta(description="Seat of the dealer.")]


class Stake(Event, frozen=True, tag="stake"):
    """That player pays into the pot."""

    seat: Seat
    counters: Counters


class Shuffle(Event, frozen=True, tag="shuffle"):
    """The dealer shuffles."""

    seat: Seat
    deck: (
        Annotated[
            list[Card],
            Meta(
                min_length=30,
                max_length=32,
                description="The whole pack, top first, before the cut; `??` for a card not seen.",
            ),
        ]
        | UnsetType
    ) = UNSET


class Cut(Event, frozen=True, tag="cut"):
    """The pack is cut; what is lifted goes under."""

    seat: Seat
    lifted: Annotated[int, Meta(ge=1, le=31, description="Cards off the top.")] | UnsetType = UNSET


class Deal(Event, frozen=True, tag="deal"):
    """One packet is dealt to that player, its cards in the order dealt."""

    seat: Seat
    cards: Annotated[
        list[Card],
        Meta(min_length=1, max_length=3, description="In the order dealt; `??` if not seen."),
    ]


class Turnup(Event, frozen=True, tag="turnup"):
    """The turned-up card (retourne): its suit is trump."""

    card: Named


class Play(Event, frozen=True, tag="play"):
    """A card is played."""

    seat: Seat
    card: AnyCard


class Take(Event, frozen=True, tag="take"):
    """Who took the trick: optional, needed where the plays do not show it."""

    seat: Seat


class Draw(Event, frozen=True, tag="draw"):
    """A card is taken from the stock."""

    seat: Seat
    card: AnyCard


class Payment(Event, frozen=True, tag="payment"):
    """Counters pass from one player to another."""

    payer: Annotated[Seat, Meta(description="Seat of the player who pays.")]
    payee: Annotated[Seat, Meta(description="Seat of the player who is paid.")]
    counters: Counters
    reason: Annotated[
        Literal["brusquembille", "penalty", "ruling"], Meta(description="What it is paid for.")
    ]
    card: (
        Annotated[
            SeenCard,
            Meta(
                description="The ace or ten it is paid for; without it the payment settles all that"
                " the trick made owed between the two."
            ),
        ]
        | UnsetType
    ) = UNSET


class Award(Event, frozen=True, tag="award"):
    """A player takes from the pot."""

    seat: Seat
    counters: Counters


class Announce(Event, frozen=True, tag="announce"):
    """A player says how many card points he counted in this hand."""

    seat: Seat
    count: Annotated[Count, Meta(description="The card points he says he has.")]


class Gather(Event, frozen=True, tag="gather"):
    """The cards are mixed up: announcements are final."""


class Incident(Event, frozen=True, tag="incident"):
    """An irregularity or a ruling. Which fields a kind needs is the fold's to check."""

    kind: Annotated[IncidentKind, Meta(description="What happened.")]
    text: Annotated[Text, Meta(description="The ruling in words.")] | UnsetType = UNSET
    permits: (
        Annotated[
            list[Permit],
            Meta(min_length=1, description="What the ruling lets stand; only payments if absent."),
        ]
        | UnsetType
    ) = UNSET
    missing: (
        Annotated[
            list[Card],
            Meta(
                min_length=1,
                max_length=2,
                description="The cards that the pack lacks; `??` if it is not known which.",
            ),
        ]
        | UnsetType
    ) = UNSET
    seat: Seat | UnsetType = UNSET
    owner: Annotated[Seat, Meta(description="To whom the card is due.")] | UnsetType = UNSET
    joined: Annotated[bool, Meta(description="He put it into his hand.")] | UnsetType = UNSET
    restart: Annotated[bool, Meta(description="The others begin again.")] | UnsetType = UNSET


class Balance(Event, frozen=True, tag="balance"):
    """A check-point: at least one of points, totals, purses (one number a seat) and the pot."""

    points: (
        Annotated[PerSeatCount, Meta(description="Card points taken in this hand, a seat.")]
        | UnsetType
    ) = UNSET
    totals: Totals | UnsetType = UNSET
    purses: Purses | UnsetType = UNSET
    pot: Annotated[Count, Meta(description="Counters in the pot.")] | UnsetType = UNSET

    def __post_init__(self) -> None:
        if all(v is UNSET for v in (self.points, self.totals, self.purses, self.pot)):
            raise EventError("at least one of `points`, `totals`, `purses`, `pot` is required")


class Note(Event, frozen=True, tag="note"):
    """A remark on the event before it; no rule reads it."""

    text: Annotated[str, Meta(description="For people.")] | UnsetType = UNSET
    data: Annotated[dict[str, Any], Meta(description="For programs.")] | UnsetType = UNSET
    seat: Annotated[Seat, Meta(description="Seat of the player it is about.")] | UnsetType = UNSET

    def __post_init__(self) -> None:
        if self.text is UNSET and self.data is UNSET:
            raise EventError("at least one of `text`, `data` is required")


class Retract(Event, frozen=True, tag="retract"):
    """The recorder withdraws the last so many standing events, notes and seals not counted."""

    last: Annotated[Positive, Meta(description="How many.")]


class End(Event, frozen=True, tag="end"):
    """The game is over."""

    reason: Annotated[
        Literal["complete", "abandoned"],
        Meta(description="Whether it was played to its length or broken off."),
    ]
    totals: Totals | UnsetType = UNSET
    purses: Purses | UnsetType = UNSET


class Seal(Event, frozen=True, tag="seal"):
    """A digest of the log so far; whatever is changed before it shows."""

    sha256: Annotated[
        str,
        Meta(
            pattern=r"^[0-9a-f]{64}" + _END,
            description="SHA-256, in hex, of the log's bytes before this line, line ends included.",
        ),
    ]


AnyEvent = (
    Game
    | Lot
    | Hand
    | Stake
    | Shuffle
    | Cut
    | Deal
    | Turnup
    | Play
    | Take
    | Draw
    | Payment
    | Award
    | Announce
    | Gather
    | Incident
    | Balance
    | Note
    | Retract
    | End
    | Seal
)
KINDS: Final[dict[str, type[Event]]] = {
    str(kind.__struct_config__.tag): kind for kind in AnyEvent.__args__
}
"""Every kind of event by its name, in the order of the format's table."""


def parse(data: bytes | str | Mapping[str, Any]) -> Event:
    """The event that a JSON object states, as text or as a dict: what a client sent. Raises
    `EventError` with what is wrong and its place in the object."""
    try:
        text = data if isinstance(data, bytes | str) else msgspec.json.encode(data)
        event: Event = msgspec.json.decode(text, type=AnyEvent)
    except (msgspec.MsgspecError, UnicodeError, TypeError, ValueError, RecursionError) as error:
        raise EventError(f"malformed event: {error}") from error
    return event


def kind_of(event: Event) -> str:
    """The name of an event's kind, as it stands in `event`."""
    return str(type(event).__struct_config__.tag)
