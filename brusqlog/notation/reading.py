"""The lines of a transcript read against the rules: what they say, and what they need.

One method for every kind of line. The reader never repairs: a line that is wrong gives its events
as it says them, and it is for the judge to find what they break.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

from msgspec.structs import replace

from brusqlog.game import events as ev
from brusqlog.game import rules
from brusqlog.game.cards import HOLDING, UNKNOWN
from brusqlog.game.course import DEAL, NOBODY, Course
from brusqlog.log.scan import Node
from brusqlog.notation import filling
from brusqlog.notation.grammar import BALANCES
from brusqlog.notation.scribe import Written, node_of
from brusqlog.notation.syntax import Dealt, Entry, HandSaid, Line, NoteSaid, PaidSaid, ShuffleSaid
from brusqlog.notation.transcript import Transcript
from brusqlog.notation.tricks import TWICE, Tricks
from brusqlog.notation.values import listed

NEEDS_NOTHING: Final = frozenset({"misdeal", "leave", "short-pack", "ruling"})
"""Incidents before which nothing is filled in: what was paid or drawn before them is written."""

WAITS: Final = frozenset({"shuffle", "pack", "stakes", "packets"})
"""Lines before which the cut of the line of the hand is not put down."""


class Reading(Tricks):
    """Reads the lines of one game, those after its header."""

    def __init__(self, game: Transcript, start: Course, lines: Sequence[Line]) -> None:
        super().__init__(game, start, lines)
        self.named_at: dict[int, Node] = {}
        """Where the last line of a deal names each player."""
        self._ways: dict[str | None, Callable[[Line], None]] = {
            "lots": self._lots,
            "hand": self._hand,
            "cut": self._cut,
            "stakes": self._stakes,
            "shuffle": self._shuffle,
            "pack": self._pack,
            "packets": self._packets,
            "deal": self._deal,
            "turnup": self._turnup,
            "trick": self.trick,
            TWICE: self.twice,
            "paid": self._paid,
            "announced": self._announced,
            "mixed": self._mixed,
            "awards": self._awards,
            "note": self._note,
            "incident": self._incident,
            "undo": self._undo,
            "end": self._end,
            **dict.fromkeys(BALANCES, self._balance),
        }

    def read(self, tell: Callable[[int], None]) -> None:
        """All lines; `tell` is asked to tell what is wrong with the form of each."""
        while self.index < len(self.lines):
            line = self.lines[self.index]
            first = self.index
            if line.key not in WAITS:
                self._settle_cut(line)
            self.begin_line(line.mark)
            way = self._ways.get(line.key)
            if way is not None:
                way(line)
            elif line.key is None:
                self.lose(node_of(line.whole))
            for index in range(first, self.index + 1):
                tell(index)
                self.remark(self.lines[index].remark)
            self.index += 1
        self.put_cut()

    def _settle_cut(self, line: Line) -> None:
        """Before a line that fills in nothing the cut of the hand is put down as it is written."""
        kind = line.said.get("kind") if line.key == "incident" else None
        abandons = line.key == "end" and line.said.value != "complete"
        if line.key in ("undo", "note", None) or abandons or (kind and kind.value in NEEDS_NOTHING):
            self.put_cut()

    def remark(self, text: Node | None) -> None:
        """What stands behind a `;`, after what its line says."""
        if text is not None:
            following = self.lines[self.index + 1 : self.index + 2]
            if not (following and following[0].key in WAITS):
                self.put_cut()
            self.put("note", text, text=text)

    # Before the first trick ---------------------------------------------------------------------

    def _lots(self, line: Line) -> None:
        for entry in line.said or []:
            self.put("lot", around(entry), seat=entry.seat, card=entry.value)

    def _hand(self, line: Line) -> None:
        said: HandSaid = line.said
        self.fill(awards=True)
        dealer: Any = said.dealer
        if dealer is None:
            dealer = filling.dealer(self.course)
            if dealer is None:
                self.wrong("dealer-open", node_of(line.mark))
        number = said.number.value or self.course.number + 1
        meant = ev.Hand(number=number, dealer=self._likely_dealer(dealer))
        last = said.cut.seat if said.cut else said.dealer or said.number
        place = Node(None, line.mark.at, last.end)
        self.put("hand", place, number=said.number, dealer=_or_nothing(dealer, line), meant=meant)
        self.written = Written(cut=said.cut)

    def _likely_dealer(self, said: Any) -> int:
        """Who deals, as it is said, or else as the rules or the order of dealing have it."""
        course = self.course
        dealt = next((line for line in self.lines[self.index + 1 :] if line.key == "deal"), None)
        last = dealt.said[-1].seat.value if dealt is not None and dealt.said else None
        likely = [_value(said), filling.dealer(course), last, 0]
        return next(int(seat) for seat in likely if seat is not None)

    def _cut(self, line: Line) -> None:
        if line.said is not None:
            self.cut(line.said)

    def _stakes(self, line: Line) -> None:
        for entry in line.said or []:
            self._paid_in("stake", entry)

    def _paid_in(self, kind: str, entry: Entry) -> None:
        self.put(kind, around(entry), seat=entry.seat, counters=entry.value)

    def _shuffle(self, line: Line) -> None:
        said: ShuffleSaid = line.said
        following = self.lines[self.index + 1 : self.index + 2]
        deck = said.deck
        if deck is None and following and following[0].key == "pack":
            self.index += 1
            deck = following[0].said
        self._shuffled(line, said.seat, deck)

    def _pack(self, line: Line) -> None:
        if line.said is not None:
            self._shuffled(line, None, line.said)

    def _shuffled(self, line: Line, seat: Node | None, deck: Node | None) -> None:
        dealer = max(self.course.dealer, 0)
        fields: dict[str, Any] = {} if deck is None else {"deck": deck}
        place = node_of(line.mark) if seat is None else seat
        self.put("shuffle", place, seat=dealer if seat is None else seat,
                 meant=ev.Shuffle(seat=dealer), **fields)  # fmt: skip

    def _packets(self, line: Line) -> None:
        self.written = replace(self.written, split=line.said)

    def _deal(self, line: Line) -> None:
        """The packets in the order of dealing, as long as there are cards."""
        self.fill_cut()
        self.written = replace(self.written, dealt=True)
        if line.said is None:
            return
        left = self._cards_by_seat(line.said)
        if filling.packet(self.course, None) is None:
            # Nothing can be dealt now, which is for the judge to say, once.
            seats = [seat for seat, cards in left.items() if cards]
            for seat in seats[:1]:
                self._packet(left, seat, HOLDING)
            for seat in seats[1:]:
                self.lose(left.pop(seat)[0])
        while due := filling.packet(self.course, self.written.split):
            seat, size = due
            if not left.get(seat):
                break
            self._packet(left, seat, size)
        # Dealing stopped here; what is left over is told by the judge, or is too much.
        for seat in filling.from_eldest(self.course):
            if left.get(seat) and filling.packet(self.course, self.written.split) is not None:
                self._packet(left, seat, HOLDING)
        for cards in left.values():
            for card in cards:
                self.wrong("cards-too-many", card, due=HOLDING)

    def _packet(self, left: dict[int, list[Node]], seat: int, size: int) -> None:
        """The next cards of a player as one packet."""
        cards, left[seat] = left[seat][:size], left[seat][size:]
        values = [card.value or UNKNOWN for card in cards]
        place = listed(cards, cards[0].start, cards[-1].end)
        named = self.named_at[seat]
        self.put("deal", place, seat=named, cards=place, meant=ev.Deal(seat=seat, cards=values))

    def _cards_by_seat(self, said: list[Dealt]) -> dict[int, list[Node]]:
        """The cards of every player, and where he is named. Where one is named twice, or nobody who
        is known, and another not at all, the cards are his if the order of dealing has him there.
        """
        found: dict[int, list[Node]] = {}
        order = filling.from_eldest(self.course)
        seats = [dealt.seat.value for dealt in said]
        lacking = [seat for seat in order if seat not in seats]
        for at, dealt in enumerate(said):
            seat, named = dealt.seat.value, dealt.seat
            due = next((one for one in order[at : at + 1] if one in lacking), None)
            if seat is None and due is None and len(lacking) == 1:
                due = lacking[0]
            if seat is not None and due is not None and seats.count(seat) > 1:
                self.wrong("number-twice", named, seat=seat)
                named = Node(None, named.start, named.end)
            if named.value is None:
                seat = due
            if seat is not None:
                self.named_at[seat] = named
                found.setdefault(seat, []).extend(dealt.cards)
        return {seat: self._without_twin(cards) for seat, cards in found.items()}

    def _without_twin(self, cards: list[Node]) -> list[Node]:
        """The cards of a player; if they are too many, one that he has twice is told and left
        out."""
        for at, card in enumerate(cards if len(cards) > HOLDING else ()):
            if card.value != UNKNOWN and card.value in [one.value for one in cards[:at]]:
                self.wrong("cards-too-many", card, due=HOLDING)
                return [*cards[:at], *cards[at + 1 :]]
        return cards

    def _turnup(self, line: Line) -> None:
        self.fill_deal()
        if line.said is None or self.put("turnup", line.said, card=line.said) is None:
            filling.turn_up(self.course)

    # After a trick ------------------------------------------------------------------------------

    def _paid(self, line: Line) -> None:
        said: PaidSaid | None = line.said
        if said is None:
            return
        besides = [one for one in said.entries if one.reason.value != "brusquembille"]
        if self.index not in self.paid_ahead and said.replaces:
            if said.after and self.draws_to_fill():
                self.written = replace(self.written, paid=True)
                self.fill_draws()
            self.pay(said.entries)
            self.pay_net(said)
            self.written = replace(self.written, paid=True)
        else:
            self.pay(besides)

    def _announced(self, line: Line) -> None:
        self.fill()
        for entry in line.said or []:
            self.put("announce", around(entry), seat=entry.seat, count=entry.value)

    def _mixed(self, line: Line) -> None:
        self.fill()
        self.put("gather", node_of(line.mark))

    def _awards(self, line: Line) -> None:
        """The awards as they are written; stakes taken back need nothing before them."""
        if not filling.plays_on(self.course):
            self.fill()
        else:
            self.put_cut()
        self.written = replace(self.written, awarded=True)
        for entry in line.said or []:
            self._paid_in("award", entry)

    def _balance(self, line: Line) -> None:
        """Lines directly under one another are one check-point."""
        self.fill(payments=False)
        self.put("balance", node_of(line.mark), **self._rows(line, BALANCES))

    def _rows(self, first: Line | None, keys: Sequence[str]) -> dict[str, Any]:
        """The numbers of this line and of those directly under it, as far as they agree."""
        found = {} if first is None else {str(first.key): first.said or node_of(first.whole)}
        while following := self.lines[self.index + 1 : self.index + 2]:
            key = str(following[0].key)
            said = following[0].said or node_of(following[0].whole)
            if key not in keys or (key in found and found[key].value != said.value):
                break
            found.setdefault(key, said)
            self.index += 1
        return found

    def _end(self, line: Line) -> None:
        reason: Node = line.said
        if reason.value == "complete" or self.course.leaver != NOBODY:
            self.fill(awards=True)
        meant = ev.End(reason="abandoned")
        rows = self._rows(None, ("totals", "purses"))
        self.put("end", node_of(line.mark), reason=reason, meant=meant, **rows)

    # Remarks, incidents, what is withdrawn ------------------------------------------------------

    def _note(self, line: Line) -> None:
        said: NoteSaid = line.said
        seat: dict[str, Any] = {} if said.seat is None else {"seat": said.seat}
        self.put("note", node_of(line.mark), text=said.text, **seat)

    def _incident(self, line: Line) -> None:
        fields: dict[str, Any] = dict(line.said)
        kind, seat = fields["kind"].value, fields.get("seat")
        course = self.course
        if kind == "drew-out-of-turn":
            self.fill_payments(early=False)
        elif kind not in NEEDS_NOTHING:
            self.fill(payments=kind == "out-of-turn")
        if kind == "misdeal":
            fields.setdefault("seat", max(course.dealer, 0))
        elif kind == "drew-out-of-turn":
            drawer = filling.drawer(course)
            fields.setdefault("owner", 0 if drawer is None else drawer)
        elif kind == "saw-next-card" and seat is not None and seat.value is not None:
            fields.setdefault("owner", rules.right(seat.value, course.n))
        place = Node(None, line.mark.at, max(node.end for node in line.said.values()))
        unread = None in [node.value for node in line.said.values()]
        meant = filling.incident(course, kind) if unread else None
        self.put("incident", place, meant=meant, **fields)
        if course.stage == DEAL and not course.is_cut:
            self.written = Written()

    def _undo(self, line: Line) -> None:
        last: Any = line.said
        if last is None:
            last = self.undo_line()
            if not last:
                self.wrong("nothing-undone", node_of(line.mark))
                return
        if self.put("retract", node_of(line.mark), last=last) is not None:
            self.stands.pop()
            self.withdraw(_value(last))


def around(entry: Entry) -> Node:
    """A player with his card or number."""
    return Node(None, entry.seat.start, max(entry.seat.end, entry.value.end if entry.value else 0))


def _value(field: Any) -> Any:
    return field.value if isinstance(field, Node) else field


def _or_nothing(field: Any, line: Line) -> Any:
    return node_of(line.mark) if field is None else field
