"""The phrases of messages in English and French: who did what, when something may happen."""

from typing import Final

from brusqlog.game.findings import Language

DEEDS: Final[dict[Language, dict[str, str]]] = {
    "en": {
        "turnup": "{seat:player} turns up {card:card}",
        "shuffle": "{seat:player} shuffles a pack with {card:card} in it",
        "gather": "the cards are mixed up",
        "short-pack": "{card:card} is said to be missing from the pack",
    },
    "fr": {
        "turnup": "{seat:player} retourne {card:card}",
        "shuffle": "{seat:player} mélange un jeu où figure {card:card}",
        "gather": "les cartes sont brouillées",
        "short-pack": "{card:card} est dite manquante au jeu",
    },
}
"""What was done, where the words for the event itself do not tell who did it with which card."""

WHEN: Final[dict[Language, dict[str, str]]] = {
    "en": {
        "misdeal": "between the cut and the first play of a hand",
        "short-pack": "between the beginning of a hand and the last play of its last trick",
        "out-of-turn": "where cards are played, not while draws are due",
        "drew-out-of-turn": "where draws are due",
        "saw-second-card": "between a trick after which one draws and the next play, "
        "and not in play two against two",
        "saw-next-card": "between a trick after which one draws and the next play, "
        "and only in play two against two",
    },
    "fr": {
        "misdeal": "entre la coupe et la première carte jouée d'un coup",
        "short-pack": "entre le début d'un coup et la dernière carte de sa dernière levée",
        "out-of-turn": "là où l'on joue, non tant que des pioches sont dues",
        "drew-out-of-turn": "là où des pioches sont dues",
        "saw-second-card": "entre une levée après laquelle on pioche et la carte suivante, "
        "et non à deux contre deux",
        "saw-next-card": "entre une levée après laquelle on pioche et la carte suivante, "
        "et seulement à deux contre deux",
    },
}
"""Where each kind of incident belongs."""

MODES: Final[dict[Language, dict[str, str]]] = {
    "en": {
        "2": "2 players",
        "3": "3 players",
        "4": "4 players each for himself",
        "2v2": "two against two",
        "5": "5 players",
    },
    "fr": {
        "2": "2 joueurs",
        "3": "3 joueurs",
        "4": "4 joueurs chacun pour soi",
        "2v2": "deux contre deux",
        "5": "5 joueurs",
    },
}
"""How a game is played, by the names that rulesets use."""

PHRASES: Final[dict[Language, dict[str, str]]] = {
    "en": {
        "and": " and ",
        "or": " or ",
        ", or": ", or ",
        "near": "Did you mean {near:names}? ",
        "en": "English",
        "fr": "French",
        "nothing": "nothing",
        "nobody": "nobody",
        "none": "none",
        "holder": "{seat:player} holds it",
        "turnup": "it is the turn-up",
        "played": "it has been played",
        "brusquembille": "the whole trick",
        "penalty": "a penalty",
        "debt": "{counters:counters} from {payer:player} to {payee:player} for {card:card}",
        "least": "a whole number from {least} on",
        "list": "a list of one or more of {of:codes}",
        "exactly": "{least}",
        "between": "{least} to {most}",
        "from": "at least {least}",
        "meant": " (did you mean {near:names}?)",
    },
    "fr": {
        "and": " et ",
        "or": " ou ",
        ", or": ", ou ",
        "near": "Vouliez-vous dire {near:names} ? ",
        "en": "anglais",
        "fr": "français",
        "nothing": "rien",
        "nobody": "personne",
        "none": "aucune",
        "holder": "{seat:player} la tient",
        "turnup": "c'est la retourne",
        "played": "elle a été jouée",
        "brusquembille": "toute la levée",
        "penalty": "une amende",
        "debt": "{counters:counters} de {payer:player} à {payee:player} pour {card:card}",
        "least": "un nombre entier à partir de {least}",
        "list": "une liste d'une ou plusieurs de {of:codes}",
        "exactly": "de {least}",
        "between": "de {least} à {most}",
        "from": "d'au moins {least}",
        "meant": " (vouliez-vous dire {near:names} ?)",
    },
}
"""Pieces of sentences."""
