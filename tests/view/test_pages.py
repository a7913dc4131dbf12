"""What stands in the file: no text that could act, no more than is needed."""

import json
import re
from html import unescape

import pytest

from brusqlog.languages import LANGUAGES
from brusqlog.view import vocabulary
from brusqlog.view.html import Html, data, element, text
from brusqlog.view.page import SCRIPTS, part, printed
from tests.view.making import FIXTURES, SLIP, WORKED, game_of, page_of, show

HOSTILE = '<svg onload="alert(1)">'


def test_texts_are_escaped_wherever_they_are_put() -> None:
    assert element("p", HOSTILE, title=HOSTILE) == (
        '<p title="&lt;svg onload=&quot;alert(1)&quot;&gt;">'
        "&lt;svg onload=&quot;alert(1)&quot;&gt;</p>"
    )
    assert text(Html("<b>")) == "<b>"
    assert text("R♥") == "R<i>♥\ufe0e</i>"


def test_json_cannot_end_its_element() -> None:
    told = data("x", ["</script><!--", "\u2028\u2029&"])
    inside = told.removeprefix('<script type="application/json" id="x">').removesuffix("</script>")
    assert not set(inside) & set("<>&\u2028\u2029")
    assert json.loads(inside) == ["</script><!--", "\u2028\u2029&"]


def test_the_policy_allows_the_page_its_own_scripts_and_styles_only() -> None:
    page = unescape(page_of(WORKED))
    assert "default-src 'none'; script-src 'sha256-" in page
    assert "unsafe" not in page
    assert not re.search(r"<[^>]+\s(on\w+|style)=", page)
    assert not re.search(r"""(?:src|href)="(?!#|data:)""", page)


def test_scripts_put_no_text_in_as_markup() -> None:
    for name in (*SCRIPTS, "index"):
        script = part(f"{name}.js")
        assert not re.search(r"innerHTML|outerHTML|insertAdjacent|document\.write|eval\(", script)


def test_pages_are_small() -> None:
    assert len(page_of(game_of("round")).encode()) < 300_000


def test_a_page_is_the_same_bytes_every_time() -> None:
    assert page_of(WORKED, SLIP) == page_of(WORKED, SLIP)


def test_both_languages_have_the_same_texts_with_the_same_places() -> None:
    for table in (vocabulary.EVENTS, vocabulary.PAGE, vocabulary.INDEX):
        places = [
            {key: sorted(re.findall(r"\{\w+", text)) for key, text in table[language].items()}
            for language in LANGUAGES
        ]
        assert places[0] == places[1]


def test_every_text_of_a_page_is_used() -> None:
    parts = "".join(part(f"{name}.js") for name in SCRIPTS)
    used = set(re.findall(r"words\.(\w+)", parts)) | set(re.findall(r'words\["([^"]+)"\]', parts))
    used |= {key.replace("_", " ") for key in re.findall(r"\$\{(\w+)\}", part("page.html"))}
    named = {"no table", "no game", "no script", "no spoilers", "seat view", "all games"}
    assert set(vocabulary.PAGE["en"]) == used - {"sprite", "up", "choices", "sheets", "data",
                                                "script", "unscripted"} | named  # fmt: skip


def test_a_printed_page_has_no_script() -> None:
    page = printed([show(WORKED), show(SLIP, number=2)], "en")
    assert "<script" not in page
    assert page.count("<article") == 2
    assert "Cécile 7" not in page
    assert "20 counters each" in page


def test_a_score_sheet_tells_findings_where_they_happen() -> None:
    sheet = show(SLIP).sheet
    row, finding = sheet.index(">10</a>"), sheet.index("card-already-played")
    assert row < finding < sheet.index(">11</a>")


@pytest.mark.parametrize("code", ["ruleset-unknown", "format-major", "incomplete-json"])
def test_what_cannot_be_replayed_is_shown_as_far_as_it_can_be(code: str) -> None:
    sample = FIXTURES / "broken" / code / "sample.brusq.jsonl"
    ready = show(sample.read_bytes())
    assert code in ready.sheet
    assert [finding["code"] for finding in ready.data["findings"]].count(code) == 1
