"""Puts what does not conform to a schema into words."""

from collections.abc import Sequence
from typing import Final

from brusqlog.checking.conformity import Verdict
from brusqlog.checking.words import Words
from brusqlog.game.cards import meant
from brusqlog.game.findings import Language
from brusqlog.near import nearest
from brusqlog.spelling import escape, shorten

MOST_VALUES: Final = 8
"""Values of an enumeration up to which all are named."""

LONGEST_PATH: Final = 80
"""Columns of a path; its keys are the file's own."""

SENTENCES: Final[dict[Language, dict[str, str]]] = {
    "en": {
        "not-json": "this is no JSON from column {column} on",
        "not-utf-8": "this is no UTF-8: byte {found}",
        "no-number": "this is no JSON: {found} is no number",
        "too-many-digits": "a number here has too many digits to be judged",
        "too-long": "this has more than {limit} bytes; it was not judged",
        "too-deep": "this is nested deeper than {limit} levels; it was not judged",
        "type": "must be {types:any}, not {shown}",
        "required": "missing: {keys:all-names}",
        "additionalProperties": "there is no key {key:names} here",
        "card": "{shown} is no card: rank and suit in two signs, as `TS` for the ten of spades",
        "seen-card": "must be a card that was seen, not `??`",
        "enum": "must be {values:codes}, not {shown}",
        "enum-long": "{shown} is none of the {count} values that may stand here",
        "const": "must be {wanted:json}, not {shown}",
        "minimum": "must be at least {wanted}, not {shown}",
        "maximum": "must be at most {wanted}, not {shown}",
        "minLength": "must not be empty",
        "minItems": "must have at least {wanted} entries, not {count}",
        "maxItems": "must have at most {wanted} entries, not {count}",
        "pattern": "must have the form {form:names}, not {shown}",
        "oneOf": "exactly one of {keys:all-names} must be given, not {count}",
        "anyOf": "at least one of {keys:all-names} must be given",
        "other": "does not keep `{keyword}` of the schema",
        "near": "; did you mean {near:names}?",
    },
    "fr": {
        "not-json": "ce n'est plus du JSON à partir de la colonne {column}",
        "not-utf-8": "ce n'est pas de l'UTF-8 : octet {found}",
        "no-number": "ce n'est pas du JSON : {found} n'est pas un nombre",
        "too-many-digits": "un nombre a ici trop de chiffres pour être jugé",
        "too-long": "plus de {limit} octets ; non jugé",
        "too-deep": "imbrication sur plus de {limit} niveaux ; non jugé",
        "type": "doit être {types:any}, non {shown}",
        "required": "il manque : {keys:all-names}",
        "additionalProperties": "il n'y a pas ici de clé {key:names}",
        "card": "{shown} n'est pas une carte : rang et couleur en deux signes, comme `TS` "
        "pour le dix de pique",
        "seen-card": "doit être une carte vue, non `??`",
        "enum": "doit être {values:codes}, non {shown}",
        "enum-long": "{shown} n'est aucune des {count} valeurs admises ici",
        "const": "doit être {wanted:json}, non {shown}",
        "minimum": "doit être au moins {wanted}, non {shown}",
        "maximum": "doit être au plus {wanted}, non {shown}",
        "minLength": "ne doit pas être vide",
        "minItems": "doit avoir au moins {wanted} éléments, non {count}",
        "maxItems": "doit avoir au plus {wanted} éléments, non {count}",
        "pattern": "doit avoir la forme {form:names}, non {shown}",
        "oneOf": "il faut exactement une clé parmi {keys:all-names}, non {count}",
        "anyOf": "il faut au moins une clé parmi {keys:all-names}",
        "other": "ne respecte pas `{keyword}` du schéma",
        "near": " ; vouliez-vous dire {near:names} ?",
    },
}
"""By the keyword of JSON Schema, or the name of ours, what is wrong."""

TYPES: Final[dict[Language, dict[str, str]]] = {
    "en": {
        "boolean": "true or false",
        "integer": "an integer",
        "number": "a number",
        "string": "a string",
        "array": "an array",
        "object": "an object",
        "null": "null",
    },
    "fr": {
        "boolean": "true ou false",
        "integer": "un entier",
        "number": "un nombre",
        "string": "une chaîne",
        "array": "un tableau",
        "object": "un objet",
        "null": "null",
    },
}

FORMS: Final[dict[str, list[str]]] = {
    "at": ["2026-03-01T20:00:00+01:00"],
    "date": ["YYYY", "YYYY-MM", "YYYY-MM-DD"],
    "format": ["brusqlog/1.0"],
    "sha256": ["[0-9a-f]{64}"],
}
"""How the fields of a log with a pattern are written, by their keys."""


def place(verdict: Verdict, words: Words) -> str:
    """The path of what does not conform, `players.0`; nothing for the whole line."""
    return shorten(escape(".".join(map(str, verdict.path))), LONGEST_PATH, words.style)


def sentence(verdict: Verdict, words: Words) -> str:
    """What is wrong, as words go on after the place."""
    sentences = SENTENCES[words.style.language]
    facts = {**verdict.facts, "keyword": verdict.keyword}
    found = facts.get("found")
    facts["shown"] = "`null`" if found is None else words.format_field(found, "json")
    name = verdict.keyword if verdict.keyword in sentences else "other"
    known: Sequence[object] = ()
    match name:
        case "type":
            facts["types"] = [TYPES[words.style.language][one] for one in facts["types"]]
        case "enum" if len(facts["values"]) > MOST_VALUES:
            name, known = "enum-long", facts["values"]
            facts["count"] = len(known)
        case "additionalProperties":
            found, known = facts["key"], facts["known"]
        case "minItems" | "maxItems":
            facts["count"] = len(facts["found"])
        case "oneOf":
            facts["count"] = len(facts["given"])
        case "pattern":
            key = str(verdict.path[-1]) if verdict.path else ""
            facts["form"] = FORMS.get(key, facts["wanted"])
    near = _near(found, known, card=name == "card")
    told = words.say(sentences[name], facts)
    return told + words.say(sentences["near"], {"near": near}) if near else told


def _near(given: object, known: Sequence[object], *, card: bool) -> str | None:
    """The key, value or card that was probably meant."""
    if not isinstance(given, str):
        return None
    return meant(given) if card else nearest(given, [one for one in known if isinstance(one, str)])
