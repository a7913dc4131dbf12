"""Puts what was noticed, a code and its facts, into the words of a language."""

import json
import re
import string
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from msgspec import UNSET

from brusqlog.checking.phrases import DEEDS, MODES, PHRASES, WHEN
from brusqlog.checking.vocabulary import LABELS, UNSEEN, VERBS
from brusqlog.game.cards import CARDS, UNKNOWN, meant
from brusqlog.game.events import Event, kind_of
from brusqlog.game.findings import RuleRef, codes
from brusqlog.game.rulefaults import RulesetFault
from brusqlog.near import nearest
from brusqlog.nouns import EVENTS, INCIDENTS
from brusqlog.spelling import Style, escape, reason, shorten

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

_PLAIN: Final = ("_plain", "", "none")
_SPECS: Final[dict[str, tuple[str, str, str]]] = {
    "player": ("_player", "", "nobody"),
    "players": ("_player", "or", "nobody"),
    "all": ("_player", "and", "nobody"),
    "card": ("_card", "", "none"),
    "cards": ("_card", "", "none"),
    "choice": ("_card", "or", "none"),
    "pairs": ("_pair", ", or", "none"),
    "any": ("_plain", "or", "nothing"),
    "counters": ("_counters", "or", "nothing"),
    "points": ("_points", "or", "nothing"),
    "length": ("_length", "", "nothing"),
    "incident": ("_incident", "", "nothing"),
    "event": ("_event", "", "nothing"),
    "when": ("_when", "", "nothing"),
    "mode": ("_mode", "or", "nothing"),
    "deed": ("_deed", "", "nothing"),
    "cause": ("_cause", "", "nothing"),
    "place": ("_place", "", "nothing"),
    "debts": ("_debt", "and", "nothing"),
    "names": ("_name", "or", "nothing"),
    "language": ("_language", "or", "nothing"),
    "all-names": ("_name", "and", "nothing"),
    "codes": ("_json", "or", "nothing"),
    "allowed": ("_allowed", "or", "nothing"),
    "span": ("_span", "", "nothing"),
    "why": ("_why", "", "nothing"),
}
"""The formats of places: the word for one value, the word before the last of several, what is said
of an empty list. `players` and `choice` are alternatives, `all` are meant together. Besides there
is `meant`, a question in brackets, or nothing where nothing is near."""


class Words(string.Formatter):
    """The words for one game: its players' names, a language, suits as symbols or letters."""

    def __init__(self, style: Style, players: Sequence[str] = ()) -> None:
        self.style = style
        self.players = players
        self.labels = LABELS[style.language]
        self.phrases = PHRASES[style.language]

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
        if key == "near" and "given" in kwargs:
            return _near(kwargs["given"], kwargs.get("known"))
        value = kwargs.get(str(key))
        if key == "reason" and isinstance(value, str):
            return reason(value, self.style.language)
        return value

    def format_field(self, value: Any, format_spec: str) -> str:
        """One fact in words. What does not fit its place is shown plainly, never an exception."""
        if format_spec == "meant":
            return self.vformat(self.phrases["meant"], (), {"near": value}) if value else ""
        if value is None:
            return MISSING
        if format_spec == "near":
            return self.vformat(self.phrases["near"], (), {"near": value}) if value else ""
        if format_spec == "json":
            return self._json(value)
        word, last, nothing = _SPECS.get(format_spec, _PLAIN)
        return self._listed(value, getattr(self, word), last, nothing)

    def _counters(self, count: Any) -> str:
        return self.style.number(self._plain(count), "counters")

    def _points(self, count: Any) -> str:
        return self.style.number(self._plain(count), "points")

    def _incident(self, kind: Any) -> str:
        return INCIDENTS[self.style.language].get(str(kind)) or self._plain(kind)

    def _event(self, kind: Any) -> str:
        return EVENTS[self.style.language].get(str(kind)) or self._plain(kind)

    def _when(self, kind: Any) -> str:
        return WHEN[self.style.language].get(str(kind)) or self._plain(kind)

    def _mode(self, mode: Any) -> str:
        return MODES[self.style.language].get(str(mode)) or self._plain(mode)

    def _cause(self, cause: Any) -> str:
        """What is paid for: a card, the whole trick, a penalty."""
        return self.phrases.get(str(cause)) or self._card(cause)

    def _deed(self, deed: Any) -> str:
        """What somebody did: an event, or its kind and facts."""
        if isinstance(deed, Event):
            return self.event(deed)
        if not isinstance(deed, dict):
            return self._plain(deed)
        kind = str(deed.get("event"))
        template = DEEDS[self.style.language].get(kind) or VERBS[self.style.language].get(kind)
        return self.vformat(template, (), deed) if template else self.format_field(kind, "event")

    def _place(self, place: Any) -> str:
        """Where a card lies."""
        if isinstance(place, int):
            return self.vformat(self.phrases["holder"], (), {"seat": place})
        return self.phrases.get(str(place)) or self._plain(place)

    def _debt(self, debt: Any) -> str:
        """What one player owes another."""
        if not isinstance(debt, dict):
            return self._plain(debt)
        return self.vformat(self.phrases["debt"], (), debt)

    def _allowed(self, value: Any) -> str:
        """A value that an option may have, or what it must be like."""
        if not isinstance(value, dict):
            return self._json(value)
        return self.vformat(self.phrases["least" if "least" in value else "list"], (), value)

    def _span(self, span: Any) -> str:
        """How many there may be, the bounds included; without `most` any number from `least` on."""
        if not isinstance(span, dict):
            return self._plain(span)
        least, most = span.get("least"), span.get("most")
        phrase = "from" if most is None else "exactly" if least == most else "between"
        return self.vformat(self.phrases[phrase], (), span)

    def _why(self, fault: Any) -> str:
        """What is wrong with a ruleset."""
        if not isinstance(fault, RulesetFault):
            return self._plain(fault)
        return shorten(escape(fault.told(self.style.language)), LONGEST, self.style)

    def _length(self, length: Any) -> str:
        """How long a game lasts: so many hands, or points."""
        if isinstance(length, dict):
            for noun in ("hands", "points"):
                if noun in length:
                    return self.style.number(self._plain(length[noun]), noun)
        return self._plain(length)

    def _player(self, seat: Any) -> str:
        if isinstance(seat, int) and 0 <= seat < len(self.players):
            return _NAME + escape(self.players[seat])
        return self.labels["seat"].format(seat=self._plain(seat))

    def _card(self, card: Any) -> str:
        if card == UNKNOWN:
            return UNSEEN[self.style.language]
        return self.style.card(card) if card in CARDS else self._plain(card)

    def _pair(self, pair: Any) -> str:
        return self._listed(pair, self._card, "and")

    def _language(self, language: Any) -> str:
        return self.phrases.get(str(language)) or self._plain(language)

    def _name(self, name: Any) -> str:
        """A word of the log."""
        return f"`{self._plain(name)}`"

    def _json(self, value: Any) -> str:
        """A value as it would stand in the log."""
        try:
            text = json.dumps(value, ensure_ascii=False)
        except (TypeError, ValueError):
            text = str(value)
        return f"`{shorten(escape(text), LONGEST, self.style)}`"

    def _listed(
        self, values: Any, word: Callable[[Any], str], last: str = "", nothing: str = "none"
    ) -> str:
        """One value, or several with commas between them; `last` names the word before the last."""
        items = [word(one) for one in (values if isinstance(values, list | tuple) else [values])]
        if not items:
            return self.phrases[nothing]
        if not last or len(items) == 1:
            return ", ".join(items)
        return f"{', '.join(items[:-1])}{self.phrases[last]}{items[-1]}"

    def _plain(self, value: Any) -> str:
        if isinstance(value, list | tuple):
            return self._listed(value, self._plain)
        return shorten(escape(str(value)), LONGEST, self.style)


def _near(given: str, known: Sequence[str] | None) -> str | None:
    """What was probably meant: one of the known words, else a card."""
    return meant(given) if known is None else nearest(given, known)
