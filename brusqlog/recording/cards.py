"""Lines of cards, read against the course: who plays, draws or holds them follows from it."""

import re
from typing import Final

from msgspec import UNSET

from brusqlog.game import events as ev
from brusqlog.game import rules
from brusqlog.game.cards import UNKNOWN
from brusqlog.game.course import NOBODY
from brusqlog.notation.cards import pieces
from brusqlog.notation.filling import on_turn
from brusqlog.notation.words import folded
from brusqlog.recording import filling
from brusqlog.recording.draft import Draft
from brusqlog.recording.reader import Reader, UnclearError

DRAWS: Final = "+"
TAKER: Final = ">"

_NUMBER: Final = re.compile(r"(\d+)\.(?:\s+|$)")
_SIGNS: Final = re.compile(r"\s*([+>])\s*")
_NAMED: Final = re.compile(r"(\"[^\"]*\"|[^\s,|]+)\s*:\s*(?=\S)")


def trick(draft: Draft, reader: Reader, text: str) -> None:
    """Cards played, who took them, what was drawn: `3. K♣ Q♠ 8♠ > Cécile + 8♦ Q♦ A♥`. Of all these
    any part that is due; a card may carry its player."""
    line = _Line(draft, reader, _numbered(draft, text))
    while line.words:
        if line.words[0] == TAKER:
            line.taker()
        elif line.words[0] == DRAWS or draft.course.draws_due:
            line.draws()
        else:
            line.play()


def _numbered(draft: Draft, text: str) -> str:
    """The line without the number of the trick, if it has one and that is right."""
    found = _NUMBER.match(text)
    if found is None:
        return text
    course = draft.course
    between = course.turn == NOBODY and not course.draws_due and course.stage == "play"
    due = course.trick + 1 if between else course.trick
    if int(found[1]) != due:
        raise UnclearError("trick number", number=found[1], due=due)
    return text[found.end() :]


class _Line:
    def __init__(self, draft: Draft, reader: Reader, text: str) -> None:
        self.draft, self.reader = draft, reader
        text = _NAMED.sub(r"\1:", text)
        self.words = pieces(_SIGNS.sub(r" \1 ", text))
        self.begun_with_play = not draft.course.draws_due

    def play(self) -> None:
        """The next card played, and what the rules give after it."""
        draft, course = self.draft, self.draft.course
        seat, text = self.reader.carried(self.words.pop(0))
        seat = on_turn(course) if seat is None else seat
        card = self.reader.card(text, lambda card: draft.may(ev.Play(seat=seat, card=card)))
        draft.put(ev.Play(seat=seat, card=card))
        if not (self.words and self.words[0] == TAKER):
            filling.settle(draft)

    def taker(self) -> None:
        """Who took the trick: written where the cards leave it open, or say otherwise."""
        del self.words[0]
        if not self.words:
            raise UnclearError("taker missing")
        seat = self.reader.seat(self.words.pop(0))
        if self.draft.course.turn != NOBODY or seat != self.draft.course.taker:
            self.draft.put(ev.Take(seat=seat))
        filling.settle(self.draft)

    def draws(self) -> None:
        """Draws in turn; before and after one that carries its player the others are unseen."""
        draft, course = self.draft, self.draft.course
        signed = self.words[0] == DRAWS
        if signed:
            del self.words[0]
        elif self.begun_with_play:
            raise UnclearError("draws unsigned", card=self.words[0])
        named, drawn = not self.words, False
        while self.words and self.words[0] not in (DRAWS, TAKER):
            if not course.draws_due:
                raise UnclearError("draws many" if drawn else "draws none", card=self.words[0])
            drawn = True
            seat, text = self.reader.carried(self.words.pop(0))
            named |= seat is not None
            if seat in course.yet_to_draw():
                filling.draw_unseen(draft, seat)
            self._draw(course.next_drawer() if seat is None else seat, text)
        if named:
            filling.draw_unseen(draft)
        filling.settle(draft)

    def _draw(self, seat: int, text: str) -> None:
        draft = self.draft
        card = self.reader.card(text, lambda card: draft.may(ev.Draw(seat=seat, card=card)))
        draft.put(ev.Draw(seat=seat, card=card))


def turn_up(draft: Draft, reader: Reader, text: str, split: tuple[int, ...]) -> None:
    """The turn-up; before it what was dealt unseen."""
    filling.deal(draft, {}, split)
    words = pieces(text)
    if not words:
        raise UnclearError("turn-up missing")
    card = reader.card(words[0], lambda card: draft.may(ev.Turnup(card=card)))
    if len(words) > 1:
        raise UnclearError("one card", card=words[1])
    if card == UNKNOWN:
        raise UnclearError("turn-up unseen")
    draft.put(ev.Turnup(card=card))
    filling.settle(draft)


def dealt(reader: Reader, text: str) -> dict[int, list[str]]:
    """The cards dealt, by seat: `Basile 7♦ V♠ R♣ | Anne 8♠ ?? ??`."""
    found: dict[int, list[str]] = {}
    for part in filter(None, map(str.strip, text.split("|"))):
        name, _, rest = _named(part)
        seat = reader.seat(name)
        if seat in found:
            raise UnclearError("player twice", text=name)
        found[seat] = [reader.card(word) for word in pieces(rest)]
        if len(found[seat]) > 3:
            raise UnclearError("deal many", text=name)
    return found


def lots(draft: Draft, reader: Reader, text: str) -> None:
    """The cards drawn for the first deal: `Anne R♠, Basile 10♥ | Anne 9♦ …`; then, if they tell who
    deals, the first hand."""
    for part in filter(None, map(str.strip, re.split(r"[,|]", text))):
        name, _, card = part.rpartition(" ")
        words = part.split()
        if len(words) > 3 and folded(words[-2]) in ("of", "de"):
            name, card = " ".join(words[:-3]), " ".join(words[-3:])
        draft.put(ev.Lot(seat=reader.seat(name.rstrip(" :")), card=reader.card(card)))
    dealers = filling.next_dealers(draft)
    if len(dealers) == 1:
        begin(draft, dealers[0])


def begin(draft: Draft, dealer: int) -> None:
    """A new hand under that dealer, with its stakes; before it the awards of the last one."""
    filling.award(draft)
    draft.put(ev.Hand(number=draft.course.number + 1, dealer=dealer))
    filling.settle(draft)


def cut(draft: Draft, reader: Reader, text: str) -> None:
    """Who cuts, and how many cards he lifts, if that is known: `Cécile 12`."""
    name, _, number = text.rpartition(" ")
    if not number.isdecimal():
        name, number = text, ""
    left = rules.left(draft.course.dealer, draft.course.n)
    seat = reader.seat(name) if name.strip() else left
    draft.put(ev.Cut(seat=seat, lifted=int(number) if number else UNSET))


def shuffle(draft: Draft, reader: Reader, text: str) -> None:
    """The dealer shuffles; the whole pack, top first, where somebody noted it."""
    deck = [reader.card(word) for word in pieces(text)]
    draft.put(ev.Shuffle(seat=draft.course.dealer, deck=deck or UNSET))


def _named(text: str) -> tuple[str, str, str]:
    """A name, in quotation marks or up to the first blank or colon, and what follows."""
    found = re.match(r"(\"(?:[^\"\\]|\\.)*\"|[^\s:]+)\s*:?\s*", text)
    return (found[1], "", text[found.end() :]) if found else (text, "", "")
