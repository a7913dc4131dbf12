"""Lines of tricks: whose cards they are, who took them, what was drawn."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from msgspec.structs import replace

from brusqlog.game import events as ev
from brusqlog.game.cards import BIT, UNKNOWN
from brusqlog.game.course import DEAL, DONE, NOBODY, PLAY, Course
from brusqlog.game.fold import check
from brusqlog.log.scan import Node
from brusqlog.notation import filling
from brusqlog.notation.dues import Dues
from brusqlog.notation.scribe import node_of
from brusqlog.notation.syntax import Laid, Line, TrickSaid
from brusqlog.notation.transcript import Transcript

TWICE: Final = "twice"
"""The kind of a line that says the same trick as the line above."""


class Tricks(Dues):
    """Reads the lines of tricks."""

    def __init__(self, game: Transcript, start: Course, lines: Sequence[Line]) -> None:
        said = list(lines)
        for at, (above, line) in enumerate(pairwise(lines), 1):
            if line.key == above.key == "trick" and _is_same(line.said, above.said):
                said[at] = replace(line, key=TWICE)
        super().__init__(game, start, said)

    def twice(self, line: Line) -> None:
        """A line that was written twice is told and passed over."""
        trick = self.course.trick
        self.wrong("trick-number", line.said.number, due=trick + 1, number=trick)
        self.lose(node_of(line.whole))

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
            self._plays(said)
        elif course.stage in (PLAY, DONE):
            self._check_number(said, course.trick)
        self.needs = node_of(line.mark)
        if said.taker is not None or said.draws is not None:
            self._complete(said.number)
        if said.taker is not None:
            self._take(said.taker, self._next_lead())
        if said.draws is not None:
            self._assume_taker(self._next_lead())
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
            self._assume_taker(said.plays[0])
        self.opening = True
        self.fill()
        self.opening = False
        if course.stage in (PLAY, DONE):
            self._check_number(said, course.trick + (not course.before_first_play))
        self.written = replace(self.written, paid=False, drawn=False)

    def _check_number(self, said: TrickSaid, due: int) -> None:
        number = self.numbered(said, due)
        if number not in (None, due):
            self.wrong("trick-number", said.number, due=due, number=number)
            self.written = replace(self.written, ahead=number - due)

    # Plays --------------------------------------------------------------------------------------

    def _arranged(self, said: TrickSaid) -> list[Laid | None]:
        """The cards of a line in order of play. If it has one too many, that is left out, and told,
        without which the others are best; of a whole trick with one too few, None stands where a
        gap is best; the last place is taken where several are as good."""
        course, plays = self.course, said.plays
        laid_before = 0 if course.turn == NOBODY else len(course.plays)
        over = len(plays) + laid_before - course.n
        ways: list[list[Laid | None]] = []
        if over == 1:
            ways = [[*plays[:at], *plays[at + 1 :]] for at in range(len(plays))]
        elif over == -1 and self._is_whole(said):
            ways = [[*plays[:at], None, *plays[at:]] for at in range(len(plays) + 1)]
        best: list[Laid | None] = [*plays[: course.n - laid_before]]
        if ways:
            best = min(reversed(ways), key=lambda way: self._breaches(way, said.taker))
        for laid in plays:
            if laid not in best:
                self.wrong("cards-too-many", laid.card, due=course.n)
        return best

    def _is_whole(self, said: TrickSaid) -> bool:
        """Whether the trick on the table ends with this line, as far as the text shows."""
        if said.taker is not None or said.draws is not None:
            return True
        beside = ("paid", "note")
        following = (line for line in self.lines[self.index + 1 :] if line.key not in beside)
        line = next(following, None)
        if line is None or line.key != "trick":
            return False
        return line.said.number.value not in (None, said.number.value)

    def _breaches(self, plays: Sequence[Laid | None], taker: Node | None) -> int:
        """How many of these plays would break a rule, and whether the taker would."""
        course, found = self.course.copy(), 0
        for laid in plays:
            event = _meant(course, laid)
            found += check(course, event) is not None
            filling.follow(course, event)
        done = course.plays and course.turn == NOBODY
        if done and taker is not None and taker.value is not None:
            found += taker.value not in filling.takers(course)
        return found

    def _plays(self, said: TrickSaid) -> None:
        course = self.course
        plays = self._arranged(said)
        for laid in plays:
            meant = _meant(course, laid)
            if laid is None:
                self.lose(said.number, meant)
                continue
            place = laid.card
            if laid.seat is not None:
                place = Node(None, laid.seat.start, laid.card.end)
            self.put("play", place, seat=laid.seat or meant.seat, card=laid.card, meant=meant)
        if None in plays:
            self._tell_too_few(said.number, course.n - 1)

    def _complete(self, place: Node) -> None:
        """A trick that ends here has all its cards; those that it lacks cannot be read."""
        course = self.course
        lacking = course.n - len(course.plays)
        if course.stage != PLAY or course.turn == NOBODY or not course.plays or not lacking:
            return
        self._tell_too_few(place, len(course.plays))
        for _ in range(lacking):
            self.lose(place, ev.Play(seat=filling.on_turn(course), card=UNKNOWN))

    def _tell_too_few(self, place: Node, laid: int) -> None:
        course = self.course
        self.wrong("cards-too-few", place, trick=course.trick, n=laid, due=course.n)

    def _take(self, taker: Node, lead: Laid | None) -> None:
        """Who took it is put down only where the cards do not show it, or show another."""
        course, seat = self.course, taker.value
        if seat is None and course.turn == course.taker == NOBODY and course.plays:
            self.lose(taker, ev.Take(seat=self._likely_taker(lead)))
        if seat is None or seat == course.taker:
            return
        if self.loose and course.turn == NOBODY:
            course.taker = seat
            return
        shown = course.taker
        self.put("take", taker, seat=taker)
        if lead is None or lead.seat is not None or NOBODY in (shown, course.taker):
            return
        # The next card tells whether the name or the cards are wrong.
        if _holds(course, seat, lead) and not _holds(course, shown, lead):
            course.taker = seat

    def _assume_taker(self, lead: Laid | None) -> None:
        """Where nobody is told and the cards do not show who took the trick, reading goes on as if
        it were the likeliest; what is missing the judge says."""
        course = self.course
        if course.stage == PLAY and course.plays and course.turn == course.taker == NOBODY:
            filling.take(course, self._likely_taker(lead))

    def _next_lead(self) -> Laid | None:
        """The first card of the next trick."""
        for index in range(self.index + 1, len(self.lines)):
            line = self.lines[index]
            if line.key == "trick" and line.said.plays:
                laid: Laid = line.said.plays[0]
                return laid
            if line.key in ("hand", "undo", "end"):
                break
        return None

    def _likely_taker(self, lead: Laid | None) -> int:
        """Who may have taken a trick and is likely to have led to the next one."""
        course = self.course
        takers = filling.takers(course)
        if lead is None or not takers:
            return filling.on_turn(course)
        if lead.seat is not None and lead.seat.value in takers:
            return int(lead.seat.value)
        return next((seat for seat in takers if _holds(course, seat, lead)), takers[0])

    # Draws --------------------------------------------------------------------------------------

    def _draws(self, draws: list[Laid]) -> None:
        """Draws need the payments; those of players passed over were not seen."""
        if draws:
            self.needs = draws[0].card
            self.fill_payments()
        course = self.course
        if twin := self._twin(draws):
            self.wrong("cards-too-many", twin.card, due=course.n)
        for index, laid in enumerate(laid for laid in draws if laid is not twin):
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

    def _twin(self, draws: list[Laid]) -> Laid | None:
        """Of too many draws one that has the card of another."""
        cards = [laid.card.value for laid in draws]
        if len(draws) + self.course.drew.bit_count() <= self.course.n:
            return None
        twins = (at for at, card in enumerate(cards) if card != UNKNOWN and card in cards[:at])
        return next((draws[at] for at in twins), None)

    def _draw(self, laid: Laid, seat: int, place: Node) -> None:
        card = laid.card
        if card.value == UNKNOWN:
            card = Node(filling.coming(self.course), card.start, card.end)
        meant = ev.Draw(seat=seat, card=card.value or filling.coming(self.course))
        self.put("draw", place, seat=laid.seat or seat, card=card, meant=meant)


def _meant(course: Course, laid: Laid | None) -> ev.Play:
    """A card of a trick as an event: of the player named, or of the one on turn."""
    seat = filling.on_turn(course)
    if laid is None:
        return ev.Play(seat=seat, card=UNKNOWN)
    if laid.seat is not None and laid.seat.value is not None:
        seat = laid.seat.value
    return ev.Play(seat=seat, card=laid.card.value or UNKNOWN)


def _is_same(one: TrickSaid, other: TrickSaid) -> bool:
    """Whether two lines say the same cards under the same number, at least one of them known."""
    cards, others = _cards(one), _cards(other)
    known = {*cards} - {None, UNKNOWN}
    return bool(known) and cards == others and one.number.value == other.number.value


def _cards(said: TrickSaid) -> list[str | None]:
    """The cards played, None, and the cards drawn."""
    drawn = [laid.card.value for laid in said.draws or ()]
    return [*(laid.card.value for laid in said.plays), None, *drawn]


def _holds(course: Course, seat: int, laid: Laid) -> bool:
    """Whether a player is known to hold a card."""
    card = laid.card.value
    return card not in (None, UNKNOWN) and bool(course.known[seat] & BIT[card])
