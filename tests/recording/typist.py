"""Types a recorded game as a person would who watches it, and answers what the session asks."""

import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from msgspec import UNSET

from brusqlog.game import events as ev
from brusqlog.game.cards import UNKNOWN
from brusqlog.game.findings import Language
from brusqlog.game.fold import check
from brusqlog.game.standing import standing
from brusqlog.log.gamelog import GameLog
from brusqlog.log.reader import read_logs
from brusqlog.notation.cards import LETTERS, LOW, RANK_WORDS, RANKS
from brusqlog.nouns import SUITS
from brusqlog.recording.asking import due
from brusqlog.recording.session import Session
from brusqlog.spelling import Style
from brusqlog.writing.logwriter import LogWriter, trial

FIXTURES = Path(__file__).parents[2] / "fixtures"
WORDS: dict[Language, dict[str, str]] = {
    "en": {
        "shuffle": "shuffle", "cut": "cut", "packets": "packets", "paid": "paid",
        "announced": "announced", "mixed": "mixed", "award": "award", "end": "end",
        "points": "points", "totals": "totals", "purses": "purses", "pot": "pot",
        "misdeal": "! misdeal", "leave": "incident leave", "out-of-turn": "! out of turn",
        "drew-out-of-turn": "! drew out of turn", "saw-second-card": "! saw second card",
        "saw-next-card": "! saw next card", "short-pack": "! short pack", "ruling": "! ruling",
        "joined": ": joined", "seen": ": seen", "restart": ": restart",
    },
    "fr": {
        "shuffle": "mélange", "cut": "coupe", "packets": "paquets", "paid": "payé",
        "announced": "annonce", "mixed": "brouillé", "award": "enjeu", "end": "fin",
        "points": "points", "totals": "totaux", "purses": "bourses", "pot": "pot",
        "misdeal": "! maldonne", "leave": "incident départ", "out-of-turn": "! avant son rang",
        "drew-out-of-turn": "! pioche avant son rang", "saw-second-card": "! seconde carte vue",
        "saw-next-card": "! carte vue", "short-pack": "! jeu faux", "ruling": "! décision",
        "joined": " : prise", "seen": " : vue", "restart": " : à refaire",
    },
}  # fmt: skip


def game(name: str) -> GameLog:
    """A game of the fixtures."""
    (log,) = read_logs(str(FIXTURES / f"{name}.brusq.jsonl"))
    assert isinstance(log, GameLog)
    return log


def spellings(card: str, language: Language) -> list[str]:
    """Some ways to write a card."""
    if card == UNKNOWN:
        return [UNKNOWN]
    style = Style(language=language)
    ranks = [r for r, name in (RANKS[language] | LOW).items() if name == card[0]]
    suits = [s for s, name in LETTERS[language].items() if name == card[1]]
    short = [rank + suit for rank in ranks for suit in suits]
    of = {"en": "of", "fr": "de"}[language]
    word = RANK_WORDS[language]["AKQJT987".index(card[0])]
    long = f"{word} {of} {SUITS[language][card[1]]}"
    return [style.card(card), *short, *map(str.upper, short), long, long.title()]


class Typist:
    """Types the events of a log into a session, in one language; the same seed types the same."""

    def __init__(self, session: Session, events: Sequence[ev.Event], seed: int = 0) -> None:
        self.session = session
        stand = standing(events).events
        self.left = [event for event in stand[1:] if event is not None]
        self.language = session.style.language
        self.words = WORDS[self.language]
        self.random = random.Random(seed)
        self.names = session.writer.header.players
        self.refused: list[tuple[str, list[str]]] = []

    def lines(self) -> Iterator[str]:
        """What is typed, line after line; each must be heard before the next is taken."""
        while self.left:
            event = self.left.pop(0)
            handler: Callable[[Any], Iterator[str]] = getattr(self, f"_{ev.kind_of(event)}")
            yield from handler(event)

    def run(self) -> None:
        """Type everything."""
        for line in self.lines():
            told = self.session.hear(line)
            if self.session.refused:
                self.refused.append((line, told))

    # Of each kind what one types --------------------------------------------------------------

    def _due(self) -> str:
        return due(self.session.writer.state)

    def _may(self, event: ev.Event) -> bool:
        return check(trial(self.session.writer), event) is None

    def _name(self, seat: int) -> str:
        name = self.names[seat]
        return f'"{name}"' if self.random.random() < 0.3 or not name.isalpha() else name

    def _card(self, card: str) -> str:
        return self.random.choice(spellings(card, self.language))

    def _cards(self, cards: Sequence[str]) -> str:
        return self.random.choice([" ", ", "]).join(map(self._card, cards))

    def _more(self, kind: type[Any]) -> list[Any]:
        found = []
        while self.left and isinstance(self.left[0], kind):
            found.append(self.left.pop(0))
        return found

    def _lot(self, event: ev.Lot) -> Iterator[str]:
        lots = [event, *self._more(ev.Lot)]
        yield ", ".join(f"{self._name(one.seat)} {self._card(one.card)}" for one in lots)

    def _hand(self, event: ev.Hand) -> Iterator[str]:
        if self._due() == "close":
            yield ""
        if self._due() == "dealer":
            yield self._name(event.dealer)

    def _stake(self, event: ev.Stake) -> Iterator[str]:
        yield from ()

    def _shuffle(self, event: ev.Shuffle) -> Iterator[str]:
        deck = [] if event.deck is UNSET else event.deck
        yield f"{self.words['shuffle']} {self._cards(deck)}"

    def _cut(self, event: ev.Cut) -> Iterator[str]:
        if event.lifted is not UNSET:
            yield f"{self.words['cut']} {self._name(event.seat)} {event.lifted}"
        elif self._due() == "cut":
            yield self._name(event.seat)

    def _deal(self, event: ev.Deal) -> Iterator[str]:
        deals, aside = [event], list[ev.Event]()
        while isinstance(self.left[0], ev.Deal | ev.Note | ev.Balance | ev.Stake):
            one = self.left.pop(0)
            (deals if isinstance(one, ev.Deal) else aside).append(one)  # type: ignore[arg-type]
        self.left[:0] = aside
        sizes = [len(one.cards) for one in deals if one.seat == event.seat]
        if sum(sizes) < 3 or len(deals) < len(self.names) * len(sizes):
            return  # dealing was stopped: nobody writes that down
        yield f"{self.words['packets']} {'+'.join(map(str, sizes))}"
        cards: dict[int, list[str]] = {}
        for one in deals:
            cards.setdefault(one.seat, []).extend(one.cards)
        if any(set(held) != {UNKNOWN} for held in cards.values()):
            yield " | ".join(f"{self._name(s)} {self._cards(held)}" for s, held in cards.items())

    def _turnup(self, event: ev.Turnup) -> Iterator[str]:
        yield self._card(event.card)

    def _play(self, event: ev.Play) -> Iterator[str]:
        plays = [event]
        together = self.random.random() < 0.6
        room = len(self.names) - len(self.session.writer.state.table) % len(self.names)
        while together and len(plays) < room and self.left and isinstance(self.left[0], ev.Play):
            plays.append(self.left[0])
            del self.left[0]
        yield self._cards([play.card for play in plays])

    def _take(self, event: ev.Take) -> Iterator[str]:
        if self._due() == "take":
            yield self._name(event.seat)

    def _draw(self, event: ev.Draw) -> Iterator[str]:
        if self._due() != "draw":
            return
        course = trial(self.session.writer)
        draws = [event, *self._more(ev.Draw)]
        cards = [one.card for one in draws]
        whole = len(draws) == len(course.yet_to_draw())
        if whole and set(cards) <= {UNKNOWN, course.turnup} and course.order is None:
            yield ""
        else:
            yield self._cards(cards)

    def _payment(self, event: ev.Payment) -> Iterator[str]:
        if self._may(event):
            cause = "" if event.card is UNSET else f"({self._card(event.card)})"
            cause = "(ruling)" if event.reason == "ruling" else cause
            names = f"{self._name(event.payer)} > {self._name(event.payee)}"
            yield f"{self.words['paid']} {names} {event.counters} {cause}"

    def _award(self, event: ev.Award) -> Iterator[str]:
        course = trial(self.session.writer)
        if course.ended is None and ("award" in course.permits or course.stage in ("deal", "play")):
            yield f"{self.words['award']} {self._name(event.seat)} {event.counters}"

    def _announce(self, event: ev.Announce) -> Iterator[str]:
        yield f"{self.words['announced']} {self._name(event.seat)} {event.count}"

    def _gather(self, event: ev.Gather) -> Iterator[str]:
        yield self.words["mixed"]

    def _balance(self, event: ev.Balance) -> Iterator[str]:
        if event.points is not UNSET:
            numbers = enumerate(event.points)
            told = ", ".join(f"{self._name(seat)} {count}" for seat, count in numbers)
            yield f"{self.words['points']} {told}"

    def _note(self, event: ev.Note) -> Iterator[str]:
        if event.text is not UNSET and event.text.strip():
            yield f"note {event.text}"

    def _end(self, event: ev.End) -> Iterator[str]:
        if self.session.writer.state.ended is None:
            yield "" if event.reason == "complete" else self.words["end"]

    def _incident(self, event: ev.Incident) -> Iterator[str]:
        line = self.words[event.kind]
        if event.kind == "ruling":
            yield f"{line} {self._ruling(event)}"
            return
        if event.missing is not UNSET:
            line += f" {self._cards(event.missing)}"
        if event.seat is not UNSET and event.kind != "misdeal":
            line += f" {self._name(event.seat)}"
        if event.joined is not UNSET:
            line += self.words["joined" if event.joined else "seen"]
        if event.restart is True:
            line += self.words["restart"]
        yield line

    def _ruling(self, event: ev.Incident) -> str:
        concerns = [] if event.seat is UNSET else [self._name(event.seat)]
        permits = [] if event.permits is UNSET else [one.replace("-", " ") for one in event.permits]
        head = ", ".join([*concerns, *permits])
        return f"{head}: {event.text}" if head else str(event.text)


def session(path: Path, header: ev.Game, language: Language = "en", **how: Any) -> Session:
    """A session with a new log."""
    style = Style(language=language)
    writer = LogWriter.create(path, header, sync="none", language=language, **how)
    return Session(writer, style)
