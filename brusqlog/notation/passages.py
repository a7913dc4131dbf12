"""The lines of a game after its header, one passage of it after another.

The writer follows the game as the reader will: what the reader fills in at the next line it leaves
out, and everything else it writes.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from msgspec import UNSET
from msgspec.structs import asdict

from brusqlog.game import events as ev
from brusqlog.game import rules
from brusqlog.game.cards import UNKNOWN
from brusqlog.game.course import NOBODY, Course
from brusqlog.notation import filling
from brusqlog.notation import grammar as gr
from brusqlog.notation.pen import Pen
from brusqlog.notation.trick_lines import TrickLines

_NAMED: Final = ("seat", "payer", "payee", "owner", "dealer")


class Passages(TrickLines):
    """Writes the standing events of a game, those after the header."""

    def __init__(self, pen: Pen, course: Course, events: Sequence[ev.Event]) -> None:
        seats = range(course.n)
        said = [event for event in events if all(
            getattr(event, name, UNSET) in (UNSET, *seats) for name in _NAMED)]  # fmt: skip
        super().__init__(pen, course, said)
        self.cut_said = -1
        """Place of a cut that the line of the hand says."""
        self.cuts = 0
        """Cuts of this hand so far."""
        self.awards_said = False
        self.numbers: dict[str, str] = {}
        """Lines of check-points and their keys."""

    def lines(self) -> Iterator[str]:
        """All lines. Numbers that come to stand together make one check-point, as far as they
        agree."""
        together: dict[str, str] = {}
        for line in self._lines():
            key = self.numbers.get(line)
            if key is None or together.get(key, line) != line:
                yield from (together[one] for one in gr.BALANCES if one in together)
                together = {}
            if key is None:
                yield line
            else:
                together[key] = line
        yield from (together[one] for one in gr.BALANCES if one in together)

    def _lines(self) -> Iterator[str]:
        while (event := self.peek()) is not None:
            match event:
                case ev.Lot():
                    yield self._lots()
                case ev.Hand():
                    yield from self._hand(event)
                case ev.Stake() | ev.Shuffle() | ev.Cut() | ev.Deal() | ev.Turnup():
                    yield from self._dealing(event)
                case ev.Play() | ev.Take() | ev.Draw() | ev.Payment():
                    yield from self.piece()
                case ev.Announce():
                    said = [(one.seat, one.count) for one in self.run(ev.Announce)]
                    yield self.pen.line("announced", self.pen.rows(said))
                case ev.Award():
                    yield from self._awards()
                case ev.Balance():
                    self.take()
                    yield from self._rows(asdict(event))
                case ev.End():
                    yield from self._end(event)
                case _:
                    self.take()
                    yield from self._other(event)

    def _other(self, event: ev.Event) -> Iterator[str]:
        match event:
            case ev.Gather():
                yield self.pen.word("mixed")
            case ev.Note():
                yield from self.note(event)
            case ev.Incident():
                yield from self._incident(event)

    # Before the first trick ---------------------------------------------------------------------

    def _lots(self) -> str:
        """Lots, the tied draw again behind a `|`."""
        said, drawn = "", set[int]()
        for lot in self.run(ev.Lot):
            again = lot.seat in drawn
            drawn = {lot.seat} | (set() if again else drawn)
            mark = " | " if again else ", " if said else ""
            said += f"{mark}{self.pen.players[lot.seat]} {self.pen.card(lot.card)}"
        return self.pen.line("lots", said)

    def _hand(self, event: ev.Hand) -> Iterator[str]:
        yield from self._no_awards()
        self.awards_said = False
        self.plan = "list"
        self.cuts = 0
        self.take()
        self.stakes = self._left_to_the_reader()
        cut = self.at
        while isinstance(self.peek(cut), ev.Stake | ev.Shuffle):
            cut += 1
        deals = gr.DEALS["deals"].of(self.pen.language)
        said = f"{self.pen.players[event.dealer]} {deals}"
        if isinstance(cutting := self.peek(cut), ev.Cut):
            self.cut_said = cut
            cuts = gr.DEALS["cuts"].of(self.pen.language)
            said += f", {self._cut(cutting, f' {cuts}')}"
        yield ""
        yield self.pen.line("hand", said, str(event.number))

    def _cut(self, event: ev.Cut, verb: str = "") -> str:
        lifted = "" if event.lifted is UNSET else f" {event.lifted}"
        return f"{self.pen.players[event.seat]}{verb}{lifted}"

    def _left_to_the_reader(self) -> set[int]:
        """Places of the stakes of this hand, if they are all the rule's, a play comes for which
        the reader fills them in, and nothing before the last of them counts the pot."""
        places: list[int] = []
        counted = played = False
        for at in range(self.at, len(self.events)):
            event = self.events[at]
            match event:
                case ev.Stake():
                    if counted:
                        return set()
                    places.append(at)
                case ev.Balance() | ev.Award():
                    counted = True
                case ev.Play() | ev.Incident(kind="out-of-turn"):
                    played = True
                    break
                case ev.Hand() | ev.End():
                    break
        stakes = [self.events[at] for at in places]
        if not played or {*map(repr, stakes)} != {*map(repr, filling.stakes(self.course))}:
            return set()
        return set(places) if len(places) == self.course.n else set()

    def _dealing(self, event: ev.Event) -> Iterator[str]:
        pen = self.pen
        match event:
            case ev.Stake() if self.at in self.stakes:
                self.take()
            case ev.Stake():
                yield pen.line("stakes", pen.rows(self._stakes()))
            case ev.Shuffle():
                self.take()
                yield pen.line("shuffle", pen.players[event.seat])
                if event.deck is not UNSET:
                    yield pen.line("pack", pen.cards(event.deck))
            case ev.Cut():
                by_rule = event.lifted is UNSET and event.seat == filling.cutter(self.course)
                said_before = self.at == self.cut_said
                self.take()
                again = self.cuts > 0 and by_rule and isinstance(self._behind(), ev.Deal)
                self.cuts += 1
                if not (said_before or again):
                    yield pen.line("cut", self._cut(event))
            case ev.Turnup():
                self.take()
                yield pen.line("turnup", pen.card(event.card))
            case ev.Deal():
                yield from self._deal()

    def _stakes(self) -> list[tuple[int, int]]:
        """Stakes that stand together but for the cut that the line of the hand says."""
        said = []
        while (event := self.peek()) is not None and self.at not in self.stakes:
            if isinstance(event, ev.Stake):
                said.append((event.seat, event.counters))
            elif self.at == self.cut_said:
                self.cuts += 1
            else:
                break
            self.take()
        return said

    def _behind(self) -> ev.Event | None:
        """The next event that is not a stake left to the reader."""
        at = self.at
        while at in self.stakes:
            at += 1
        return self.peek(at)

    def _deal(self) -> Iterator[str]:
        """The packets as the cards of each player; nothing, if the reader deals the same unseen."""
        first = self.course.packets == 0
        split = self._split() if first else None
        by_seat: dict[int, list[str]] = {}
        while isinstance(event := self.peek(), ev.Deal) or self.at in self.stakes:
            if isinstance(event, ev.Deal):
                by_seat.setdefault(event.seat, []).extend(event.cards)
            self.take()
        if split is not None and split != self.course.terms.splits[0]:
            yield self.pen.line("packets", "+".join(map(str, split)))
        unseen = {card for cards in by_seat.values() for card in cards} == {UNKNOWN}
        whole = first and filling.packet(self.course, None) is None
        if not (unseen and whole and isinstance(self.peek(), ev.Turnup)):
            said = [f"{self.pen.players[seat]} {self.pen.cards(cards)}"
                    for seat, cards in by_seat.items()]  # fmt: skip
            yield self.pen.line("deal", " | ".join(said))

    def _split(self) -> tuple[int, ...] | None:
        """How the cards are dealt from here on: the first split that fits all packets."""
        sizes = []
        for at in range(self.at, len(self.events)):
            event = self.events[at]
            if isinstance(event, ev.Turnup | ev.Play | ev.Hand | ev.Cut):
                break
            if isinstance(event, ev.Deal):
                sizes.append(len(event.cards))
        for split in self.course.terms.splits:
            packets = [size for size in split for _ in range(self.course.n)]
            if packets[: len(sizes)] == sizes:
                return split
        return None

    # After the tricks ---------------------------------------------------------------------------

    def _awards(self) -> Iterator[str]:
        """Awards, unless the reader makes the same before the next line."""
        due = filling.awards(self.course)
        awards = self.run(ev.Award)
        if awards != due or self.awards_said or not self._closes(self.peek()):
            self.awards_said = True
            said = [(award.seat, award.counters) for award in awards]
            yield self.pen.line("awards", self.pen.rows(said))

    def _no_awards(self) -> Iterator[str]:
        """Says that no awards are made where the reader would fill some in."""
        if not self.awards_said and filling.awards(self.course):
            yield self.pen.line("awards", self.pen.rows([]))

    def _closes(self, event: ev.Event | None) -> bool:
        """Whether the awards are filled in before an event."""
        if isinstance(event, ev.End):
            return event.reason == "complete" or self.course.leaver != NOBODY
        return isinstance(event, ev.Hand)

    def _rows(self, numbers: dict[str, Any]) -> Iterator[str]:
        for key in gr.BALANCES:
            value = numbers.get(key, UNSET)
            if isinstance(value, int):
                line = self.pen.line(key, str(value))
            elif value is not UNSET and len(value) == self.course.n:
                line = self.pen.line(key, self.pen.rows(enumerate(value)))
            else:
                continue
            self.numbers[line] = key
            yield line

    def _end(self, event: ev.End) -> Iterator[str]:
        if self._closes(event):
            yield from self._no_awards()
        self.take()
        abandoned = gr.ENDS["abandoned"].of(self.pen.language)
        yield self.pen.line("end", "" if event.reason == "complete" else abandoned).rstrip(" :")
        yield from self._rows({"totals": event.totals, "purses": event.purses})

    # Incidents ----------------------------------------------------------------------------------

    def _incident(self, event: ev.Incident) -> Iterator[str]:
        language, kind = self.pen.language, event.kind
        said = ""
        if event.missing is not UNSET:
            said = self.pen.cards(event.missing)
        elif event.seat is not UNSET and (kind != "misdeal" or event.seat != self.course.dealer):
            said = self.pen.players[event.seat]
        if event.owner not in (UNSET, self._owner(event)):
            said += f", {self.pen.players[int(event.owner)]}"
        if event.permits is not UNSET:
            permits = [gr.PERMITS[permit].of(language) for permit in event.permits]
            said = ", ".join([*filter(None, [said]), *permits])
        behind = ""
        if event.joined is not UNSET:
            behind = gr.DRAWN["joined" if event.joined else "seen"].of(language)
        elif event.restart is True:
            behind = gr.RESTART["restart"].of(language)
        elif event.text is not UNSET:
            behind = self.pen.text(event.text)
        head = " ".join(filter(None, ("!", self.pen.word(kind), said)))
        yield f"{head}{gr.COLON.of(language)} {behind}" if behind else head

    def _owner(self, event: ev.Incident) -> int | None:
        """Whom the reader takes for the owner."""
        if event.kind == "drew-out-of-turn":
            return self.drawer
        return None if event.seat is UNSET else rules.right(event.seat, self.course.n)
