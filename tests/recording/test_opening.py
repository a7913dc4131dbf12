"""The header of a new log is asked for, and judged before a log is made of it."""

from typing import Any

import pytest

from brusqlog.game import events as ev
from brusqlog.game.findings import Language
from brusqlog.recording.opening import Opening
from brusqlog.spelling import Style


def opened(*lines: str, language: Language = "en") -> Opening:
    opening = Opening("x", Style(language=language))
    for line in lines:
        told = opening.hear(line)
        assert not opening.refused, (line, told)
    return opening


ANSWERS: list[tuple[tuple[str, ...], dict[str, Any]]] = [
    (("Anne, Basile", "", "1 round"), {"players": ["Anne", "Basile"], "rounds": 1}),
    (
        ("Anne, Basile, Cécile", "encyclopedie", "3", "7h 7c"),
        {"players": ["Anne", "Basile", "Cécile"], "rules": "encyclopedie", "hands": 3,
         "removed": ["7H", "7C"]},
    ),
    (("A,B,C,D", "yes", "", "100 points"),
     {"players": ["A", "B", "C", "D"], "partners": True, "target": 100}),
    (("A,B,C,D", "", "", "2 hands"), {"players": ["A", "B", "C", "D"], "hands": 2}),
    (("A,B,C,D,E", "", "1 hand", ""),
     {"players": ["A", "B", "C", "D", "E"], "hands": 1, "removed": ["??", "??"]}),
]  # fmt: skip


@pytest.mark.parametrize(("lines", "due"), ANSWERS)
def test_what_matters_is_asked(lines: tuple[str, ...], due: dict[str, Any]) -> None:
    opening = opened(*lines)
    assert opening.question is None
    assert opening.header == ev.Game(
        **{"format": ev.FORMAT, "id": "x", "rules": "salon-2021"} | due
    )


def test_it_is_asked_in_french() -> None:
    opening = opened("Anne, Basile, Cécile", "", "2 coups", language="fr")
    assert opening.prompt == "Quels deux sept sont retirés ? (7p 7t ; Entrée : non noté)"
    opening.hear("7p, sept de trèfle")
    assert opening.header.removed == ["7S", "7C"]


@pytest.mark.parametrize(
    ("before", "line", "due"),
    [
        ((), "Anne", "Two to five players are due, parted by commas."),
        (("A,B,C,D",), "perhaps", "perhaps: yes or no?"),
        (("A,B", ""), "soon", "soon: a length is `3 hands`"),
        (("A,B", ""), "0", "0: a length is"),
        (("A,B,C", "", "1"), "7s", "Two sevens are due"),
        (("A,B,C", "", "1"), "7s 7z", "7z: there is no such suit"),
    ],
)
def test_a_wrong_answer_is_explained_and_asked_again(
    before: tuple[str, ...], line: str, due: str
) -> None:
    opening = opened(*before)
    question = opening.question
    (told,) = opening.hear(line)
    assert opening.refused and due in told
    assert opening.question == question


@pytest.mark.parametrize(
    ("lines", "again", "due"),
    [
        (("A,B,C", "", "1", "7s 7h"), "removed", "may only"),
        (("A,A", "", "1"), "players", "A"),
        (("A,B", "salon-2020", "1"), "rules", "salon-2020"),
    ],
)
def test_a_header_that_breaks_a_rule_is_asked_about_again(
    lines: tuple[str, ...], again: str, due: str
) -> None:
    opening = opened(*lines[:-1])
    told = opening.hear(lines[-1])
    assert opening.refused and due in " ".join(told)
    assert opening.question == again


def test_options_are_given_not_asked() -> None:
    opening = Opening("x", Style())
    opening.give("options", "stake=10, strict_endgame")
    for line in ("A,B", "", "1"):
        opening.hear(line)
    assert opening.header.options == {"stake": 10, "strict_endgame": True}


def test_one_may_leave() -> None:
    opening = opened("A,B", "quit")
    assert opening.over and opening.question == "rules"
