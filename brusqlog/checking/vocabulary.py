"""The vocabulary of messages in English and French: what happened at an event, and labels."""

from typing import Final

from brusqlog.game.findings import Language

VERBS: Final[dict[Language, dict[str, str]]] = {
    "en": {
        "lot": "{seat:player} draws {card:card} for the deal",
        "hand": "hand {number}, {dealer:player} deals",
        "stake": "{seat:player} stakes {counters:counters}",
        "cut": "{seat:player} cuts",
        "deal": "{seat:player} is dealt {cards:cards}",
        "turnup": "{card:card} is turned up",
        "play": "{seat:player} plays {card:card}",
        "take": "{seat:player} takes the trick",
        "draw": "{seat:player} draws {card:card}",
        "payment": "{payer:player} pays {payee:player} {counters:counters}",
        "award": "{seat:player} takes {counters:counters} from the pot",
        "announce": "{seat:player} announces {count:points}",
        "incident": "{kind:incident}",
    },
    "fr": {
        "lot": "{seat:player} tire {card:card} pour la donne",
        "hand": "coup {number}, {dealer:player} donne",
        "stake": "{seat:player} mise {counters:counters}",
        "cut": "{seat:player} coupe",
        "deal": "{seat:player} reçoit {cards:cards}",
        "turnup": "{card:card} est retournée",
        "play": "{seat:player} joue {card:card}",
        "take": "{seat:player} fait la levée",
        "draw": "{seat:player} pioche {card:card}",
        "payment": "{payer:player} paie {counters:counters} à {payee:player}",
        "award": "{seat:player} prend {counters:counters} au pot",
        "announce": "{seat:player} annonce {count:points}",
        "incident": "{kind:incident}",
    },
}
"""What happened, as a template with the event's own fields."""

UNSEEN: Final[dict[Language, str]] = {"en": "an unseen card", "fr": "une carte non vue"}

LABELS: Final[dict[Language, dict[str, str]]] = {
    "en": {
        "rule": "rule:",
        "help": "help:",
        "related": "related:",
        "stated": "stated: {source}",
        "inferred": "inferred from {source}",
        "default": "our default; the source is silent",
        "agreed": "agreed in the header",
        "seat": "seat {seat}",
        "unreadable": "a line that cannot be read",
    },
    "fr": {
        "rule": "règle :",
        "help": "aide :",
        "related": "voir :",
        "stated": "énoncée : {source}",
        "inferred": "déduite de {source}",
        "default": "notre choix ; la source n'en dit rien",
        "agreed": "convenue dans l'en-tête",
        "seat": "place {seat}",
        "unreadable": "une ligne illisible",
    },
}
