"""What was probably meant by a word that nobody knows."""

from collections.abc import Iterable


def nearest(given: str, known: Iterable[str]) -> str | None:
    """The known word that is nearest, whatever its case; None if none is near."""
    from difflib import get_close_matches  # only when something is wrong

    folded = {word.casefold(): word for word in known}
    near = get_close_matches(given.casefold(), folded, n=1)
    return folded[near[0]] if near else None
