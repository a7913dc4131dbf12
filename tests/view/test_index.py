"""The list of games in a browser: its tables are sorted by their columns."""

from importlib import resources

import pytest
from playwright.sync_api import Page

from brusqlog.languages import Language
from brusqlog.view.site import Row, Tally, index
from tests.view.conftest import Open

GAMES = {
    "game 10": ("2021-05-01", ["Émile", "zoé"], 10, "finished"),
    "game 9": ("2021", ["Anne", "Œdipe"], 9, "faulty"),
    "été": ("2021-04-30", ["Zoé", "anne"], 100, "finished"),
    "Éclat": ("", ["Fanny", "Paul"], 9, "finished"),
}
"""Id, date, players, hands and status."""

SPENT = {"Émile": -12, "Zoé": -3, "Anne": 20, "Fanny": 100}
"""What the side payments of some came to."""


def listed(language: Language = "en", *, spoilers: bool = True) -> str:
    rows = [
        Row(
            title=title,
            page=f"{at}.html",
            players=players,
            rules="salon-2021",
            mode="2",
            date=date,
            hands=hands,
            status=status,
            tallies=[Tally(name, net=SPENT.get(name, 0)) for name in players],
        )
        for at, (title, (date, players, hands, status)) in enumerate(GAMES.items(), 1)
    ]
    lost = Row(title="lost", told="its log is gone")
    return index([lost, *rows], language, spoilers=spoilers)


def press(page: Page, table: str, label: str) -> str | None:
    """Press the head of a column with the keyboard: how the rows are sorted now, by it alone."""
    page.get_by_role("region", name=table).get_by_role("button", name=label).press("Enter")
    sorted_by = page.get_by_role("region", name=table).locator("[aria-sort]")
    assert sorted_by.all_inner_texts() == [label]
    return sorted_by.get_attribute("aria-sort")


def column(page: Page, table: str, label: str) -> list[str]:
    """What stands in a column, from above."""
    found = (
        page.get_by_role("region", name=table)
        .locator("table")
        .evaluate(
            """(table, label) => {
          const labels = [...table.tHead.rows[0].cells].map((head) => head.textContent);
          return [...table.tBodies[0].rows].filter((row) => !row.hidden)
            .map((row) => row.cells[labels.indexOf(label)].textContent);
        }""",
            label,
        )
    )
    assert isinstance(found, list)
    return found


@pytest.mark.parametrize(
    ("label", "least"),
    [
        ("Date", ["2021", "2021-04-30", "2021-05-01", "", ""]),
        ("Hands", ["9", "9", "10", "100", ""]),
        ("Game", ["Éclat", "été", "game 9", "game 10", "lost"]),
        ("Status", ["faulty", "finished", "finished", "finished", ""]),
    ],
)
def test_the_head_of_a_column_sorts_what_is_unknown_last(
    label: str, least: list[str], opened: Open
) -> None:
    page = opened(listed())
    assert page.locator("[aria-sort]").count() == 0
    known = [value for value in least if value]
    greatest = [*known[::-1], *[""] * (len(least) - len(known))]
    for way, wanted in (("ascending", least), ("descending", greatest), ("ascending", least)):
        assert (press(page, "Games", label), column(page, "Games", label)) == (way, wanted)


def test_rows_that_are_alike_stay_as_they_were(opened: Open) -> None:
    page = opened(listed())
    for label in ("Game", "Hands"):
        press(page, "Games", label)
    assert column(page, "Games", "Game") == ["Éclat", "game 9", "game 10", "été", "lost"]
    press(page, "Games", "Hands")
    assert column(page, "Games", "Game") == ["été", "game 10", "Éclat", "game 9", "lost"]


def test_players_are_sorted_by_what_they_have(opened: Open) -> None:
    page = opened(listed("fr"))
    press(page, "Joueurs", "Joueur")
    assert column(page, "Joueurs", "Joueur") == [
        "anne", "Anne", "Émile", "Fanny", "Œdipe", "Paul", "zoé", "Zoé",
    ]  # fmt: skip
    press(page, "Joueurs", "Paiements, solde")
    sums = ["−12", "−3", "0", "0", "0", "0", "20", "100"]
    assert column(page, "Joueurs", "Paiements, solde") == sums


def test_what_is_narrowed_stays_so_when_it_is_sorted(opened: Open) -> None:
    page = opened(listed())
    page.select_option("[data-filter=status]", label="finished")
    press(page, "Games", "Game")
    assert column(page, "Games", "Game") == ["Éclat", "été", "game 10"]
    page.fill("#search", "anne")
    assert column(page, "Games", "Game") == ["été"]
    page.fill("#search", "")
    page.select_option("[data-filter=status]", "")
    assert column(page, "Games", "Game") == ["Éclat", "été", "game 9", "game 10", "lost"]


def test_without_scripts_the_heads_are_no_buttons() -> None:
    assert "<button" not in listed().partition("<tbody")[0]
    assert "Hands" not in listed(spoilers=False)


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_axe_finds_nothing_in_the_list(colours: str, opened: Open) -> None:
    axe = resources.files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")
    page = opened(listed(), color_scheme=colours, bypass_csp=True)
    page.evaluate(axe)
    press(page, "Games", "Date")
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    assert [(one["id"], one["nodes"][0]["html"]) for one in found["violations"]] == []
