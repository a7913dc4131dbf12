"""What earlier repairs left out and put in, so that one slip is not told twice."""

from typing import NamedTuple

from msgspec import UNSET
from msgspec.structs import fields

from brusqlog.game import events as ev
from brusqlog.game.cards import UNKNOWN
from brusqlog.game.probes import OPEN_TEXT
from brusqlog.game.repairs import Repair

Remembered = tuple[ev.Event, int]
"""An event and the place at which it was left out or put in."""

MOST = 24
"""Events of each kind that are remembered."""


class Memory(NamedTuple):
    """Events left out, which may fill a later gap, and events put in, which may still come."""

    dropped: tuple[Remembered, ...] = ()
    assumed: tuple[Remembered, ...] = ()

    def after(self, repair: Repair, place: int) -> "Memory":
        """With what a repair at that place left out and put in."""
        if repair.dropped is None and not repair.assumed:
            return self
        dropped = ((repair.dropped, place),) if repair.dropped is not None else ()
        assumed = tuple((event, place) for event in repair.assumed)
        return Memory((self.dropped + dropped)[-MOST:], (self.assumed + assumed)[-MOST:])

    def since(self, place: int) -> "Memory":
        """Only what was remembered from that place on."""
        return Memory(
            tuple(entry for entry in self.dropped if entry[1] >= place),
            tuple(entry for entry in self.assumed if entry[1] >= place),
        )

    def without_dropped(self, event: ev.Event) -> "Memory":
        """Without an event that has found its place."""
        return self._replace(
            dropped=tuple(entry for entry in self.dropped if entry[0] is not event)
        )

    def without_twin(self, event: ev.Event) -> "Memory | None":
        """What remains if the event is the late twin of one put in; None if it is not."""
        for index, (assumed, _) in enumerate(self.assumed):
            if _same(assumed, event):
                return self._replace(assumed=self.assumed[:index] + self.assumed[index + 1 :])
        return None


NOTHING = Memory()


def _same(assumed: ev.Event, event: ev.Event) -> bool:
    """Whether the event is the one that was put in; what was left open in it fits anything."""
    return type(assumed) is type(event) and all(
        _fits(getattr(assumed, f.name), getattr(event, f.name)) for f in fields(assumed)
    )


def _fits(assumed: object, value: object) -> bool:
    if isinstance(assumed, list) and isinstance(value, list) and len(assumed) == len(value):
        return all(map(_fits, assumed, value))
    return assumed in (value, UNSET, UNKNOWN, OPEN_TEXT)
