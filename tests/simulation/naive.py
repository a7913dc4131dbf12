"""Chance and times once more, written from `docs/simulation.md` alone, for comparison."""

from datetime import datetime, timedelta

CUT_OFF = 2**64
G = 0x9E3779B97F4A7C15
RANGES = {
    "hand": (5, 30),
    "stake": (1, 3),
    "cut": (15, 45),
    "deal": (1, 2),
    "turnup": (1, 3),
    "play": (2, 15),
    "payment": (1, 3),
    "draw": (1, 3),
    "award": (3, 10),
    "end": (2, 10),
}
PACK = [rank + suit for suit in "SHDC" for rank in "AKQJT987"]


def mixed(z: int) -> int:
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) % CUT_OFF
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) % CUT_OFF
    return z ^ (z >> 31)


def word(numbers: tuple[int, int, int, int], i: int) -> int:
    k = 0
    for number in numbers:
        k = mixed(((k ^ number) + G) % CUT_OFF)
    return mixed((k + (i + 1) * G) % CUT_OFF)


def choice(w: int, b: int) -> int:
    return ((w // 2**32) * b) // 2**32


def pack(seed: int, packs: int, hand: int, removed: list[str]) -> list[str]:
    """The pack after the cut, top first."""
    cards = [card for card in PACK if card not in removed]
    n = len(cards)
    for i in range(n - 1):
        place = n - 1 - i
        chosen = choice(word((seed, packs, hand, 3), i), n - i)
        cards[place], cards[chosen] = cards[chosen], cards[place]
    return cards


def sevens(seed: int, packs: int, pairs: list[list[str]]) -> list[str]:
    return pairs[choice(word((seed, packs, 0, 1), 0), len(pairs))]


def first_dealer(seed: int, packs: int, seats: list[int]) -> int:
    return seats[choice(word((seed, packs, 0, 2), 0), len(seats))]


def random_card(seed: int, game: int, hand: int, number: int, legal: list[str]) -> str:
    """The choice of the bot `random` for the card of that number in the hand."""
    ordered = [card for card in PACK if card in legal]
    return ordered[choice(word((seed, game, hand, 4), number), len(ordered))]


def beginning(game: int) -> datetime:
    start = datetime.fromisoformat("2026-01-01T20:00:00+00:00")
    return start + timedelta(hours=(game - 1) % 1_000_000)


def seconds(seed: int, game: int, hand: int, number: int, kind: str) -> int:
    """What the event of that number in the hand takes."""
    least, most = RANGES[kind]
    return least + choice(word((seed, game, hand, 5), number), most - least + 1)
