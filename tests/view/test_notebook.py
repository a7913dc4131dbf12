"""A notebook's cells: a game is stepped through in them, a state is still; neither does anything to
the notebook."""

import json
from html import unescape
from html.parser import HTMLParser

import pytest
from playwright.sync_api import Page

import brusqlog
from brusqlog.spelling import Style
from tests.cli.running import WORKED as WORKED_LOG
from tests.cli.running import here
from tests.view.conftest import Open
from tests.view.making import FIXTURES, MODES, SLIP, WORKED, game_of, page_of

HOSTILE = [
    '<svg onload="alert(1)">\'',
    "</script>&#39;</iframe><script>alert(2)</script>",
    "{{0}}\u2028\u202e",
]
WHERE = "(document.querySelector('main').dataset)"

SEEN = """() => [...document.querySelectorAll("[role=group]")].map((table) => {
  const cards = (area) => [...table.querySelectorAll(`[style*='grid-area:${area};'] title`)];
  return Object.fromEntries([..."abdefcs"].map((area) => [area, cards(area)
    .map((title) => title.textContent)]));
})"""
"""The cards in every place of each table."""


def notebook(*cells: object, dark: bool = False) -> str:
    """A page around outputs, as JupyterLab has it."""
    shown = "".join(f"<div>{cell._repr_html_()}</div>" for cell in cells)  # type: ignore[attr-defined]
    light = "false" if dark else "true"
    return f'<!doctype html><meta charset="utf-8"><body data-jp-theme-light="{light}">{shown}'


def with_hostile_names() -> brusqlog.Game:
    header, *rest = WORKED.decode().splitlines()
    changed = json.loads(header) | {"players": HOSTILE, "id": f"{HOSTILE[1]}' onload='alert(3)"}
    note = {"event": "note", "text": "'><img src=x onerror=alert(4)>&amp;"}
    return brusqlog.loads("\n".join([json.dumps(changed), json.dumps(note), *rest, ""]))


def test_one_steps_in_several_cells_of_one_notebook(opened: Open) -> None:
    page = opened(notebook(brusqlog.loads(WORKED), brusqlog.loads(SLIP)))
    before = page.evaluate("[history.length, location.href]")
    first, second = page.frames[1:]
    first.locator("[data-do=next]").click()
    for key in ("ArrowRight", "Shift+ArrowRight", "ArrowLeft", "b"):
        first.locator("main").press(key)
    second.locator("[data-do=finding-next]").click()
    game = brusqlog.loads(WORKED)
    paid = [at for at, event in enumerate(game.events)
            if getattr(event, "reason", None) == "brusquembille"]  # fmt: skip
    assert first.evaluate(f"{WHERE}.seq") == str(paid[0])
    assert "card-already-played" in second.inner_text("#found")
    first.locator("tr.trick th a").nth(4).click()
    assert first.evaluate(f"{WHERE}.seq") != str(paid[0])
    assert len(game.after(int(first.evaluate(f"{WHERE}.seq"))).table) == 3
    first.locator("#slider").fill("17")
    assert first.evaluate(f"{WHERE}.seq") == "17"
    first.locator(".skip").focus()
    first.locator(".skip").press("Enter")
    assert first.evaluate("document.activeElement.id") == "main"
    assert first.evaluate(f"{WHERE}.seq") == "17"
    assert page.evaluate("[history.length, location.href]") == before


def test_a_card_in_a_cell_leads_to_where_it_was(opened: Open) -> None:
    page = opened(notebook(brusqlog.loads(WORKED)))
    frame = page.frames[1]
    frame.locator("main").press("End")
    for _ in range(3):
        frame.locator("main").press("ArrowLeft")
    frame.locator("#table button[data-card]").first.click()
    seq = frame.locator("#cards-history li").first.get_attribute("value")
    frame.locator("#cards-history a").first.click()
    assert frame.evaluate(f"{WHERE}.seq") == seq


@pytest.mark.parametrize("dark", [False, True])
def test_a_cell_is_dark_where_the_notebook_is(dark: bool, opened: Open) -> None:
    text = notebook(brusqlog.loads(WORKED), dark=dark)
    page = opened(text, color_scheme="null")
    ground = page.frames[1].evaluate("getComputedStyle(document.body).backgroundColor")
    assert ground == ("rgb(23, 20, 15)" if dark else "rgb(245, 240, 230)")


def test_hostile_texts_do_nothing_and_a_cell_reaches_nothing_around_it(opened: Open) -> None:
    game = with_hostile_names()
    page = opened(notebook(game, game.after(34)))
    frame = page.frames[1]
    frame.locator("main").press("ArrowRight")
    assert frame.inner_text("#said") == "Note: '><img src=x onerror=alert(4)>&amp;"
    escaped = [*HOSTILE[:2], "{{0}}\\u2028\\u202e"]
    assert frame.locator(".player h2 bdi").all_text_contents() == escaped
    assert page.locator("[onload], img, script").count() == 0
    assert page.locator("[role=group] b bdi").all_text_contents()[-1:] == escaped[:1]
    assert page.locator("iframe").get_attribute("sandbox") == "allow-scripts"
    assert frame.evaluate("self.origin") == "null"
    blocked = "() => { try { return parent.document.title; } catch { return 'no'; } }"
    assert frame.evaluate(blocked) == "no"


def test_a_cell_is_no_larger_than_the_page() -> None:
    for mode in ("five", "round"):
        cell = brusqlog.loads(game_of(mode))._repr_html_()
        assert len(cell.encode()) < len(page_of(game_of(mode)).encode())


def test_a_game_that_cannot_be_read_is_a_cell_that_says_so() -> None:
    sample = FIXTURES / "broken" / "format-major" / "sample.brusq.jsonl"
    cell = brusqlog.loads(sample.read_bytes())._repr_html_()
    assert "format-major" in unescape(cell)


def test_cells_speak_the_language_of_the_transcript_or_of_the_environment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = brusqlog.loads(WORKED)
    transcript = brusqlog.loads(here("convert", WORKED_LOG, "--lang", "fr").stdout)
    assert '<html lang="fr">' in transcript._repr_html_()
    assert '<html lang="en">' in game._repr_html_()
    assert " Stock</div>" in game.after(33)._repr_html_()
    monkeypatch.setenv("BRUSQLOG_LANG", "fr")
    assert '<html lang="fr">' in game._repr_html_()
    assert " Talon</div>" in game.after(33)._repr_html_()


@pytest.mark.parametrize("mode", MODES)
def test_a_state_shows_its_table(mode: str, opened: Open) -> None:
    game = brusqlog.loads(game_of(mode))
    states = [game.after(seq) for seq in (20, 35, len(game) // 2, len(game) - 1)]
    page = opened(notebook(*states))
    for shown, state in zip(page.evaluate(SEEN), states, strict=True):
        for area, holding in zip("abdef", state.holdings, strict=False):
            assert shown[area] == list(map(named, holding))
        assert shown["c"] == [named(laid.card) for laid in state.table]
        lies = [state.turnup] if state.turnup and state.stock else []
        assert shown["s"] == [*map(named, lies), *["Stock"] * (state.stock > len(lies))]
    assert seats_lie_counter_clockwise(page, len(states[0].players), partners=mode == "pairs")


def named(card: str) -> str:
    if card == "??":
        return "not seen"
    ranks = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "ten", "9": "nine",
             "8": "eight", "7": "seven"}  # fmt: skip
    return f"{ranks[card[0]]} of {Style().suit(card[1])}"


def seats_lie_counter_clockwise(page: Page, n: int, *, partners: bool) -> bool:
    """Whether each player sits to the right of the one before him; partners side by side."""
    names = [page.locator(f"[style*='grid-area:{area};'] b bdi").first for area in "abdef"[:n]]
    boxes = [name.bounding_box() for name in names]
    middles = [(box["x"] + box["width"] / 2, box["y"]) for box in boxes if box]
    cx, cy = (sum(values) / n for values in zip(*middles, strict=True))
    turns = 0.0
    for (x, y), (nx, ny) in zip(middles, middles[1:] + middles[:1], strict=True):
        turns += (x - cx) * (ny - cy) - (y - cy) * (nx - cx)
    beside = not partners or (middles[0][1] == middles[1][1] and middles[2][1] == middles[3][1])
    return beside and (n == 2 or turns < 0)


def test_a_state_has_no_script_and_needs_nothing_from_elsewhere() -> None:
    found: list[tuple[str, list[str]]] = []

    class Tags(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            found.append((tag, [name for name, _ in attrs]))

    Tags().feed(with_hostile_names().after(34)._repr_html_())
    tags = {"div", "b", "bdi", "small", "span", "br", "i"}
    drawn = {"svg", "title", "rect", "path", "g", "text"}
    assert {tag for tag, _ in found} <= tags | drawn
    names = {name for _, attributes in found for name in attributes}
    assert not names & {"href", "src", "id", "class"}
    assert not [name for name in names if name.startswith("on")]


def test_a_state_of_one_players_view_does_not_tell_more() -> None:
    state = brusqlog.loads(WORKED).after(33)
    shown = state.view(0)._repr_html_()
    assert shown.count("<title>not seen</title>") == 4
    assert shown != state._repr_html_()


def test_what_stands_in_a_list_is_short() -> None:
    game = brusqlog.loads(WORKED)
    assert repr(game) == "<Game 'worked': finished, 88 events>"
    assert repr(game.after(33)) == "<State after 33: hand 1, trick 3>"
