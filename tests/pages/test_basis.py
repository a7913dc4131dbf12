"""What a rule rests on, in words."""

import pytest

from brusqlog.game.ruleset import Basis, Provenance, rulesets
from brusqlog.languages import LANGUAGES, Language
from brusqlog.pages.basis import source, told

CITED = sorted(
    {
        cited
        for ruleset in rulesets().values()
        for cited in (
            ruleset.source,
            *(basis.source for basis in (*ruleset.options.values(), *ruleset.rules.values())),
        )
    }
)
TITLES = ("Salon des jeux", "Encyclopédie", "English Wikipedia", "Wikipédia")


def test_provenance_and_source_are_told_with_title_and_sections() -> None:
    basis = Basis(provenance="stated", source="000 §1, §9, §10")
    assert told(basis, "en") == (
        "stated: Salon des jeux, English text of 2021 (000), §1, §9 and §10"
    )
    assert told(basis, "fr") == (
        "énoncée : Salon des jeux, texte anglais de 2021 (000), §1, §9 et §10"
    )


@pytest.mark.parametrize(
    ("cited", "english", "french"),
    [
        ("004", "Encyclopédie, volume 2, 1751 (004)", "Encyclopédie, tome 2, 1751 (004)"),
        (
            "004, 001",
            "Encyclopédie, volume 2, 1751 (004) and English Wikipedia (001)",
            "Encyclopédie, tome 2, 1751 (004) et Wikipédia en anglais (001)",
        ),
        (
            "001 (after Parlett, second-hand)",
            "English Wikipedia (001); after Parlett, second-hand",
            "Wikipédia en anglais (001) ; d'après Parlett, de seconde main",
        ),
        (
            "003 §2 (stated for three players)",
            "Salon des jeux, French text of 2009 (003), §2; stated for three players",
            "Salon des jeux, texte français de 2009 (003), §2 ; énoncée pour trois joueurs",
        ),
        (
            "000 §1-3",
            "Salon des jeux, English text of 2021 (000), §1-3",
            "Salon des jeux, texte anglais de 2021 (000), §1-3",
        ),
    ],
)
def test_a_source_is_told_by_its_title(cited: str, english: str, french: str) -> None:
    assert (source(cited, "en"), source(cited, "fr")) == (english, french)


@pytest.mark.parametrize("cited", ["our table", "009 §1", "000, 009", "000 §", "(000)", "1752"])
def test_a_source_that_is_none_of_ours_is_told_as_it_stands(cited: str) -> None:
    assert source(cited, "en") == source(cited, "fr") == cited


def test_control_characters_of_a_source_are_shown_as_escapes() -> None:
    assert source("\x1b[31m000", "en") == "\\x1b[31m000"
    assert source("000 (\x1b)", "fr").endswith(" ; \\x1b")
    assert source("000 (\x1b)", "en").endswith("; \\x1b")


@pytest.mark.parametrize(
    ("provenance", "english", "french"),
    [
        (
            "default",
            "our default; the source is silent",
            "notre choix ; la source n'en dit rien",
        ),
        (
            "stated",
            "stated, by no source that is named",
            "énoncée, sans source nommée",
        ),
        (
            "inferred",
            "inferred, from no source that is named",
            "déduite, sans source nommée",
        ),
    ],
)
@pytest.mark.parametrize("nothing", ["none", ""])
def test_no_source_is_said_to_be_none(
    provenance: Provenance, english: str, french: str, nothing: str
) -> None:
    basis = Basis(provenance=provenance, source=nothing)
    assert (told(basis, "en"), told(basis, "fr")) == (english, french)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("cited", [cited for cited in CITED if cited != "none"])
def test_every_source_of_the_published_rulesets_has_a_title(cited: str, language: Language) -> None:
    assert source(cited, language).startswith(TITLES)


@pytest.mark.parametrize("cited", [cited for cited in CITED if "(" in cited])
def test_every_remark_on_a_source_has_its_french(cited: str) -> None:
    remark = cited.partition("(")[2].rstrip(")")
    assert source(cited, "en").endswith(f"; {remark}")
    assert remark not in source(cited, "fr")
