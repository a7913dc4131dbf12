"""The whole games in `fixtures/games`: what there is of them, and that the rules accept them."""

from pathlib import Path
from typing import get_args

import pytest

from brusqlog.game import events as ev
from brusqlog.game.incidents import permits_of
from brusqlog.game.ruleset import rulesets
from brusqlog.game.terms import mode_of
from brusqlog.games import Game, read

FOLDER = Path(__file__).parents[2] / "fixtures" / "games"
FILES = sorted(FOLDER.glob("*.brusq.jsonl"))


def games() -> list[Game]:
    return [game for file in FILES for game in read(file)]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name.removesuffix(".brusq.jsonl"))
def test_a_whole_game_breaks_no_rule(file: Path) -> None:
    for game in read(file):
        assert [finding.code for finding in game.findings if finding.severity == "error"] == []


def test_there_is_a_finished_game_of_every_mode_of_every_ruleset() -> None:
    have = {
        (game.header.rules, mode_of(game.header))
        for game in games()
        if game.header and game.status == "finished"
    }
    due = {
        (name, mode)
        for name, ruleset in rulesets().items()
        for mode in ruleset.options["modes"].value
    }
    assert due - have == set()


def test_there_is_a_game_with_every_incident_and_every_ruling() -> None:
    incidents = [
        event for game in games() for event in game.events if isinstance(event, ev.Incident)
    ]
    kinds = {incident.kind for incident in incidents}
    permits = {permit for i in incidents if i.kind == "ruling" for permit in permits_of(i)}
    assert kinds == set(get_args(ev.IncidentKind))
    assert permits == set(get_args(ev.Permit))


def test_a_joined_file_gives_its_games_one_by_one() -> None:
    found = list(read(FOLDER / "joined.brusq.jsonl"))
    assert [game.place.index for game in found] == [1, 2, 3, 4, 5]
    single = [next(read(FOLDER / f"salon-2021-{mode}.brusq.jsonl")) for mode in
              ("2", "3", "4", "2v2", "5")]  # fmt: skip
    assert [game.events for game in found] == [game.events for game in single]


def test_a_hidden_game_hides_what_its_name_says() -> None:
    observer = next(read(FOLDER / "hidden-observer.brusq.jsonl"))
    dealt = [c for e in observer.events if isinstance(e, ev.Deal) for c in e.cards]
    assert set(dealt) == {"??"}
    illegible = next(read(FOLDER / "hidden-illegible.brusq.jsonl"))
    assert any(isinstance(e, ev.Play) and e.card == "??" for e in illegible.events)
