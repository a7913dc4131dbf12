"""Games for other programs, made and read by these: run by the Python that has them installed.

    PYTHON other_programs.py make FOLDER
    PYTHON other_programs.py chess|poker FOLDER

`make` writes games of chess and hands of poker, played at random; the others read them, and print
how many plies or hands there were and how many seconds of CPU it took, as JSON.
"""

import json
import random
import sys
import time
import warnings
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any

GAMES, PLIES = 200, 80
"""Games of chess, and the plies after which they are broken off."""

HANDS, PLAYERS, STACK = 100, 6, 200
"""Hands of no-limit hold'em."""

CHESS, POKER = "games.pgn", "hands.json"
"""What the files are called."""

RANKS, SUITS = "23456789TJQKA", "cdhs"


def main() -> None:
    """Do what was asked for."""
    warnings.simplefilter("ignore")
    asked, folder = sys.argv[1], Path(sys.argv[2])
    print(json.dumps({"make": make, "chess": read_chess, "poker": read_poker}[asked](folder)))


def make(folder: Path) -> dict[str, Any]:
    """Write the games of both sorts; how many plies and hands they have, and what reads them."""
    rng = random.Random(1)
    games = [chess_game(rng) for _ in range(GAMES)]
    pgn = "".join(f"{game}\n\n" for game, _ in games)
    (folder / CHESS).write_text(pgn, encoding="ascii")
    hands = json.dumps([poker_hand(rng) for _ in range(HANDS)])
    (folder / POKER).write_text(hands, encoding="ascii")
    installed = [f"{name} {version(name)}" for name in ("chess", "pokerkit")]
    return {"plies": sum(plies for _, plies in games), "hands": HANDS, "with": installed}


def chess_game(rng: random.Random) -> tuple[Any, int]:
    """A game of legal moves, and how many plies it has."""
    chess, pgn = import_module("chess"), import_module("chess.pgn")
    board = chess.Board()
    while not board.is_game_over() and len(board.move_stack) < PLIES:
        board.push(rng.choice(list(board.legal_moves)))
    return pgn.Game.from_board(board), len(board.move_stack)


def read_chess(folder: Path) -> dict[str, float]:
    """Read every game with `chess.pgn.read_game`, which judges whether its moves are legal."""
    pgn, games = import_module("chess.pgn"), []
    with (folder / CHESS).open(encoding="ascii") as file:
        begun = time.process_time()
        while (game := pgn.read_game(file)) is not None:
            games.append(game)
        taken = time.process_time() - begun
    assert not any(game.errors for game in games)
    return {"seconds": taken}


def poker_hand(rng: random.Random) -> str:
    """A hand in the notation of PokerKit: fold, call or raise by chance."""
    poker = import_module("pokerkit")
    by_hand = {"HOLE_DEALING", "BOARD_DEALING", "CARD_BURNING", "RUNOUT_COUNT_SELECTION"}
    own = tuple(one for one in poker.Automation if one.name not in by_hand)
    game = poker.NoLimitTexasHoldem(own, True, 0, (1, 2), 2)
    state = game([STACK] * PLAYERS, PLAYERS)
    pack = [rank + suit for rank in RANKS for suit in SUITS]
    rng.shuffle(pack)
    while state.status:
        if state.can_burn_card("??"):
            state.burn_card("??")
        elif state.can_deal_hole():
            state.deal_hole(pack.pop() + pack.pop())
        elif state.can_deal_board():
            cards = 1 if state.board_cards else 3
            state.deal_board("".join(pack.pop() for _ in range(cards)))
        else:
            bet(state, rng.random())
    return str(poker.HandHistory.from_game_state(game, state).dumps())


def bet(state: Any, chance: float) -> None:
    """What the player on turn does."""
    if chance < 0.25 and state.can_fold():
        state.fold()
    elif chance > 0.9 and state.can_complete_bet_or_raise_to():
        state.complete_bet_or_raise_to()
    else:
        state.check_or_call()


def read_poker(folder: Path) -> dict[str, float]:
    """Parse and replay every hand."""
    hands = json.loads((folder / POKER).read_text(encoding="ascii"))
    history = import_module("pokerkit").HandHistory
    begun = time.process_time()
    for text in hands:
        for _ in history.loads(text):
            pass
    return {"seconds": time.process_time() - begun}


if __name__ == "__main__":
    main()
