"""Options of a header as people write them: `stake=10, strict_endgame, packets=3/1+2`."""

import re
from typing import Any, Final

LISTS: Final = ("packets",)
"""Options whose value is a list, even of one."""

NO: Final = ("no", "non", "false")
YES: Final = ("", "yes", "oui", "true")

_INTEGER: Final = re.compile(r"-?[0-9]{1,16}")


def options(text: str) -> dict[str, Any]:
    """The options by name. Whether they exist and may have these values is for the header's
    judge."""
    return dict(option(part) for part in text.split(",") if part.strip())


def option(text: str) -> tuple[str, Any]:
    """A name and its value: a bare name is true, `=no` or `=non` false, `/` separates a list."""
    name, _, value = map(str.strip, text.partition("="))
    if name in LISTS:
        return name, [one.strip() for one in value.split("/")]
    if value.lower() in (*YES, *NO):
        return name, value.lower() in YES
    return name, int(value) if _INTEGER.fullmatch(value) else value
