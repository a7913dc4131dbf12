"""Where everybody sits: counter-clockwise as they play, two against two partners side by side."""

from typing import Final

AREAS: Final[dict[tuple[int, bool], list[str]]] = {
    (2, False): ["b", "c", "sap"],
    (3, False): ["db", "c", "sap"],
    (4, False): ["d", "ecb", "sap"],
    (4, True): ["ed", "scp", "ab"],
    (5, False): ["ed", "fcb", "sap"],
}
"""For so many players, partners or not, the rows of the table: its seats, the trick `c`, the stock
`s`, the pot `p`. The page has the same in its styles."""

SEATS: Final = "abdef"
"""The seats from the lower edge on, each to the right of the one before."""
