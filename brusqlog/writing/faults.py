"""Why a log could not be written: exceptions, with their words in both languages."""

from typing import Any, Final

from brusqlog.errors import BrusqlogError
from brusqlog.game.findings import Language
from brusqlog.spelling import reason

TEXTS: Final[dict[str, dict[Language, str]]] = {
    "busy": {
        "en": "{file} is being written by another program, or twice by this one.",
        "fr": "{file} est en cours d'écriture par un autre programme, ou deux fois par celui-ci.",
    },
    "link": {
        "en": "{file} is a link; a log is written under its own, only name.",
        "fr": "{file} est un lien ; un journal s'écrit sous son seul et propre nom.",
    },
    "special": {
        "en": "{file} is no regular file.",
        "fr": "{file} n'est pas un fichier ordinaire.",
    },
    "unlockable": {
        "en": "{file} cannot be locked on this system; without a lock no log is written.",
        "fr": "{file} ne peut être verrouillé sur ce système ; sans verrou, aucun journal n'est "
        "écrit.",
    },
    "packed": {
        "en": "{file} is compressed; only a plain log can grow.",
        "fr": "{file} est compressé ; seul un journal en clair peut s'allonger.",
    },
    "transcript": {
        "en": "{file} is named as a transcript, which grows by hand; a log is named "
        "NAME.brusq.jsonl.",
        "fr": "{file} a un nom de transcription, qui s'allonge à la main ; un journal se nomme "
        "NOM.brusq.jsonl.",
    },
    "gone": {
        "en": "{file} was moved, replaced or changed by someone else while it was open; "
        "nothing more is written to it.",
        "fr": "{file} a été déplacé, remplacé ou changé par quelqu'un d'autre pendant qu'il était "
        "ouvert ; plus rien n'y est écrit.",
    },
    "stopped": {
        "en": "{file}: an earlier write failed, and this writer writes no more; open it anew.",
        "fr": "{file} : une écriture a échoué, et rien de plus n'est écrit ; rouvrez le journal.",
    },
    "closed": {
        "en": "{file}: this writer is closed.",
        "fr": "{file} : l'écriture de ce journal est close.",
    },
    "failed": {
        "en": "{file}: the write failed: {reason}. Nothing of it was acknowledged.",
        "fr": "{file} : l'écriture a échoué : {reason}. Rien n'en a été confirmé.",
    },
    "short": {
        "en": "{file}: only {done} of {due} bytes were written. Nothing of it was acknowledged.",
        "fr": "{file} : l'écriture s'est arrêtée à {done} octets sur {due}. Rien n'en a été "
        "confirmé.",
    },
    "unsynced": {
        "en": "{file}: the disk did not confirm the last events ({reason}): they may be lost.",
        "fr": "{file} : le disque n'a pas confirmé les derniers événements ({reason}) : ils "
        "peuvent être perdus.",
    },
    "conflict": {
        "en": "{file}: event {expected} was expected to come next, but there are {found} events "
        "already, and they differ.",
        "fr": "{file} : l'événement {expected} devait venir ensuite, mais il y a déjà {found} "
        "événements, et ils diffèrent.",
    },
    "gap": {
        "en": "{file}: event {expected} was expected to come next, but there are only {found} "
        "events.",
        "fr": "{file} : l'événement {expected} devait venir ensuite, mais il n'y a que {found} "
        "événements.",
    },
    "damaged": {
        "en": "{file}:{line}: the line cannot be read as an event; `brusqlog repair` shows it.",
        "fr": "{file}:{line} : cette ligne n'est pas lisible comme événement ; `brusqlog repair` "
        "la montre.",
    },
    "sealed-torn": {
        "en": "{file}:{line}: the log has a seal and ends within a line; `brusqlog repair` shows "
        "it.",
        "fr": "{file}:{line} : le journal porte un sceau et finit au milieu d'une ligne ; "
        "`brusqlog repair` la montre.",
    },
    "many": {
        "en": "{file} holds {found} games; only a file with one can grow.",
        "fr": "{file} contient {found} parties ; seul un fichier d'une partie peut s'allonger.",
    },
    "headless": {
        "en": "{file} does not begin with the header of a game that can be played on.",
        "fr": "{file} ne commence pas par l'en-tête d'une partie qui puisse continuer.",
    },
    "newer": {
        "en": "{file} is written in a newer format ({found}); it can be read but not added to.",
        "fr": "{file} est écrit dans un format plus récent ({found}) ; il se lit, mais ne "
        "s'allonge pas.",
    },
}
"""What can be wrong, by key. `reason` is what the system says of it."""


class WriteError(BrusqlogError):
    """A log could not be written, opened or created. `key` says why, as in the table of texts."""

    def __init__(self, key: str, **facts: Any) -> None:
        self.key, self.facts = key, facts
        super().__init__(self.told("en"))

    def told(self, language: Language) -> str:
        """The message in that language."""
        facts = dict(self.facts)
        if "reason" in facts:
            facts["reason"] = reason(facts["reason"], language)
        return TEXTS[self.key][language].format(**facts)


class BusyError(WriteError):
    """Another writer, in this process or another, has the log."""


class ConflictError(WriteError):
    """At the place that was expected to be the next stands something else."""


class DamagedError(WriteError):
    """The log has lines that cannot be read; nothing is added before it is repaired."""
