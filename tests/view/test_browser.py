"""The page in a browser: it shows the fold's states, and nothing that a record holds can act."""

import json
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

import brusqlog
from brusqlog.game import events as ev
from tests.cli.running import here
from tests.view.conftest import Open
from tests.view.making import (
    MODES,
    SAMPLES,
    SLIP,
    WORKED,
    cards,
    game_of,
    page_of,
    show,
    unfolded,
)

DESKTOP = {"viewport": {"width": 1280, "height": 860}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}

STEP = """([key, times]) => {
  const places = () => {
    const main = document.querySelector("main");
    const cards = [...document.querySelectorAll("#table [data-card]")];
    const at = (place) => cards.filter((card) => card.dataset.place === place)
      .map((card) => card.dataset.card);
    const numbers = (name) => [...document.querySelectorAll(`[data-${name}]`)]
      .map((each) => Number(each.dataset[name]));
    const seats = [...document.querySelectorAll(".player")].map((each) => each.dataset.seat);
    return {
      ...main.dataset,
      holdings: seats.map((seat) => at(`holding:${seat}`)),
      piles: seats.map((seat) => at(`pile:${seat}`)),
      table: cards.filter((card) => card.dataset.place === "table")
        .map((card) => card.dataset.seat + card.dataset.card),
      turnup: at("turnup"),
      stock: at("stock").length,
      points: numbers("points"),
      purses: numbers("purse"),
      pot: numbers("pot"),
      said: document.getElementById("said").textContent,
    };
  };
  const found = [places()];
  for (let n = 0; n < times; n += 1) {
    document.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    found.push(places());
  }
  return found;
}"""
"""What lies where, and again after each press of a key."""


def steps(page: Page, key: str, times: int) -> list[dict[str, Any]]:
    found = page.evaluate(STEP.replace("document.dispatchEvent", "document.body.dispatchEvent"),
                          [key, times])  # fmt: skip
    assert isinstance(found, list)
    return found


def where(page: Page) -> tuple[str, str, str]:
    """Game, hand and event, as the page says."""
    main = page.locator("main")
    game, hand, seq = (main.get_attribute(f"data-{name}") for name in ("game", "hand", "seq"))
    return game or "", hand or "", seq or ""


@pytest.mark.parametrize("mode", MODES)
def test_stepping_on_and_back_shows_the_states_of_the_fold(mode: str, opened: Open) -> None:
    game = brusqlog.loads(game_of(mode))
    frames = unfolded(show(game_of(mode)).data["frames"])
    page = opened(page_of(game_of(mode)))
    last = len(game) - 1
    on = steps(page, "ArrowRight", last)
    assert steps(page, "ArrowLeft", last) == on[::-1]
    for seq, shown in enumerate(on):
        state = game.after(seq)
        assert (shown["seq"], shown["hand"]) == (str(seq), str(state.hand or 0))
        lots = [[event.card] for event in game.events[: seq + 1] if isinstance(event, ev.Lot)]
        if state.hand is not None or not lots:
            assert shown["holdings"] == [list(holding) for holding in state.holdings]
        assert shown["table"] == [f"{laid.seat}{laid.card}" for laid in state.table]
        lies = bool(state.turnup and state.stock)
        assert shown["turnup"] == ([state.turnup] if lies else [])
        assert shown["stock"] == state.stock - lies
        assert shown["points"] == list(state.points)
        assert shown["purses"] == list(state.purses or ())
        assert shown["pot"] == ([] if state.pot is None else [state.pot])
        assert shown["piles"] == [cards(row) for row in frames[seq]["pile"].values()]


def test_a_game_of_twenty_hands_steps_through(opened: Open) -> None:
    (game,) = brusqlog.simulate(players=5, hands=20, seed=8)
    page = opened(page_of(brusqlog.dumps(game).encode()))
    page.keyboard.press("End")
    assert where(page) == ("1", "20", str(len(game) - 1))
    assert [shown["hand"] for shown in steps(page, "PageUp", 19)][1:] == [
        str(hand) for hand in range(20, 1, -1)
    ]


def test_keys_buttons_and_slider_lead_to_the_same_places(opened: Open) -> None:
    page = opened(page_of(game_of("round")), **DESKTOP)
    found = {}
    ways = {"Shift+ArrowRight": "trick-next", "PageDown": "hand-next", "b": "payment-next",
            "End": "last", "Shift+ArrowLeft": "trick-back", "PageUp": "hand-back",
            "Home": "first"}  # fmt: skip
    for key in ways:
        page.keyboard.press(key)
        found[key] = where(page)
    assert len(set(found.values())) == len(ways)
    for key, button in ways.items():
        page.click(f"[data-do={button}]")
        assert where(page) == found[key]
    page.locator("#slider").fill("17")
    assert where(page)[2] == "17"
    page.focus("#slider")
    page.keyboard.press("ArrowRight")
    assert where(page)[2] == "18"


def test_findings_are_told_where_they_lie(opened: Open) -> None:
    page = opened(page_of(SLIP), **DESKTOP)
    (error,) = [one for one in brusqlog.loads(SLIP).findings if one.severity == "error"]
    page.keyboard.press("]")
    assert where(page)[2] == str(error.seq)
    assert "card-already-played" in page.inner_text("#found")
    assert "000 §1" in page.inner_text("#found")
    page.keyboard.press("ArrowRight")
    assert page.inner_text("#found") == ""
    page.keyboard.press("[")
    assert where(page)[2] == str(error.seq)


def test_an_address_leads_to_a_moment_and_back_returns(opened: Open) -> None:
    page = opened(page_of(WORKED, SLIP), "#2/1/30/1", **DESKTOP)
    assert where(page) == ("2", "1", "30")
    assert page.get_attribute(".player[data-seat='1']", "data-at") == "0"
    page.keyboard.press("ArrowRight")
    page.locator("#sheet-2 tr.trick th a").first.click()
    first = where(page)
    assert first[2] != "31"
    page.go_back()
    page.wait_for_function("() => document.querySelector('main').dataset.seq === '31'")
    assert page.evaluate("location.hash") == "#2/1/31/1"
    page.keyboard.press("End")
    assert where(page) != ("2", "1", "31")
    page.go_back()
    page.wait_for_function("() => document.querySelector('main').dataset.seq === '31'")
    page.keyboard.press("f")
    page.wait_for_function("() => location.hash === '#2/1/31/0'")
    page.select_option("#choose-game", "1")
    assert where(page)[0] == "1"
    page.go_back()
    page.wait_for_function("() => document.querySelector('main').dataset.game === '2'")


def test_the_way_to_the_table_leads_to_no_other_moment(opened: Open) -> None:
    page = opened(page_of(WORKED, SLIP), "#2/1/30/1", **DESKTOP)
    before = page.evaluate("history.length")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"
    assert where(page) == ("2", "1", "30")
    assert page.evaluate("[location.hash, history.length]") == ["#2/1/30/1", before]


def test_an_address_that_names_no_moment_leads_nowhere(opened: Open) -> None:
    page = opened(page_of(WORKED, SLIP), "#2/1/30/1", **DESKTOP)
    for address in ("#main", "#", "#9/1/3/0"):
        page.evaluate(
            """(address) => new Promise((done) => {
          addEventListener("hashchange", done, {once: true});
          location.hash = address;
        })""",
            address,
        )
        assert where(page) == ("2", "1", "30")
        assert page.evaluate("location.hash") == "#2/1/30/1"


def test_a_card_tells_where_it_was(opened: Open) -> None:
    page = opened(page_of(WORKED), "#1/1/40/0", **DESKTOP)
    page.click("[data-card=AH]")
    told = page.inner_text("#cards")
    assert "Basile draws A♥" in told.replace("\ufe0e", "")
    assert "Basile plays A♥" in told.replace("\ufe0e", "")
    page.locator("#cards-history a").last.click()
    assert not page.locator("#cards").is_visible()
    assert where(page)[2] != "40"


def reading(page: Page) -> tuple[str, str, str]:
    """The chart that has the focus: what it is of, where its cursor is, and what is told there."""
    told = page.evaluate("""() => {
      const chart = document.activeElement;
      const values = document.getElementById(chart.getAttribute("aria-describedby"));
      const spoken = [...values.childNodes].filter((node) => node.ariaHidden !== "true");
      return [chart.ariaLabel, chart.ariaValueText, values.ariaLive === "polite"
        ? spoken.map((node) => node.textContent).join("") : ""];
    }""")
    title, place, values = told
    return title, place, values


def test_the_keyboard_goes_along_a_chart_and_leads_to_where_it_is(opened: Open) -> None:
    game = brusqlog.loads(game_of("round"))
    page = opened(page_of(game_of("round")), "#1/2/140/0", **DESKTOP)
    trick = game.after(140).trick
    assert trick is not None and trick > 3
    before = where(page)
    page.locator(".chart").first.focus()
    at = trick
    for key, step in (("ArrowLeft", -1), ("ArrowDown", -1), ("ArrowRight", 1), ("ArrowLeft", -1)):
        page.keyboard.press(key)
        at += step
        points = game.after(last_of(game, 2, at)).points
        told = ", ".join(f"{player} {sum_}" for player, sum_ in
                         zip(game.after(0).players, points, strict=True))  # fmt: skip
        assert reading(page) == ("Card points in hand 2", f"trick {at}", told)
    assert where(page) == before
    page.keyboard.press("Enter")
    assert where(page) == ("1", "2", str(last_of(game, 2, at)))
    assert reading(page)[:2] == ("Card points in hand 2", f"trick {at}")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowLeft")
    assert reading(page)[1] == "trick 0"
    page.keyboard.press("End")
    assert reading(page)[1] == f"trick {len(game.result().hands[1].tricks)}"
    page.go_back()
    page.wait_for_function("() => document.querySelector('main').dataset.seq === '140'")


def last_of(game: brusqlog.Game, hand: int, trick: int) -> int:
    """The last event of a trick."""
    states = map(game.after, range(len(game)))
    return max(state.seq for state in states if (state.hand, state.trick) == (hand, trick))


def test_a_chart_of_hands_leads_to_their_ends_and_other_keys_go_on_as_ever(opened: Open) -> None:
    page = opened(page_of(game_of("round")), "#1/2/140/0", **DESKTOP)
    page.locator(".chart").last.focus()
    page.keyboard.press("Home")
    assert reading(page)[:2] == ("Counters, hand by hand", "hand 1")
    page.keyboard.press("Enter")
    assert where(page)[1] == "1"
    page.keyboard.press("PageDown")
    assert where(page)[1] == "2"
    assert reading(page)[:2] == ("Counters, hand by hand", "hand 2")
    page.keyboard.press("Shift+ArrowRight")
    seq = int(where(page)[2])
    assert brusqlog.loads(game_of("round")).after(seq).taker is not None
    page.locator(".chart").last.blur()
    page.keyboard.press("ArrowRight")
    assert where(page)[2] == str(seq + 1)


def test_a_chart_speaks_only_to_whom_steers_it(opened: Open) -> None:
    page = opened(page_of(game_of("round")), "#1/2/140/0", **DESKTOP)
    assert page.locator(".values[aria-live=polite]").count() == 0
    first = page.locator(".values").first
    told = first.text_content()
    page.locator(".chart").first.focus()
    page.keyboard.press("Home")
    assert page.locator(".values[aria-live=polite]").count() == 1
    assert first.text_content() != told
    page.keyboard.press("Tab")
    assert first.text_content() == told
    assert first.get_attribute("aria-live") == "off"


def test_a_click_in_a_chart_leads_there_and_arrows_step_on(opened: Open) -> None:
    page = opened(page_of(game_of("round")), "#1/2/140/0", **DESKTOP)
    box = page.locator(".chart").first.bounding_box()
    assert box
    page.locator(".chart").first.click(position={"x": box["width"] * 0.1, "y": 40})
    assert page.locator(".values").first.text_content() == "trick 0 · Anne 0, Basile 0, Cécile 0"
    seq = where(page)[2]
    assert seq != "140"
    page.keyboard.press("ArrowRight")
    assert where(page)[2] == str(int(seq) + 1)


def test_charts_tell_no_more_than_was_reached(opened: Open) -> None:
    page = opened(page_of(game_of("round"), spoilers=False), "#1/1/60/0", **DESKTOP)
    page.locator(".chart").first.focus()
    page.keyboard.press("End")
    assert reading(page)[1] == "trick 7"


def test_a_swipe_goes_on_or_back(opened: Open) -> None:
    page = opened(page_of(WORKED), "#1/1/40/0", **PHONE)
    swipe = """([from, to]) => {
      const table = document.getElementById("table");
      const touch = (x) => new Touch({identifier: 1, target: table, clientX: x, clientY: 200});
      table.dispatchEvent(new TouchEvent("touchstart", {touches: [touch(from)]}));
      table.dispatchEvent(new TouchEvent("touchend", {changedTouches: [touch(to)]}));
    }"""
    found = []
    for way in ([300, 100], [100, 300], [100, 300], [100, 110]):
        page.evaluate(swipe, way)
        found.append(where(page)[2])
    assert found == ["41", "40", "39", "39"]


def test_on_paper_there_is_the_score_sheet_only(opened: Open) -> None:
    page = opened(page_of(WORKED, SLIP), "#1/1/40/0", color_scheme="dark", **DESKTOP)
    page.emulate_media(media="print")
    assert page.locator("#sheet-1").is_visible()
    for other in ("#table", ".controls", "#charts", "#sheet-2", ".top"):
        assert not page.locator(other).is_visible()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"


def test_it_plays_by_itself_and_stops_when_asked(opened: Open) -> None:
    page = opened(page_of(WORKED), **DESKTOP)
    page.keyboard.press("Space")
    page.wait_for_function("() => Number(document.querySelector('main').dataset.seq) > 0")
    assert page.get_attribute("[data-do=play]", "aria-label") == "Pause"
    page.keyboard.press("Space")
    assert page.get_attribute("[data-do=play]", "aria-label") == "Play"


def test_movements_leave_the_table_as_it_is(opened: Open) -> None:
    page = opened(page_of(WORKED), "#1/1/20/0", reduced_motion="no-preference", **DESKTOP)
    assert page.evaluate("document.getAnimations().length") == 0
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.getAnimations().length") > 0
    page.wait_for_function("() => document.getAnimations().length === 0")
    assert page.locator(".coins").count() == 0


def test_only_the_card_that_is_drawn_comes_from_the_stock(opened: Open) -> None:
    game = brusqlog.loads(game_of("hidden"))
    draw = next(seq for seq, event in enumerate(game.events) if isinstance(event, ev.Draw))
    page = opened(
        page_of(game_of("hidden")), f"#1/1/{draw - 1}/0", reduced_motion="no-preference", **DESKTOP
    )
    page.keyboard.press("ArrowRight")
    moving = "document.getAnimations().map((each) => each.effect.target.dataset.place)"
    assert page.evaluate(moving) == [f"holding:{game.events[draw].seat}"]  # type: ignore[union-attr]


def test_what_is_to_come_is_hidden_until_it_is_reached(opened: Open) -> None:
    page = opened(page_of(game_of("round"), spoilers=False), "#1/1/60/0", **DESKTOP)
    assert page.get_attribute("#slider", "max") == "60"
    told = page.inner_text("body")
    assert "Hand 1" in told and "Hand 2" not in told
    assert "finished" not in told and "ranking" not in told
    assert page.inner_text("#where") == "Event 60 · hand 1 · trick 7"
    assert page.locator("#choose-hand option").count() == 2
    page.keyboard.press("End")
    told = page.inner_text("body")
    assert "Hand 3" in told and "finished" in told and "ranking" in told


def test_hostile_texts_do_nothing(opened: Open) -> None:
    names = ['<svg onload="alert(1)">', "</script><script>alert(2)</script>"]
    names.append("{{0}}${title}\u2028\u202e")
    header, *rest = WORKED.decode().splitlines()
    event = json.loads(header) | {"players": names, "id": "<img src=x onerror=alert(3)>",
                                  "place": "javascript:alert(4)"}  # fmt: skip
    note = {"event": "note", "text": "<!--<script>alert(5)</script>\u2029&amp;"}
    lines = [json.dumps(line, ensure_ascii=False) for line in (event, note)]
    page = opened(page_of("".join(f"{line}\n" for line in (*lines, *rest)).encode()), **DESKTOP)
    page.keyboard.press("ArrowRight")
    assert page.inner_text("#said") == "Note: <!--<script>alert(5)</script>\\u2029&amp;"
    shown = page.locator(".player h2 bdi").all_text_contents()
    assert shown == [*names[:2], "{{0}}${title}\\u2028\\u202e"]
    assert page.locator("svg[onload], img, .player script").count() == 0
    page.keyboard.press("End")
    assert where(page)[2] == str(len(rest) + 1)


def test_a_game_without_a_table_shows_what_was_found(opened: Open) -> None:
    unknown = WORKED.replace(b"salon-2021", b"salon-2121")
    headless = WORKED.replace(b"brusqlog/1.0", b"brusqlog/9.0")
    page = opened(page_of(unknown, headless), **DESKTOP)
    assert "not known" in page.inner_text("#plainly")
    assert not page.locator("#table").is_visible()
    page.keyboard.press("ArrowRight")
    assert where(page)[2] == "1"
    page.select_option("#choose-game", "2")
    assert "cannot be read" in page.inner_text("#plainly")
    assert "format-major" in page.inner_text("#sheet-2")


def test_the_page_speaks_french(opened: Open) -> None:
    page = opened(page_of(WORKED, language="fr"), "#1/1/33/0", **DESKTOP)
    assert page.get_attribute("html", "lang") == "fr"
    assert page.locator("button[data-card^=Q] text").first.text_content() == "D"
    label = page.locator("button[data-card^=Q]").first.get_attribute("aria-label") or ""
    assert label.startswith("dame de ")
    page.keyboard.press("?")
    assert "prochain" not in page.inner_text("#keys")
    assert "tourner la table" in page.inner_text("#keys")


def test_settings_are_kept_and_change_the_cards(opened: Open) -> None:
    page = opened(page_of(WORKED), "#1/1/33/0", **DESKTOP)
    page.click("[data-do=settings]")
    page.check("[name=indices][value=fr]")
    page.check("[name=suits][value=four]")
    page.check("[name=theme][value=dark]")
    page.reload()
    assert page.locator("button[data-card^=Q] text").first.text_content() == "D"
    assert page.get_attribute("html", "data-suits") == "four"
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(23, 20, 15)"


@pytest.mark.parametrize(
    ("colours", "size", "looks"),
    [("light", DESKTOP, 3), ("dark", PHONE, 3)],
    ids=["light-desktop", "dark-phone"],
)
def test_axe_finds_nothing(colours: str, size: dict[str, Any], looks: int, opened: Open) -> None:
    axe = resources.files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")
    page = opened(
        page_of(game_of("five"), SLIP), "#1/1/52/0", color_scheme=colours, bypass_csp=True, **size
    )
    page.evaluate(axe)
    page.locator(".chart").first.focus()
    for address, key in (("#1/1/52/0", "b"), ("#2/1/48/0", "]"), ("#2/1/48/0", "?"))[:looks]:
        page.evaluate("(address) => { location.hash = address; }", address)
        page.wait_for_function("(address) => location.hash === address", arg=address)
        page.keyboard.press(key)
        found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        told = [(one["id"], one["nodes"][0]["html"], one["nodes"][0]["failureSummary"])
                for one in found["violations"]]  # fmt: skip
        assert told == []


@pytest.mark.parametrize("width", [360, 390, 768, 1100, 1600])
def test_nothing_reaches_beyond_its_seat(width: int, opened: Open) -> None:
    page = opened(page_of(game_of("five")), "#1/1/52/0", viewport={"width": width, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") == width
    beyond = page.evaluate("""() => [...document.querySelectorAll(".player, .deck, .pot, .buttons")]
      .filter((box) => box.scrollWidth > box.clientWidth + 1).map((box) => box.className)""")
    assert beyond == []


def test_a_site_is_searched_and_leads_to_its_pages(browser: Browser, tmp_path: Path) -> None:
    assert here("view", SAMPLES, "-o", tmp_path / "site").returncode == 1
    page = browser.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.goto((tmp_path / "site" / "index.html").as_uri())
    page.fill("#search", "margot")
    assert page.inner_text("#shown") == "1 of 4 games"
    page.fill("#search", "")
    page.select_option("[data-filter=mode]", label="2 against 2")
    assert page.locator("#games tr:visible th").all_inner_texts() == ["pairs"]
    page.select_option("[data-filter=mode]", "")
    page.locator("#players button", has_text="Nicolas").first.click()
    assert page.inner_text("#shown") == "1 of 4 games"
    page.click("#games tr:visible a")
    assert where(page) == ("1", "0", "0")
    page.click("a.up")
    assert page.inner_text("h1") == "Games of Brusquembille"
    assert wrong == []
    page.close()
