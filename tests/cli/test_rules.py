"""`brusqlog rules`."""

import json
from pathlib import Path

import pytest

from brusqlog.game.ruleset import Ruleset, rulesets
from brusqlog.pages.ruleset import OWN_FILE, comparison, listing, page
from brusqlog.spelling import Style
from tests.cli.running import WORKED, here

SALON, OLD = rulesets()["salon-2021"], rulesets()["encyclopedie"]


@pytest.fixture
def house(tmp_path: Path) -> Path:
    path = tmp_path / "house.toml"
    path.write_text(OWN_FILE, encoding="utf-8")
    return path


def test_without_a_name_the_published_rulesets_are_listed() -> None:
    done = here("rules")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == list(listing(Style()))


def test_a_name_shows_that_ruleset_in_the_language_asked_for() -> None:
    for arguments, style in (
        ((), Style()),
        (("--lang", "fr"), Style(language="fr")),
        (("--color", "always"), Style(colour=True)),
    ):
        done = here("rules", "encyclopedie", *arguments)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.splitlines() == list(page(OLD, style))


def test_two_names_show_what_differs() -> None:
    done = here("rules", "salon-2021", "encyclopedie", BRUSQLOG_LANG="fr")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == list(comparison(SALON, OLD, Style(language="fr")))


def test_where_there_is_only_ascii_the_same_is_told_in_it() -> None:
    told = here("rules", "salon-2021", encoding="ascii", BRUSQLOG_LANG="fr").stdout
    assert "  Qui coupe - cutter = " in told
    assert "couleur demandee" in told


def test_a_file_of_ones_own_is_shown_compared_and_named(house: Path) -> None:
    own = Ruleset.load(house)
    assert here("rules", house).stdout.splitlines() == list(page(own, Style()))
    told = here("rules", "salon-2021", house).stdout.splitlines()
    assert told == list(comparison(SALON, own, Style()))
    assert here("rules", "--hash", house).stdout == f"{own.full_name}\n"


def test_the_name_of_a_file_is_the_one_that_check_knows(house: Path, tmp_path: Path) -> None:
    name = here("rules", "--hash", house).stdout.strip()
    log = tmp_path / "log.jsonl"
    log.write_text(WORKED.read_text("utf-8").replace("salon-2021", name), encoding="utf-8")
    assert "ruleset" not in here("check", log, "--rules", house).stdout
    assert "ruleset-not-given" in here("check", log).stdout


def test_a_file_needs_no_ending_if_it_is_there_and_a_published_name_is_never_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("house", "wikipedia"):
        Path(name).write_text(OWN_FILE, encoding="utf-8")
    assert here("rules", "house").stdout.startswith("house\n")
    assert here("rules", "wikipedia").stdout.startswith("wikipedia · ")


def test_a_published_ruleset_in_a_file_has_its_plain_name(tmp_path: Path) -> None:
    copy = tmp_path / "copy.toml"
    copy.write_text('name = "salon-2021"\nbase = "salon-2021"\nsource = "000"\n'
                    'title = { en = "Salon des jeux, 2021", fr = "Salon des jeux, 2021" }\n',
                    encoding="utf-8")  # fmt: skip
    assert here("rules", "--hash", copy).stdout == "salon-2021\n"


def test_control_characters_of_a_name_are_escaped(tmp_path: Path) -> None:
    odd = tmp_path / "odd.toml"
    odd.write_text(OWN_FILE.replace('"house"', r'"a\u001b[31m"'), encoding="utf-8")
    for arguments in (("--hash", odd), (odd,), ("wikipedia", odd)):
        assert "\x1b" not in here("rules", *arguments).stdout


def test_as_json_the_values_are_told_with_what_they_rest_on() -> None:
    document = json.loads(here("rules", "academie-1718", "--format", "json").stdout)
    (ruleset,) = document["rulesets"]
    assert document["format"] == "brusqlog-rules/1"
    assert (ruleset["name"], ruleset["full_name"]) == ("academie-1718", "academie-1718")
    assert ruleset["options"]["rank"] == {
        "value": "AKQJT987",
        "provenance": "stated",
        "source": "001 (after Parlett, second-hand)",
    }
    assert ruleset["rules"]["lead"] == {"provenance": "inferred", "source": "004"}


def test_as_json_a_list_has_all_rulesets_and_a_comparison_what_differs() -> None:
    listed = json.loads(here("rules", "--format", "json").stdout)
    assert sorted(one["name"] for one in listed["rulesets"]) == sorted(rulesets())
    assert "differences" not in listed
    compared = json.loads(here("rules", "salon-2021", "salon-2009", "--format", "json").stdout)
    assert [one["name"] for one in compared["rulesets"]] == ["salon-2021", "salon-2009"]
    assert compared["differences"] == [
        {"name": "rank", "kind": "provenance"},
        {"name": "lots_2v2", "kind": "value"},
        {"name": "partner_dealer", "kind": "provenance"},
        {"name": "left_most_dealer", "kind": "value"},
    ]


NAMES = "academie-1718, encyclopedie, salon-2009, salon-2021, wikipedia"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("salon-2020",), "NAME: there is no ruleset 'salon-2020'. Did you mean salon-2021?"),
        (("wikipedia", "tarot"), f"NAME: there is no ruleset 'tarot', only: {NAMES}."),
        (("salon",), "NAME: there is no ruleset 'salon'. Did you mean salon-2009 or salon-2021?"),
        (("--hash", "wikipedia"), "--hash: wikipedia is published: it needs no file."),
        (("wikipedia",) * 3, "NAME: 3 are too many: two are compared."),
        (("--hash", "x.toml", "wikipedia"), "--hash: this takes a file and no names beside it."),
    ],
)
def test_wrong_usage_ends_with_2_and_says_why(arguments: tuple[str, ...], says: str) -> None:
    done = here("rules", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith(f"Error: {says}\n")


@pytest.mark.parametrize("arguments", [("--hash",), ()])
def test_a_file_that_is_no_ruleset_is_wrong_usage_with_its_place(
    arguments: tuple[str, ...], house: Path
) -> None:
    house.write_text(OWN_FILE.replace("[4, 2]", "[0, 2]"), encoding="utf-8")
    done = here("rules", *arguments, house)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"{house}: options.values.value: " in done.stderr


@pytest.mark.parametrize("arguments", [("--hash",), ()])
def test_a_file_that_cannot_be_read_ends_with_3(arguments: tuple[str, ...], house: Path) -> None:
    house.unlink()
    done = here("rules", *arguments, house)
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr.startswith(f"brusqlog: {house}: ")
