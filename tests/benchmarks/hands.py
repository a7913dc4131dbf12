"""Plain three-player hands for the measurements, played at random under `salon-2021`."""

import json
import random
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

RANK = "ATKQJ987"
POINTS = dict(zip(RANK, (11, 10, 4, 3, 2, 0, 0, 0), strict=True))
PACK = [rank + suit for suit in "SHDC" for rank in RANK if rank + suit not in ("7S", "7C")]
HANDS = 3


def write_hands(path: Path, hands: int, seed: int = 1) -> None:
    """Write so many hands as games of one round each."""
    rng = random.Random(seed)
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for game in range(-(-hands // HANDS)):
            for event in _game(rng, game):
                file.write(json.dumps(event, separators=(",", ":")) + "\n")


def _game(rng: random.Random, number: int) -> Iterator[dict[str, Any]]:
    names = ["Anne", "Basile", "Cecile"]
    yield {"event": "game", "format": "brusqlog/1.0", "id": f"g{number}", "rules": "salon-2021",
           "players": names, "removed": ["7S", "7C"], "rounds": 1}  # fmt: skip
    dealer, pot = rng.randrange(3), 0
    for hand in range(1, HANDS + 1):
        yield {"event": "hand", "number": hand, "dealer": dealer}
        pot = yield from _hand(rng, dealer, pot + 60, hand == HANDS)
        dealer = (dealer + 1) % 3
    yield {"event": "end", "reason": "complete"}


def _hand(
    rng: random.Random, dealer: int, pot: int, last: bool
) -> Generator[dict[str, Any], None, int]:
    deck = PACK[:]
    rng.shuffle(deck)
    eldest = [(dealer + k) % 3 for k in (1, 2, 3)]
    for seat in eldest:
        yield {"event": "stake", "seat": seat, "counters": 20}
    yield {"event": "cut", "seat": (dealer + 2) % 3}
    holdings: list[list[str]] = [[], [], []]
    for index in range(9):
        holdings[eldest[index % 3]].append(deck[index])
        yield {"event": "deal", "seat": eldest[index % 3], "cards": [deck[index]]}
    yield {"event": "turnup", "card": deck[9]}
    stock, trump, leader, points = [*deck[10:], deck[9]], deck[9][1], eldest[0], [0, 0, 0]
    for _ in range(10):
        laid: dict[int, str] = {}
        for k in range(3):
            seat = (leader + k) % 3
            laid[seat] = holdings[seat].pop(rng.randrange(len(holdings[seat])))
            yield {"event": "play", "seat": seat, "card": laid[seat]}
        led = laid[leader][1]
        taker = max(laid, key=lambda s: _power(laid[s], led, trump))
        points[taker] += sum(POINTS[card[0]] for card in laid.values())
        yield from _payments(laid, taker)
        for k in range(3 if stock else 0):
            seat = (taker + k) % 3
            holdings[seat].append(stock.pop(0))
            yield {"event": "draw", "seat": seat, "card": holdings[seat][-1]}
        leader = taker
    winners = [seat for seat in eldest if points[seat] == max(points)]
    for seat in winners:
        rest = pot % len(winners) if last and seat == winners[0] else 0
        yield {"event": "award", "seat": seat, "counters": pot // len(winners) + rest}
    return 0 if last else pot % len(winners)


def _power(card: str, led: str, trump: str) -> int:
    place = 8 - RANK.index(card[0])
    return place + 8 if card[1] == trump else place if card[1] == led else 0


def _payments(laid: dict[int, str], taker: int) -> Iterator[dict[str, Any]]:
    for seat, card in laid.items():
        if card[0] in "AT":
            for other in {0, 1, 2} - {seat}:
                payer, payee = (other, seat) if seat == taker else (seat, other)
                yield {"event": "payment", "payer": payer, "payee": payee,
                       "counters": 2 if card[0] == "A" else 1, "reason": "brusquembille",
                       "card": card}  # fmt: skip
