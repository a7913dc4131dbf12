"""Words for codes and facts, in both languages."""

import pytest

from brusqlog.check.words import Words
from brusqlog.game.events import KINDS, Deal, Incident, Payment, Play
from brusqlog.game.findings import LANGUAGES, Language, RuleRef
from brusqlog.nouns import EVENTS, INCIDENTS
from brusqlog.spelling import Style

PLAYERS = ("Anne", "Basile", "Cécile")


def words(language: Language = "en", players: tuple[str, ...] = PLAYERS, **style: bool) -> Words:
    return Words(Style(language=language, **style), players)


@pytest.mark.parametrize(
    ("template", "fact", "english", "french"),
    [
        ("{x:player}", 1, "Basile", "Basile"),
        ("{x:players}", [0, 2], "Anne, Cécile", "Anne, Cécile"),
        ("{x:players}", [], "nobody", "personne"),
        ("{x:cards}", [], "none", "aucune"),
        ("{x:player}", 4, "seat 4", "place 4"),
        ("{x:card}", "KS", "K♠", "R♠"),
        ("{x:card}", "TD", "10♦", "10♦"),
        ("{x:card}", "??", "an unseen card", "une carte non vue"),
        ("{x:cards}", ["QH", "JC"], "Q♥, J♣", "D♥, V♣"),
        ("{x:counters}", 1, "1 counter", "1 jeton"),
        ("{x:counters}", 0, "0 counters", "0 jeton"),
        ("{x:counters}", 2, "2 counters", "2 jetons"),
        ("{x:points}", 11, "11 points", "11 points"),
        ("{x:incident}", "misdeal", "a misdeal", "une maldonne"),
        ("{x:event}", "payment", "a payment", "un paiement"),
        ("{x}", 12, "12", "12"),
        ("{x}", ["a", "b"], "a, b", "a, b"),
    ],
)
def test_a_fact_is_put_into_words(template: str, fact: object, english: str, french: str) -> None:
    assert (english, french) == tuple(
        words(language).say(template, {"x": fact}) for language in LANGUAGES
    )


@pytest.mark.parametrize(
    "spec", ["player", "players", "card", "cards", "counters", "points", "incident", "event", ""]
)
def test_a_missing_fact_is_a_question_mark(spec: str) -> None:
    assert words().say(f"{{gone:{spec}}}", {}) == "?"


@pytest.mark.parametrize(
    "spec", ["player", "players", "card", "cards", "counters", "points", "incident", "event", ""]
)
@pytest.mark.parametrize("fact", ["odd", -1, 2.5, True, [None], {"a": 1}, ["KS", 7]])
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
