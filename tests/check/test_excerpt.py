"""The caret stands under the value, whatever the line holds."""

import pytest

from brusqlog.checking.excerpt import excerpt
from brusqlog.spelling import Style, width

LINE = '{"event":"play","seat":1,"card":"KC"}'


def under_the_caret(line: str, carets: str) -> str:
    """What the carets stand under on a terminal."""
    start, stop = len(carets) - len(carets.lstrip()), width(carets)
    column, told = 0, ""
    for char in line:
        if start <= column < stop:
            told += char
        column += width(char)
    return told


def shown(text: str, value: str, columns: int = 78, letters: bool = False) -> tuple[str, str]:
    return excerpt(text, text.index(value) + 1, len(value), columns, Style(letters=letters))


def test_a_short_line_is_shown_whole() -> None:
    assert shown(LINE, '"KC"') == (LINE, " " * 32 + "^^^^")


@pytest.mark.parametrize("before", ["é", "e\u0301", "安娜", "\x1b\x07", "\u202e", "🙂"])
def test_the_caret_allows_for_wide_combining_and_escaped_characters(before: str) -> None:
    line, carets = shown(f'{{"id":"{before}","card":"KC"}}', '"KC"')
    assert under_the_caret(line, carets) == '"KC"'


def test_control_characters_are_escaped() -> None:
    line, _ = excerpt("a\x1bb\x00", 1, 1, 78, Style())
    assert line == r"a\x1bb\x00"


@pytest.mark.parametrize("at", [0, 1, 20, 60, 78, 79, 500, 5_000, 9_993])
@pytest.mark.parametrize("filling", ["x", "安", "\x01"])
def test_a_long_line_is_windowed_round_the_value(at: int, filling: str) -> None:
    text = filling * at + "VALUE" + filling * (9_995 - at)
    line, carets = shown(text, "VALUE")
    assert under_the_caret(line, carets) == "VALUE"
    assert width(line) <= 78
    assert line.startswith("…") or at < 60
    assert line.endswith("…") or at > 9_900


def test_a_value_longer_than_the_window_begins_in_it() -> None:
    line, carets = shown("a" * 100 + "V" * 200 + "b" * 100, "V" * 200)
    assert set("V…") == set(under_the_caret(line, carets)) | {"…"}
    assert width(carets) <= 78


def test_a_window_in_letters_has_marks_in_letters() -> None:
    line, _ = shown("a" * 100 + "V" + "b" * 100, "V", letters=True)
    assert line.isascii() and line.startswith("...") and line.endswith("...")


def test_without_a_column_there_is_no_caret() -> None:
    assert excerpt(LINE, None, None, 78, Style()) == (LINE, "")


def test_a_place_behind_the_end_of_the_line_still_has_a_caret() -> None:
    assert excerpt("abc", 4, 1, 78, Style()) == ("abc", "   ^")
