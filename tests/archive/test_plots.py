"""Pictures of reports: the same bytes for the same data, the same words as the report."""

import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import matplotlib as mpl
import pytest
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure

from brusqlog.archive import Archive, plots
from brusqlog.archive.plots import DRAWN, FORMS, MOST, picture
from brusqlog.archive.stats import reports
from brusqlog.languages import LANGUAGES, Language
from tests.archive.asking import MODES, made
from tests.archive.counted import Row
from tests.cli.running import here

NEEDED: dict[str, dict[str, Any]] = {"player": {"player": "Anne"}}

KINDS = ("lead", "brusquembilles", "points", "players")
"""One report of each kind of picture."""


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """An archive of games of two modes, with times."""
    folder = tmp_path_factory.mktemp("club")
    for number, mode in enumerate(("three", "pairs")):
        lines = made(seed=number, bots="greedy", times=True, **MODES[mode])
        (folder / f"{number}.jsonl").write_text(lines, encoding="utf-8", newline="\n")
    Archive(folder / "a.duckdb").add(folder)
    yield folder / "a.duckdb"


def rows(club: Path, name: str) -> list[Row]:
    with Archive(club) as archive:
        found = archive.stats(name, **NEEDED.get(name, {}))
        return [dict(zip(found.columns, row, strict=True)) for row in found.fetchall()]


def texts(name: str, found: list[Row], language: Language, narrowed: str = "") -> list[str]:
    """All texts of a picture."""
    seen: list[str] = []
    saved = Figure.savefig

    def savefig(figure: Figure, *given: Any, **wishes: Any) -> None:
        saved(figure, *given, **wishes)
        seen.extend(part.get_text() for part in figure.findobj(mpl.text.Text) if part.get_visible())

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Figure, "savefig", savefig)
        picture(reports()[name], found, language, "svg", narrowed)
    return [text for text in seen if text]


@pytest.mark.parametrize("name", KINDS)
def test_the_same_data_give_the_same_bytes(club: Path, name: str) -> None:
    found = rows(club, name)
    form = "png" if name == "lead" else "svg"
    first = picture(reports()[name], found, "en", form)
    with mpl.rc_context({"lines.linewidth": 9, "font.size": 20, "svg.hashsalt": "other"}):
        assert picture(reports()[name], found, "en", form) == first
    assert picture(reports()[name], found[:-1], "en", form) != first


def test_another_process_gives_the_same_bytes(club: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "brusqlog", "stats", str(club), "points"]
    subprocess.run([*command, "--plot", str(tmp_path / "a.svg")], check=True, capture_output=True)
    here_drawn = picture(reports()["points"], rows(club, "points"), "en", "svg")
    assert (tmp_path / "a.svg").read_bytes() == here_drawn


@pytest.mark.parametrize("form", FORMS)
def test_a_picture_is_what_its_name_says_and_tells_no_time(club: Path, form: str) -> None:
    drawn = picture(reports()["lead"], rows(club, "lead"), "fr", form)
    if form == "svg":
        assert ET.fromstring(drawn).tag == "{http://www.w3.org/2000/svg}svg"
        assert not re.search(rb"<dc:date>|matplotlib v", drawn.lower())
    else:
        assert drawn.startswith(b"\x89PNG\r\n")
        assert b"matplotlib" not in drawn.lower()


@pytest.mark.parametrize("name", DRAWN)
def test_a_picture_has_the_words_of_its_report(club: Path, name: str) -> None:
    report, given = reports()[name], rows(club, name)
    language: Language = LANGUAGES[list(DRAWN).index(name) % 2]
    found = texts(name, given, language, "--mode 3 --since 2025")
    title, _, note = report.heading[language].rstrip(")").partition(" (")
    assert title in found
    assert any(text.startswith(f"{note}\n--mode 3 --since 2025") for text in found)
    assert report.labels[language][DRAWN[name].value] in found
    if "mode" not in DRAWN[name].by and "mode" in report.labels["en"]:
        assert {"mode 2v2", "mode 3"} <= set(found)


def test_values_and_intervals_are_those_of_the_report(club: Path) -> None:
    found = [row for row in rows(club, "seats") if row["place"] is not None and row["mode"] == "3"]
    seen: list[Any] = []
    saved = Figure.savefig

    def savefig(figure: Figure, *given: Any, **wishes: Any) -> None:
        saved(figure, *given, **wishes)
        (container,) = figure.axes[0].containers
        seen.append(container)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Figure, "savefig", savefig)
        picture(reports()["seats"], found, "en", "png")
    points, _, (bars,) = seen[0]
    assert list(points.get_ydata()) == [row["won_percent"] for row in found]
    reached = [tuple(segment[:, 1]) for segment in bars.get_segments()]
    assert reached == [
        (pytest.approx(row["won_low"]), pytest.approx(row["won_high"])) for row in found
    ]


@pytest.mark.parametrize("name", ["pace", "points", "seats"])
def test_nothing_is_cut_off(club: Path, name: str) -> None:
    seen: list[Figure] = []
    saved = Figure.savefig

    def savefig(figure: Figure, *given: Any, **wishes: Any) -> None:
        saved(figure, *given, **wishes)
        seen.append(figure)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Figure, "savefig", savefig)
        picture(reports()[name], rows(club, name), "en", "png")
    reached = []
    for axes in seen[0].axes:
        (bars,) = [part for part in axes.collections if isinstance(part, LineCollection)]
        left, right = sorted(axes.get_xlim() if name == "pace" else axes.get_ylim())
        ends = [end[0 if name == "pace" else 1] for part in bars.get_segments() for end in part]
        assert left <= min(ends) <= max(ends) <= right
        reached.append(max(ends))
    assert len({round(most, 3) for most in reached}) == 2


def test_names_are_shown_as_they_are_and_not_too_many(club: Path) -> None:
    row = next(row for row in rows(club, "players") if row["player"] == "Anne")
    names = ["Zoé $\\frac{$", "A\x07\u202e", "名前", "x" * 99, *map(str, range(MOST))]
    found = texts("players", [row | {"player": name} for name in names], "en")
    shown = [text for text in found if " · " in text]
    assert len(shown) == MOST
    assert [text.split(" · ")[0] for text in shown[:4]] == [
        "Zoé $\\frac{$", "A\\x07\\u202e", "名前", "x" * 23 + "…",
    ]  # fmt: skip
    assert any(f"the first {MOST} of {len(names)}" in text for text in found)


def test_a_report_without_rows_has_a_picture_without_dots() -> None:
    assert "nothing to draw" in texts("points", [], "en")
    assert "rien à dessiner" in texts("players", [], "fr")


def test_stats_writes_a_picture_and_prints_the_report(club: Path, tmp_path: Path) -> None:
    plain = here("stats", club, "lead", "--lang", "fr")
    file = tmp_path / "lead.SVG"
    done = here("stats", club, "lead", "--lang", "fr", "--plot", file)
    assert (done.returncode, done.stdout, done.stderr) == (0, plain.stdout, "")
    assert file.read_bytes() == picture(reports()["lead"], rows(club, "lead"), "fr", "svg")
    done = here("stats", club, "lead", "--plot", file)
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr == f"brusqlog: {file}: it exists already; --force replaces it\n"
    assert here("stats", club, "lead", "--plot", file, "--force").returncode == 0
    narrowed = here("stats", club, "lead", "--mode", "3", "--unique", "--plot", file, "--force")
    assert narrowed.returncode == 0
    found = [row for row in rows(club, "lead") if row["mode"] == "3"]
    asked = "--mode 3 --unique"
    assert file.read_bytes() == picture(reports()["lead"], found, "en", "svg", asked)
    done = here("stats", club, "lead", "--plot", tmp_path / "none" / "a.png")
    assert done.returncode == 3


def test_what_cannot_be_drawn_is_said(
    club: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = ", ".join(DRAWN)
    for arguments, told in {
        ("heads", "--plot", "a.svg"):
            f"--plot: there is no picture of the report heads, only of: {known}.",
        ("lead", "--plot", "a.pdf"): "--plot: 'a.pdf' ends neither in .svg nor in .png.",
        ("--plot", "a.svg"): "REPORT: this is missing: --plot narrows a report, one of "
                             f"{', '.join(reports())}.",
    }.items():  # fmt: skip
        done = here("stats", club, *arguments)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.endswith(f"Error: {told}\n")

    def prepare() -> None:
        raise ModuleNotFoundError

    monkeypatch.setattr(plots, "prepare", prepare)
    done = here("stats", club, "lead", "--plot", tmp_path / "a.svg", "--lang", "fr")
    assert done.returncode == 2
    assert done.stderr.endswith('--plot : il y faut matplotlib : `pip install "brusqlog[plot]"`.\n')
    assert not (tmp_path / "a.svg").exists()


def test_only_who_draws_needs_matplotlib(club: Path) -> None:
    code = (
        "import sys; sys.modules['matplotlib'] = None; from brusqlog.cli.app import run;"
        f"run(['stats', {str(club)!r}, 'lead'])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
