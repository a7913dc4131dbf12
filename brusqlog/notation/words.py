"""Words as they are compared: case, accents, ligatures and kinds of apostrophes do not matter."""

import unicodedata


def folded(text: str) -> str:
    """The text without case, accents, ligatures and variation selectors, blanks at its ends cut."""
    text = text.casefold().replace("œ", "oe").replace("æ", "ae").replace("’", "'")
    letters = unicodedata.normalize("NFKD", text)
    return "".join(sign for sign in letters if unicodedata.category(sign) != "Mn").strip()


def spelled(text: str) -> str:
    """The text without case, accents kept."""
    return unicodedata.normalize("NFC", text.casefold().replace("’", "'")).strip()
