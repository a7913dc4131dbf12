"""The nouns of the game in English and French: what is counted, suits, kinds of events. And what
systems say of files."""

from typing import Final

from brusqlog.languages import Language

SUITS: Final[dict[Language, dict[str, str]]] = {
    "en": {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"},
    "fr": {"S": "pique", "H": "cœur", "D": "carreau", "C": "trèfle"},
}
PLURALS: Final[dict[str, dict[Language, tuple[str, str]]]] = {
    "counters": {"en": ("counter", "counters"), "fr": ("jeton", "jetons")},
    "points": {"en": ("point", "points"), "fr": ("point", "points")},
    "lines": {"en": ("line", "lines"), "fr": ("ligne", "lignes")},
    "documents": {"en": ("document", "documents"), "fr": ("document", "documents")},
    "violations": {"en": ("violation", "violations"), "fr": ("infraction", "infractions")},
    "files": {"en": ("file", "files"), "fr": ("fichier", "fichiers")},
    "games": {"en": ("game", "games"), "fr": ("partie", "parties")},
    "new games": {"en": ("new game", "new games"), "fr": ("nouvelle partie", "nouvelles parties")},
    "continued games": {
        "en": ("continued game", "continued games"),
        "fr": ("partie continuée", "parties continuées"),
    },
    "known games": {
        "en": ("known game", "known games"),
        "fr": ("partie connue", "parties connues"),
    },
    "faulty games": {
        "en": ("faulty game", "faulty games"),
        "fr": ("partie fautive", "parties fautives"),
    },
    "hands": {"en": ("hand", "hands"), "fr": ("coup", "coups")},
    "bytes": {"en": ("byte", "bytes"), "fr": ("octet", "octets")},
    "errors": {"en": ("error", "errors"), "fr": ("erreur", "erreurs")},
    "warnings": {"en": ("warning", "warnings"), "fr": ("avertissement", "avertissements")},
}
EVENTS: Final[dict[Language, dict[str, str]]] = {
    "en": {
        "game": "a header",
        "lot": "a lot",
        "hand": "a new hand",
        "stake": "a stake",
        "shuffle": "a shuffle",
        "cut": "a cut",
        "deal": "a packet",
        "turnup": "a turn-up",
        "play": "a play",
        "take": "a taken trick",
        "draw": "a draw",
        "payment": "a payment",
        "award": "an award",
        "announce": "an announcement",
        "gather": "the mixing of the cards",
        "incident": "an incident",
        "balance": "a check-point",
        "note": "a note",
        "retract": "a withdrawal",
        "end": "the end",
        "seal": "a seal",
    },
    "fr": {
        "game": "un en-tête",
        "lot": "un tirage",
        "hand": "un nouveau coup",
        "stake": "une mise",
        "shuffle": "un mélange",
        "cut": "une coupe",
        "deal": "un paquet",
        "turnup": "une retourne",
        "play": "une carte jouée",
        "take": "une levée prise",
        "draw": "une pioche",
        "payment": "un paiement",
        "award": "une part du pot",
        "announce": "une annonce",
        "gather": "le brouillage des cartes",
        "incident": "un incident",
        "balance": "un bilan",
        "note": "une note",
        "retract": "une annulation",
        "end": "la fin",
        "seal": "un sceau",
    },
}

INCIDENTS: Final[dict[Language, dict[str, str]]] = {
    "en": {
        "misdeal": "a misdeal",
        "short-pack": "a short pack",
        "out-of-turn": "a play out of turn",
        "drew-out-of-turn": "a draw out of turn",
        "saw-second-card": "a second card seen",
        "saw-next-card": "the next card seen",
        "leave": "a player's leaving",
        "ruling": "a ruling",
    },
    "fr": {
        "misdeal": "une maldonne",
        "short-pack": "un jeu faux",
        "out-of-turn": "une carte jouée avant son rang",
        "drew-out-of-turn": "une pioche avant son rang",
        "saw-second-card": "une seconde carte vue",
        "saw-next-card": "la carte suivante vue",
        "leave": "un départ",
        "ruling": "une décision",
    },
}

STATUSES: Final[dict[Language, dict[str, str]]] = {
    "en": {
        "finished": "finished",
        "unfinished": "unfinished",
        "abandoned": "abandoned",
        "faulty": "faulty",
    },
    "fr": {
        "finished": "finie",
        "unfinished": "inachevée",
        "abandoned": "abandonnée",
        "faulty": "fautive",
    },
}
"""How a game stands."""

REASONS: Final = {
    "Disk quota exceeded": "quota de disque dépassé",
    "Device or resource busy": "périphérique ou ressource occupé",
    "File exists": "ce fichier existe déjà",
    "File name too long": "nom de fichier trop long",
    "File too large": "fichier trop grand",
    "Input/output error": "erreur d'entrée-sortie",
    "Invalid argument": "argument refusé par le système",
    "Is a directory": "c'est un dossier",
    "No such device or address": "aucun périphérique de ce nom",
    "No such file or directory": "aucun fichier ni dossier de ce nom",
    "No space left on device": "plus de place sur le disque",
    "Not a directory": "ce n'est pas un dossier",
    "Operation not permitted": "opération interdite",
    "Permission denied": "permission refusée",
    "Read-only file system": "disque en lecture seule",
    "Text file busy": "fichier en cours d'exécution",
    "Too many levels of symbolic links": "liens symboliques en boucle",
    "Too many open files": "trop de fichiers ouverts",
    "the file was changed while it was read": "le fichier a été modifié pendant sa lecture",
    "this is a folder, not a regular file": "c'est un dossier, non un fichier ordinaire",
    "this is a link, not a regular file": "c'est un lien, non un fichier ordinaire",
    "this is a pipe, a socket or a device, not a regular file": "c'est un tube, un socket ou un "
    "périphérique, non un fichier ordinaire",
}
"""The French of why a system cannot read or write a file, by its English."""
