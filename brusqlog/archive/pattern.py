"""The small language of `find --pattern`: what happened at one moment, in words.

A pattern is conditions joined by commas, all true of the same trick, hand or game; `not` before one
turns it round. Words are English or French, whatever their case and accents:

    trick N | trick >= N | last trick | trick trumped | trick led by WHO | trick taken by WHO
    trick points >= N
    CARD led | played | lost | saved | drawn [by WHO]
    CARD turned up
    payment [>= N] [by WHO] [to WHO]
    hand N | hand >= N | hand complete | void | open | tied | hand dealt by WHO | hand won by WHO
    points >= N [by WHO] | award [>= N] [by WHO] | pot >= N | pot shared
    incident [KIND] [by WHO]
    player NAME

CARD is a card (`ten of hearts`, `10♥`, `TH`), a rank (`ace`), a suit (`hearts`), `trump`, a rank
`of trumps`, a `brusquembille`, or any `card`. WHO is `dealer`, `eldest`, `winner`, `loser`,
`seat N` or the name of a player; a name with a comma stands between `"`. For `>=` there are `>`,
`<`, `<=` and `=` too. A card is saved if who played it, or his partner, takes the trick, and lost
if another does. An `incident` without `trick` beside it is one of the hand.

In French: `levée` N, `dernière levée`, `levée coupée`, `levée entamée` or `prise par`, `points`;
cards `entamé`, `joué`, `perdu`, `sauvé`, `pioché`, `retourné`; `paiement … par … à …`; `coup` N,
`complet`, `annulé`, `ouvert`, `nul`, `donné par`, `gagné par`; `part` for `award`; `pot partagé`;
`incident`; `joueur`; `pas` for `not`; `donneur`, `premier`, `gagnant`, `perdant`, `place` N; `as
d'atout`, `dix de cœur`. Short cards are read in the language of the command.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Final, get_args

from msgspec import Struct
from msgspec.structs import replace

from brusqlog.archive.wording import (
    FILLERS,
    HEADS,
    LINKS,
    OF,
    OF_HAND,
    OF_POT,
    OF_TRICK,
    SEATS,
    TRICKS,
    VERBS,
    Cards,
    PatternError,
    Token,
    card_words,
    cards_of,
    parts,
)
from brusqlog.game.events import IncidentKind
from brusqlog.languages import Language
from brusqlog.near import nearest

MOST: Final = 12
"""Words up to which all are named that may stand at a place."""

LONGEST: Final = 4000
"""Signs of a pattern."""

COMPARED: Final = {">=": ">=", "≥": ">=", "<=": "<=", "≤": "<=", ">": ">", "<": "<", "=": "="}
_TOKEN: Final = re.compile(r'"(?:[^"\\]|\\.)*"|>=|<=|[<>=≥≤,]|[^\s,<>=≥≤"]+|"')


class Who(Struct, frozen=True):
    """Whoever `role` says (`dealer` …), the `seat`, or the player of a name, which stands at a
    column of the pattern."""

    role: str = ""
    seat: int | None = None
    name: str = ""
    column: int = 0


class Condition(Struct, frozen=True, kw_only=True):
    """One condition: its kind (`lost`, `trick number`, `pot shared` …) and what it is about."""

    kind: str
    turned_round: bool = False
    cards: Cards = Cards()
    compared: str = ">="
    number: int = 0
    by: Who | None = None
    to: Who | None = None
    text: str = ""


def parsed(pattern: str, language: Language = "en") -> list[Condition]:
    """The conditions of a pattern. Short cards such as `AC` are read in the language. Raises
    `PatternError`."""
    if len(pattern) > LONGEST:
        template = "column {column}: a pattern has at most {most} signs"
        raise PatternError(template, column=LONGEST + 1, most=LONGEST)
    found: list[Condition] = []
    clause: list[Token] = []
    end = len(pattern) + 1
    tokens = [Token(one[0], one.start() + 1) for one in _TOKEN.finditer(pattern)]
    for token in [*tokens, Token(",", end)]:
        if token.text == ",":
            found.append(_Clause(clause, token.column, language).condition())
            clause = []
        else:
            clause.append(token)
    return found


class _Clause:
    """One condition as it is read, word by word."""

    def __init__(self, tokens: list[Token], end: int, language: Language) -> None:
        self.tokens = tokens
        self.end = Token("", end)
        self.language = language

    def condition(self) -> Condition:
        turned_round = self._next_is(HEADS, "not")
        if turned_round:
            self.tokens.pop(0)
        condition = self._told()
        if self.tokens:
            template = "column {column}: {given!r} is too much"
            raise PatternError(template, column=self.tokens[0].column, given=self.tokens[0].text)
        return replace(condition, turned_round=turned_round)

    def _told(self) -> Condition:
        head = HEADS.get(self._first().word)
        if head is None:
            return self._played()
        self.tokens.pop(0)
        match head:
            case "last":
                self._word(TRICKS)
                return Condition(kind="trick last")
            case "trick" | "hand" if self._is_compared():
                return self._compared(f"{head} number")
            case "trick" | "hand" if self._first().text.isdecimal():
                return Condition(kind=f"{head} number", compared="=", number=self._number())
            case "trick":
                return self._more("trick", self._word(OF_TRICK))
            case "hand":
                return self._more("hand", self._word(OF_HAND))
            case "pot" if self._first().word in OF_POT or not self._is_compared():
                return Condition(kind=f"pot {self._word(OF_POT)}")
            case "pot" | "points":
                return self._linked(self._compared(head), to=False, by=head == "points")
            case "payment" | "award":
                told = self._compared(head) if self._is_compared() else Condition(kind=head)
                return self._linked(told, to=head == "payment")
            case "incident":
                kinds = {kind: kind for kind in get_args(IncidentKind)}
                text = self._word(kinds) if self.tokens and not self._next_links() else ""
                return self._linked(Condition(kind=head, text=text), to=False)
            case "player":
                words, self.tokens = self.tokens, []
                return Condition(kind=head, by=self._named(words))
        raise self._unknown(self._first(), VERBS)

    def _more(self, head: str, what: str) -> Condition:
        """What is said of a trick or hand but for its number."""
        told = Condition(kind=f"{head} {what}")
        if what == "points":
            return self._compared(told.kind)
        if what in ("led", "taken", "dealt", "won"):
            self._expect("by")
            return self._linked(told, to=False)
        return told

    def _played(self) -> Condition:
        """What happened to cards."""
        place = next((n for n, token in enumerate(self.tokens) if token.word in VERBS), None)
        if place is None:
            raise self._no_verb()
        words, verb, self.tokens = self.tokens[:place], self.tokens[place], self.tokens[place + 1 :]
        kind = VERBS[verb.word]
        if kind == "turned" and self.tokens and self.tokens[0].word == "up":
            self.tokens.pop(0)
        cards = cards_of(words, verb, self.language)
        told = Condition(kind=kind, cards=cards)
        return told if kind == "turned" else self._linked(told, to=False)

    def _no_verb(self) -> PatternError:
        """What is wrong with words among which there is nothing that happens."""
        known = {*card_words(), *OF, *FILLERS}
        if not self.tokens or not set(parts(self._first().word)) <= known:
            return self._unknown(self._first(), [*HEADS, *VERBS], card_words())
        *_, last = self.tokens
        whole = set(parts(last.word)) <= known
        return self._unknown(self.end if whole else last, VERBS)

    def _linked(self, told: Condition, *, to: bool, by: bool = True) -> Condition:
        """What follows: by whom, to whom."""
        who: dict[str, Who] = {}
        while self._next_links():
            link = LINKS[self.tokens[0].word]
            if link in who or not {"by": by, "to": to}[link]:
                break
            self.tokens.pop(0)
            stop = next(
                (n for n, one in enumerate(self.tokens) if n and to and one.word in LINKS),
                len(self.tokens),
            )
            words, self.tokens = self.tokens[:stop], self.tokens[stop:]
            who[link] = self._who(words)
        return replace(told, **who)

    def _who(self, words: list[Token]) -> Who:
        words = words[1:] if len(words) > 1 and words[0].word in FILLERS else words
        role = SEATS.get(words[0].word) if words else None
        if role is None or len(words) > 1 + (role == "seat"):
            return self._named(words)
        if role != "seat":
            return Who(role=role)
        self.tokens = [*words[1:], *self.tokens]
        return Who(seat=self._number())

    def _named(self, words: list[Token]) -> Who:
        if not words:
            template = "column {column}: here the name of a player is missing"
            raise PatternError(template, column=self.end.column)
        text = " ".join(word.text for word in words)
        quoted = len(text) > 1 and text[0] == text[-1] == '"'
        name = re.sub(r"\\(.)", r"\1", text[1:-1]) if quoted else text
        return Who(name=name, column=words[0].column)

    def _compared(self, kind: str) -> Condition:
        sign = self._word(COMPARED)
        return Condition(kind=kind, compared=sign, number=self._number())

    def _is_compared(self) -> bool:
        return self._first().text in COMPARED

    def _number(self) -> int:
        token = self._first()
        if not (token.text.isascii() and token.text.isdecimal() and len(token.text) < 19):
            template = "column {column}: here a number is missing"
            raise PatternError(template, column=token.column)
        return int(self.tokens.pop(0).text)

    def _word(self, known: Mapping[str, str]) -> str:
        """One of the known words, by what it means."""
        token = self._first()
        if token.word not in known:
            raise self._unknown(token, known)
        return known[self.tokens.pop(0).word]

    def _expect(self, link: str) -> None:
        if not self._next_is(LINKS, link):
            raise self._unknown(self._first(), [word for word in LINKS if LINKS[word] == link])

    def _next_is(self, known: Mapping[str, str], meaning: str) -> bool:
        return known.get(self._first().word) == meaning

    def _next_links(self) -> bool:
        return self._first().word in LINKS

    def _first(self) -> Token:
        return self.tokens[0] if self.tokens else self.end

    def _unknown(
        self, token: Token, known: Iterable[str], more: Iterable[str] = ()
    ) -> PatternError:
        listed = list(dict.fromkeys(known))
        near = nearest(token.word, [*listed, *more])
        facts = {"column": token.column, "given": token.text, "near": near}
        meant = list(dict.fromkeys(known.values() if isinstance(known, Mapping) else listed))
        template = "column {column}: {given!r} cannot stand here"
        if not token.text:
            template = "column {column}: here something is missing"
            if len(meant) <= MOST:
                template = "column {column}: here something is missing: {known}"
        elif near is not None:
            template = "column {column}: {given!r} cannot stand here. Did you mean {near}?"
        elif len(meant) <= MOST:
            template = "column {column}: {given!r} cannot stand here, only: {known}"
        return PatternError(template, known=", ".join(meant), **facts)
