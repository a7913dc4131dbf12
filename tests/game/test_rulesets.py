"""Rulesets as data: the published five, options in the header, rulesets of one's own."""

import string
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET
from msgspec.structs import replace

from brusqlog.game import events as ev
from brusqlog.game.judge import judge
from brusqlog.game.rulefaults import SENTENCES
from brusqlog.game.ruleset import OPTIONS, Ruleset, RulesetError, rulesets
from brusqlog.game.terms import terms_of
from brusqlog.languages import LANGUAGES

ALL = ["2", "3", "4", "2v2", "5"]
TABLE: dict[str, dict[str, tuple[Any, str]]] = {
    "salon-2021": {
        "rank": ("ATKQJ987", "stated"), "sevens": ("same-colour", "stated"),
        "modes": (ALL, "stated"), "packets": (["1+1+1"], "stated"), "cutter": ("left", "stated"),
        "first_dealer": ("lots", "stated"), "lots_2v2": ("right-most-deal", "stated"),
        "stake": (20, "stated"), "brusquembilles": (["3", "4", "5"], "stated"),
        "strict_endgame": (False, "stated"), "incidents": ("none", "inferred"),
    },
    "salon-2009": {
        "rank": ("ATKQJ987", "inferred"), "sevens": ("same-colour", "stated"),
        "modes": (ALL, "stated"), "packets": (["1+1+1"], "stated"), "cutter": ("left", "stated"),
        "first_dealer": ("lots", "stated"), "lots_2v2": ("opponents-deal", "inferred"),
        "stake": (20, "stated"), "brusquembilles": (["3", "4", "5"], "stated"),
        "strict_endgame": (False, "stated"), "incidents": ("none", "inferred"),
    },
    "encyclopedie": {
        "rank": ("ATKQJ987", "stated"), "sevens": ("any", "stated"),
        "modes": (["2", "3", "2v2", "5"], "stated"), "packets": (["1+1+1", "3"], "stated"),
        "cutter": ("left", "stated"), "first_dealer": ("free", "default"),
        "lots_2v2": ("right-most-deal", "default"), "stake": (20, "default"),
        "brusquembilles": (["3", "5"], "inferred"), "strict_endgame": (False, "stated"),
        "incidents": ("encyclopedie", "stated"),
    },
    "academie-1718": {
        "rank": ("AKQJT987", "stated"), "sevens": ("any", "inferred"),
        "modes": (["2", "3", "2v2", "5"], "inferred"), "packets": (["1+1+1", "3"], "inferred"),
        "cutter": ("left", "inferred"), "first_dealer": ("free", "default"),
        "lots_2v2": ("right-most-deal", "default"), "stake": (20, "default"),
        "brusquembilles": (["3", "5"], "inferred"), "strict_endgame": (False, "inferred"),
        "incidents": ("encyclopedie", "inferred"),
    },
    "wikipedia": {
        "rank": ("ATKQJ987", "stated"), "sevens": ("any", "inferred"), "modes": (ALL, "stated"),
        "packets": (["1+1+1", "3", "1+2", "2+1"], "default"), "cutter": ("anyone", "default"),
        "first_dealer": ("free", "default"), "lots_2v2": ("right-most-deal", "default"),
        "stake": (20, "default"), "brusquembilles": (ALL, "inferred"),
        "strict_endgame": (False, "stated"), "incidents": ("none", "default"),
    },
}  # fmt: skip
HEADER = ev.Game(
    format=ev.FORMAT, id="x", rules="salon-2021", players=["A", "B", "C"], removed=["7S", "7C"],
    hands=2,
)  # fmt: skip


@pytest.mark.parametrize("name", TABLE)
def test_a_published_ruleset_has_the_values_and_marks_of_the_rules(name: str) -> None:
    options = rulesets()[name].options
    found = {key: (options[key].value, options[key].provenance) for key in TABLE[name]}
    assert found == TABLE[name]
    assert options.keys() == OPTIONS.keys()


def test_what_the_published_names_mean_never_changes() -> None:
    digests = {name: ruleset.digest[:12] for name, ruleset in rulesets().items()}
    assert digests == {
        "academie-1718": "b153dc78e4be",
        "encyclopedie": "cc657c384d6b",
        "salon-2009": "aab7c04078dc",
        "salon-2021": "98f3c1791b85",
        "wikipedia": "420ab796796a",
    }


@pytest.mark.parametrize(
    ("length", "bank"), [({"hands": 4}, 100), ({"rounds": 2}, 140), ({"target": 300}, 20)]
)
def test_the_bank_is_a_stake_for_every_hand_and_twenty(length: dict[str, int], bank: int) -> None:
    header = replace(HEADER, **({"hands": UNSET} | length))
    terms, breaches = terms_of(header, {})
    assert list(breaches) == []
    assert terms.bank == bank


@pytest.mark.parametrize(
    ("option", "value", "code"),
    [
        ("claim_at", 61, "option-unknown"),
        ("rank", "AKQJT987", "option-fixed"),
        ("stake", 0, "option-value"),
        ("stake", 10.0, "option-value"),
        ("stake", True, "option-value"),
        ("bank", "hands * stake + 20", "option-value"),
        ("bank", -1, "option-value"),
        ("packets", "3", "option-value"),
        ("packets", [], "option-value"),
        ("sevens", "red", "option-value"),
    ],
)
def test_an_option_that_cannot_stand_is_one_error(option: str, value: object, code: str) -> None:
    header = replace(HEADER, options={option: value})
    assert [entry.breach.code for entry in judge([header]).noticed] == [code]


@pytest.mark.parametrize("option", ["stake", "bank"])
def test_a_game_for_points_has_no_counters_to_agree_on(option: str) -> None:
    header = replace(HEADER, hands=UNSET, target=300, options={option: 5})
    assert [entry.breach.code for entry in judge([header]).noticed] == ["option-without-pot"]


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A ruleset file of one's own: the ten low, all else as in 2021."""
    path = tmp_path / "house.toml"
    path.write_text(
        'name = "house"\nbase = "salon-2021"\n[options.rank]\nvalue = "AKQJT987"\n'
        'provenance = "stated"\nsource = "our club"\n',
        encoding="utf-8",
    )
    return path


def test_a_file_with_a_base_is_the_whole_ruleset(own: Path) -> None:
    ruleset = Ruleset.load(own)
    assert ruleset.options["rank"].value == "AKQJT987"
    assert ruleset.options["stake"] == rulesets()["salon-2021"].options["stake"]
    assert ruleset.full_name == f"house@{ruleset.digest[:12]}"


def test_ones_own_rules_are_known_from_the_command_line_or_from_the_header(own: Path) -> None:
    ruleset = Ruleset.load(own)
    header = replace(HEADER, rules=ruleset.full_name)
    assert [e.breach.code for e in judge([header]).noticed] == ["ruleset-not-given"]
    assert judge([header], {ruleset.full_name: ruleset}).noticed == []
    whole = msgspec.to_builtins(ruleset)
    assert judge([replace(header, ruleset=whole)]).noticed == []
    terms, _ = terms_of(header, {ruleset.full_name: ruleset})
    assert terms.rank == "AKQJT987"


def test_a_ruleset_that_is_not_the_one_named_is_found_out(own: Path) -> None:
    ruleset = Ruleset.load(own)
    whole = msgspec.to_builtins(ruleset)
    whole["options"]["stake"]["value"] = 30
    header = replace(HEADER, rules=ruleset.full_name, ruleset=whole)
    assert [e.breach.code for e in judge([header]).noticed] == ["ruleset-hash"]
    broken = replace(header, ruleset={"name": "house"})
    assert [e.breach.code for e in judge([broken]).noticed] == ["ruleset-broken"]


@pytest.mark.parametrize("name", TABLE)
def test_a_ruleset_beside_a_published_name_is_that_ruleset(name: str) -> None:
    published = rulesets()[name]
    whole = msgspec.to_builtins(published)
    header = replace(HEADER, rules=name, ruleset=whole)
    assert judge([header]).noticed == []
    bare = {part: whole[part] for part in ("name", "options", "rules")}
    assert judge([replace(header, ruleset=bare)]).noticed == []
    renamed = replace(header, ruleset=bare | {"name": "house"})
    assert [e.breach.code for e in judge([renamed]).noticed] == ["ruleset-hash"]
    stake = bare["options"]["stake"] | {"value": 30}
    other = replace(header, ruleset=bare | {"options": bare["options"] | {"stake": stake}})
    assert [e.breach.code for e in judge([other]).noticed] == ["ruleset-hash"]
    assert terms_of(other, {})[0].stake == 20
    broken = replace(header, ruleset={"x": 1})
    assert [e.breach.code for e in judge([broken]).noticed] == ["ruleset-broken"]
    assert terms_of(broken, {})[0] == terms_of(header, {})[0]


PARTS = st.sampled_from([
    "name", "base", "options", "rules", "title", "source", "stake", "values", "value", "provenance",
    "salon-2021", "stated", "x", 1, True, None,
])  # fmt: skip


@given(st.recursive(PARTS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(
    PARTS.filter(lambda part: isinstance(part, str)), inner, max_size=4,
)))  # fmt: skip
def test_whatever_an_object_is_it_is_a_ruleset_or_it_is_said_why_not(part: Any) -> None:
    for data in (part, {"name": "x", "base": "salon-2021", "options": part},
                 {"name": "x", "base": "salon-2021", "options": {"stake": part}},
                 {"name": "x", "base": "salon-2021", "rules": {"lead": part}}):  # fmt: skip
        if not isinstance(data, dict):
            continue
        try:
            Ruleset.of(data)
        except RulesetError as error:
            assert all(error.fault.told(language) for language in LANGUAGES)


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_every_sentence_on_a_ruleset_is_there_in_both_languages() -> None:
    english, french = SENTENCES["en"], SENTENCES["fr"]
    assert english.keys() == french.keys()
    for name, sentence in english.items():
        assert places(sentence) == places(french[name])


def test_a_ruleset_of_the_name_that_says_something_else_is_told_as_such() -> None:
    house = Ruleset.of({"name": "house", "base": "salon-2021"})
    header = replace(HEADER, rules="house@0123456789ab")
    for given_rulesets, code in (({}, "not-given"), ({house.full_name: house}, "differs")):
        (entry,) = judge([header], given_rulesets).noticed
        assert entry.breach.code == f"ruleset-{code}"
    assert entry.breach.facts["given"] == [house.full_name]


def test_an_unknown_name_is_an_error_and_never_a_default() -> None:
    noticed = judge([replace(HEADER, rules="salon-2022"), ev.Play(seat=0, card="AS")]).noticed
    assert [entry.breach.code for entry in noticed] == ["ruleset-unknown"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("name = 1\nbase = 'salon-2021'", "name"),
        ('name = "x"\nbase = "y"', "base"),
        ('name = "x"\nbase = "salon-2021"\n[options.rank]\nvalue = "A"\n'
         'provenance = "stated"\nsource = ""', "options.rank"),
        ('name = "x"\nbase = "salon-2021"\n[options.rule]\nvalue = 1\n'
         'provenance = "stated"\nsource = ""', "options.rule"),
        ("name =\nx", "line 1"),
        ("name = \"x", "it breaks off at its end"),
        ("name = 1\nname = 2", "line 2 sets again what is set already"),
        ('name = "x"', "needs `base`"),
        ('base = "salon-2021"', "name: this is missing"),
        ('name = "x"\nbase = "salon-2012"', "(did you mean salon-2021?)"),
        ('name = "x"\nbase = "salon-2021"\nrank = 1', "rank: there is no such key here"),
        ('name = "x"\nbase = "salon-2021"\noptions = 1', "options: this must be a table, not 1"),
        ('name = "x"\nbase = "salon-2021"\n[options]\nstake = 30',
         "options.stake: this must be a table with value, provenance and source, not 30"),
        ('name = "x"\nbase = "salon-2021"\n[options.stak]\nvalue = 30',
         "options.stak: no option has this name (did you mean stake?)"),
        ('name = "x"\nbase = "salon-2021"\n[options.stake]\nvalue = 30',
         "options.stake.provenance: this is missing"),
        ('name = "x"\nbase = "salon-2021"\n[options.stake]\nvalue = 30\n'
         'provenance = "sated"\nsource = ""',
         'provenance: this must be "stated", "inferred" or "default", not "sated"'),
        ('name = "x"\nbase = "salon-2021"\n[options.stake]\nvalue = 0\n'
         'provenance = "stated"\nsource = ""',
         "options.stake.value: this must be a whole number from 1 on, not 0"),
        ('name = "x"\nbase = "salon-2021"\n[options.bank]\nvalue = "much"\n'
         'provenance = "stated"\nsource = ""',
         'a whole number from 0 on, or "hands * stake + 20", not "much"'),
        ('name = "x"\nbase = "salon-2021"\n[options.cutter]\nvalue = "right"\n'
         'provenance = "stated"\nsource = ""', 'this must be "anyone" or "left", not "right"'),
        ('name = "x"\nbase = "salon-2021"\n[options.values]\nvalue = [2]\n'
         'provenance = "stated"\nsource = ""', "this must be two whole numbers from 1 on"),
    ],
)  # fmt: skip
def test_a_broken_file_says_where(tmp_path: Path, text: str, why: str) -> None:
    path = tmp_path / "broken.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RulesetError) as caught:
        Ruleset.load(path)
    assert "broken.toml" in str(caught.value)
    assert why in str(caught.value)
