"""Fills in what the next line needs, directly before it.

What is written all the same further down, a stake, the payments or draws of the trick, is left to
its line; the reader looks ahead for it.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from msgspec.structs import replace

from brusqlog.game import events as ev
from brusqlog.game import rules
from brusqlog.game.cards import UNKNOWN
from brusqlog.game.course import DEAL, DONE, NOBODY, PLAY, Course
from brusqlog.game.unfold import payments
from brusqlog.log.scan import Node
from brusqlog.notation import filling
from brusqlog.notation.scribe import Scribe, node_of
from brusqlog.notation.syntax import Entry, Line, PaidSaid, Payed, TrickSaid
from brusqlog.notation.transcript import Transcript

_HAND_ENDS: Final = frozenset({"hand", "end"})
"""Lines that end the search for what belongs to a hand."""

_BEYOND: Final = frozenset(
    {"hand", "cut", "shuffle", "pack", "deal", "turnup", "awards", "end", "undo"}
)
"""Lines that end the search for what belongs to a trick."""


class Dues(Scribe):
    """Fills in stakes, the cut, packets, payments, draws and awards."""

    def __init__(self, game: Transcript, start: Course, lines: Sequence[Line]) -> None:
        super().__init__(game, start)
        self.lines = lines
        self.index = 0
        """Of the line that is being read."""
        self.paid_ahead: set[int] = set()
        """Lines whose payments were put down already, before the draws."""
        self.opening = False
        """Whether the line being read begins a trick, and what is due before it is asked for."""
        self.loose = False
        """Whether the game goes on from a turn-up that nobody wrote, so that nothing is sure."""

    # All that is due ----------------------------------------------------------------------------

    def fill(self, *, payments: bool = True, awards: bool = False) -> None:
        """All that is due up to here. `payments`: those of a line further down too."""
        stage = self.course.stage
        if stage == DEAL:
            self.fill_stakes()
            self.put_cut()
        elif stage in (PLAY, DONE) and self.course.turn == NOBODY:
            draws = self.draws_to_fill()
            self.fill_payments(early=payments or draws)
            if draws:
                self.fill_draws()
        elif self.course.before_first_play:
            self.fill_stakes()
        if awards and not self.written.awarded:
            for event in filling.awards(self.course):
                self.infer(event)

    def fill_deal(self) -> None:
        """The hand up to the turn-up."""
        self.fill_cut()
        if self.written.dealt:
            return
        while due := filling.packet(self.course, self.written.split):
            seat, size = due
            if not self.infer(ev.Deal(seat=seat, cards=[UNKNOWN] * size)):
                return

    def fill_cut(self) -> None:
        """Stakes and the cut, by the line of the hand or by the rule."""
        self.fill_stakes()
        self.put_cut()
        if self.course.stage != DEAL or self.course.is_cut:
            return
        seat = filling.cutter(self.course)
        if seat is not None:
            self.infer(ev.Cut(seat=seat))
        else:
            self.wrong("cutter-open", self.needs)
            guess = ev.Cut(seat=rules.left(self.course.dealer, self.course.n))
            self.lose(self.needs, guess)

    def put_cut(self) -> None:
        """The cut that the line of the hand says, if it has not been put down."""
        said = self.written.cut
        if said is not None:
            self.written = replace(self.written, cut=None)
            self.cut(said)

    def cut(self, said: Entry) -> None:
        """A cut that the text says."""
        lifted = {} if said.value is None else {"lifted": said.value}
        end = (said.value or said.seat).end
        place = Node(None, said.seat.start, end)
        seat = said.seat.value
        left = rules.left(self.course.dealer, self.course.n)
        meant = ev.Cut(seat=left if seat is None else seat)
        self.put("cut", place, seat=said.seat, meant=meant, **lifted)

    def fill_stakes(self) -> None:
        """The rule's stakes, if a play further down needs them, but for those written there."""
        due = filling.stakes(self.course)
        if not due:
            return
        written, needed = set(), False
        for index in range(self.index, len(self.lines)):
            line = self.lines[index]
            needed = needed or _plays(line)
            if needed or (line.key in _HAND_ENDS and index > self.index):
                break
            if line.key == "stakes":
                written |= {entry.seat.value for entry in line.said or []}
        for event in due if needed else ():
            if isinstance(event, ev.Stake) and event.seat not in written:
                self.infer(event)

    # Payments and draws of a trick --------------------------------------------------------------

    def fill_payments(self, *, early: bool = True) -> None:
        """The payments of the trick on the table: those of a line further down, if they are wanted
        `early`, else those of the rules."""
        if self.written.paid:
            return
        ahead = [(index, said) for index, said in self._paid_ahead() if said.replaces]
        if not ahead:
            for event in payments(self.course):
                self.infer(event)
            return
        if not early:
            return
        for index, said in ahead:
            if not said.after and index not in self.paid_ahead:
                self.paid_ahead.add(index)
                self.pay([one for one in said.entries if one.reason.value == "brusquembille"])
                self.pay_net(said)
        self.written = replace(self.written, paid=True)

    def pay(self, entries: Sequence[Payed]) -> None:
        """Payments that the text says."""
        for one in entries:
            card: dict[str, Any] = {} if one.card is None else {"card": one.card}
            self.put("payment", node_of(one.whole), payer=one.payer, payee=one.payee,
                     counters=one.counters, reason=one.reason, **card)  # fmt: skip

    def pay_net(self, said: PaidSaid) -> None:
        """What is still owed, paid net, if the text says so."""
        if said.net is not None:
            place = node_of(said.net)
            for event in filling.net(self.course):
                assert isinstance(event, ev.Payment)
                self.put("payment", place, payer=event.payer, payee=event.payee,
                         counters=event.counters, reason=event.reason)  # fmt: skip

    def draws_to_fill(self) -> bool:
        """Whether draws are due that no line further down has."""
        drawer = filling.drawer(self.course)
        if drawer is None or self.course.taker == NOBODY or self.written.drawn:
            return False
        return not any(said.draws for said in self._pieces_ahead())

    def fill_draws(self, upto: int | None = None) -> None:
        """The draws that nobody noted: all, or those before a seat's."""
        while (seat := filling.drawer(self.course)) is not None and seat != upto:
            if not self.infer(ev.Draw(seat=seat, card=filling.coming(self.course))):
                return

    def _trick_ahead(self) -> Iterator[tuple[int, Line]]:
        """The lines further down that may belong to the trick on the table."""
        if self.opening or self.lines[self.index].key in _BEYOND:
            return
        for index in range(self.index + 1, len(self.lines)):
            line = self.lines[index]
            if line.key in _BEYOND or (line.key == "trick" and self.begins_trick(line.said)):
                return
            yield index, line

    def _paid_ahead(self) -> Iterator[tuple[int, PaidSaid]]:
        for index, line in self._trick_ahead():
            if line.key == "paid" and isinstance(line.said, PaidSaid):
                following = self.lines[index + 1 : index + 2]
                if not (following and following[0].key == "undo" and following[0].said is None):
                    yield index, line.said

    def _pieces_ahead(self) -> Iterator[TrickSaid]:
        return (line.said for _, line in self._trick_ahead() if line.key == "trick")

    def begins_trick(self, said: TrickSaid) -> bool:
        """Whether a line begins a new trick after the one on the table."""
        course = self.course
        if course.turn != NOBODY and said.number.value is None:
            return len(said.plays) > course.n - len(course.plays)
        number = self.numbered(said, course.trick)
        if course.turn != NOBODY or course.stage not in (PLAY, DONE):
            return number != course.trick
        return bool(said.plays) or number not in (course.trick, None)

    def numbered(self, said: TrickSaid, due: int) -> int | None:
        """The number of a trick, put right if it goes on from a wrong one; None without one."""
        number: int | None = said.number.value
        return due if number in (due, due + self.written.ahead) else number


def _plays(line: Line) -> bool:
    """Whether a line has a card played, or needs what a card played would."""
    if line.key == "trick":
        return bool(line.said.plays)
    return line.key == "incident" and bool(line.said["kind"].value == "out-of-turn")
