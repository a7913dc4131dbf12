"""A log as a transcript: the one canonical text of a game, as a person would write it.

The form is fixed. The header has its lines in the order of the log's fields, then the lots, then a
blank line before every hand. The line of a hand names its dealer and, if he cuts directly, its
cutter. A trick is one line: the cards, `> taker`, and the draws if any of them was seen; it is in
pieces only where something else stands between. What the reader would fill in at the next line is
left out: stakes, a cut, a deal of unseen cards, payments by the rules, unseen draws, awards. Names,
texts and cards are spelled as `pen` tells.

What cannot be said in a transcript is left out and listed.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from msgspec import UNSET, Struct

from brusqlog.game import events as ev
from brusqlog.game.course import Course
from brusqlog.game.findings import Language
from brusqlog.game.ruleset import Ruleset
from brusqlog.game.standing import standing
from brusqlog.game.terms import terms_of
from brusqlog.log.gamelog import GameLog
from brusqlog.log.strict import Unknown
from brusqlog.notation import grammar as gr
from brusqlog.notation.comparing import LeftOut, Reason, compared, said
from brusqlog.notation.passages import Passages
from brusqlog.notation.pen import Pen
from brusqlog.notation.reader import read_transcripts
from brusqlog.notation.transcript import Transcript

_LOST: Final[Mapping[str, Reason]] = {"extra": "extra", "ruleset": "ruleset"}


class Written(Struct, frozen=True):
    """A transcript, and what of the log it leaves out."""

    text: str
    left_out: list[LeftOut]


def transcript(
    game: GameLog | Sequence[ev.Event | Unknown | None],
    language: Language = "en",
    rulesets: Mapping[str, Ruleset] | None = None,
) -> Written:
    """The canonical transcript of a game, finished or not; of a faulty one as much as can be said.
    `rulesets` are rulesets of one's own, by full name. Without a header there is nothing."""
    events = list(game.events if isinstance(game, GameLog) else game)
    known = [None if isinstance(event, Unknown) else event for event in events]
    header = known[0] if known else None
    if not isinstance(header, ev.Game):
        return Written("", [LeftOut(0, "unreadable")])
    terms, _ = terms_of(header, rulesets or {})
    pen = Pen(language, header.players)
    stand = standing(known)
    stands = zip(stand.seqs, stand.events, strict=True)
    items = list(said((seq, event) for seq, event in stands if event is not None))
    passages = Passages(pen, Course.of(terms, header.players), [event for _, event in items[1:]])
    lines = [*header_lines(header, pen), *passages.lines()]
    text = "".join(f"{line}\n" for line in lines)
    left = _unsaid(events, set(stand.seqs))
    left += compared(items, _read_again(text, rulesets), terms)
    return Written(text, sorted(set(left), key=lambda one: (one.seq, one.why)))


def header_lines(header: ev.Game, pen: Pen) -> list[str]:
    """The lines of the header, in the order of its fields."""
    lines = []
    for key in gr.HEADER:
        value: Any = getattr(header, key, UNSET)
        if value is UNSET:
            continue
        if key == "players":
            words = ", ".join(pen.players)
        elif key == "identities":
            words = ", ".join(pen.text(one, also=",") for one in value)
        elif key == "removed":
            words = pen.cards(value)
        elif key == "partners":
            words = gr.ANSWERS["yes"].of(pen.language)
        elif key == "options":
            words = pen.listed(pen.option(name, one) for name, one in value.items())
        elif key in gr.LENGTHS:
            words = str(value)
        else:
            words = pen.text(value)
        if words:
            lines.append(pen.line(key, words))
    return lines


def _unsaid(events: Sequence[ev.Event | Unknown | None], stands: set[int]) -> list[LeftOut]:
    """What no transcript says."""
    left = []
    for seq, event in enumerate(events):
        if event is None or isinstance(event, Unknown):
            left.append(LeftOut(seq, "unreadable"))
            continue
        if seq not in stands:
            left.append(LeftOut(seq, "withdrawn"))
        if isinstance(event, ev.Seal):
            left.append(LeftOut(seq, "seal"))
        if event.at is not UNSET:
            left.append(LeftOut(seq, "time"))
        if isinstance(event, ev.Note) and event.data is not UNSET:
            left.append(LeftOut(seq, "data"))
        if isinstance(event, ev.Game):
            lost = [why for name, why in _LOST.items() if getattr(event, name) is not UNSET]
            left += [LeftOut(seq, why) for why in lost]
    return left


def _read_again(text: str, rulesets: Mapping[str, Ruleset] | None) -> list[ev.Event | None]:
    """The events as a reader of the transcript has them."""
    for found in read_transcripts(text.encode("utf-8", "surrogatepass"), rulesets=rulesets):
        if isinstance(found, Transcript):
            return found.known_events()
    return []
