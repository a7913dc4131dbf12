"""Files against the published schemas alone: what is told, where, and what is beyond a schema."""

import gzip
import json
import string
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from brusqlog.checking.conformity import DEEPEST, LINE_LIMITS, Conformity, Verdict
from brusqlog.checking.verdicts import SENTENCES, TYPES, place, sentence
from brusqlog.checking.words import Words
from brusqlog.game.events import KINDS
from brusqlog.languages import LANGUAGES, Language
from brusqlog.log.faults import SourceError
from brusqlog.log.lines import exact
from brusqlog.log.schema import documents
from brusqlog.log.sources import PIECE
from brusqlog.spelling import Style, escape
from tests.log.samples import header
from tests.log.test_schema import SAMPLES, nearly_events

ROOT = Path(__file__).parents[2]
SPEC = ROOT / "fixtures" / "spec"
GOOD = [*sorted(SPEC.rglob("*.jsonl")), *sorted((ROOT / "brusqlog" / "samples").glob("*.jsonl"))]
SCHEMAS = documents()
JUDGE = Conformity("event", SCHEMAS["event"])
WHOLE = Draft202012Validator(SCHEMAS["event"])
HEADER = header().decode().rstrip("\n")
BROKEN: dict[str, tuple[str, str, str]] = {
    "[1]": ("", "must be an object, not `[1]`", "doit être un objet, non `[1]`"),
    "{}": ("", "missing: `event`", "il manque : `event`"),
    '{"event":"plya"}': (
        "event",
        '`"plya"` is none of the 21 values that may stand here; did you mean `play`?',
        '`"plya"` n\'est aucune des 21 valeurs admises ici ; vouliez-vous dire `play` ?',
    ),
    '{"event":7}': (
        "event",
        "`7` is none of the 21 values that may stand here",
        "`7` n'est aucune des 21 valeurs admises ici",
    ),
    '{"event":"play","card":"TS"}': ("", "missing: `seat`", "il manque : `seat`"),
    '{"event":"play","seat":"1","card":"TS"}': (
        "seat",
        'must be an integer, not `"1"`',
        'doit être un entier, non `"1"`',
    ),
    '{"event":"play","seat":5,"card":"TS"}': (
        "seat",
        "must be at most 4, not `5`",
        "doit être au plus 4, non `5`",
    ),
    '{"event":"stake","seat":0,"counters":0}': (
        "counters",
        "must be at least 1, not `0`",
        "doit être au moins 1, non `0`",
    ),
    '{"event":"play","seat":1,"card":"10S"}': (
        "card",
        '`"10S"` is no card: rank and suit in two signs, as `TS` for the ten of spades; '
        "did you mean `TS`?",
        '`"10S"` n\'est pas une carte : rang et couleur en deux signes, comme `TS` pour le dix '
        "de pique ; vouliez-vous dire `TS` ?",
    ),
    '{"event":"turnup","card":"??"}': (
        "card",
        "must be a card that was seen, not `??`",
        "doit être une carte vue, non `??`",
    ),
    '{"event":"turnup","card":"TS","at":"noon"}': (
        "at",
        'must have the form `2026-03-01T20:00:00+01:00`, not `"noon"`',
        'doit avoir la forme `2026-03-01T20:00:00+01:00`, non `"noon"`',
    ),
    '{"event":"turnup","crad":"TS","card":"TS"}': (
        "",
        "there is no key `crad` here; did you mean `card`?",
        "il n'y a pas ici de clé `crad` ; vouliez-vous dire `card` ?",
    ),
    '{"event":"balance"}': (
        "",
        "at least one of `points`, `totals`, `purses` and `pot` must be given",
        "il faut au moins une clé parmi `points`, `totals`, `purses` et `pot`",
    ),
    '{"event":"balance","points":[1]}': (
        "points",
        "must have at least 2 entries, not 1",
        "doit avoir au moins 2 éléments, non 1",
    ),
    '{"event":"balance","points":[1,2,3,4,5,6]}': (
        "points",
        "must have at most 5 entries, not 6",
        "doit avoir au plus 5 éléments, non 6",
    ),
    '{"event":"balance","points":[1,null]}': (
        "points.1",
        "must be an integer, not `null`",
        "doit être un entier, non `null`",
    ),
    '{"event":"end","reason":"done"}': (
        "reason",
        'must be `"abandoned"` or `"complete"`, not `"done"`',
        'doit être `"abandoned"` ou `"complete"`, non `"done"`',
    ),
    HEADER.replace('"hands":1', '"hands":1,"rounds":1'): (
        "",
        "exactly one of `hands`, `rounds` and `target` must be given, not 2",
        "il faut exactement une clé parmi `hands`, `rounds` et `target`, non 2",
    ),
    HEADER.replace('"id":"a"', '"id":""'): ("id", "must not be empty", "ne doit pas être vide"),
    HEADER.replace('"hands":1', '"hands":1,"partners":false'): (
        "partners",
        "must be `true`, not `false`",
        "doit être `true`, non `false`",
    ),
    HEADER.replace('"hands":1', '"hands":1,"options":{"a":[{"b":0.5}]}'): (
        "options.a.0.b",
        "must be true or false, an integer, a string, an array or an object, not `0.5`",
        "doit être true ou false, un entier, une chaîne, un tableau ou un objet, non `0.5`",
    ),
    '{"event":"gather"': (
        "",
        "this is no JSON from column 18 on",
        "ce n'est plus du JSON à partir de la colonne 18",
    ),
    '{"event":"note","data":{"a":NaN}}': (
        "",
        "this is no JSON: NaN is no number",
        "ce n'est pas du JSON : NaN n'est pas un nombre",
    ),
    '{"event":"note","data":{"a":' + "9" * 5000 + "}}": (
        "",
        "a number here has too many digits to be judged",
        "un nombre a ici trop de chiffres pour être jugé",
    ),
    '{"event":"note","data":{"a":' + "[" * 64 + "]" * 64 + "}}": (
        "",
        "this is nested deeper than 64 levels; it was not judged",
        "imbrication sur plus de 64 niveaux ; non jugé",
    ),
}
"""Lines, each with the place and the sentences of the one thing that is wrong in it."""

BEYOND = [
    b'{"event":"take","seat":0,"seat":1}',
    b'{"event":"take","seat":1.0}',
    b'{"event":"take","seat":1e0}',
    b'{"event":"note","data":{"a":9007199254740992}}',
    b'{"event":"take","seat":0,"at":"2026-02-30T20:00:00Z"}',
    b'{"event":"note","data":{"a":[[[[[[[]]]]]]]}}',
    b'{"event":"note","text":"\\ud800"}',
    b'{"event":"take",\r"seat":0}',
    HEADER.replace("brusqlog/1.0", "brusqlog/2.0").encode(),
]
"""Lines that conform to the schema and are refused by the reader."""


def verdicts(text: bytes, kind: str = "event") -> list[Verdict]:
    return list(Conformity(kind, SCHEMAS[kind]).verdicts(text, "x"))


def told(text: bytes, kind: str = "event", language: Language = "en") -> list[str]:
    words = Words(Style(language=language))
    return [
        f"{one.line} {place(one, words)}: {sentence(one, words)}" for one in verdicts(text, kind)
    ]


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.name)
def test_every_sample_and_example_conforms(path: Path) -> None:
    judge = Conformity("event", SCHEMAS["event"])
    assert list(judge.verdicts(path, path.name)) == []
    assert judge.count == path.read_bytes().count(b"\n")


@pytest.mark.parametrize("kind", KINDS)
def test_a_broken_event_of_each_kind_is_told_at_its_place(kind: str) -> None:
    good = next(sample for sample in SAMPLES if sample["event"] == kind)
    lines = [good, good | {"at": "noon"}, good, good | {"x": 1}]
    text = b"".join(json.dumps(line).encode() + b"\n" for line in lines)
    found = [(one.line, one.path, one.keyword) for one in verdicts(text)]
    assert found == [(2, ("at",), "pattern"), (4, (), "additionalProperties")]


@pytest.mark.parametrize("line", BROKEN, ids=lambda line: line[:40])
def test_what_is_wrong_is_told_in_both_languages(line: str) -> None:
    path, english, french = BROKEN[line]
    text = f"{HEADER}\n{line}\n".encode()
    assert told(text) == [f"2 {path}: {english}"]
    assert told(text, language="fr") == [f"2 {path}: {french}"]


def test_every_thing_that_is_wrong_in_a_line_is_told_in_the_order_of_the_paths() -> None:
    line = b'{"event":"play","seat":9,"card":"10S","x":1,"y":2}'
    assert [(one.path, one.keyword) for one in verdicts(line)] == [
        ((), "additionalProperties"),
        ((), "additionalProperties"),
        (("card",), "card"),
        (("seat",), "maximum"),
    ]


def test_a_line_that_is_no_utf_8_is_told_with_its_byte() -> None:
    assert told(b'{"event":"note","text":"\xe9"}\n') == ["1 : this is no UTF-8: byte E9"]


def test_the_same_bad_line_is_told_each_time_and_a_good_one_never() -> None:
    assert told(b'{"event":"gather"}\n{"event":"gatherr"}\n' * 3)[::2] == [
        f"{line} event: "
        + BROKEN['{"event":"plya"}'][1].replace("plya", "gatherr").replace("`play`", "`gather`")
        for line in (2, 6)
    ]


def test_blank_lines_and_the_mark_and_line_ends_of_windows_are_passed_over() -> None:
    assert told(b'\xef\xbb\xbf{"event":"gather"}\r\n\r\n \n\n{"event":"gather"}') == []


def test_a_last_line_without_its_end_is_judged_too() -> None:
    assert told(b'{"event":"gather"}\n{"event":"take"}') == ["2 : missing: `seat`"]


@pytest.mark.parametrize("kind", LINE_LIMITS)
def test_a_line_that_is_too_long_is_not_judged_and_the_next_one_is(kind: str) -> None:
    limit = LINE_LIMITS[kind]
    for size in (limit + 1, limit * 2, limit * 40):
        text = b"1\n" + b"[" * size + b"\n1\n"
        assert [(one.line, one.keyword) for one in verdicts(text, kind)] == [
            (1, "type"), (2, "too-long"), (3, "type"),
        ]  # fmt: skip
    assert [one.keyword for one in verdicts(b" " * (limit - 1) + b"1", kind)] == ["type"]
    whole_pieces = b" " * (5 * PIECE - 1) + b"1\n"
    assert [one.keyword for one in verdicts(whole_pieces, kind)] == ["too-long"]


def test_nesting_is_counted_outside_strings() -> None:
    inside = '{"event":"note","text":"' + '[\\"' * 100 + '"}'
    assert told(inside.encode()) == []
    deep = '{"event":"note","data":{"a":' + "[" * (DEEPEST - 2) + "]" * (DEEPEST - 2) + "}}"
    assert told(deep.encode()) == []
    crossed = HEADER.replace('"hands":1', '"hands":1,"options":{"a":' + "[" * 62 + "]" * 62 + "}")
    assert told(crossed.encode()) == []


@pytest.mark.parametrize("line", BEYOND)
def test_what_a_schema_cannot_say_is_let_pass_here_and_refused_by_the_reader(line: bytes) -> None:
    assert verdicts(line + b"\n") == []
    read = exact(line)
    assert read.wrong is not None


def test_a_newer_log_is_refused_by_the_schema_alone() -> None:
    line = b'{"event":"take","seat":0,"mood":"grim"}'
    assert exact(line, newer=True).wrong is None
    assert [one.keyword for one in verdicts(line)] == ["additionalProperties"]


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None, max_examples=250)
@given(st.one_of(nearly_events(), st.recursive(st.integers() | st.text() | st.none(), st.lists)))
def test_to_dispatch_on_the_kind_gives_the_verdict_of_the_whole_schema(value: Any) -> None:
    assert (JUDGE.of(value) == []) == WHOLE.is_valid(value)


@settings(deadline=None)
@given(st.lists(st.dictionaries(st.text(), st.integers() | st.lists(st.integers()))))
def test_keys_of_a_file_never_break_the_sentence(objects: list[dict[str, Any]]) -> None:
    text = b"\n".join(json.dumps({"event": "take"} | one).encode() for one in objects)
    for language in LANGUAGES:
        for line in told(text, language=language):
            assert escape(line) == line


def test_a_path_is_shown_escaped_and_cut_short() -> None:
    long = HEADER.replace(
        '"hands":1', '"hands":1,"options":{"a\\u001b":null,"' + "b" * 999 + '":null}'
    )
    words = Words(Style())
    assert [place(one, words) for one in verdicts(long.encode())] == [
        "options.a\\x1b",
        "options." + "b" * 71 + "…",
    ]


@pytest.mark.parametrize("kind", SCHEMAS)
def test_a_schema_refers_to_itself_only_so_that_nothing_is_fetched(kind: str) -> None:
    def references(node: Any) -> list[str]:
        inner = node.values() if isinstance(node, dict) else node if isinstance(node, list) else ()
        own = [node["$ref"]] if isinstance(node, dict) and isinstance(node.get("$ref"), str) else []
        return own + [one for part in inner for one in references(part)]

    assert references(SCHEMAS[kind])
    assert all(reference.startswith("#/$defs/") for reference in references(SCHEMAS[kind]))


@pytest.mark.parametrize("kind", SCHEMAS)
def test_every_keyword_of_the_schemas_has_its_sentence(kind: str) -> None:
    structure = {"$ref", "$schema", "$id", "$defs", "title", "description", "default", "if",
                 "then", "allOf", "properties", "items"}  # fmt: skip

    def keywords(node: Any) -> set[str]:
        if not isinstance(node, dict):
            return set()
        named = [*node.get("properties", {}).values(), *node.get("$defs", {}).values()]
        inner = [*named, node.get("items"), node.get("additionalProperties"), node.get("then")]
        inner += [one for word in ("allOf", "anyOf", "oneOf") for one in node.get(word, ())]
        return set(node).union(*map(keywords, inner))

    assert keywords(SCHEMAS[kind]) - structure <= set(SENTENCES["en"])


def test_sentences_have_the_same_places_in_both_languages() -> None:
    def places(text: str) -> set[tuple[str, str | None]]:
        return {(name, how) for _, name, how, _ in string.Formatter().parse(text) if name}

    english, french = SENTENCES["en"], SENTENCES["fr"]
    assert {name: places(text) for name, text in english.items()} == {
        name: places(text) for name, text in french.items()
    }
    assert TYPES["en"].keys() == TYPES["fr"].keys()


def test_a_finding_is_told_by_its_own_schema() -> None:
    text = b'{"file":1,"line":"x","severity":"bad","rule":{"ruleset":7},"related":[1],"more":0}\n'
    assert told(text, "finding") == [
        "1 : there is no key `more` here",
        "1 : missing: `column`, `width`, `byte`, `index`, `game`, `seq`, `hand`, `trick`, `seat`, "
        "`code`, `message`, `help`, `expected` and `found`",
        "1 file: must be a string, not `1`",
        '1 line: must be an integer or null, not `"x"`',
        "1 related.0: must be an object, not `1`",
        "1 rule: missing: `option`, `provenance` and `source`",
        "1 rule.ruleset: must be a string, not `7`",
        '1 severity: must be `"error"`, `"info"` or `"warning"`, not `"bad"`',
    ]


def test_a_document_is_told_by_paths_and_has_a_line_only_where_it_is_no_json() -> None:
    replay = json.loads((SPEC / "worked.replay.json").read_bytes())
    assert told(json.dumps(replay).encode(), "replay") == []
    replay["games"][0]["hands"][0] |= {"turnup": "10S", "trump": 1, "status": "over"}
    assert told(json.dumps(replay, indent=2).encode(), "replay") == [
        'None games.0.hands.0.status: must be `"complete"`, `"open"` or `"void"`, not `"over"`',
        'None games.0.hands.0.trump: must be `"C"`, `"D"`, `"H"`, `"S"` or `null`, not `1`',
        'None games.0.hands.0.turnup: `"10S"` is no card: rank and suit in two signs, as `TS` '
        "for the ten of spades; did you mean `TS`?",
    ]
    assert told(b'{\n"games":\n  x}', "replay") == ["3 : this is no JSON from column 3 on"]
    assert told(b'{\n"\xff":1}', "state") == ["2 : this is no UTF-8: byte FF"]
    assert told(b"", "state") == ["1 : this is no JSON from column 1 on"]


def test_a_document_that_is_too_long_is_not_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("brusqlog.checking.conformity.DOCUMENT_LIMIT", 99)
    assert told(b" " * 97 + b"{}", "state")[0].startswith("None : missing: `format`, ")
    assert told(b" " * 98 + b"{}", "state") == [
        "None : this has more than 99 bytes; it was not judged"
    ]


def test_what_stands_before_a_cut_is_judged_and_the_cut_is_raised(tmp_path: Path) -> None:
    cut = tmp_path / "cut.jsonl.gz"
    cut.write_bytes(gzip.compress(b'{"event":"take"}\n' * 5)[:-4])
    judged = Conformity("event", SCHEMAS["event"]).verdicts(cut, "cut")
    found = [next(judged).line for _ in range(5)]
    with pytest.raises(SourceError):
        next(judged)
    assert found == [1, 2, 3, 4, 5]
