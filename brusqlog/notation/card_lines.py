"""Lines of cards: lots, deals, tricks."""

import re
from typing import Final

from brusqlog.log.scan import Node
from brusqlog.notation.cards import OF, card
from brusqlog.notation.incidents import IncidentParser
from brusqlog.notation.names import player
from brusqlog.notation.spans import BLANKS, Span
from brusqlog.notation.syntax import Dealt, Entry, Laid, TrickSaid
from brusqlog.notation.values import unread
from brusqlog.notation.words import folded

_PIECE: Final = re.compile(rf"[^{BLANKS},]+")
_NO_NUMBER: Final = re.compile(r"[-−0-9.:,>|+=/()]*[0-9.][-−0-9.:,>|+=/()]*")
"""What may stand before the cards of a trick in place of its number and full stop."""
_BESIDE: Final = (">", "+")
"""What else may follow that."""
_TRICK: Final = re.compile(rf"([0-9]+)[{BLANKS}]*\.")
_DIGITS: Final = re.compile(r"[0-9]{1,9}")
_DOTS: Final = re.compile(rf"[.:]+(?=[{BLANKS}])")
"""Signs by themselves behind a trick's number."""
_COLON: Final = re.compile(rf"[{BLANKS}]*:")
_INSTEAD: Final = ".:,=>|+"
"""Signs written instead of the right one."""
_LAST: Final = re.compile(rf"[^{BLANKS},:]+$")


class CardLines(IncidentParser):
    """Takes lines of cards apart."""

    def lots(self, where: Span) -> list[Entry]:
        if self.is_none(where):
            return []
        return [self._lot(part) for part in where.split(",|")]

    def _lot(self, where: Span) -> Entry:
        name, rest = self.named(where)
        seat = self.seat(name)
        told = len(self.faults)
        card = self.cards(rest)
        if len(self.faults) == told:
            self.only_first(card, rest)
        return Entry(seat, card[0] if card else self.missing(where))

    def deal(self, where: Span) -> list[Dealt]:
        if self.is_none(where):
            return []
        found, parts = [], where.split("|")
        while parts:
            part = parts.pop(0)
            name, rest = self.named(part)
            if self._is_card(name.text) and not self._is_player(name.text):
                name, rest = part.cut(0, 0), part
            seat = self.seat(name)
            if self.is_none(rest):
                found.append(Dealt(seat, []))
                continue
            laid, next_name = self._up_to_name(rest)
            if next_name is not None:
                parts.insert(0, rest.cut(next_name.at - rest.at))
            found.append(Dealt(seat, self.unseated(laid, rest)))
        return found

    def _up_to_name(self, where: Span) -> tuple[list[Laid], Span | None]:
        """Cards, and a player named among them where one of them cannot be read: the sign before
        him was forgotten, or is another."""
        told = len(self.faults)
        laid = self.laid(where)
        for piece in _PIECE.finditer(where.text) if len(self.faults) > told else ():
            no_name = folded(piece[0]) in OF.values() or self._is_card(piece[0])
            if no_name or _COLON.match(where.text, piece.end()):
                continue
            if self._is_player(piece[0]):
                del self.faults[told:]
                self.unexpected(where.cut(*piece.span()))
                before = where.cut(0, piece.start()).stripped(_INSTEAD)
                return self.laid(before), where.cut(*piece.span())
        return laid, None

    def _is_player(self, text: str) -> bool:
        return isinstance(player(text, self.players), int)

    def _is_card(self, text: str) -> bool:
        return isinstance(card(text, self.language), str)

    def trick_mark(self, whole: Span) -> Span | None:
        """The number with which the line of a trick begins; of a line that begins with cards what
        stands in its place, even nothing. None of any other line."""
        if found := _TRICK.match(whole.text):
            return whole.cut(0, found.end())
        end = 0
        for piece in _PIECE.finditer(whole.text):
            if self._is_card(piece[0].rpartition(":")[2]) or (end and piece[0] in _BESIDE):
                return whole.cut(0, end)
            if not _NO_NUMBER.fullmatch(piece[0]):
                break
            end = piece.end()
        return None

    def trick(self, mark: Span, rest: Span) -> TrickSaid:
        """A trick by its mark and what stands behind that. Cards without a number are told, and
        read all the same."""
        if found := _TRICK.match(mark.text):
            number = self.number(mark.cut(0, found.end(1)))
            return self._trick(number, self.past(_DOTS, rest))
        if not mark.text:
            first = rest.split(f"{BLANKS},")[0]
            self.wrong("trick-unnumbered", first)
            return self._trick(unread(first), rest)
        self.wrong("keyword-unknown", mark, near=[])
        digits = _DIGITS.findall(mark.text)
        number = Node(int(digits[-1]) if digits else None, mark.at, mark.end)
        return self._trick(number, rest)

    def _trick(self, number: Node, rest: Span) -> TrickSaid:
        laid, drawn = rest.partition("+")
        cards, taker = laid.partition(">")
        said: list[Laid] | None = None
        stops = False
        if drawn is not None:
            drawn, more = drawn.partition("+>")
            if more is not None:
                self.unexpected(more)
            last = _LAST.search(drawn.text)
            if last is not None and (stops := self.is_none(drawn.cut(last.start()))):
                drawn = drawn.cut(0, last.start())
            said = self.laid(drawn)
        plays, taker = self._up_to_name(cards) if taker is None else (self.laid(cards), taker)
        seat = None
        if taker is not None:
            name, more = self.named(taker)
            seat = self.seat(name)
            self.unexpected(more)
        return TrickSaid(number, plays, seat, said, stops)
