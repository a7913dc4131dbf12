"""`docs/findings/`: a page for each code, in both languages, and an index of them by subject."""

from collections.abc import Iterator
from typing import Final

from brusqlog.game.findings import codes
from brusqlog.languages import LANGUAGES, Language
from brusqlog.pages.finding import SUBJECTS, by_subject, page

FOLDERS: Final[dict[Language, str]] = {"en": "findings", "fr": "findings/fr"}

ALL: Final[dict[Language, str]] = {"en": "All findings", "fr": "Tous les constats"}
TWIN: Final[dict[Language, str]] = {"en": "[en français](fr/{})", "fr": "[in English](../{})"}

MADE: Final = (
    "<!-- Made by `python -m docs.generate` from brusqlog/game/codes/ and fixtures/broken/. -->\n"
)

INTRO: Final[dict[Language, str]] = {
    "en": """\
# Findings

What `brusqlog check` may find in a log, by subject. An *error* makes a game faulty; a *warning* is
to be looked at, and counts only with `--strict`; an *info* is no fault. A code keeps its meaning
for ever. `brusqlog explain CODE` shows the same pages on a terminal.
""",
    "fr": """\
# Les constats

Ce que `brusqlog check` peut constater dans un journal, par sujet. Une erreur (*error*) rend une
partie fautive ; un avertissement (*warning*) mérite un regard et ne compte qu'avec `--strict` ; une
information (*info*) n'est pas une faute. Un code garde son sens pour toujours. `brusqlog explain
CODE --lang fr` montre les mêmes pages dans un terminal.
""",
}


def pages() -> dict[str, str]:
    """All pages, by path below `docs/`."""
    found = {}
    for language in LANGUAGES:
        folder = FOLDERS[language]
        found[f"{folder}/index.md"] = "\n".join(_index(language))
        for code in codes():
            links = f"[{ALL[language]}](index.md) · {TWIN[language].format(f'{code}.md')}\n"
            found[f"{folder}/{code}.md"] = "\n".join([page(code, language), links, MADE])
    return found


def _index(language: Language) -> Iterator[str]:
    yield INTRO[language]
    yield TWIN[language].format("index.md")
    for subject, names in by_subject().items():
        yield f"\n## {SUBJECTS[subject][language]}\n"
        for name in names:
            code = codes()[name]
            yield f"- [{name}]({name}.md) ({code.severity}): {code.title[language]}"
    yield f"\n{MADE}"
