"""What is wrong with a ruleset of somebody's own: where, and in a sentence of each language."""

from typing import Any, Final

from msgspec import Struct
from msgspec.json import encode

from brusqlog.errors import BrusqlogError
from brusqlog.languages import Language

SENTENCES: Final[dict[Language, dict[str, str]]] = {
    "en": {
        "utf-8": "this is no text in UTF-8",
        "toml": "this is no TOML from line {line}, column {column} on",
        "toml-end": "this is no TOML: it breaks off at its end",
        "toml-twice": "line {line} sets again what is set already",
        "nothing": "this needs `base`, the published ruleset it departs from, or all `options`",
        "base": "no published ruleset is called {found}; it can be {known}",
        "missing": "this is missing",
        "unknown": "there is no such key here; it can be {known}",
        "option": "no option has this name",
        "table": "this must be a table, not {found}",
        "basis": "this must be a table with {keys}, not {found}",
        "text": "this must be a text, not {found}",
        "choice": "this must be {allowed}, not {found}",
        "list": "this must be a list of some of {allowed}, not {found}",
        "least": "this must be a whole number from {least} on, not {found}",
        "least-or": "this must be a whole number from {least} on, or {allowed}, not {found}",
        "pair": "this must be two whole numbers from {least} on, not {found}",
        "near": " (did you mean {near}?)",
        "or": " or ",
        "and": " and ",
        "colon": ": ",
    },
    "fr": {
        "utf-8": "ce n'est pas un texte en UTF-8",
        "toml": "ce n'est plus du TOML à partir de la ligne {line}, colonne {column}",
        "toml-end": "ce n'est pas du TOML : il s'interrompt à la fin",
        "toml-twice": "la ligne {line} fixe de nouveau ce qui l'est déjà",
        "nothing": "il faut `base`, le règlement publié dont il s'écarte, ou toutes les `options`",
        "base": "aucun règlement publié ne s'appelle {found} ; ce peut être {known}",
        "missing": "ceci manque",
        "unknown": "il n'y a pas ici de telle clé ; ce peut être {known}",
        "option": "aucune option n'a ce nom",
        "table": "ce doit être une table, non {found}",
        "basis": "ce doit être une table avec {keys}, non {found}",
        "text": "ce doit être un texte, non {found}",
        "choice": "ce doit être {allowed}, non {found}",
        "list": "ce doit être une liste de certains de {allowed}, non {found}",
        "least": "ce doit être un nombre entier à partir de {least}, non {found}",
        "least-or": "ce doit être un nombre entier à partir de {least}, ou {allowed}, non {found}",
        "pair": "ce doit être deux nombres entiers à partir de {least}, non {found}",
        "near": " (vouliez-vous dire {near} ?)",
        "or": " ou ",
        "and": " et ",
        "colon": " : ",
    },
}
"""What is wrong, by the name of the fault."""

_SHOWN: Final = 60


class RulesetFault(Struct, frozen=True):
    """What is wrong with a ruleset, by name, and where: `place` is the key in the ruleset, such as
    `options.stake`. `facts` fill the sentence: `found` is a value as it stands there, `allowed` are
    values that could, `keys` all belong there; `near` is what was probably meant."""

    name: str
    place: str = ""
    facts: dict[str, Any] = {}
    file: str = ""

    def __str__(self) -> str:
        return self.told("en")

    def told(self, language: Language) -> str:
        """Where and why, in a language."""
        words = SENTENCES[language]
        facts = {name: _spelt(name, fact, words) for name, fact in self.facts.items()}
        sentence = words[self.name].format(**facts)
        if facts.get("near"):
            sentence += words["near"].format(**facts)
        return words["colon"].join(filter(None, (self.file, self.place, sentence)))


class RulesetError(BrusqlogError):
    """A ruleset file or object that cannot be used; the message says where and why."""

    def __init__(self, fault: RulesetFault) -> None:
        self.fault = fault
        super().__init__(str(fault))


def wrong(name: str, place: str = "", **facts: Any) -> RulesetError:
    """The exception for a fault."""
    return RulesetError(RulesetFault(name, place, facts))


def _spelt(name: str, fact: Any, words: dict[str, str]) -> Any:
    """A fact as it stands in a sentence: values as JSON writes them, several with commas."""
    if name == "found":
        return _shown(fact)
    if not isinstance(fact, list):
        return fact
    *first, last = map(_shown if name == "allowed" else str, fact)
    return ", ".join(first) + words["and" if name == "keys" else "or"] * bool(first) + last


def _shown(value: Any) -> str:
    """A value in JSON, cut off with an ellipsis where too long."""
    text = encode(value).decode()
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
