"""What exists is told in the pages, and what the pages name exists."""

import re
from collections.abc import Iterator
from typing import get_args

import pytest

import brusqlog
from brusqlog.game.events import KINDS, IncidentKind, Permit
from brusqlog.game.findings import codes
from brusqlog.game.ruleset import OPTIONS, rulesets
from brusqlog.languages import LANGUAGES, Language
from brusqlog.nouns import EVENTS, INCIDENTS, PLURALS, SUITS
from docs.generate import names, verbs
from tests.docs.pages import PAGES, README, ROOT, blocks, commands, name_of, prose
from tests.test_architecture import ROOMS

DOCS = ROOT / "docs"
TEXTS = {name_of(page): page.read_text(encoding="utf-8") for page in PAGES}
GUIDES = "".join(
    text
    for name, text in TEXTS.items()
    if name in ("README.md", "docs/tutorial.md", "docs/transcripts.md")
    or name.startswith("docs/howto/")
)
"""What a user reads who wants to do something."""

VERBS = {verb.name: verb for verb in verbs.verbs()}
GLOBAL = {"--version", "--help", *verbs.general()}
INCIDENT_KINDS = get_args(IncidentKind)
ARTICLE = re.compile(r"^(?:an? |the |une? |les? |la |l')")
CODE = re.compile(r"`([^`\n]+)`")
KEBAB = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)+")
OTHERS = {"python3-venv"}
"""Words with a hyphen that are no names of ours."""


def typed(page_text: str) -> Iterator[str]:
    """Every command line in the text of a page's code."""
    for line in CODE.findall(page_text):
        if line.startswith("brusqlog "):
            yield line


def command_lines() -> Iterator[tuple[str, str]]:
    """Every call of `brusqlog` in the pages, with its page."""
    for page in PAGES:
        for kind, text in blocks(page):
            if kind == "console":
                for command, _ in commands(text):
                    yield from ((name_of(page), part) for part in command.split(" | "))
        yield from ((name_of(page), line) for line in typed(prose(page)))


def verb_of(line: str) -> verbs.Verb | None:
    """The verb that a command line calls."""
    words = line.split()[1:]
    for count in (2, 1):
        if " ".join(words[:count]) in VERBS:
            return VERBS[" ".join(words[:count])]
    return None


def terms() -> list[tuple[Language, str]]:
    """The words of the game in our tables, without articles."""
    found = []
    for language in LANGUAGES:
        nouns = [PLURALS[name][language][0] for name in ("counters", "points", "games", "hands")]
        for table in (EVENTS, INCIDENTS, SUITS):
            nouns += table[language].values()
        found += [(language, ARTICLE.sub("", noun)) for noun in sorted(set(nouns))]
    return found


@pytest.mark.parametrize("verb", sorted(VERBS))
def test_every_verb_is_shown_at_work_where_users_read(verb: str) -> None:
    assert f"brusqlog {verb}" in GUIDES


@pytest.mark.parametrize("name", sorted(rulesets()))
def test_every_ruleset_is_in_the_rules_of_the_game_and_has_a_page(name: str) -> None:
    assert f"`{name}`" in TEXTS["docs/rules.md"]
    assert f"docs/rulesets/{name}.md" in TEXTS


@pytest.mark.parametrize("name", sorted(rulesets()))
def test_every_option_of_a_ruleset_is_on_its_page(name: str) -> None:
    page = TEXTS[f"docs/rulesets/{name}.md"]
    assert [option for option in OPTIONS if not re.search(rf"\b{option}\b", page)] == []


def test_every_code_has_its_page_in_both_languages() -> None:
    wanted = {f"docs/findings/{part}{code}.md" for code in codes() for part in ("", "fr/")}
    assert wanted - set(TEXTS) == set()


def test_every_kind_of_event_and_incident_is_in_the_reference_and_the_glossary() -> None:
    for kind in (*KINDS, *INCIDENT_KINDS):
        assert f"`{kind}`" in TEXTS["docs/glossary.md"], kind
    for kind in KINDS:
        assert f"\n## {kind}\n" in TEXTS["docs/reference/events.md"], kind
    for kind in INCIDENT_KINDS:
        assert f"| `{kind}` |" in TEXTS["docs/reference/events.md"], kind
        assert f"| `{kind}` |" in TEXTS["docs/rules.md"], kind


@pytest.mark.parametrize(("language", "term"), terms())
def test_every_term_of_our_tables_is_in_the_glossary(language: Language, term: str) -> None:
    column = {"fr": 1, "en": 2}[language]
    rows = [line.split("|") for line in TEXTS["docs/glossary.md"].splitlines() if line[:1] == "|"]
    assert any(re.search(rf"\b{re.escape(term)}\b", row[column].lower()) for row in rows)


def test_every_public_name_is_in_the_reference_and_on_the_tour() -> None:
    reference = TEXTS["docs/reference/python.md"]
    tour = TEXTS["docs/python.md"].replace(" ".join(brusqlog.__all__), "")
    for name in names.public():
        home, _, member = name.rpartition(".")
        assert f"| `{member}" in reference if home else f"### {name}\n" in reference, name
        assert re.search(rf"\b{member or name}\b", tour), f"{name} is not on the tour"


def test_the_pages_call_no_verb_and_no_option_that_does_not_exist() -> None:
    for page, line in command_lines():
        if not line.startswith("brusqlog ") or line.split()[1] == "VERB":
            continue
        verb = verb_of(line)
        known = GLOBAL if verb is None else GLOBAL | set(verbs.options(verb))
        assert verb is not None or line.split()[1].startswith("-"), (page, line)
        assert set(re.findall(r"(?<![\w-])--?[a-z][\w-]*", _unquoted(line))) <= known, (page, line)


def test_the_pages_name_no_option_that_no_verb_has() -> None:
    known = GLOBAL.union(*(verbs.options(verb) for verb in VERBS.values()))
    for page in PAGES:
        named = {word for text in CODE.findall(prose(page)) for word in text.split()[:1]}
        options = {word for word in named if word.startswith("--")}
        assert options <= known, name_of(page)


def test_the_pages_name_no_code_that_does_not_exist() -> None:
    known = {*codes(), *rulesets(), *INCIDENT_KINDS, *get_args(Permit), *OTHERS}
    known |= {str(value) for option in OPTIONS.values() for value in _values(option)}
    for page in PAGES:
        named = {text for text in CODE.findall(prose(page)) if KEBAB.fullmatch(text)}
        assert named <= known, name_of(page)


def test_the_pages_name_no_python_name_that_does_not_exist() -> None:
    public = set(names.public())
    for page in PAGES:
        for text in CODE.findall(prose(page)):
            found = re.match(r"(?:brusqlog\.)?([A-Z]\w+\.[a-z_]+)\b", text)
            if found and found[1].partition(".")[0] in brusqlog.__all__:
                assert found[1] in public, (name_of(page), text)


def test_every_environment_variable_is_told() -> None:
    sources = "".join(p.read_text(encoding="utf-8") for p in (ROOT / "brusqlog").rglob("*.py"))
    named = set(re.findall(r'"((?:BRUSQLOG_|NO_)[A-Z_]+|TERM|PYTHONIOENCODING)"', sources))
    assert named == set(verbs.VARIABLES)


def test_the_readme_is_one_page() -> None:
    assert len(README.read_text(encoding="utf-8").splitlines()) < 190


def test_the_architecture_names_every_room_and_what_it_may_import() -> None:
    apart = {"brusqlog", "__main__"}
    named = set()
    for row in re.findall(
        r"^\| (`.*) \|.*\| (.*) \|$", TEXTS["docs/architecture.md"], re.MULTILINE
    ):
        rooms, others = (set(re.findall(r"`(\w+)/?`", cell)) for cell in row)
        assert others == set().union(*(ROOMS[room] for room in rooms)) - rooms - apart, rooms
        named |= rooms
    assert named == set(ROOMS) - apart


def _unquoted(line: str) -> str:
    """A command line without what stands in quotation marks."""
    return re.sub(r"\"[^\"]*\"|'[^']*'", "", line)


def _values(option: object) -> Iterator[object]:
    """The words that are values of an option, wherever in its type."""
    for part in get_args(option):
        if isinstance(part, str):
            yield part
        yield from _values(part)
