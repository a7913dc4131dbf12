"""`new`: what is to be filled in."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import typer

from brusqlog.checking.report import Wishes
from brusqlog.checking.run import check, reports
from brusqlog.cli.fmt import Asked as Formatted
from brusqlog.cli.fmt import run as fmt
from brusqlog.cli.new import Asked, run
from brusqlog.game.rules import pack_size
from brusqlog.game.ruleset import rulesets
from brusqlog.versions.skeleton import HINTS
from tests.versions.running import Done, ran

NAMES = ("Anne", "Basile", "Cécile", "Denis", "Élise")

New = Callable[..., Done]


@pytest.fixture
def new(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> New:
    """Runs the verb in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("BRUSQLOG_LANG", raising=False)

    def run_it(file: str, players: str = "Anne,Basile,Cécile", **wishes: Any) -> Done:
        wishes = {"rules": "salon-2021", **wishes}
        return ran(run, Asked(file=file, players=players, **wishes), capsys)

    return run_it


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("dealer", [None, "b"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("rules", rulesets())
def test_an_untouched_skeleton_has_no_fault_and_is_in_form(
    new: New, capsys: pytest.CaptureFixture[str], rules: str, players: int,
    dealer: str | None, lang: str,
) -> None:  # fmt: skip
    if players == 4 and rules in ("academie-1718", "encyclopedie"):
        pytest.skip("four play two against two there")
    wishes = {"rules": rules, "dealer": dealer, "lang": lang}
    assert new("a.brusq", ",".join(NAMES[:players]), **wishes) == (0, "", "")
    assert list(check(["a.brusq"])) == []
    assert ran(fmt, Formatted(paths=["a.brusq"], check=True), capsys).code == 0
    (game, _) = reports(["a.brusq"], Wishes())
    assert game.entry.status == "unfinished"  # type: ignore[union-attr]
    assert game.entry.hands == (dealer is not None)  # type: ignore[union-attr]


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_what_is_a_comment_can_be_used(new: New, players: int, lang: str) -> None:
    new("a.brusq", ",".join(NAMES[:players]), lang=lang, dealer="Anne")
    hints = tuple(f"# {hint}" for hint in HINTS[lang].values())  # type: ignore[index]
    lines = Path("a.brusq").read_text(encoding="utf-8").splitlines()
    used = [line.removeprefix("# ").strip() for line in lines if line not in hints]
    tricks = pack_size(players) // players
    shown = [line for line in used if line[:2] == "1."]
    assert [line for line in used if line[:-1].isdigit()] == [f"{n}." for n in range(1, tricks + 1)]
    used = [line for line in used if not line[:1].isdigit() and "…" not in line]
    place = next(at for at, line in enumerate(used) if "A♠" in line)
    Path("a.brusq").write_text("\n".join([*used[: place + 1], *shown]), encoding="utf-8")
    assert [one.code for one in check(["a.brusq"]) if one.severity == "error"] == []


def test_the_header_is_as_asked(new: New) -> None:
    new("a.brusq", 'Anne, Basile , "C, D" ,É', partners=True, rounds=2, rules="salon-2009")
    lines = Path("a.brusq").read_text(encoding="utf-8").splitlines()
    assert lines[2:6] == [
        "Rules: salon-2009",
        'Players: Anne, Basile, "C, D", É',
        "Partners: yes",
        "Rounds: 2",
    ]
    new("b.brusq", removed="7p,7t", target=100, lang="fr")
    text = Path("b.brusq").read_text(encoding="utf-8")
    assert "\nRetirées : 7♠ 7♣\nJusqu'à : 100\n" in text


def test_a_log_has_its_header_and_hand(new: New) -> None:
    new("evening.brusq.jsonl", dealer="Cécile", hands=3)
    assert Path("evening.brusq.jsonl").read_text(encoding="utf-8") == (
        '{"event":"game","format":"brusqlog/1.0","id":"evening","rules":"salon-2021",'
        '"players":["Anne","Basile","Cécile"],"removed":["??","??"],"hands":3}\n'
        '{"event":"hand","number":1,"dealer":2}\n'
    )
    assert new("-").out.startswith("# ")


def test_no_file_is_overwritten_unless_forced(new: New) -> None:
    Path("a.brusq").write_text("mine")
    done = new("a.brusq")
    assert done == (3, "", "brusqlog: a.brusq: it exists already; --force replaces it\n")
    assert Path("a.brusq").read_text() == "mine"
    assert new("a.brusq", force=True).code == 0


@pytest.mark.parametrize(
    ("file", "wishes", "told"),
    [
        ("a.txt", {}, "the name ends in .brusq"),
        ("a.brusq.gz", {}, "leave out .gz"),
        ("a.brusq", {"players": "Anne"}, "two to five names"),
        ("a.brusq", {"players": "Anne,,Basile"}, "two to five names"),
        ("a.brusq", {"players": "Anne,Anne"}, "Anne"),
        ("a.brusq", {"rules": "salon-2020"}, "Did you mean salon-20"),
        ("a.brusq", {"partners": True}, "four players"),
        ("a.brusq", {"players": "A,B", "removed": "7s 7c"}, "the whole pack is played with"),
        ("a.brusq", {"removed": "7s 8c"}, "seven"),
        ("a.brusq", {"removed": "7s"}, "two cards"),
        ("a.brusq", {"removed": "7s 7x"}, "`7x` is no card"),
        ("a.brusq", {"hands": 1, "target": 5}, "only one of"),
        ("a.brusq", {"dealer": "Bazile"}, "Did you mean Basile"),
        ("a.brusq", {"players": "A,B,C,D", "partners": True, "dealer": "A"}, "the first deal"),
    ],
)
def test_wrong_wishes_are_wrong_usage(
    new: New, file: str, wishes: dict[str, Any], told: str
) -> None:
    wishes = {"players": "Anne,Basile,Cécile", "rules": "salon-2021", **wishes}
    with pytest.raises(typer.BadParameter) as error:
        run(Asked(file=file, **wishes))
    assert told in error.value.message
    assert not Path(file).exists()
