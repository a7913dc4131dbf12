"""The words of the notation in English and French: one table for the reader and the writer.

The rows stand in the order of the notation's page, each with a line as an example of its form.
Words are compared folded: case, accents and kinds of blanks and apostrophes do not matter.
"""

from collections.abc import Iterable, Mapping
from difflib import SequenceMatcher, get_close_matches
from functools import cache
from typing import Final, NamedTuple

from brusqlog.game.findings import LANGUAGES, Language
from brusqlog.notation.words import folded


class Word(NamedTuple):
    """A word of the notation in both languages."""

    en: str
    fr: str

    def of(self, language: Language) -> str:
        """The word of that language."""
        return self.fr if language == "fr" else self.en


class Keyword(NamedTuple):
    """A word with which a line begins, and an example of such a line."""

    word: Word
    line: Word


def _row(en: str, behind_en: str, fr: str, behind_fr: str) -> Keyword:
    """A keyword and what may stand behind it, in English and in French."""
    return Keyword(Word(en, fr), Word(en + behind_en, fr + behind_fr))


HEADER: Final[Mapping[str, Keyword]] = {
    "language": _row("Language", ": en", "Langue", " : fr"),
    "id": _row("Id", ": table-7", "Id", " : table-7"),
    "rules": _row("Rules", ": salon-2021", "Règle", " : salon-2021"),
    "players": _row("Players", ": Anne, Basile", "Joueurs", " : Anne, Basile"),
    "identities": _row("Identities", ": net-v12, user:4711", "Identités", " : net-v12, user:4711"),
    "removed": _row("Removed", ": 7♠ 7♣", "Retirées", " : 7♠ 7♣"),
    "partners": _row("Partners", ": yes", "Équipes", " : oui"),
    "hands": _row("Hands", ": 10", "Coups", " : 10"),
    "rounds": _row("Rounds", ": 3", "Tours", " : 3"),
    "target": _row("Target", ": 500", "Jusqu'à", " : 500"),
    "options": _row("Options", ": stake=10, strict_endgame",
                    "Options", " : stake=10, strict_endgame"),
    "date": _row("Date", ": 2026-03-01", "Date", " : 2026-03-01"),
    "place": _row("Place", ": Lyon", "Lieu", " : Lyon"),
    "recorder": _row("Recorder", ": Inès", "Secrétaire", " : Inès"),
    "source": _row("Source", ": notebook 3", "Source", " : cahier 3"),
}  # fmt: skip
"""What makes the header, in the order in which the writer puts it."""

LENGTHS: Final = ("hands", "rounds", "target")
"""One of these says how long the game lasts."""

REQUIRED: Final = (("rules",), ("players",), LENGTHS)
"""What a header needs: of each row one."""

PLAY: Final[Mapping[str, Keyword]] = {
    "lots": _row("Lots", ": Anne K♠, Basile K♥ | Anne A♠, Basile 9♦",
                 "Tirage", " : Anne R♠, Basile R♥ | Anne A♠, Basile 9♦"),
    "hand": _row("Hand", " 2: Anne deals, Cécile cuts 12",
                 "Coup", " 2 : Anne donne, Cécile coupe 12"),
    "cut": _row("Cut", ": Cécile 12", "Coupe", " : Cécile 12"),
    "stakes": _row("Stakes", ": Anne 20, Basile 20", "Mises", " : Anne 20, Basile 20"),
    "shuffle": _row("Shuffle", ": Anne", "Mélange", " : Anne"),
    "pack": _row("Pack", ": 7♦ 10♦ 8♠ …", "Paquet", " : 7♦ 10♦ 8♠ …"),
    "packets": _row("Packets", ": 2+1", "Paquets", " : 2+1"),
    "deal": _row("Deal", ": Basile 7♦ J♠ K♣ | Anne 8♠ 7♥ ??",
                 "Donne", " : Basile 7♦ V♠ R♣ | Anne 8♠ 7♥ ??"),
    "turnup": _row("Turn-up", ": A♠", "Retourne", " : A♠"),
    "paid": _row("Paid", ": Anne > Cécile 1 (10♦), Anne > Basile 2 (penalty)",
                 "Payé", " : Anne > Cécile 1 (10♦), Anne > Basile 2 (amende)"),
    "announced": _row("Announced", ": Anne 43, Basile 34", "Annonce", " : Anne 43, Basile 34"),
    "mixed": _row("Mixed", "", "Brouillé", ""),
    "points": _row("Points", ": Anne 46, Basile 74", "Points", " : Anne 46, Basile 74"),
    "totals": _row("Totals", ": Anne 46, Basile 74", "Totaux", " : Anne 46, Basile 74"),
    "purses": _row("Purses", ": Anne 20, Basile 60", "Bourses", " : Anne 20, Basile 60"),
    "pot": _row("Pot", ": 40", "Pot", " : 40"),
    "awards": _row("Awards", ": Anne 60", "Enjeu", " : Anne 60"),
    "note": _row("Note", " Cécile: a long game", "Note", " Cécile : longue partie"),
    "undo": _row("Undo", " 3", "Annulé", " 3"),
    "end": _row("End", ": abandoned", "Fin", " : abandon"),
}  # fmt: skip
"""What begins a line of the game itself, beside tricks and incidents."""

SIGN: Final = "!"
"""With it the line of an incident begins."""

INCIDENT: Final = "incident"
TRICK: Final = "trick"
"""The kinds of lines that begin with a sign or a number, not with a word."""

BALANCES: Final = ("points", "totals", "purses", "pot")
"""Lines that make one check-point where they stand directly under one another."""

TRICK_LINE: Final = Word("4. K♥ A♥ 9♣ > Basile + J♣ 8♣ 10♥", "4. R♥ A♥ 9♣ > Basile + V♣ 8♣ 10♥")

INCIDENTS: Final[Mapping[str, Keyword]] = {
    "misdeal": _row("misdeal", "", "maldonne", ""),
    "leave": _row("leave", " Cécile", "départ", " Cécile"),
    "out-of-turn": _row("out of turn", " Cécile", "avant son rang", " Cécile"),
    "saw-second-card": _row("saw second card", " Cécile", "seconde carte vue", " Cécile"),
    "short-pack": _row("short pack", " 7♦ ??", "jeu faux", " 7♦ ??"),
    "drew-out-of-turn": _row("drew out of turn", " Cécile: joined",
                             "pioche avant son rang", " Cécile : prise"),
    "saw-next-card": _row("saw next card", " Cécile: restart", "carte vue", " Cécile : à refaire"),
    "ruling": _row("ruling", " Cécile, play, award: text",
                   "décision", " Cécile, carte, enjeu : texte"),
}  # fmt: skip
"""Incidents by their kinds; what stands behind the words is in the examples."""

PERMITS: Final[Mapping[str, Word]] = {
    "payment": Word("payment", "paiement"),
    "award": Word("award", "enjeu"),
    "play": Word("play", "carte"),
    "redeal": Word("redeal", "redonne"),
    "void-hand": Word("void hand", "coup nul"),
    "dealer": Word("dealer", "donneur"),
}
"""What a ruling permits."""

DEALS: Final[Mapping[str, Word]] = {
    "deals": Word("deals", "donne"),
    "cuts": Word("cuts", "coupe"),
}
REASONS: Final[Mapping[str, Word]] = {
    "penalty": Word("penalty", "amende"),
    "ruling": Word("ruling", "décision"),
}
ANSWERS: Final[Mapping[str, Word]] = {"yes": Word("yes", "oui"), "no": Word("no", "non")}
ENDS: Final[Mapping[str, Word]] = {"abandoned": Word("abandoned", "abandon")}
DRAWN: Final[Mapping[str, Word]] = {
    "joined": Word("joined", "prise"),
    "seen": Word("seen", "vue"),
}
RESTART: Final[Mapping[str, Word]] = {"restart": Word("restart", "à refaire")}
NONE: Final[Mapping[str, Word]] = {"none": Word("none", "rien")}
NET: Final = "net"
"""One payment a pair; the same word in both languages."""
AFTER_DRAWS: Final[Mapping[str, Word]] = {"after": Word("after draws", "après la pioche")}

LONG: Final = 60
"""Signs of a text up to which it may be nearly a word."""

CLEARLY: Final = 0.12
"""How much nearer the nearest word must be, to be the only one that may be meant."""

COLON: Final = Word(":", " :")


def normal(text: str) -> str:
    """A text as words are compared: folded, blanks between words single."""
    return " ".join(folded(text).split())


def keyword(key: str) -> Keyword:
    """The row of a keyword, or that of an incident's kind."""
    return HEADER.get(key) or PLAY.get(key) or INCIDENTS.get(key) or INCIDENTS["leave"]


def example(key: str, language: Language) -> str:
    """A line of that kind, as an example of its form."""
    sign = SIGN + " " if key in INCIDENTS or key == INCIDENT else ""
    return sign + (TRICK_LINE if key == TRICK else keyword(key).line).of(language)


@cache
def keywords(language: Language) -> dict[str, str]:
    """The keys of all keywords by their words in that language, folded."""
    return {normal(row.word.of(language)): key for key, row in {**HEADER, **PLAY}.items()}


@cache
def telling() -> dict[str, Language]:
    """The keywords that only one language has, folded. That for the language itself tells none."""
    found: dict[str, Language] = {}
    for language in LANGUAGES:
        (other,) = (one for one in LANGUAGES if one != language)
        only = keywords(language).keys() - keywords(other).keys()
        found |= {word: language for word in only if keywords(language)[word] != "language"}
    return found


def other(language: Language) -> Language:
    """The language that is not this one."""
    return next(one for one in LANGUAGES if one != language)


def near(text: str, words: Iterable[str]) -> list[str]:
    """Those of the words that are nearly the text, the nearest first, two at most."""
    plain = normal(text)
    if len(plain) > LONG:
        return []
    by_fold = {normal(word): word for word in words}
    close = get_close_matches(plain, list(by_fold), 2, 0.65)
    if len(close) == 2 and _likeness(plain, close[0]) - _likeness(plain, close[1]) > CLEARLY:
        close = close[:1]
    return [by_fold[one] for one in close]


def _likeness(one: str, two: str) -> float:
    return SequenceMatcher(None, two, one).ratio()
