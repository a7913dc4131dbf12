"""A transcript or a log to fill in: the header, and the frame of the first hand."""

from collections.abc import Iterator
from typing import Final

from brusqlog.game import events as ev
from brusqlog.game import rules
from brusqlog.game.cards import HOLDING, UNKNOWN
from brusqlog.game.findings import Language
from brusqlog.log.writer import dumps
from brusqlog.notation import grammar as gr
from brusqlog.notation.pen import Pen
from brusqlog.notation.writer import header_lines

HINTS: Final[dict[Language, dict[str, str]]] = {
    "en": {
        "fill": "Fill this in. A line that begins with # means nothing; take the # away to use it.",
        "removed": "Two sevens are left out; ?? ?? if nobody noted which.",
        "deal": "Each player's cards in the order he got them, ?? for one not seen. If nobody saw "
        "any,",
        "no-deal": "leave this line out.",
        "trick": "A trick: its cards from the leader on, > who took it, + the cards drawn, from "
        "him on:",
        "filled": "Stakes, payments and unseen draws follow from the rules. Written down all the "
        "same they",
        "checked": "are checked: `Stakes`, `Paid`, `Awards`; so are points counted, and `> NAME`.",
        "used-up": "The stock is used up: no more draws.",
    },
    "fr": {
        "fill": "À remplir. Une ligne qui commence par # ne dit rien ; ôtez le # pour l'employer.",
        "removed": "Deux sept sont retirés ; ?? ?? si personne n'a noté lesquels.",
        "deal": "Les cartes de chacun dans l'ordre où il les a reçues, ?? pour une carte non vue. "
        "Si",
        "no-deal": "personne n'en a vu, laissez cette ligne de côté.",
        "trick": "Une levée : ses cartes à partir du premier, > qui la prend, + les cartes "
        "piochées, depuis lui :",
        "filled": "Les mises, les paiements et les pioches non vues suivent des règles. Notés "
        "malgré tout,",
        "checked": "ils sont vérifiés : `Mises`, `Payé`, `Enjeu` ; de même les points et `> NOM`.",
        "used-up": "Le talon est épuisé : plus de pioche.",
    },
}
_PLAYED: Final = ("9H", "9C", "7H", "8D")
_TAKES: Final = "AH"
_DRAWN: Final = ("QD", "KC", "TH", "JD", "8C")
"""Cards of the example of a trick, which its last player takes."""


def transcript_skeleton(header: ev.Game, language: Language, dealer: int | None) -> str:
    """A transcript with this header; its id is left to the name of the file. The line of the first
    hand stands in it if the dealer is known; all else is a comment."""
    pen, hints = Pen(language, header.players), HINTS[language]
    lines = [f"# {hints['fill']}", ""]
    _, *head = header_lines(header, pen)
    for line in head:
        if line.startswith(pen.word("removed")):
            lines.append(f"# {hints['removed']}")
        lines.append(line)
    lines += [f"# {gr.example(key, language)}" for key in ("date", "place", "recorder", "source")]
    lines += ["", *_hand(pen, len(header.players), dealer, hints)]
    return "".join(f"{line}\n" for line in lines)


def log_skeleton(header: ev.Game, dealer: int | None) -> bytes:
    """A log with this header and, if the dealer is known, the first hand."""
    events: list[ev.Event] = [header]
    if dealer is not None:
        events.append(ev.Hand(number=1, dealer=dealer))
    return b"".join(dumps(event) + b"\n" for event in events)


def _hand(pen: Pen, players: int, dealer: int | None, hints: dict[str, str]) -> Iterator[str]:
    dealing = 0 if dealer is None else dealer
    said = f"{pen.players[dealing]} {gr.DEALS['deals'].of(pen.language)}"
    yield ("# " if dealer is None else "") + pen.line("hand", said, "1")
    eldest = [rules.right(dealing, players, steps) for steps in range(1, players + 1)]
    unseen = pen.cards([UNKNOWN] * HOLDING)
    yield f"# {hints['deal']}"
    yield f"# {hints['no-deal']}"
    yield "# " + pen.line("deal", " | ".join(f"{pen.players[seat]} {unseen}" for seat in eldest))
    yield "# " + gr.example("turnup", pen.language)
    played = pen.cards([*_PLAYED[: players - 1], _TAKES])
    drawn = pen.cards(_DRAWN[:players])
    yield f"# {hints['trick']}"
    yield f"#   1. {played} > {pen.players[dealing]} + {drawn}"
    yield f"# {hints['filled']}"
    yield f"# {hints['checked']}"
    for number in range(1, rules.pack_size(players) // players + 1):
        if number == rules.draw_rounds(players) + 1:
            yield f"# {hints['used-up']}"
        yield f"# {number}."
    yield "# " + pen.line("points", pen.rows((seat, "…") for seat in range(players)))
    yield "# " + pen.word("end")
