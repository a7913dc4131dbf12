"""What a rule rests on, in words: its provenance and its source."""

import re
import tomllib
from functools import cache
from importlib import resources
from typing import Any, Final

from brusqlog.game.ruleset import Basis
from brusqlog.languages import Language
from brusqlog.spelling import Style, escape

NONE: Final = ("none", "")
"""How a ruleset says that no source speaks of a value."""

_SECTION: Final = r"§\d+(?:[-–]\d+)?"
_ONE: Final = rf"(\d{{3}})((?:,? {_SECTION})*)(?: \(([^()]*)\))?"
_CITED: Final = re.compile(_ONE)
_ALL: Final = re.compile(rf"{_ONE}(?:, {_ONE})*")


def told(basis: Basis, language: Language) -> str:
    """Provenance and source in words:
    `stated: Salon des jeux, English text of 2021 (000), §1, §9 and §10`."""
    if basis.source in NONE:
        return str(_words("bare")[basis.provenance][language])
    words = str(_words("cited")[basis.provenance][language])
    return words.format(source=source(basis.source, language))


def source(cited: str, language: Language) -> str:
    """The sources that a ruleset cites by number, with their titles; what is cited otherwise, as a
    ruleset of one's own may, is told as it stands."""
    cited = escape(cited)
    found = list(_CITED.finditer(cited))
    titles = _words("titles")
    if not _ALL.fullmatch(cited) or any(one[1] not in titles for one in found):
        return cited
    join = Style(language=language).join
    parts = []
    for number, sections, remark in (one.groups() for one in found):
        part = f"{titles[number][language]} ({number})"
        if sections:
            part += f", {join(re.findall(_SECTION, sections))}"
        if remark:
            french = _words("remarks").get(remark, remark)
            part += f" ; {french}" if language == "fr" else f"; {remark}"
        parts.append(part)
    return join(parts)


def _words(part: str) -> dict[str, Any]:
    return _file()[part]


@cache
def _file() -> dict[str, dict[str, Any]]:
    text = resources.files(__package__).joinpath("sources.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)
