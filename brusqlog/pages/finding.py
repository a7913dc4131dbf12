"""The page of a finding: what it means, the rule it rests on, a smallest example, what to do.

Pages are Markdown that reads well on a terminal too: prose is wrapped, logs stand in fences. The
examples are data of the package, in `examples/`: `python -m docs.generate` makes them.
"""

import tomllib
from collections.abc import Iterator
from functools import cache
from importlib import resources
from typing import Final

from msgspec import Struct, convert

from brusqlog.checking.text import COLOURS
from brusqlog.game.findings import Code, codes
from brusqlog.game.ruleset import rulesets
from brusqlog.languages import Language
from brusqlog.pages.basis import told
from brusqlog.pages.ruleset import Entry, apart, topics
from brusqlog.show.layout import wrapped
from brusqlog.spelling import Style

COLUMNS: Final = 80
"""Width of the prose."""

SUBJECTS: Final[dict[str, dict[Language, str]]] = {
    "form": {"en": "The form of the file and its lines", "fr": "La forme du fichier et des lignes"},
    "table": {"en": "Hand tables", "fr": "Les tableaux de coups"},
    "header": {"en": "The header", "fr": "L'en-tête"},
    "lots": {"en": "Lots for the first deal", "fr": "Le tirage pour la première donne"},
    "hand": {"en": "Hands and dealers", "fr": "Les coups et les donneurs"},
    "deal": {"en": "Shuffle, cut, deal, turn-up", "fr": "Mélange, coupe, donne, retourne"},
    "tricks": {"en": "Plays, tricks, draws", "fr": "Cartes jouées, levées, pioches"},
    "cards": {"en": "Cards and seats", "fr": "Cartes et places"},
    "counters": {"en": "Stakes, payments, the pot", "fr": "Mises, paiements, pot"},
    "counts": {"en": "Announcements and check-points", "fr": "Annonces et bilans"},
    "incidents": {"en": "Incidents and rulings", "fr": "Incidents et décisions"},
    "end": {"en": "The end of the game", "fr": "La fin de la partie"},
    "notation": {"en": "The words of a transcript", "fr": "Les mots d'une transcription"},
}
"""The subjects, by the names of the files of the registry, in the order of a log."""

WORDS: Final[dict[Language, dict[str, str]]] = {
    "en": {
        "rule": "The rule",
        "rests": "In the example the finding rests on the rule `{option}` ({name}).",
        "agreed": "In the example the finding rests on the rule `{option}` ({name}), as its header "
        "agrees on it. The rulesets by themselves:",
        "example": "Example",
        "log": "The log{remark}:",
        "check": "What `check` finds in it:",
        "none": "No log by itself can show this finding, so there is no example of it.",
        "help": "What to do",
        "all": "`brusqlog explain CODE` shows the page of one finding.",
    },
    "fr": {
        "rule": "La règle",
        "rests": "Dans l'exemple, le constat repose sur la règle `{option}` ({name}).",
        "agreed": "Dans l'exemple, le constat repose sur la règle `{option}` ({name}), telle que "
        "son en-tête en convient. Les règles publiées, elles :",
        "example": "Exemple",
        "log": "Le journal{remark} :",
        "check": "Ce qu'y trouve `check` :",
        "none": "Aucun journal ne peut à lui seul montrer ce constat : il n'a donc pas d'exemple.",
        "help": "Que faire",
        "all": "`brusqlog explain CODE --lang fr` montre la page d'un constat.",
    },
}


class Example(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The smallest log that shows a finding, and what `check` prints for it.

    `remark` says what is not as it stands in the file; without a `log` it says why. `option` is
    the rule that the finding cites; `agreed`: by the header of the example, not by its ruleset.
    """

    log: str = ""
    remark: str = ""
    command: str
    output: str
    option: str = ""
    agreed: bool = False


@cache
def examples(language: Language) -> dict[str, Example]:
    """The examples, by code; codes that no log can show have none."""
    file = resources.files(__package__).joinpath("examples", f"{language}.toml")
    return convert(tomllib.loads(file.read_text(encoding="utf-8")), dict[str, Example])


def by_subject() -> dict[str, list[str]]:
    """The codes of each subject, in the order in which the registry has them."""
    found: dict[str, list[str]] = {subject: [] for subject in SUBJECTS}
    for name, code in codes().items():
        found[code.subject].append(name)
    return found


def listing(style: Style) -> Iterator[str]:
    """All codes by subject: code, severity, title."""
    room = max(map(len, codes())) + 2
    for subject, names in by_subject().items():
        yield style.paint(style.plain(SUBJECTS[subject][style.language]), "bold")
        for name in names:
            code = codes()[name]
            label = style.paint(f"{code.severity:<9}", COLOURS[code.severity])
            yield style.plain(f"  {name:<{room}}{label}{code.title[style.language]}")
        yield ""
    yield WORDS[style.language]["all"]


def title(name: str, language: Language) -> str:
    """The title of a page: `error[stake-twice]: Second stake`."""
    code = codes()[name]
    return f"{code.severity}[{name}]{_colon(language)} {code.title[language]}"


def page(code: str, language: Language) -> str:
    """The page of a code. Raises `KeyError` for a code that the registry does not have."""
    return "\n".join(_parts(code, codes()[code], language))


def _parts(name: str, code: Code, language: Language) -> Iterator[str]:
    """The blocks of a page, which blank lines part."""
    words = WORDS[language]
    example = examples(language).get(name)
    yield f"# {title(name, language)}\n"
    yield _prose(code.about[language])
    if example and example.option:
        yield f"## {words['rule']}\n"
        yield from _rule(example, language)
    yield f"## {words['example']}\n"
    if example is None:
        yield _prose(words["none"])
    else:
        yield from _example(example, language)
    yield f"## {words['help']}\n"
    yield _prose(code.help[language])


def _rule(example: Example, language: Language) -> Iterator[str]:
    """What each published ruleset says of a rule, those that say the same together."""
    alike: dict[str, list[str]] = {}
    for ruleset in apart(language):
        entry = _entry(ruleset, example.option, language)
        line = f"`{ruleset}`{_colon(language)} {told(entry.basis, language)}"
        alike.setdefault(entry.says, []).append("\n".join(wrapped(line, COLUMNS, "- ", "  ")))
    rests = WORDS[language]["agreed" if example.agreed else "rests"]
    yield _prose(rests.format(option=example.option, name=entry.name))
    for says, lines in alike.items():
        yield _prose(says)
        yield "\n".join([*lines, ""])


def _entry(ruleset: str, option: str, language: Language) -> Entry:
    """What a published ruleset says of an option or rule."""
    told_by = topics(rulesets()[ruleset], language)
    return next(entry for topic in told_by for entry in topic.entries if entry.key == option)


def _example(example: Example, language: Language) -> Iterator[str]:
    words = WORDS[language]
    if example.log:
        remark = f" ({example.remark})" if example.remark else ""
        yield _prose(words["log"].format(remark=remark))
        yield _fenced(example.log)
    else:
        yield _prose(example.remark)
    yield _prose(words["check"])
    yield _fenced(f"$ {example.command}\n{example.output}")


def _prose(text: str) -> str:
    return "\n".join([*wrapped(text, COLUMNS), ""])


def _fenced(text: str) -> str:
    return f"```text\n{text}```\n"


def _colon(language: Language) -> str:
    return " :" if language == "fr" else ":"
