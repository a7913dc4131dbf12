"""A game recorded while it is played: lines of text in, lines of text out, every event on the disk.

A `Session` knows no terminal and no clock. What it asks follows from the state of the log; what it
was told is in the file before it answers.
"""

import contextlib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Final

from msgspec import convert

from brusqlog.errors import EventError
from brusqlog.game import events as ev
from brusqlog.game.findings import Finding
from brusqlog.game.judge import judge
from brusqlog.game.ruleset import Ruleset
from brusqlog.notation.cards import pieces
from brusqlog.notation.words import folded
from brusqlog.recording import amending, cards, filling
from brusqlog.recording.asking import due
from brusqlog.recording.deeds import DEEDS, announced, remark, taken
from brusqlog.recording.draft import BreachedError, Draft
from brusqlog.recording.manual import COMMANDS, MANUAL
from brusqlog.recording.past import Input, inputs, standing_events
from brusqlog.recording.reader import AskedError, Reader, UnclearError
from brusqlog.recording.telling import Voice, asked
from brusqlog.show.layout import wrapped
from brusqlog.show.records import StateRecord
from brusqlog.show.state import state_text
from brusqlog.spelling import Style, escape
from brusqlog.writing.logwriter import Appended, LogWriter, trial
from brusqlog.writing.trial import try_next

_COMMAND: Final = re.compile(r"([^\s:]+)\s*:?\s*(.*)", re.DOTALL)
_REMARK: Final = re.compile(r'((?:"[^"]*"|[^;"])*);(.*)', re.DOTALL)
MISTAKEN: Final = ("card rank", "player unknown", "unknown")
"""Why a line was not taken that may have been meant for a command."""

Plan = Callable[[Draft], None]
"""What puts events into a draft."""


class Session:
    """A log and the person who records it. `refused`: the last line was not taken; `over`: the
    person has left. The writer stays open."""

    def __init__(
        self, writer: LogWriter, style: Style, rulesets: Mapping[str, Ruleset] | None = None
    ) -> None:
        header = writer.header
        self.writer = writer
        self.style = style
        self.voice = Voice(header.players, style, partners=header.partners is True)
        self.reader = Reader(header.players, style.language)
        self.refused = self.over = False
        self._rulesets = rulesets or {}
        self._inputs = inputs(writer.events)
        self._question: AskedError | None = None
        self._pending: tuple[Sequence[ev.Event], Sequence[Finding]] | None = None
        self._split = _last_split(writer.events)
        self._own: dict[str, Callable[[str], Iterator[str]]] = {
            "accept": self._accept,
            "deal": self._deal,
            "fix": self._fix,
            "help": self._help,
            "list": self._list,
            "packets": self._packets,
            "quit": self._quit,
            "state": self._state,
            "turnup": self._turnup,
            "undo": self._undo,
        }

    # The talk ----------------------------------------------------------------------------------

    @property
    def prompt(self) -> str:
        """What is asked now, without a sign behind it."""
        if self._question is not None:
            return asked(self.style, self._question.key)
        return self.voice.prompt(self.writer.state, trial(self.writer))

    @property
    def bar(self) -> str:
        """Trump, stock, card points and pot in one line."""
        return self.voice.bar(self.writer.state)

    @property
    def choices(self) -> list[str]:
        """What may be typed: the legal cards, then commands."""
        state = self.writer.state
        played = [] if self._question else state.legal_plays()
        return [*map(self.style.card, played), *COMMANDS[self.style.language]]

    def greet(self, *, resumed: bool = False) -> list[str]:
        """Where the record stands; what a crash has left undone of the last input is done."""
        file, count = self.writer.path.name, self.writer.seq
        key, rules = "resumed" if resumed else "begun", escape(self.writer.header.rules)
        told = [self.voice.say(key, file=escape(file), count=count, rules=rules)]
        if resumed:
            told += self.voice.where(self.writer.state)
        if self.writer.saved is not None:
            told.append(self.voice.say("saved torn", file=escape(self.writer.saved.name)))
        if resumed and self._is_faulty():
            told.append(self.voice.say("faulty"))
        lines = [line for text in told for line in wrapped(text, self.style.columns)]
        return [*lines, *self._settled()]

    def hear(self, line: str) -> list[str]:
        """Take a line: what there is to say. Raises `WriteError` if it cannot be written."""
        self.refused = False
        question, self._question = self._question, None
        text = line.strip()
        if question is not None and not text:
            return []
        try:
            return list(self._heard(question.so_far + text if question else text))
        except AskedError as more:
            self._question = more
            return []
        except EventError as fault:
            unclear = UnclearError("malformed", reason=fault)
        except UnclearError as fault:
            unclear, self._question = self._nearer(fault, text), question
        self.refused = True
        told = [*self.voice.unclear(unclear)]
        if unclear.key.startswith("card"):
            told += self.voice.expected(self.writer.state)
        return told

    def _heard(self, text: str) -> Iterator[str]:
        if text.startswith("!"):
            text = f"incident {text[1:].strip()}"
        name, rest = command(text)
        own = self._own.get(OWN.get(name, ""))
        if own != self._accept:
            self._pending = None
        if own is not None:
            yield from own(rest)
        elif name in DEEDS:
            deed = DEEDS[name]
            yield from self._planned(lambda draft: deed(draft, self.reader, rest))
        else:
            yield from self._answer(text)

    def _nearer(self, fault: UnclearError, text: str) -> UnclearError:
        """The fault with a command that may have been meant."""
        word = text.split(" ")[0]
        if fault.facts.get("near") or len(word) < 3 or fault.key not in MISTAKEN:
            return fault
        near = get_close_matches(word, COMMANDS[self.style.language], n=1, cutoff=0.7)
        return UnclearError(fault.key, **fault.facts | {"near": near}) if near else fault

    # Answers to what is asked ------------------------------------------------------------------

    def _answer(self, text: str) -> Iterator[str]:
        found = _REMARK.fullmatch(text)
        text, note = (found[1].strip(), found[2].strip()) if found else (text, "")
        if note and not text:
            return self._planned(lambda draft: remark(draft, self.reader, note))
        plan = self._plan(text)

        def noted(draft: Draft) -> None:
            plan(draft)
            if note:
                draft.put(ev.Note(text=note))

        return self._planned(noted)

    def _plan(self, text: str) -> Plan:
        """What an answer to the present question writes."""
        reader = self.reader
        match due(self.writer.state):
            case "play" if not text:
                raise UnclearError("card due")
            case "draw" if not text:
                return _draw_all
            case "play" | "draw":
                return lambda draft: cards.trick(draft, reader, text)
            case "take":
                return lambda draft: taken(draft, reader, text)
            case "cut":
                return lambda draft: cards.cut(draft, reader, text)
            case "turnup" if len(named := pieces(text)) > 1 and not reader.reads(named[0]):
                return self._dealing(text)
            case "turnup":
                return lambda draft: cards.turn_up(draft, reader, text, self._split)
            case "dealer" if len(pieces(text.partition(",")[0])) > 1:
                return lambda draft: cards.lots(draft, reader, text)
            case "dealer":
                seat = reader.seat(text)
                return lambda draft: cards.begin(draft, seat)
            case "close" if not text:
                return _close
            case "close" if text[-1].isdecimal():
                return lambda draft: announced(draft, reader, text)
            case "close" if reader.names(text):
                seat = reader.seat(text)
                return lambda draft: cards.begin(draft, seat)
        raise UnclearError("unknown", text=text)

    def _dealing(self, text: str) -> Plan:
        named = cards.dealt(self.reader, text)
        if trial(self.writer).packets:
            raise UnclearError("dealt already")
        return lambda draft: filling.deal(draft, named, self._split)

    def _deal(self, text: str) -> Iterator[str]:
        return self._planned(self._dealing(text))

    def _turnup(self, text: str) -> Iterator[str]:
        return self._planned(lambda draft: cards.turn_up(draft, self.reader, text, self._split))

    # Writing -----------------------------------------------------------------------------------

    def _planned(self, plan: Plan) -> Iterator[str]:
        """Write what a plan puts into a draft, all of it or nothing."""
        draft = Draft(trial(self.writer))
        with contextlib.suppress(BreachedError):  # the writer refuses it, and says why
            plan(draft)
        if not draft.events:
            raise UnclearError("go on")
        only_remark = all(isinstance(event, ev.Note) for event in draft.events)
        return self._write(draft.events, Input(self._standing(), remark=only_remark))

    def _write(
        self, events: Sequence[ev.Event], done: Input, accept: Mapping[str, str] | None = None
    ) -> Iterator[str]:
        course, seq = trial(self.writer), self.writer.seq
        appended = self.writer.append(*events, expected=seq, accept=accept)
        if appended.refused:
            yield from self._refusal(events, appended)
            return
        self._inputs.append(done)
        yield from self.voice.events(course, self._from(seq))
        for finding in appended.findings:
            yield from self.voice.finding(finding)
        yield from self._settled()

    def _settled(self) -> Iterator[str]:
        """Write what the rules give now; it goes with the last input."""
        draft = Draft(trial(self.writer))
        filling.settle(draft)
        if draft.events:
            course, seq = trial(self.writer), self.writer.seq
            self.writer.append(*draft.events)
            yield from self.voice.events(course, self._from(seq))

    def _refusal(self, events: Sequence[ev.Event], appended: Appended) -> Iterator[str]:
        """Why nothing was written, and whether a ruling could let it stand."""
        self.refused = True
        errors = [finding for finding in appended.findings if finding.severity == "error"]
        for finding in errors:
            yield from self.voice.finding(finding)
        yield from self.voice.expected(self.writer.state)
        if not isinstance(events[0], ev.Retract):
            self._pending = (events, errors)
            if self._acceptable(events, errors):
                yield from self.voice.wrapped(self.voice.say("accept?"))

    def _acceptable(self, events: Sequence[ev.Event], errors: Sequence[Finding]) -> bool:
        """Whether a ruling can let them stand."""
        codes = dict.fromkeys((error.code for error in errors), "?")
        return not try_next(trial(self.writer), self.writer.seq, events, codes).refused

    def _accept(self, text: str) -> Iterator[str]:
        if self._pending is None:
            raise UnclearError("accept nothing")
        events, errors = self._pending
        if not self._acceptable(events, errors):
            raise UnclearError("accept never")
        self._pending = None
        why = text or self.voice.say("accepted")
        accept = dict.fromkeys((error.code for error in errors), why)
        return self._write(events, Input(self._standing()), accept)

    # Going back --------------------------------------------------------------------------------

    def _undo(self, text: str) -> Iterator[str]:
        events = amending.undo(self.writer.events, self._inputs, text)
        self.writer.append(*events)
        yield from self.voice.undone(events)

    def _fix(self, text: str) -> Iterator[str]:
        fix = amending.fix(self.writer.events, self.reader, self._rulesets, text)
        appended = self.writer.append(*fix.events)
        if appended.refused:
            yield from self._refusal(fix.events, appended)
            return
        self._inputs.append(fix.input)
        yield from self.voice.fixed(fix)

    # What can be looked at ---------------------------------------------------------------------

    def _list(self, text: str) -> Iterator[str]:
        stand = standing_events(self.writer.events)
        if not stand:
            return self.voice.wrapped(self.voice.say("list none"))
        begun = [seq for seq, event in stand if isinstance(event, ev.Hand)]
        start = begun[-1] if begun else 1
        course = amending.course_before(self.writer.events, start, self._rulesets)
        return self.voice.events(course, [one for one in stand if one[0] >= start])

    def _state(self, text: str) -> Iterator[str]:
        record = convert(self.writer.state.as_dict(), StateRecord)
        return state_text(record, self.writer.header.players, self.style)

    def _help(self, text: str) -> Iterator[str]:
        return iter(self.style.plain(MANUAL[self.style.language]).splitlines())

    def _packets(self, text: str) -> Iterator[str]:
        splits = {"+".join(map(str, one)): one for one in trial(self.writer).terms.splits}
        if text not in splits:
            raise UnclearError("split", text=text, splits=list(splits))
        self._split = splits[text]
        return self.voice.wrapped(self.voice.say("packets", split=text))

    def _quit(self, text: str) -> Iterator[str]:
        self.over = True
        return iter(())

    def farewell(self) -> str:
        """What is in the file."""
        return self.voice.say("left", file=escape(self.writer.path.name), count=self.writer.seq)

    # -------------------------------------------------------------------------------------------

    def _from(self, seq: int) -> list[tuple[int, ev.Event]]:
        return list(enumerate(self.writer.events))[seq:]

    def _standing(self) -> int:
        return len(standing_events(self.writer.events))

    def _is_faulty(self) -> bool:
        return judge(self.writer.events, self._rulesets).status == "faulty"


def _draw_all(draft: Draft) -> None:
    filling.draw_unseen(draft)
    filling.settle(draft)


def _close(draft: Draft) -> None:
    if not filling.close(draft):
        raise UnclearError("go on")


def command(text: str) -> tuple[str, str]:
    """The first word of a line without accents, and what follows it."""
    found = _COMMAND.fullmatch(text)
    return (folded(found[1]), found[2].strip()) if found else ("", "")


def _last_split(events: Sequence[ev.Event]) -> tuple[int, ...]:
    """How cards were dealt last: so many at a time to the same player."""
    sizes: list[int] = []
    for event in events:
        if isinstance(event, ev.Hand):
            sizes, seat = [], None
        if isinstance(event, ev.Deal):
            seat = event.seat if not sizes else seat
            sizes += [len(event.cards)] if event.seat == seat else []
    return tuple(sizes)


OWN: Final = {
    "accept": "accept",
    "accepter": "accept",
    "admettre": "accept",
    "aide": "help",
    "annule": "undo",
    "annuler": "undo",
    "corrige": "fix",
    "corriger": "fix",
    "deal": "deal",
    "donne": "deal",
    "etat": "state",
    "exit": "quit",
    "fix": "fix",
    "help": "help",
    "?": "help",
    "list": "list",
    "liste": "list",
    "packets": "packets",
    "paquets": "packets",
    "quit": "quit",
    "quitter": "quit",
    "retourne": "turnup",
    "state": "state",
    "turn-up": "turnup",
    "turnup": "turnup",
    "undo": "undo",
}
"""Commands of the session itself, by their names in both languages without accents."""
