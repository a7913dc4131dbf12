"""The pages of findings: every code has one, with its rule and an example that is real."""

import re

import pytest

from brusqlog.game.findings import codes
from brusqlog.game.ruleset import rulesets
from brusqlog.languages import LANGUAGES, Language
from brusqlog.pages.finding import (
    COLUMNS,
    SUBJECTS,
    WORDS,
    by_subject,
    examples,
    listing,
    page,
)
from brusqlog.spelling import Style
from tests.test_broken import UNSHOWN

both = pytest.mark.parametrize("language", LANGUAGES)


def unfenced(text: str) -> str:
    """A page without its logs."""
    return re.sub(r"```text\n.*?```\n", "", text, flags=re.DOTALL)


def prose(text: str) -> str:
    """The same in one line."""
    return " ".join(unfenced(text).split())


def fences(text: str) -> list[str]:
    return re.findall(r"```text\n(.*?)```\n", text, flags=re.DOTALL)


@both
def test_every_code_has_a_page_with_what_it_means_and_what_to_do(language: Language) -> None:
    for name, code in codes().items():
        text = page(name, language)
        first, told = text.partition("\n")[0], prose(text)
        assert first.startswith(f"# {code.severity}[{name}]")
        assert first.endswith(code.title[language])
        assert code.about[language] in told
        assert told.endswith(f"## {WORDS[language]['help']} {code.help[language]}")


@both
def test_a_page_shows_the_smallest_log_and_what_check_prints(language: Language) -> None:
    for name, example in examples(language).items():
        logs = [example.log] if example.log else []
        shown = [*logs, f"$ {example.command}\n{example.output}"]
        assert fences(page(name, language)) == shown
        assert f"[{name}]" in example.output
        assert example.log or example.remark


@both
def test_only_what_no_log_can_show_has_no_example(language: Language) -> None:
    assert set(codes()) - set(examples(language)) == UNSHOWN
    assert all(WORDS[language]["none"] in prose(page(name, language)) for name in UNSHOWN)


@both
def test_a_page_tells_what_each_ruleset_says_where_the_finding_cites_a_rule(
    language: Language,
) -> None:
    for name in codes():
        example = examples(language).get(name)
        told = re.findall(r"^- `([a-z0-9-]+)`", page(name, language), flags=re.MULTILINE)
        assert sorted(told) == (sorted(rulesets()) if example and example.option else [])


def test_rulesets_that_say_the_same_stand_together() -> None:
    blocks = unfenced(page("payment-not-in-mode", "en")).split("\n\n")
    lists = [re.findall(r"^- `(.*?)`", block, flags=re.MULTILINE) for block in blocks]
    assert [names for names in lists if names] == [
        ["salon-2021", "salon-2009"],
        ["encyclopedie", "academie-1718"],
        ["wikipedia"],
    ]


def test_a_rule_that_only_the_header_agrees_on_is_not_laid_to_the_rulesets() -> None:
    agreed = {name for name, example in examples("en").items() if example.agreed}
    assert {"revoke", "purse-below-zero"} <= agreed
    for name in codes():
        assert ("as its header agrees on it" in prose(page(name, "en"))) == (name in agreed)


def test_both_languages_show_the_same_logs() -> None:
    for name, english in examples("en").items():
        french = examples("fr")[name]
        kept = (english.log, english.option, english.agreed)
        assert (french.log, french.option, french.agreed) == kept
        assert french.command.replace(" --lang fr", "") == english.command
        assert bool(french.remark) == bool(english.remark)


@both
def test_prose_fits_a_terminal(language: Language) -> None:
    for name in codes():
        lines = unfenced(page(name, language)).splitlines()
        assert [line for line in lines if len(line) > COLUMNS] == []


def test_a_french_sign_stays_with_its_word() -> None:
    lines = [line for name in codes() for line in unfenced(page(name, "fr")).splitlines()]
    assert [line for line in lines if line.lstrip()[:1] in tuple(":;?!»")] == []


def test_an_unknown_code_has_no_page() -> None:
    with pytest.raises(KeyError):
        page("no-such-code", "en")


def test_every_code_belongs_to_a_subject() -> None:
    assert {code.subject for code in codes().values()} == set(SUBJECTS)
    assert sorted(name for names in by_subject().values() for name in names) == sorted(codes())


@both
def test_the_list_names_every_code_once(language: Language) -> None:
    lines = list(listing(Style(language=language)))
    named = [line.split()[0] for line in lines if line.startswith("  ")]
    assert sorted(named) == sorted(codes())
    assert all(about[language] in lines for about in SUBJECTS.values())
    assert max(map(len, lines)) <= COLUMNS
