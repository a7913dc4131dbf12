"""Options of a header as people write them: `stake=10, strict_endgame, packets=3/1+2`."""

from typing import Any, Final

LISTS: Final = ("packets",)
"""Options whose value is a list, even of one."""

NO: Final = ("no", "non", "false")
YES: Final = ("", "yes", "oui", "true")


def options(text: str) -> dict[str, Any]:
    """The options by name: a bare name is true, `=no` or `=non` false, `/` separates a list.
    Whether they exist and may have these values is for the header's judge."""
    found: dict[str, Any] = {}
    for part in filter(None, map(str.strip, text.split(","))):
        name, _, value = map(str.strip, part.partition("="))
        if name in LISTS:
            found[name] = [one.strip() for one in value.split("/")]
        elif value.lower() in (*YES, *NO):
            found[name] = value.lower() in YES
        else:
            found[name] = int(value) if value.isdecimal() else value
    return found
