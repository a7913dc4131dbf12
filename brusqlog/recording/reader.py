"""Names, cards and numbers of a typed line, or why they are none."""

from collections.abc import Callable, Sequence
from typing import Any

from brusqlog.errors import BrusqlogError
from brusqlog.game.findings import Language
from brusqlog.notation.cards import Unread, card, readings
from brusqlog.notation.names import Unknown, amount, player, unquoted

Possible = Callable[[str], bool]
"""Whether a card can be the one that is meant."""


class UnclearError(BrusqlogError):
    """A line that cannot be taken. `key` says why, as in the table of answers."""

    def __init__(self, key: str, **facts: Any) -> None:
        self.key, self.facts = key, facts
        super().__init__(key)


class AskedError(BrusqlogError):
    """Something is still to be said: `key` is the question, and what is answered goes behind the
    text so far."""

    def __init__(self, key: str, so_far: str) -> None:
        self.key, self.so_far = key, so_far
        super().__init__(key)


class Reader:
    """Reads for one game: its players, and the language in which cards are first read."""

    def __init__(self, players: Sequence[str], language: Language) -> None:
        self.players = players
        self.language = language

    def seat(self, text: str) -> int:
        """The player that is named."""
        found = player(text, self.players)
        if not isinstance(found, Unknown):
            return found
        key = "player several" if found.several else "player unknown"
        raise UnclearError(key, text=found.text, near=found.near, players=self.players)

    def reads(self, text: str) -> bool:
        """Whether the text is a card and names no player."""
        return bool(readings(text, self.language)) and not self.names(text)

    def names(self, text: str) -> bool:
        """Whether the text names a player."""
        return not isinstance(player(text, self.players), Unknown)

    def card(self, text: str, possible: Possible = bool) -> str:
        """The card that is meant. Where the text may stand for several, the only possible one."""
        found = readings(text, self.language)
        if len(found) > 1:
            found = tuple(filter(possible, found)) or found
        if len(found) == 1:
            return found[0]
        if found:
            raise UnclearError("card several", text=text, cards=found)
        fault = card(text, self.language)
        assert isinstance(fault, Unread)
        raise UnclearError(f"card {fault.why}", text=text, near=fault.near)

    def carried(self, text: str) -> tuple[int | None, str]:
        """A card that may carry its player, `C:8♦`: his seat, and the text of the card."""
        name, colon, rest = text.rpartition(":")
        return (self.seat(name), rest) if colon else (None, text)

    def amounts(self, text: str) -> dict[int, int]:
        """A number for each player named: `Anne 46, Basile 34`."""
        found: dict[int, int] = {}
        for part in filter(None, map(str.strip, text.split(","))):
            named = amount(part)
            if named is None:
                raise UnclearError("amount", text=part)
            seat = self.seat(named[0])
            if seat in found:
                raise UnclearError("player twice", text=unquoted(named[0]))
            found[seat] = named[1]
        return found

    def everybody(self, text: str) -> list[int]:
        """A number for every player."""
        found = self.amounts(text)
        missing = [name for seat, name in enumerate(self.players) if seat not in found]
        if missing:
            raise UnclearError("players missing", players=missing)
        return [found[seat] for seat in range(len(self.players))]
