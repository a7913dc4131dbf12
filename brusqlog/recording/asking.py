"""What is due and has to be asked, read off `State.next`."""

from typing import Literal

from brusqlog.game import rules
from brusqlog.game.counters import due_awards
from brusqlog.game.course import DEAL, DONE, NOBODY, PLAY, VOID, Course
from brusqlog.game.state import State
from brusqlog.notation.filling import on_turn

Due = Literal["dealer", "cut", "turnup", "play", "draw", "take", "close", "over"]


def due(state: State) -> Due:
    """What kind of answer is due."""
    moves = [move["event"] for move in state.next]
    if state.ended is not None:
        return "over"
    if "play" in moves:
        return "play"
    if "draw" in moves:
        return "draw"
    if "take" in moves and state.taker is None:
        return "take"
    if "lot" in moves or moves.count("hand") > 1:
        return "dealer"
    if moves.count("cut") > 1:
        return "cut"
    return "turnup" if {"cut", "deal", "turnup"} & set(moves) else "close"


def question(state: State, course: Course) -> tuple[str, int]:
    """The prompt by its key, and the seat that it names."""
    match due(state):
        case "over":
            return "over", NOBODY
        case "play":
            seat = on_turn(course)
            if course.laying != NOBODY:
                return "out of turn", seat
            leads = course.turn == NOBODY or not course.plays
            return ("lead" if leads else "play"), seat
        case "draw":
            return ("draw" if course.drew else "draws"), course.next_drawer()
        case "take":
            return "take", NOBODY
        case "dealer":
            return ("next dealer" if course.number else "dealer"), NOBODY
        case "cut":
            return "cut", course.dealer
        case "turnup":
            return "turnup", course.dealer
    return _close(course), NOBODY


def _close(course: Course) -> str:
    """How a hand is asked about that is over."""
    if course.stage in (DEAL, PLAY):
        return "broken off"
    if course.stage == VOID:
        return "void"
    open_pot = course.pot and ("award" in course.permits or due_awards(course) is None)
    if open_pot and not course.awarded:
        return "pot open"
    return "settled" if course.awarded else "close"


def number(course: Course, key: str) -> int:
    """The number that a prompt names: of the trick, or of the hand."""
    if key == "next dealer":
        return course.number + 1
    if key in ("lead", "play", "out of turn", "take"):
        new = course.turn == NOBODY and course.taker != NOBODY and course.stage != DONE
        return course.trick + 1 if new and key != "take" else course.trick
    return course.number


def left(course: Course) -> int:
    """The dealer's left neighbour."""
    return rules.left(course.dealer, course.n)
