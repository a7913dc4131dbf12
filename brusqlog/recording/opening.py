"""The header of a new log, asked for line by line."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec import UNSET, to_builtins

from brusqlog.checking.words import Words
from brusqlog.errors import EventError
from brusqlog.game import events as ev
from brusqlog.game.cards import UNKNOWN
from brusqlog.game.ruleset import Ruleset, rulesets
from brusqlog.game.terms import terms_of
from brusqlog.notation.cards import pieces
from brusqlog.notation.names import unquoted
from brusqlog.notation.options import options
from brusqlog.notation.words import folded
from brusqlog.recording.reader import Reader, UnclearError
from brusqlog.recording.telling import asked, unclear
from brusqlog.recording.vocabulary import LENGTHS
from brusqlog.show.layout import wrapped
from brusqlog.spelling import Style

DEFAULT: Final = "salon-2021"
YES: Final = ("yes", "y", "oui", "o")
NO: Final = ("", "no", "n", "non")
QUESTIONS: Final = ("players", "partners", "rules", "length", "removed")
"""What is asked, in this order, as far as it matters."""


class Opening:
    """Asks for a header. `answers` has what is known of it by field; `header` is None until all of
    it is known and can be played."""

    def __init__(self, id: str, style: Style, own: Mapping[str, Ruleset] | None = None) -> None:
        self.style = style
        self.own = own or {}
        self.answers: dict[str, Any] = {"id": id}
        self.known: set[str] = set()
        self.refused = False
        self.over = False
        self._takers: dict[str, Callable[[str], None]] = {
            "players": self._players,
            "partners": self._partners,
            "rules": self._rules,
            "length": self._length,
            "removed": self._removed,
            "options": self._options,
        }

    @property
    def question(self) -> str | None:
        """What is asked now, by its key."""
        players = len(self.answers.get("players", ()))
        for key in QUESTIONS:
            needless = (key == "partners" and players != 4) or (
                key == "removed" and players not in (3, 5)
            )
            if key not in self.known and not needless:
                return key
        return None

    @property
    def prompt(self) -> str:
        """What is asked now, without a sign behind it."""
        return asked(self.style, self.question or "players", default=DEFAULT)

    @property
    def bar(self) -> str:
        """Nothing is on the table yet."""
        return ""

    @property
    def choices(self) -> list[str]:
        """What may be typed: the published rulesets where one is asked for."""
        return list(rulesets()) if self.question == "rules" else []

    def give(self, key: str, text: str) -> None:
        """Take an answer that was not asked for. Raises `UnclearError`."""
        self._takers[key](text)
        self.known.add(key)

    def hear(self, line: str) -> list[str]:
        """Take an answer: what there is to say."""
        key = self.question
        assert key is not None
        self.refused = False
        if folded(line) in ("quit", "quitter"):
            self.over = True
            return []
        try:
            self.give(key, line.strip())
        except UnclearError as fault:
            self.refused = True
            return self._lines(unclear(self.style, fault))
        return self._judged() if self.question is None else []

    def faults(self) -> list[tuple[str, str]]:
        """What is wrong with the header as it is known: the question to be asked again, and why."""
        try:
            header = self.header
        except EventError as error:
            return [("length", str(error))]
        words = Words(self.style, header.players)
        found = []
        for breach in terms_of(header, self.own)[1]:
            if breach.is_error:
                key = (breach.field or "removed").partition(".")[0]
                key = key if key in self._takers else "rules"
                facts = {"seat": breach.seat} | breach.facts
                found.append((key, words.message(breach.code, facts)))
        return found

    @property
    def header(self) -> ev.Game:
        """The header, when everything is known."""
        return ev.Game(format=ev.FORMAT, **self.answers)

    def _judged(self) -> list[str]:
        told = []
        for key, why in self.faults():
            self.refused = True
            self.known.discard(key)
            told += self._lines(self.style.plain(why))
        return told

    def _lines(self, text: str) -> list[str]:
        return list(wrapped(text, self.style.columns, "  ", "    "))

    # Answers -----------------------------------------------------------------------------------

    def _players(self, text: str) -> None:
        names = [unquoted(one) for one in text.split(",") if one.strip()]
        if not 2 <= len(names) <= 5:
            raise UnclearError("players number")
        self.answers["players"] = names

    def _partners(self, text: str) -> None:
        if folded(text) not in (*YES, *NO):
            raise UnclearError("yes or no", text=text)
        self.answers["partners"] = True if folded(text) in YES else UNSET

    def _rules(self, text: str) -> None:
        self.answers["rules"] = text or DEFAULT
        ruleset = self.own.get(text)
        self.answers["ruleset"] = UNSET if ruleset is None else to_builtins(ruleset)

    def _length(self, text: str) -> None:
        number, _, noun = text.partition(" ")
        kind = LENGTHS.get(folded(noun))
        if not number.isdecimal() or int(number) < 1 or kind is None:
            raise UnclearError("length", text=text)
        for other in ("hands", "rounds", "target"):
            self.answers[other] = int(number) if other == kind else UNSET

    def _removed(self, text: str) -> None:
        reader = Reader((), self.style.language)
        named = [reader.card(word) for word in pieces(text)] or [UNKNOWN, UNKNOWN]
        if len(named) != 2:
            raise UnclearError("removed")
        self.answers["removed"] = named

    def _options(self, text: str) -> None:
        self.answers["options"] = options(text) or UNSET
