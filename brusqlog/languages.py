"""The languages of messages and output, and which of them is wanted."""

import os
from collections.abc import Mapping
from typing import Final, Literal

Language = Literal["en", "fr"]
LANGUAGES: Final[tuple[Language, ...]] = ("en", "fr")


def language(asked: str | None = None, environ: Mapping[str, str] = os.environ) -> Language:
    """The language asked for, else that of `BRUSQLOG_LANG`, else English."""
    for wish in (asked, environ.get("BRUSQLOG_LANG", "")[:2].lower()):
        for known in LANGUAGES:
            if wish == known:
                return known
    return "en"
