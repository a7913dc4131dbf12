"""What `help` shows, in English and French."""

from typing import Final

from brusqlog.game.findings import Language

MANUAL: Final[dict[Language, str]] = {
    "en": """\
Cards: 10♥ th Qd, queen of hearts; ?? is one not seen. Players by any beginning.
  kc qs 8s        cards in the order played; Enter: what nobody saw
  … + 8d qd ah    draws behind +; + A:qd is all that was seen
  … > C           who takes it, where a card is not legible; … ; a remark
  B 7d js kc | A 8s   cards dealt, before the turn-up
  undo [N]        take back the last input, or the last N
  fix N CARD      put another card at #N, and play the rest again
  list            this hand with its numbers; state: all that is known
  accept WHY      let stand by a ruling what was just refused
  incident KIND   misdeal, out of turn NAME, drew out of turn NAME, leave NAME,
                  saw second card NAME, saw next card NAME, short pack CARDS,
                  ruling [NAME, PERMITS:] TEXT
  note TEXT       a remark on what was last done
  announced A 46  card points as counted; mixed: the cards are mixed up
  points A 46, …  see whether they agree; totals, purses, pot too
  paid A > C 2 (ruling)   what the rules do not give; award A 60
  lots, cut C 12, shuffle, packets 2+1, take C   as in the notation
  end             break the game off
  quit            leave; `brusqlog record` on the same file goes on""",
    "fr": """\
Cartes : 10♥ xc Dk, dame de cœur ; ?? non vue. Joueurs par un début de leur nom.
  rt dp 8p        cartes dans l'ordre ; Entrée : ce que personne n'a vu
  … + 8k dk ac    la pioche après + ; + A:dk est tout ce qu'on a vu
  … > C           qui fait la levée, si une carte est illisible ; … ; remarque
  B 7k vp rt | A 8p   cartes données, avant la retourne
  annuler [N]     reprendre la dernière saisie, ou les N dernières
  corriger N CARTE    mettre une autre carte au #N, et rejouer la suite
  liste           ce coup avec ses numéros ; état : tout ce que l'on sait
  accepter POURQUOI   admettre par une décision ce qui vient d'être refusé
  incident GENRE  maldonne, avant son rang NOM, pioche avant son rang NOM,
                  départ NOM, seconde carte vue NOM, carte vue NOM,
                  jeu faux CARTES, décision [NOM, PERMET :] TEXTE
  note TEXTE      une remarque sur ce qui vient d'être fait
  annonce A 46    points comme comptés ; brouillé : les cartes sont brouillées
  points A 46, …  voir s'ils concordent ; de même totaux, bourses, pot
  payé A > C 2 (décision)   ce que les règles ne donnent pas ; enjeu A 60
  tirage, coupe C 12, mélange, paquets 2+1, levée C   comme dans la notation
  fin             interrompre la partie
  quitter         sortir ; `brusqlog record` sur ce fichier reprend""",
}

COMMANDS: Final[dict[Language, tuple[str, ...]]] = {
    "en": ("undo", "fix", "list", "accept", "incident", "note", "announced", "mixed", "points",
           "totals", "purses", "pot", "lots", "cut", "shuffle", "packets", "take", "paid", "award",
           "state", "help", "end", "quit"),
    "fr": ("annuler", "corriger", "liste", "accepter", "incident", "note", "annonce", "brouillé",
           "points", "totaux", "bourses", "pot", "tirage", "coupe", "mélange", "paquets", "levée",
           "payé", "enjeu", "état", "aide", "fin", "quitter"),
}  # fmt: skip
"""The commands as one types them."""

KINDS: Final[dict[Language, tuple[str, ...]]] = {
    "en": ("misdeal", "out of turn", "drew out of turn", "saw second card", "saw next card",
           "short pack", "leave", "ruling"),
    "fr": ("maldonne", "avant son rang", "pioche avant son rang", "seconde carte vue",
           "carte vue", "jeu faux", "départ", "décision"),
}  # fmt: skip
"""The kinds of incident as one types them."""
