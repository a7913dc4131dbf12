"""Lines of a transcript taken apart by the grammar of the notation.

One method for every kind of line; what is wrong in a line is told, and the rest of it still read.
"""

import re
from collections.abc import Callable, Sequence
from typing import Any, Final

from brusqlog.game.findings import Language
from brusqlog.log.scan import Node
from brusqlog.notation import grammar as gr
from brusqlog.notation.card_lines import CardLines
from brusqlog.notation.spans import BLANKS, Span, open_quote, tidy, unescaped
from brusqlog.notation.syntax import (
    Entry,
    HandSaid,
    Line,
    NoteSaid,
    PaidSaid,
    Payed,
    ShuffleSaid,
)
from brusqlog.notation.values import listed, unread

REMARK: Final = ";"
SPLITS: Final = ("1+1+1", "3", "1+2", "2+1")
"""How three cards can be dealt at all."""

_HAND: Final = re.compile(rf"[{BLANKS}]+[0-9]+[{BLANKS}]*(:|$)")
"""What only the word for a hand has behind it."""
_WORD: Final = re.compile(rf'[^{BLANKS}:;,|>("]+')
_DIGITS: Final = re.compile(r"[0-9]{1,9}")
_SIGNS: Final = re.compile(rf"{gr.SIGN}+")
_COLONS: Final = re.compile(rf"[:,>]+(?=[{BLANKS}])")
"""Signs too many behind that of an incident, and by themselves behind a keyword's colon."""
_PAID: Final = re.compile(r"(.*?)(\([^()]*\))?", re.DOTALL)
_INSTEAD: Final = ".=>|+"
"""Signs written instead of a colon."""
_NO_COLON: Final = ("hand", "undo", "mixed")
"""Keywords that a number follows before the colon, or nothing."""
_BARE: Final = ("mixed", "end", "shuffle")
"""Keywords that need nothing behind them."""


class Parser(CardLines):
    """Takes the lines of one game apart."""

    def __init__(self, language: Language, players: Sequence[str] = ()) -> None:
        super().__init__(language, players)
        entries = self._entries
        self._bodies: dict[str, Callable[[Span], Any]] = {
            "removed": lambda where: listed(self.cards(where), where.at, where.end),
            "lots": self.lots,
            "cut": self._cut,
            "stakes": entries,
            "shuffle": self._shuffle,
            "pack": lambda where: listed(self.cards(where), where.at, where.end),
            "packets": self._packets,
            "deal": self.deal,
            "turnup": self.seen_card,
            "paid": self._paid,
            "announced": entries,
            "mixed": self.unexpected,
            "points": self._row,
            "totals": self._row,
            "purses": self._row,
            "pot": self.number,
            "awards": entries,
            "end": self._end,
        }

    def line(self, whole: Span) -> Line:
        """A line, its remark apart."""
        first = whole.text[:1]
        self.head = whole.cut(0, 1)
        if first == gr.SIGN:
            return self._remarked(whole, gr.INCIDENT, self.incident)
        if (mark := self.trick_mark(whole)) is not None:
            self.key, self.head = gr.TRICK, mark
            rest, remark = self._without_remark(whole)
            said = self.trick(mark, rest.cut(len(mark.text)).strip())
            mark = mark if mark.text else whole.cut(0, said.number.end - whole.at)
            return Line(gr.TRICK, whole, mark, said, remark)
        word = _WORD.match(whole.text)
        if word is None:
            if first == REMARK:
                return Line(REMARK, whole, whole.cut(0, 1), None, self._remark(whole.cut(1)))
            self.key = ""
            self.wrong("keyword-unknown", whole, near=[])
            return Line(None, whole, whole)
        mark = self.head = whole.cut(0, word.end())
        key = self.keyword(mark, whole)
        if key is None or key in gr.HEADER:
            return Line(key, whole, mark)
        return self._worded(key, whole, mark)

    def keyword(self, mark: Span, whole: Span) -> str | None:
        """The key of the word with which a line begins."""
        plain = gr.normal(mark.text)
        if key := gr.keywords(self.language).get(plain):
            self.note(mark, "keyword", key)
            return key
        if plain in gr.telling() or plain in gr.keywords(gr.other(self.language)):
            key = gr.keywords(gr.other(self.language))[plain]
            if key != "language":
                self.foreign(mark, gr.keyword(key).word.of(self.language))
            return key
        by_word = {row.word.of(self.language): key for key, row in {**gr.HEADER, **gr.PLAY}.items()}
        close = gr.near(mark.text, by_word) if len(mark.text) < 40 else []
        self.wrong("keyword-unknown", mark, near=close)
        if _HAND.match(whole.text, mark.end - mark.at):
            return "hand"
        return by_word[close[0]] if len(close) == 1 else None

    def header_value(self, line: Line) -> Span:
        """What stands behind the colon of a header line, its remark apart."""
        self.key, self.head = line.key or "", line.mark
        rest, _ = self._without_remark(line.whole)
        extra, said = self._behind(line.mark, rest)
        self.unexpected(extra)
        return said if said is not None else rest.cut(len(rest.text))

    def header_remark(self, whole: Span) -> Node | None:
        """The remark at the end of a header line."""
        _, remark = whole.partition(REMARK)
        return None if remark is None else self._remark(remark)

    # Lines --------------------------------------------------------------------------------------

    def _worded(self, key: str, whole: Span, mark: Span) -> Line:
        """A line that begins with a keyword of the game."""
        self.key = key
        if key == "note":
            return self._note(whole, mark)
        rest, remark = self._without_remark(whole)
        argument, said = self._behind(mark, rest)
        if said is not None:
            said = self.past(_COLONS, said)
        if key == "hand":
            return Line(key, whole, mark, self._hand(argument, said), remark)
        if key == "undo":
            if said is not None:
                self.unexpected(said)
            return Line(key, whole, mark, self.number(argument) if argument.text else None, remark)
        self.unexpected(argument)
        if said is None:
            said = rest.cut(len(rest.text))
            if key not in _BARE:
                self.missing(rest)
                return Line(key, whole, mark, None, remark)
        return Line(key, whole, mark, self._bodies[key](said), remark)

    def _behind(self, mark: Span, rest: Span) -> tuple[Span, Span | None]:
        """What stands between the keyword and its colon, and behind that; a colon that was
        forgotten, or another sign in its place, is told."""
        head, said = rest.partition(":")
        between = head.cut(len(mark.text)).strip()
        if said is None and between.text and self.key not in _NO_COLON:
            self.missing(mark)
            return between.cut(0, 0), between.stripped(_INSTEAD)
        return between, said

    def _remarked(self, whole: Span, key: str, body: Callable[[Span], Any]) -> Line:
        self.key = key
        rest, remark = self._without_remark(whole)
        said = self.past(_SIGNS, rest.cut(1).strip())
        return Line(key, whole, whole.cut(0, 1), body(said), remark)

    def _without_remark(self, whole: Span) -> tuple[Span, Node | None]:
        rest, remark = whole.partition(REMARK)
        place = open_quote(rest.text)
        if place is not None:
            self.wrong("quote-open", rest.cut(place, place + 1))
        return rest, None if remark is None else self._remark(remark)

    def _remark(self, where: Span) -> Node:
        where = where.strip()
        text = unescaped(tidy(where.text))
        self.note(where, "remark", text)
        return Node(text, where.at, where.end)

    def _note(self, whole: Span, mark: Span) -> Line:
        head, said = whole.partition(":")
        name = head.cut(len(mark.text)).strip()
        seat = self.seat(name) if name.text else None
        text = self.missing(head) if said is None else self._remark(said)
        return Line("note", whole, mark, NoteSaid(text, seat))

    # Bodies -------------------------------------------------------------------------------------

    def _entries(self, where: Span) -> list[Entry]:
        if self.is_none(where):
            return []
        return [self.entry(part) for part in where.split(",")]

    def _hand(self, argument: Span, said: Span | None) -> HandSaid:
        if said is None and (digits := _DIGITS.match(argument.text)):
            said = argument.cut(digits.end()).stripped(_INSTEAD)
            argument = argument.cut(0, digits.end())
            if said.text:
                self.missing(argument)
        number = self.number(argument)
        told = len(self.faults)
        dealer, cut = None, None
        for part in said.split(",") if said is not None and said.text else []:
            name, rest = self.named(part)
            word = _WORD.match(rest.text)
            verb = rest.cut(0, word.end() if word else None)
            if not verb.text:
                self.missing(part)
                continue
            more = rest.cut(len(verb.text)).strip()
            deed = self.word(verb, gr.DEALS)
            if deed == "deals" and dealer is None and cut is None:
                dealer = self.seat(name)
                self.unexpected(more)
            elif deed == "cuts" and cut is None:
                lifted = self.number(more) if more.text else None
                cut = Entry(self.seat(name), lifted)
            elif deed is not None:
                self.unexpected(part)
        if dealer is None and len(self.faults) > told:
            dealer = unread(argument)
        return HandSaid(number, dealer, cut)

    def _cut(self, where: Span) -> Entry:
        name, rest = self.named(where)
        return Entry(self.seat(name), self.number(rest) if rest.text else None)

    def _shuffle(self, where: Span) -> ShuffleSaid:
        if not where.text:
            return ShuffleSaid()
        first, behind = where.partition(",")
        if behind is None:
            return ShuffleSaid(self.seat(first))
        head, pack = behind.partition(":")
        if pack is None or self.keyword(head, head) != "pack":
            self.unexpected(behind)
            return ShuffleSaid(self.seat(first))
        return ShuffleSaid(self.seat(first), listed(self.cards(pack), pack.at, pack.end))

    def _packets(self, where: Span) -> tuple[int, ...] | None:
        split = "".join(where.text.split())
        if split in SPLITS:
            sizes = tuple(map(int, split.split("+")))
            self.note(where, "packets", sizes)
            return sizes
        self.wrong("word-unknown", where, near=[], known=list(SPLITS))
        return None

    def _row(self, where: Span) -> Node:
        """A number of each player."""
        told = len(self.faults)
        entries = self._entries(where)
        by_seat: dict[int, Node] = {}
        for entry in entries:
            if entry.seat.value is None or entry.value is None:
                continue
            if entry.seat.value in by_seat:
                place = Span(where.text[entry.seat.start - where.at :], entry.seat.start)
                self.wrong("number-twice", place.cut(0, entry.seat.end - entry.seat.start),
                           seat=entry.seat.value)  # fmt: skip
            by_seat.setdefault(entry.seat.value, entry.value)
        lacking = [seat for seat in range(len(self.players)) if seat not in by_seat]
        if lacking and len(self.faults) == told:
            self.wrong("number-missing", where, seats=lacking)
        if lacking:
            return unread(where)
        return listed([by_seat[seat] for seat in sorted(by_seat)], where.at, where.end)

    def _end(self, where: Span) -> Node:
        if not where.text:
            return Node("complete", where.at, where.end)
        return Node(self.word(where, gr.ENDS), where.at, where.end)

    # Tricks and payments ------------------------------------------------------------------------

    def _paid(self, where: Span) -> PaidSaid:
        entries: list[Payed] = []
        net, after = None, False
        if self.is_none(where):
            return PaidSaid(entries)
        parts = where.split(",")
        for index, part in enumerate(parts):
            plain = gr.normal(part.text)
            last = index == len(parts) - 1
            if part.places(">"):
                entries.append(self._payment(part))
            elif plain == gr.NET:
                net = part
                self.note(part, "net", None)
            elif last and self._is_after(part):
                after = True
            elif not (index == 0 and self.is_none(part)):
                self.unexpected(part) if part.text else self.missing(part)
                nothing, reason = unread(part), Node("brusquembille", part.at, part.end)
                entries.append(Payed(part, nothing, nothing, nothing, reason))
        return PaidSaid(entries, net, after)

    def _is_after(self, part: Span) -> bool:
        """Whether an entry says, or nearly says, that what is paid stands behind the draws."""
        words = [word.of(self.language) for word in gr.AFTER_DRAWS.values()]
        silent = not gr.near(part.text, words)
        return self.word(part, gr.AFTER_DRAWS, silent=silent) is not None

    def _payment(self, where: Span) -> Payed:
        payer, rest = where.partition(">")
        assert rest is not None
        match = _PAID.fullmatch(rest.text)
        assert match is not None
        amount, brackets = rest.cut(0, match.end(1)), rest.cut(match.end(1))
        entry = self.entry(amount)
        reason, of_card = Node("brusquembille", brackets.at, brackets.end), None
        inside = brackets.cut(1, -1).strip()
        if word := self.word(inside, gr.REASONS, silent=True):
            reason = Node(word, inside.at, inside.end)
        elif brackets.text:
            of_card = self.seen_card(inside)
        value = entry.value or unread(where)
        return Payed(where, self.seat(payer), entry.seat, value, reason, of_card)


def first_word(text: str) -> str | None:
    """The word with which a line begins; a trick's number and the sign of an incident are none of
    its words."""
    match = _WORD.match(text)
    return match[0] if match else None
