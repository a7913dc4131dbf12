"""The course of a game after every event of its log, those that were withdrawn later too."""

from collections.abc import Mapping, Sequence

from brusqlog.checking.run import judged
from brusqlog.game import events as ev
from brusqlog.game.course import Course
from brusqlog.game.judge import Judgement, judge
from brusqlog.game.ruleset import Ruleset
from brusqlog.log.gamelog import GameLog


def judged_courses(
    log: GameLog, rulesets: Mapping[str, Ruleset]
) -> tuple[Judgement, dict[int, Course], list[Course]]:
    """The judgement of a log that has a readable header; its frames, which are the courses after
    the events that stand, by seq; and the course after each event, whether or not it stands.

    What was withdrawn is shown as it was until then. An event that changed nothing, because it is
    not known, cannot be read or was left out to go on after a fault, leaves the course before it.
    """
    frames: dict[int, Course] = {}
    judgement = judged(log, rulesets, frames)
    course = judgement.course
    assert course is not None
    known = frames | _withdrawn(log.known_events(), rulesets, frames)
    every = []
    for seq in range(len(log.events)):
        course = known.get(seq, course)
        every.append(course)
    return judgement, frames, every


def _withdrawn(
    events: Sequence[ev.Event | None],
    rulesets: Mapping[str, Ruleset],
    frames: Mapping[int, Course],
) -> dict[int, Course]:
    """The courses after retractions and after what they withdraw; none of unknown rules."""
    found: dict[int, Course] = {}
    if not frames:
        return found
    for seq, event in enumerate(events):
        if isinstance(event, ev.Retract):
            until: dict[int, Course] = {}
            judge(events[:seq], rulesets, until)
            for before in range(seq):
                if before not in frames and before in until:
                    found.setdefault(before, until[before])
            after = judge(events[: seq + 1], rulesets).course
            assert after is not None
            found[seq] = after
    return found
