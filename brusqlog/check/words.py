"""Puts what was noticed, a code and its facts, into the words of a language."""

import re
import string
from collections.abc import Mapping, Sequence
from typing import Any, Final

from msgspec import UNSET

from brusqlog.check.vocabulary import LABELS, UNSEEN, VERBS
from brusqlog.game.cards import CARDS, UNKNOWN
from brusqlog.game.events import Event, kind_of
from brusqlog.game.findings import RuleRef, codes
from brusqlog.nouns import EVENTS, INCIDENTS
from brusqlog.spelling import Style, escape, shorten

MISSING: Final = "?"
"""Stands where a message has a place for a fact that nobody gave."""

LONGEST: Final = 160
"""Columns of a value of the log inside a message; a line may hold 64 KiB of it."""

AGREED: Final = "header"
"""The source of a value that the header's options give."""

# A name that a French word before it may lose its vowel to; no name holds this sign any more,
# as control characters are escaped.
_NAME: Final = "\0"
_ELISION: Final = re.compile(rf"\b(d|qu)e {_NAME}(?=[aeiouyàâéèêëîïôùûœæ])", re.IGNORECASE)


class Words(string.Formatter):
    """The words for one game: its players' names, a language, suits as symbols or letters."""

    def __init__(self, style: Style, players: Sequence[str] = ()) -> None:
        self.style = style
        self.players = players
        self.labels = LABELS[style.language]

    def message(self, code: str, facts: Mapping[str, Any]) -> str:
        """The sentence that says what is wrong."""
        return self.say(codes()[code].message[self.style.language], facts)

    def help(self, code: str, facts: Mapping[str, Any]) -> str | None:
        """What to do about it, where there is something to say."""
        return self.say(codes()[code].help.get(self.style.language, ""), facts) or None

    def say(self, template: str, facts: Mapping[str, Any]) -> str:
        """A template of the registry with its places filled."""
        text = self.vformat(template, (), facts)
        if self.style.language == "fr":
            text = _ELISION.sub(r"\1'", text)
        return text.replace(_NAME, "")

    def rule(self, rule: RuleRef) -> str:
        """The rule that a finding rests on, and what that rests on: never more than is true."""
        label = "agreed" if rule.source == AGREED else rule.provenance
        basis = self.labels[label].format(source=rule.source)
        return f"{self.labels['rule']} {escape(rule.ruleset)}, {rule.option} ({basis})"

    def event(self, event: Event | None) -> str:
        """What happened at an event, in a few words: `Anne plays K♠`."""
        if event is None:
            return self.labels["unreadable"]
        kind = kind_of(event)
        template = VERBS[self.style.language].get(kind)
        if template is None:
            return self.format_field(kind, "event")
        facts = {name: getattr(event, name) for name in event.__struct_fields__}
        if kind == "incident" and facts["seat"] is not UNSET:
            template += " ({seat:player})"
        return self.say(template, facts)

    def get_value(self, key: int | str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        """The fact of that name; None, which is shown as `?`, if there is none."""
        return kwargs.get(str(key))

    def format_field(self, value: Any, format_spec: str) -> str:
        """One fact in words. What does not fit its place is shown plainly, never an exception."""
        if value is None:
            return MISSING
        match format_spec:
            case "player":
                return self._player(value)
            case "players":
                return self._list(value, self._player, "nobody")
            case "card":
                return self._card(value)
            case "cards":
                return self._list(value, self._card)
            case "counters" | "points":
                return self.style.number(self._plain(value), format_spec)
            case "incident":
                return INCIDENTS[self.style.language].get(str(value)) or self._plain(value)
            case "event":
                return EVENTS[self.style.language].get(str(value)) or self._plain(value)
        return self._plain(value)

    def _player(self, seat: Any) -> str:
        if isinstance(seat, int) and 0 <= seat < len(self.players):
            return _NAME + escape(self.players[seat])
        return self.labels["seat"].format(seat=self._plain(seat))

    def _card(self, card: Any) -> str:
        if card == UNKNOWN:
            return UNSEEN[self.style.language]
        return self.style.card(card) if card in CARDS else self._plain(card)

    def _list(self, values: Any, word: Any, nothing: str = "none") -> str:
        items = values if isinstance(values, list | tuple) else [values]
        return ", ".join(map(word, items)) if items else self.labels[nothing]

    def _plain(self, value: Any) -> str:
        if isinstance(value, list | tuple):
            return self._list(value, self._plain)
        return shorten(escape(str(value)), LONGEST, self.style)
