"""Rulesets in words: everything they can say has words, in both languages, in 80 columns."""

import re
import tomllib
from itertools import permutations
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from msgspec.structs import replace

from brusqlog.game.ruleset import HEADER_OPTIONS, OPTIONS, Basis, Ruleset, Value, rulesets
from brusqlog.languages import LANGUAGES, Language
from brusqlog.pages.ruleset import (
    OWN_FILE,
    apart,
    comparison,
    difference,
    keys,
    listing,
    page,
    topics,
)
from brusqlog.show.layout import drawn
from brusqlog.spelling import Style

SALON = rulesets()["salon-2021"]
OLD = rulesets()["encyclopedie"]
RULES = sorted({rule for ruleset in rulesets().values() for rule in ruleset.rules})
WORDS = tomllib.loads(
    Path(__file__).parents[2].joinpath("brusqlog/pages/options.toml").read_text(encoding="utf-8")
)


def values_of(option: str) -> list[Any]:
    """What the option may be: of numbers some, of lists each entry alone, none, and all."""
    literals = [leaf for leaf in _leaves(OPTIONS[option]) if not isinstance(leaf, type)]
    if OPTIONS[option] is bool:
        return [True, False]
    if option == "values":
        return [[2, 1], [11, 10]]
    if option in ("stake", "bank"):
        return [1, 20, 80, *literals]
    if option in ("modes", "packets", "brusquembilles"):
        lists = [[one] for one in literals] + [literals]
        return lists + [[]] * (option == "brusquembilles")
    return literals


def _leaves(kind: Any) -> list[Any]:
    inner = [one for one in get_args(kind) if not isinstance(one, msgspec.Meta)]
    return [leaf for one in inner for leaf in _leaves(one)] if inner else [kind]


def valued(option: str, value: Any) -> Ruleset:
    """`salon-2021` with another value."""
    basis = Value(value=value, provenance="default", source="ours")
    return replace(SALON, options=SALON.options | {option: basis})


def said(ruleset: Ruleset, key: str, language: Language = "en") -> str:
    (says,) = (
        entry.says
        for topic in topics(ruleset, language)
        for entry in topic.entries
        if entry.key == key
    )
    return says


def test_the_sample_values_are_all_there_are() -> None:
    assert values_of("rank") == ["ATKQJ987", "AKQJT987"]
    assert values_of("bank") == [1, 20, 80, "hands * stake + 20"]
    assert values_of("packets")[-1] == ["1+1+1", "3", "1+2", "2+1"]
    assert values_of("brusquembilles")[-1] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("option", OPTIONS)
def test_every_value_of_an_option_has_a_sentence_of_its_own(
    option: str, language: Language
) -> None:
    told = [said(valued(option, value), option, language) for value in values_of(option)]
    assert len(set(told)) == len(told)
    for sentence in told:
        assert re.fullmatch(r"[A-ZÀÉ][^{}\[\]`]+\.", sentence)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", rulesets())
def test_a_page_tells_every_option_and_rule_once(name: str, language: Language) -> None:
    entries = [entry for topic in topics(rulesets()[name], language) for entry in topic.entries]
    assert sorted(entry.key for entry in entries) == sorted([*OPTIONS, *RULES])
    assert all(entry.name and entry.says.endswith(".") for entry in entries)
    changed = {entry.key for entry in entries if entry.changes}
    assert changed == set(HEADER_OPTIONS)


def test_every_text_is_there_in_both_languages_with_the_same_places() -> None:
    def walk(node: Any) -> None:
        if isinstance(node, dict) and "en" in node:
            assert set(node) == set(LANGUAGES)
            places = [sorted(re.findall(r"\{.*?\}", node[language])) for language in LANGUAGES]
            assert places[0] == places[1]
        elif isinstance(node, dict | list):
            for inner in node.values() if isinstance(node, dict) else node:
                walk(inner)

    walk(WORDS)


def test_no_words_are_there_for_nothing() -> None:
    for option, table in WORDS["options"].items():
        known = {str(one).lower() if one in (True, False) else one for one in _known(option)}
        assert set(table.get("words", {})) <= known, option
    assert set(WORDS["rules"]) == set(RULES)
    assert set(WORDS["apart"]) == set(rulesets())


def _known(option: str) -> list[Any]:
    return [*_leaves(OPTIONS[option]), *([True, False] if OPTIONS[option] is bool else ["none"])]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_screen_fits_its_columns_and_no_line_begins_with_a_sign(language: Language) -> None:
    for columns in (80, 60):
        style = Style(language=language, columns=columns, colour=True)
        screens = [listing(style), *(page(ruleset, style) for ruleset in rulesets().values())]
        pairs = permutations(rulesets().values(), 2)
        screens += [comparison(one, other, style) for one, other in pairs]
        for screen in screens:
            for line in screen:
                assert drawn(line) <= columns or "brusqlog" in line or " = " in line, line
                assert not re.match(r" *[:;?!»]", line)
                assert line == line.rstrip()


def test_colours_change_nothing_but_colours() -> None:
    for screen in (page(SALON, Style(colour=True)), comparison(SALON, OLD, Style(colour=True))):
        told = "\n".join(screen)
        assert "\x1b[1m" in told and "\x1b[2m" in told
    plain = [*page(SALON, Style()), *comparison(SALON, OLD, Style())]
    coloured = [*page(SALON, Style(colour=True)), *comparison(SALON, OLD, Style(colour=True))]
    assert [re.sub(r"\x1b\[[\d;]*m", "", line) for line in coloured] == plain


def test_letters_stand_for_our_signs_where_only_ascii_can_be_shown() -> None:
    style = Style(language="fr", letters=True)
    for screen in (listing(style), page(SALON, style), comparison(SALON, OLD, style)):
        assert not any(set("·œæ–…") & set(line) for line in screen)


def test_a_value_stands_with_its_meaning_and_its_basis() -> None:
    text = "\n".join(page(SALON, Style()))
    assert (
        '  Packets · packets = ["1+1+1"] *\n'
        "    The three cards come one at a time, to all in the same way.\n"
        "    stated: Salon des jeux, English text of 2021 (000), §3\n"
    ) in text
    assert (
        "  What cannot be shared · remainder\n"
        "    Counters that cannot be shared equally stay in the pot for the next hand; in\n"
        "    the last hand the winner nearest to the dealer's right takes them.\n"
        "    our default; the source is silent\n"
    ) in text


def test_numbers_have_their_nouns() -> None:
    assert said(SALON, "values") == "An ace 2 counters, a ten 1 counter."
    assert said(valued("stake", 1), "stake", "fr").startswith("Chacun met 1 jeton au pot")


def test_the_schedule_is_told_as_not_in_force_where_it_is_not() -> None:
    begin = "Not in force, unless a header agrees on the schedule: "
    scheduled = [key for key in RULES if said(SALON, key).startswith(begin)]
    assert scheduled == [
        "drew_out_of_turn", "out_of_turn", "saw_next_card", "saw_second_card", "short_pack",
    ]  # fmt: skip
    for key in scheduled:
        there, absent = said(OLD, key), said(SALON, key)
        assert absent == begin + there[0].lower() + there[1:]


def test_a_published_ruleset_needs_no_other_name_and_one_of_ones_own_shows_it() -> None:
    own = Ruleset.of(tomllib.loads(OWN_FILE))
    assert own.full_name.startswith("house@")
    assert f"Name for a header: {own.full_name}" in list(page(own, Style()))
    assert not any("header:" in line for line in page(SALON, Style()))


def test_a_rule_that_only_a_file_has_is_told_apart() -> None:
    basis = Basis(provenance="default", source="our table")
    own = replace(SALON, name="house", rules=SALON.rules | {"tea\x07": basis})
    assert list(page(own, Style()))[-5:] == [
        "",
        "Rules of this file alone",
        "  tea\\x07 · tea\\x07",
        "    brusqlog knows no rule of this name.",
        "    our default, after: our table",
    ]
    told = "\n".join(comparison(SALON, own, Style()))
    assert f"  tea\\x07 · tea\\x07\n    {'salon-2021':20}says nothing of it\n" in told


def test_a_rule_that_a_file_leaves_out_is_left_out() -> None:
    own = replace(SALON, rules={})
    assert [entry.key for topic in topics(own, "en") for entry in topic.entries] == [
        key for key in keys(SALON) if key in OPTIONS
    ]
    assert difference(SALON, own, "lead") == "value"


def test_a_difference_is_of_value_or_of_provenance_and_another_text_alone_is_none() -> None:
    found = {key: difference(SALON, rulesets()["salon-2009"], key) for key in keys(SALON)}
    assert {key: kind for key, kind in found.items() if kind} == {
        "rank": "provenance",
        "lots_2v2": "value",
        "partner_dealer": "provenance",
        "left_most_dealer": "value",
    }


def test_only_what_differs_is_compared_with_words_and_basis_of_both() -> None:
    assert list(comparison(OLD, rulesets()["academie-1718"], Style()))[:13] == [
        "encyclopedie and academie-1718",
        "",
        "Played otherwise",
        "  Order of the cards · rank",
        "    encyclopedie   From high to low: ace, 10, king, queen, jack, 9, 8, 7. In its",
        "                   suit only the ace beats the ten.",
        "                   stated: Encyclopédie, volume 2, 1751 (004)",
        "    academie-1718  From high to low: ace, king, queen, jack, 10, 9, 8, 7. The",
        "                   ten counts 10 points, but is weaker than the jack.",
        "                   stated: English Wikipedia (001); after Parlett, second-hand",
        "",
        "Played alike, but resting on something else",
        "  Ways to play, The pack, Which sevens are left out, Card points, Who cuts,",
    ]


def test_a_ruleset_differs_from_itself_in_nothing() -> None:
    assert list(comparison(SALON, SALON, Style(columns=200))) == [
        "salon-2021 and salon-2021",
        "",
        "18 of 18 options have the same value. Of the 25 other rules 25 are stated, inferred or "
        "our default alike in both.",
    ]


def test_what_is_the_same_is_counted() -> None:
    last = list(comparison(SALON, rulesets()["wikipedia"], Style(language="fr", columns=200)))[-1]
    assert last == (
        "13 options sur 18 ont la même valeur. Sur les 25 autres règles, 21 sont de même "
        "énoncées, déduites ou de notre choix dans les deux."
    )


def test_the_list_names_every_published_ruleset_and_how_to_make_ones_own() -> None:
    told = "\n".join(listing(Style()))
    assert list(apart("en")) == sorted(rulesets(), key=list(apart("en")).index)
    for name, ruleset in rulesets().items():
        assert f"\n{name:16}{ruleset.title['en']}\n" in told
    assert "\n".join(f"  {line}".rstrip() for line in OWN_FILE.splitlines()) in told
