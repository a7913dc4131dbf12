"""HTML put together so that no text can be taken for markup."""

import base64
import hashlib
import json
import re
from html import escape
from typing import Any, Final

_SUITS: Final = re.compile("[♠♥♦♣]")
_UNSAFE: Final = {ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&\u2028\u2029"}
_EMPTY: Final = frozenset({"meta", "link", "input", "br", "col"})


class Html(str):
    """Markup; any other text is escaped where it is put in."""

    __slots__ = ()


def text(value: str | Html) -> Html:
    """A text as markup. Suits are written so that no system draws them as pictures, the red ones as
    `i`."""
    return value if isinstance(value, Html) else Html(_SUITS.sub(_suit, escape(value)))


def _suit(found: re.Match[str]) -> str:
    sign = f"{found[0]}\ufe0e"
    return f"<i>{sign}</i>" if found[0] in "♥♦" else sign


def join(parts: "list[Html] | tuple[Html, ...]", between: str = "") -> Html:
    """Pieces of markup after one another, with a text between them."""
    return Html(text(between).join(parts))


def element(name: str, /, *children: str | Html, **attributes: object) -> Html:
    """An element. An attribute that is None or False is left out, one that is True has no value;
    `class_` is written `class`, and `data_seq` `data-seq`."""
    begun = name
    for key, value in attributes.items():
        if value is None or value is False:
            continue
        begun += f" {key.rstrip('_').replace('_', '-')}"
        if value is not True:
            begun += f'="{escape(str(value))}"'
    if name in _EMPTY:
        return Html(f"<{begun}>")
    return Html(f"<{begun}>{''.join(map(text, children))}</{name}>")


def data(identity: str, value: Any) -> Html:
    """A value as JSON for the scripts of the page, in an element that no text in it can end."""
    written = json.dumps(value, ensure_ascii=False, separators=(",", ":")).translate(_UNSAFE)
    return element("script", Html(written), type="application/json", id=identity)


def policy(scripts: list[str], styles: list[str]) -> Html:
    """The policy of a page that runs these scripts and styles and nothing else, and that reaches
    nothing beyond itself."""
    rules = {
        "default-src": ["'none'"],
        "script-src": list(map(_hash, scripts)) or ["'none'"],
        "style-src": list(map(_hash, styles)),
        "img-src": ["data:"],
        "base-uri": ["'none'"],
        "form-action": ["'none'"],
        "require-trusted-types-for": ["'script'"],
    }
    content = "; ".join(f"{name} {' '.join(values)}" for name, values in rules.items())
    return element("meta", http_equiv="Content-Security-Policy", content=content)


def _hash(content: str) -> str:
    digest = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
    return f"'sha256-{digest}'"
