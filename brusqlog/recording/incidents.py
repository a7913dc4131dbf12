"""Incidents as they are typed: `leave Cécile`, `drew out of turn Anne: joined`, `décision : …`."""

from typing import Any, Final

from msgspec import UNSET, UnsetType

from brusqlog.game import events as ev
from brusqlog.game import rules
from brusqlog.notation.cards import pieces
from brusqlog.notation.words import folded
from brusqlog.recording import filling
from brusqlog.recording.draft import Draft
from brusqlog.recording.reader import AskedError, Reader, UnclearError

KINDS: Final[dict[str, ev.IncidentKind]] = {
    "misdeal": "misdeal",
    "maldonne": "misdeal",
    "short pack": "short-pack",
    "jeu faux": "short-pack",
    "out of turn": "out-of-turn",
    "avant son rang": "out-of-turn",
    "drew out of turn": "drew-out-of-turn",
    "pioche avant son rang": "drew-out-of-turn",
    "saw second card": "saw-second-card",
    "seconde carte vue": "saw-second-card",
    "saw next card": "saw-next-card",
    "carte vue": "saw-next-card",
    "leave": "leave",
    "depart": "leave",
    "ruling": "ruling",
    "decision": "ruling",
}
"""The kinds, as both languages type them; a hyphen is as good as a blank."""

PERMITS: Final[dict[str, ev.Permit]] = {
    "payment": "payment",
    "paiement": "payment",
    "award": "award",
    "enjeu": "award",
    "play": "play",
    "carte": "play",
    "redeal": "redeal",
    "redonne": "redeal",
    "void hand": "void-hand",
    "coup nul": "void-hand",
    "dealer": "dealer",
    "donneur": "dealer",
}
"""What a ruling may permit."""

JOINED: Final = {"joined": True, "prise": True, "seen": False, "vue": False}
RESTART: Final = ("restart", "a refaire")
LONGEST: Final = 4
"""Words of the name of a kind."""


def incident(draft: Draft, reader: Reader, text: str) -> None:
    """An incident, and what the rules give after it. Raises `AskedError` for what is not said."""
    kind, rest = _kind(text)
    head, colon, tail = (part.strip() for part in rest.partition(":"))
    fields: dict[str, Any] = {}
    match kind:
        case "misdeal":
            fields["seat"] = draft.course.dealer
            filling.cut(draft)
        case "short-pack":
            if not rest:
                raise AskedError("missing", f"incident {text} ")
            fields["missing"] = [reader.card(word) for word in pieces(rest)]
        case "ruling":
            if not rest or (colon and not tail):
                raise AskedError("ruling", f"incident {text.rstrip(' :')} : ")
            fields = _ruling(reader, head, tail) if colon else {"text": rest}
        case _:
            if not head:
                raise AskedError("who", f"incident {text.rstrip(' :')} ")
            fields["seat"] = reader.seat(head)
    if kind == "drew-out-of-turn":
        if folded(tail) not in JOINED:
            raise AskedError("joined", f"incident {text.partition(':')[0]}: ")
        fields["joined"] = JOINED[folded(tail)]
        due = draft.course.yet_to_draw() if draft.course.draws_due else []
        fields["owner"] = due[0] if due else rules.right(fields["seat"], draft.course.n)
    elif kind == "saw-next-card":
        fields["owner"] = rules.right(fields["seat"], draft.course.n)
        fields["restart"] = folded(tail) in RESTART
    draft.put(ev.Incident(kind=kind, **fields))
    filling.settle(draft)


def _kind(text: str) -> tuple[ev.IncidentKind, str]:
    """The kind that stands first, and the rest of the text."""
    words = text.split(" ")
    for n in range(LONGEST, 0, -1):
        name = folded(" ".join(words[:n])).replace("-", " ").rstrip(" :")
        if name in KINDS:
            rest = " ".join(words[n:]).strip()
            ends = words[n - 1 : n] and words[n - 1].endswith(":")
            return KINDS[name], f": {rest}" if ends else rest
    raise UnclearError("incident unknown" if text else "incident which", text=text)


def _ruling(reader: Reader, head: str, text: str) -> dict[str, Any]:
    """Whom it concerns and what it permits; where something else stands before the colon, all of it
    is the text."""
    seat: int | UnsetType = UNSET
    permits: list[ev.Permit] = []
    for part in filter(None, map(str.strip, head.split(","))):
        permit = PERMITS.get(folded(part).replace("-", " "))
        if permit:
            permits.append(permit)
            continue
        try:
            seat = reader.seat(part)
        except UnclearError:
            return {"text": f"{head}: {text}"}
    return {"text": text, "permits": permits or UNSET, "seat": seat}
