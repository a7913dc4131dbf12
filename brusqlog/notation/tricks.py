"""Lines of tricks: whose cards they are, who took them, what was drawn."""

from msgspec.structs import replace

from brusqlog.game import events as ev
from brusqlog.game.cards import BIT, UNKNOWN
from brusqlog.game.course import DEAL, DONE, NOBODY, PLAY
from brusqlog.log.scan import Node
from brusqlog.notation import filling
from brusqlog.notation.dues import Dues
from brusqlog.notation.scribe import node_of
from brusqlog.notation.syntax import Laid, Line, TrickSaid


class Tricks(Dues):
    """Reads the lines of tricks."""

    def trick(self, line: Line) -> None:
        """A trick, or a piece of one that something stood between."""
        said: TrickSaid = line.said
        course = self.course
        if said.plays:
            self.needs = said.plays[0].card
            if self._is_new(said):
                self._begin(said)
            else:
                self._check_number(said, course.trick)
            self._plays(said.plays)
        elif course.stage in (PLAY, DONE):
            self._check_number(said, course.trick)
        self.needs = node_of(line.mark)
        if said.taker is not None or said.draws is not None:
            self._complete(said.number)
        if said.taker is not None:
            self._take(said.taker, self._next_lead())
        if said.draws is not None:
            self._draws(said.draws)
        if said.stops:
            self.written = replace(self.written, drawn=True)

    def _is_new(self, said: TrickSaid) -> bool:
        course = self.course
        return course.stage != PLAY or course.before_first_play or self.begins_trick(said)

    def _begin(self, said: TrickSaid) -> None:
        """The first card of a trick needs all that is due."""
        course = self.course
        if course.stage == DEAL:
            self.fill_deal()
            if course.stage == DEAL:
                filling.turn_up(course)
                self.loose = True
        if course.stage == PLAY and course.plays:
            self._complete(said.number)
        self.opening = True
        self.fill()
        self.opening = False
        if course.stage in (PLAY, DONE):
            self._check_number(said, course.trick + (not course.before_first_play))
        self.written = replace(self.written, paid=False, drawn=False)

    def _check_number(self, said: TrickSaid, due: int) -> None:
        if said.number.value not in (None, due):
            self.wrong("trick-number", said.number, due=due, number=said.number.value)

    # Plays --------------------------------------------------------------------------------------

    def _plays(self, plays: list[Laid]) -> None:
        course = self.course
        laid_before = 0 if course.turn == NOBODY else len(course.plays)
        room = course.n - laid_before
        for laid in plays[:room]:
            self._play(laid)
        for laid in plays[room:]:
            self.wrong("cards-too-many", laid.card, due=course.n)

    def _play(self, laid: Laid) -> None:
        seat = filling.on_turn(self.course)
        place = laid.card
        if laid.seat is not None:
            seat = seat if laid.seat.value is None else laid.seat.value
            place = Node(None, laid.seat.start, laid.card.end)
        meant = ev.Play(seat=seat, card=laid.card.value or UNKNOWN)
        self.put("play", place, seat=laid.seat or seat, card=laid.card, meant=meant)

    def _complete(self, place: Node) -> None:
        """A trick that ends here has all its cards; those that it lacks cannot be read."""
        course = self.course
        lacking = course.n - len(course.plays)
        if course.stage != PLAY or course.turn == NOBODY or not course.plays or not lacking:
            return
        self.wrong("cards-too-few", place, trick=course.trick, n=len(course.plays), due=course.n)
        for _ in range(lacking):
            self.lose(place, ev.Play(seat=filling.on_turn(course), card=UNKNOWN))

    def _take(self, taker: Node, lead: str | None) -> None:
        """Who took it is put down only where the cards do not show it, or show another."""
        course, seat = self.course, taker.value
        if seat is None or seat == course.taker:
            return
        if self.loose and course.turn == NOBODY:
            course.taker = seat
            return
        shown = course.taker
        self.put("take", taker, seat=taker)
        if lead is None or NOBODY in (shown, course.taker):
            return
        # The next card tells whether the name or the cards are wrong.
        if course.known[seat] & BIT[lead] and not course.known[shown] & BIT[lead]:
            course.taker = seat

    def _next_lead(self) -> str | None:
        """The first card of the next trick, if its player is not named."""
        for index in range(self.index + 1, len(self.lines)):
            line = self.lines[index]
            if line.key == "trick" and line.said.plays:
                laid: Laid = line.said.plays[0]
                return laid.card.value if laid.seat is None else None
            if line.key in ("hand", "undo", "end"):
                break
        return None

    # Draws --------------------------------------------------------------------------------------

    def _draws(self, draws: list[Laid]) -> None:
        """Draws need the payments; those of players passed over were not seen."""
        if draws:
            self.needs = draws[0].card
            self.fill_payments()
        course = self.course
        for index, laid in enumerate(draws):
            drawer = filling.drawer(course)
            if drawer is None and course.stage == PLAY and course.drew.bit_count() >= course.n:
                self.wrong("cards-too-many", laid.card, due=course.n)
                continue
            seat = (max(course.taker, 0) + index) % course.n if drawer is None else drawer
            place = laid.card
            if laid.seat is not None and laid.seat.value is not None:
                place = Node(None, laid.seat.start, laid.card.end)
                passed = drawer not in (None, laid.seat.value) and course.taker != NOBODY
                if passed and laid.seat.value in course.yet_to_draw():
                    self.fill_draws(upto=laid.seat.value)
                seat = laid.seat.value
            self._draw(laid, seat, place)

    def _draw(self, laid: Laid, seat: int, place: Node) -> None:
        card = laid.card
        if card.value == UNKNOWN:
            card = Node(filling.coming(self.course), card.start, card.end)
        meant = ev.Draw(seat=seat, card=card.value or filling.coming(self.course))
        self.put("draw", place, seat=laid.seat or seat, card=card, meant=meant)
