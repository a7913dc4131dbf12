"""Words for codes and facts, in both languages."""

import pytest

from brusqlog.checking.words import Words
from brusqlog.game.cards import meant
from brusqlog.game.events import KINDS, Deal, Incident, Payment, Play
from brusqlog.game.findings import LANGUAGES, Language, RuleRef
from brusqlog.nouns import EVENTS, INCIDENTS
from brusqlog.spelling import Style

PLAYERS = ("Anne", "Basile", "Cécile")


SPECS = [
    "player", "players", "all", "card", "cards", "choice", "pairs", "any", "counters", "points",
    "length", "incident", "event", "when", "mode", "deed", "cause", "place", "debts", "json",
    "names", "codes", "allowed", "span", "meant", "why", "",
]  # fmt: skip


def words(language: Language = "en", players: tuple[str, ...] = PLAYERS, **style: bool) -> Words:
    return Words(Style(language=language, **style), players)


@pytest.mark.parametrize(
    ("code", "facts", "end", "french"),
    [
        ("unknown-kind", {"given": "plya", "known": list(KINDS)},
         '"x" (did you mean `play`?).', '"x" (vouliez-vous dire `play` ?).'),
        ("unknown-kind", {"given": "xyz", "known": list(KINDS)}, '"x".', '"x".'),
        ("unknown-key", {"given": "crad", "known": ["seat", "card"]},
         "`crad` (did you mean `card`?).", "`crad` (vouliez-vous dire `card` ?)."),
        ("unknown-card", {"given": "10H"},
         '"x" (did you mean `TH`?).', '"x" (vouliez-vous dire `TH` ?).'),
        ("unknown-card", {"given": "10C"}, '"x".', '"x".'),
    ],
)  # fmt: skip
def test_what_was_probably_meant_is_told_in_the_message(
    code: str, facts: dict[str, object], end: str, french: str
) -> None:
    facts = {"key": facts["given"], "kind": "play", "found": '"x"', **facts}
    assert words().message(code, facts).endswith(end)
    assert words("fr").message(code, facts).endswith(french)


@pytest.mark.parametrize(
    ("written", "card"),
    [
        ("10H", "TH"), ("ah", "AH"), ("RH", "KH"), ("10♠", "TS"), ("v♥\ufe0f", "JH"),
        ("DP", "QS"), ("AK", "AD"), ("10T", "TC"), (" 7S", "7S"),
        ("RC", None), ("ac", None), ("10C", None), ("1H", None), ("H", None), ("", None),
        ("10HH", None), ("??", None), ("10", None),
    ],
)  # fmt: skip
def test_a_card_is_meant_only_where_it_is_the_one_that_can_be(
    written: str, card: str | None
) -> None:
    assert meant(written) == card


@pytest.mark.parametrize(
    ("template", "fact", "english", "french"),
    [
        ("{x:player}", 1, "Basile", "Basile"),
        ("{x:players}", [0, 2], "Anne or Cécile", "Anne ou Cécile"),
        ("{x:players}", [0, 1, 2], "Anne, Basile or Cécile", "Anne, Basile ou Cécile"),
        ("{x:all}", [0, 1, 2], "Anne, Basile and Cécile", "Anne, Basile et Cécile"),
        ("{x:all}", [], "nobody", "personne"),
        ("{x:players}", [], "nobody", "personne"),
        ("{x:cards}", [], "none", "aucune"),
        ("{x:player}", 4, "seat 4", "place 4"),
        ("{x:card}", "KS", "K♠", "R♠"),
        ("{x:card}", "TD", "10♦", "10♦"),
        ("{x:card}", "??", "an unseen card", "une carte non vue"),
        ("{x:cards}", ["QH", "JC"], "Q♥, J♣", "D♥, V♣"),
        ("{x:choice}", ["QH", "JC"], "Q♥ or J♣", "D♥ ou V♣"),
        (
            "{x:pairs}",
            [["7S", "7C"], ["7H", "7D"]],
            "7♠ and 7♣, or 7♥ and 7♦",
            "7♠ et 7♣, ou 7♥ et 7♦",
        ),
        ("{x:counters}", 1, "1 counter", "1 jeton"),
        ("{x:counters}", [1, 2], "1 counter or 2 counters", "1 jeton ou 2 jetons"),
        ("{x:counters}", 0, "0 counters", "0 jeton"),
        ("{x:counters}", 2, "2 counters", "2 jetons"),
        ("{x:points}", 11, "11 points", "11 points"),
        ("{x:incident}", "misdeal", "a misdeal", "une maldonne"),
        ("{x:event}", "payment", "a payment", "un paiement"),
        ("{x:length}", {"hands": 2}, "2 hands", "2 coups"),
        ("{x:length}", {"points": 300}, "300 points", "300 points"),
        ("{x:span}", {"least": 2, "most": 2}, "2", "de 2"),
        ("{x:span}", {"least": 2, "most": 5}, "2 to 5", "de 2 à 5"),
        ("{x:span}", {"least": 1, "most": None}, "at least 1", "d'au moins 1"),
        ("{x:mode}", ["2", "2v2"], "2 players or two against two", "2 joueurs ou deux contre deux"),
        ("{x:when}", "drew-out-of-turn", "where draws are due", "là où des pioches sont dues"),
        (
            "{x:deed}",
            {"event": "turnup", "seat": 0, "card": "KS"},
            "Anne turns up K♠",
            "Anne retourne R♠",
        ),
        ("{x:deed}", {"event": "gather"}, "the cards are mixed up", "les cartes sont brouillées"),
        ("{x:deed}", Play(seat=1, card="KS"), "Basile plays K♠", "Basile joue R♠"),
        ("{x:cause}", "TD", "10♦", "10♦"),
        ("{x:cause}", "brusquembille", "the whole trick", "toute la levée"),
        ("{x:place}", 1, "Basile holds it", "Basile la tient"),
        ("{x:place}", "turnup", "it is the turn-up", "c'est la retourne"),
        ("{x:debts}", [], "nothing", "rien"),
        (
            "{x:debts}",
            [{"payer": 0, "payee": 1, "counters": 2, "card": "AS"}],
            "2 counters from Anne to Basile for A♠",
            "2 jetons d'Anne à Basile pour A♠",
        ),
        ("{x:json}", ["a", True], '`["a", true]`', '`["a", true]`'),
        ("{x:names}", ["stake", "bank"], "`stake` or `bank`", "`stake` ou `bank`"),
        ("{x:allowed}", {"least": 1}, "a whole number from 1 on", "un nombre entier à partir de 1"),
        ("{x:allowed}", [True, False], "`true` or `false`", "`true` ou `false`"),
        (
            "{x:allowed}",
            {"of": ["3", "1+2"]},
            'a list of one or more of `"3"` or `"1+2"`',
            'une liste d\'une ou plusieurs de `"3"` ou `"1+2"`',
        ),
        ("{x}", 12, "12", "12"),
        ("{x}", ["a", "b"], "a, b", "a, b"),
    ],
)
def test_a_fact_is_put_into_words(template: str, fact: object, english: str, french: str) -> None:
    assert (english, french) == tuple(
        words(language).say(template, {"x": fact}) for language in LANGUAGES
    )


@pytest.mark.parametrize("spec", [spec for spec in SPECS if spec != "meant"])
def test_a_missing_fact_is_a_question_mark(spec: str) -> None:
    assert words().say(f"{{gone:{spec}}}", {}) == "?"


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("fact", ["odd", -1, 2.5, True, [None], {"a": 1}, ["KS", 7], {1, 2}])
def test_a_fact_of_another_kind_is_shown_and_never_raises(spec: str, fact: object) -> None:
    assert words().say(f"{{x:{spec}}}", {"x": fact})


def test_suits_are_letters_where_only_letters_can_be_shown() -> None:
    assert words(letters=True).say("{a:card} {b:card}", {"a": "TD", "b": "KS"}) == "10D KS"
    assert words("fr", letters=True).say("{a:card} {b:card}", {"a": "TD", "b": "KS"}) == "10K RP"


def test_control_and_direction_characters_of_names_are_escaped() -> None:
    name = "A\x1b[31m\u202eB\n"
    assert words(players=(name,)).say("{s:player}", {"s": 0}) == r"A\x1b[31m\u202eB\n"


def test_a_long_value_of_the_log_is_cut() -> None:
    assert len(words().say("{x}", {"x": "x" * 70_000})) == 160


def test_french_elides_before_the_name_of_a_player_only() -> None:
    say = words("fr", ("Anne", "Basile", "Jean de Arce", "Émile")).say
    assert say("la carte de {s:player}", {"s": 0}) == "la carte d'Anne"
    assert say("la carte de {s:player}", {"s": 1}) == "la carte de Basile"
    assert say("la carte de {s:player}", {"s": 2}) == "la carte de Jean de Arce"
    assert say("plus que {s:player}", {"s": 3}) == "plus qu'Émile"
    assert words().say("de {s:player}", {"s": 0}) == "de Anne"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_event_and_incident_has_a_noun(language: Language) -> None:
    assert KINDS.keys() == EVENTS[language].keys()
    assert INCIDENTS["en"].keys() == INCIDENTS[language].keys()


def test_an_event_is_told_in_a_few_words() -> None:
    payment = Payment(payer=1, payee=2, counters=1, reason="brusquembille", card="TS")
    assert words().event(Play(seat=0, card="KS")) == "Anne plays K♠"
    assert words("fr").event(payment) == "Basile paie 1 jeton à Cécile"
    assert words().event(Deal(seat=1, cards=["7D"])) == "Basile is dealt 7♦"
    incident = Incident(kind="saw-second-card", seat=0)
    assert words().event(incident) == "a second card seen (Anne)"
    assert words().event(Incident(kind="short-pack", missing=["7D"])) == "a short pack"
    assert words().event(None) == "a line that cannot be read"


@pytest.mark.parametrize(
    ("rule", "english", "french"),
    [
        (
            RuleRef("salon-2021", "packets", "stated", "000 §3"),
            "rule: salon-2021, packets (stated: 000 §3)",
            "règle : salon-2021, packets (énoncée : 000 §3)",
        ),
        (
            RuleRef("salon-2021", "bank", "inferred", "000 §2"),
            "rule: salon-2021, bank (inferred from 000 §2)",
            "règle : salon-2021, bank (déduite de 000 §2)",
        ),
        (
            RuleRef("wikipedia", "packets", "default", "none"),
            "rule: wikipedia, packets (our default; the source is silent)",
            "règle : wikipedia, packets (notre choix ; la source n'en dit rien)",
        ),
        (
            RuleRef("salon-2021", "stake", "stated", "header"),
            "rule: salon-2021, stake (agreed in the header)",
            "règle : salon-2021, stake (convenue dans l'en-tête)",
        ),
    ],
)
def test_a_rule_says_what_it_rests_on(rule: RuleRef, english: str, french: str) -> None:
    assert (english, french) == (words().rule(rule), words("fr").rule(rule))
