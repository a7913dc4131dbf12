"""Rulesets in words: the list of the published ones, one as a whole, and what differs in two."""

import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import resources
from typing import Any, Final

import msgspec
from msgspec import Struct

from brusqlog.checking.phrases import MODES
from brusqlog.game.ruleset import HEADER_OPTIONS, Basis, Ruleset, rulesets
from brusqlog.languages import Language
from brusqlog.pages.basis import source, told
from brusqlog.show.layout import wrapped
from brusqlog.spelling import Style, escape, pad, width

OWN_FILE: Final = """\
name = "house"
base = "salon-2021"

[options.values]
value = [4, 2]
provenance = "default"
source = "our table"
"""
"""A ruleset file of one's own, at its smallest."""


class Entry(Struct, frozen=True, kw_only=True):
    """One option or rule of a ruleset in words. `value` is that of an option, as JSON, None for a
    rule that is no option; `changes`: a header may give another."""

    key: str
    name: str
    says: str
    basis: Basis
    value: str | None = None
    changes: bool = False


class Topic(Struct, frozen=True, kw_only=True):
    """Entries that belong together."""

    title: str
    entries: list[Entry]


def topics(ruleset: Ruleset, language: Language) -> list[Topic]:
    """All options and rules of a ruleset in words, by topic; at the end the rules that only a file
    of one's own has."""
    found = []
    known = set()
    for topic in _words()["topics"].values():
        known.update(topic["has"])
        entries = [entry for key in topic["has"] if (entry := _entry(ruleset, key, language))]
        found.append(Topic(title=topic["title"][language], entries=entries))
    there = (_entry(ruleset, key, language) for key in ruleset.rules if key not in known)
    own = [entry for entry in there if entry]
    return found + [Topic(title=_labels(language)["own"], entries=own)] * bool(own)


def apart(language: Language) -> dict[str, str]:
    """The published rulesets in the order of the list, with what sets each apart."""
    return {name: told[language] for name, told in _words()["apart"].items()}


def listing(style: Style) -> Iterator[str]:
    """The published rulesets: name, title, source, ways to play, what sets each apart; and how to
    go on from there."""
    language, labels = style.language, _labels(style.language)
    room = max(map(len, rulesets())) + 3
    yield style.paint(labels["published"], "bold")
    for name, what in apart(language).items():
        ruleset = rulesets()[name]
        yield ""
        yield style.paint(style.plain(pad(name, room) + ruleset.title[language]), "bold")
        modes = _option("modes", ruleset.options["modes"].value, language)
        for text in (source(ruleset.source, language), modes, what):
            yield from _paragraph(text, style, " " * room)
    yield ""
    commands = [(f"brusqlog {use['command'][language]}", use) for use in _words()["usage"]]
    room = max(len(command) for command, _ in commands) + 2
    for command, use in commands:
        yield from _paragraph(use["does"][language], style, pad(command, room), " " * room)
    yield ""
    yield from _paragraph(labels["own_file"], style)
    yield ""
    yield from (f"  {line}".rstrip() for line in OWN_FILE.splitlines())


def page(ruleset: Ruleset, style: Style) -> Iterator[str]:
    """One ruleset as a whole: by topic each option and rule, what it means and rests on."""
    labels = _labels(style.language)
    heading, *more = _title(ruleset, style.language)
    yield from _paragraph(heading, style, kind="bold")
    for text in more:
        yield from _paragraph(text, style)
    yield from _paragraph(labels["legend"], style, kind="dim")
    for topic in topics(ruleset, style.language):
        yield ""
        yield style.paint(style.plain(topic.title), "bold")
        for entry in topic.entries:
            value = f" = {entry.value}" if entry.value else ""
            yield _label(entry.name, f"{entry.key}{value}{' *' * entry.changes}", style)
            yield from _paragraph(entry.says, style, "    ")
            basis = told(entry.basis, style.language)
            yield from _paragraph(basis, style, "    ", kind="dim")


def comparison(one: Ruleset, other: Ruleset, style: Style) -> Iterator[str]:
    """Only what differs in two rulesets, and how much is the same. What is played otherwise stands
    apart from what is played alike but rests on something else: stated, inferred or our default.
    That two texts say the same is no difference."""
    labels = _labels(style.language)
    names = [escape(ruleset.full_name) for ruleset in (one, other)]
    otherwise: list[str] = []
    elsewhere: dict[tuple[str, ...], list[tuple[str, str]]] = {}
    for key in keys(one, other):
        kind = difference(one, other, key)
        entries = [_entry(ruleset, key, style.language) for ruleset in (one, other)]
        name = next(entry.name for entry in entries if entry)
        bases = tuple(
            told(entry.basis, style.language) if entry else labels["absent"] for entry in entries
        )
        if kind == "value":
            said = [entry.says if entry else None for entry in entries]
            otherwise.append(_label(name, key, style))
            otherwise += _side_by_side(names, said, bases, style)
        elif kind == "provenance":
            elsewhere.setdefault(bases, []).append((name, key))
    yield style.paint(style.plain(labels["compared"].format(one=names[0], other=names[1])), "bold")
    yield ""
    if otherwise:
        yield from (style.paint(labels["otherwise"], "bold"), *otherwise, "")
    if elsewhere:
        yield style.paint(labels["elsewhere"], "bold")
        for bases, alike in elsewhere.items():
            if len(alike) == 1:
                yield _label(*alike[0], style)
            else:
                together = ", ".join(name for name, _ in alike)
                yield from _paragraph(together, style, "  ", kind="bold")
            yield from _side_by_side(names, [None, None], bases, style)
        yield ""
    yield from _paragraph(_same(one, other, style), style)


def _label(name: str, key: str, style: Style) -> str:
    return style.plain(f"  {style.paint(name, 'bold')}{style.paint(f' · {escape(key)}', 'dim')}")


def _side_by_side(
    names: Sequence[str], said: Sequence[str | None], bases: Sequence[str], style: Style
) -> Iterator[str]:
    """Under each of two names what it says, if there is something to say, and what that rests
    on."""
    room = max(map(width, names)) + 2
    indent = " " * (4 + room)
    for name, text, basis in zip(names, said, bases, strict=True):
        lead = f"    {pad(name, room)}"
        if text is not None:
            yield from _paragraph(text, style, lead, indent)
            lead = indent
        yield from _paragraph(basis, style, lead, indent, kind="dim")


def difference(one: Ruleset, other: Ruleset, key: str) -> str | None:
    """What differs in an option or rule: its `value` (or that only one has it), or its `provenance`
    alone; None if nothing does."""
    bases = one.basis(key), other.basis(key)
    if bases[0] is None or bases[1] is None:
        return "value"
    if key in one.options and one.options[key].value != other.options[key].value:
        return "value"
    return "provenance" if bases[0].provenance != bases[1].provenance else None


def keys(*some: Ruleset) -> list[str]:
    """The names of all options and rules of these rulesets, in the order of the page."""
    known = [key for topic in _words()["topics"].values() for key in topic["has"]]
    there = [key for ruleset in some for key in (*ruleset.options, *ruleset.rules)]
    return list(dict.fromkeys([key for key in known if key in there] + there))


def _same(one: Ruleset, other: Ruleset, style: Style) -> str:
    both = keys(one, other)
    options = [key for key in both if key in one.options]
    rules = [key for key in both if key not in one.options]
    return _labels(style.language)["same"].format(
        options=sum(difference(one, other, key) != "value" for key in options),
        all_options=len(options),
        rules=sum(difference(one, other, key) is None for key in rules),
        all_rules=len(rules),
    )


def _title(ruleset: Ruleset, language: Language) -> Iterator[str]:
    labels = _labels(language)
    title = ruleset.title.get(language) or ruleset.title.get("en")
    yield escape(f"{ruleset.name} · {title}" if title else ruleset.name)
    if ruleset.source:
        yield labels["source"].format(source=source(ruleset.source, language))
    if ruleset.full_name != ruleset.name:
        yield labels["name"].format(name=escape(ruleset.full_name))


def _entry(ruleset: Ruleset, key: str, language: Language) -> Entry | None:
    """An option or rule in words, None if the ruleset does not have it."""
    option, rule = ruleset.options.get(key), ruleset.rules.get(key)
    if option is not None:
        return Entry(
            key=key,
            name=_words()["options"][key]["name"][language],
            says=_option(key, option.value, language),
            basis=option,
            value=msgspec.json.encode(option.value).decode(),
            changes=key in HEADER_OPTIONS,
        )
    if rule is None:
        return None
    table = _words()["rules"].get(key)
    if table is None:
        name = escape(key)
        return Entry(key=name, name=name, says=_labels(language)["unknown"], basis=rule)
    says = str(table["says"][language])
    if table.get("scheduled") and ruleset.options["incidents"].value == "none":
        says = f"{_labels(language)['unscheduled']} {says[0].lower()}{says[1:]}"
    return Entry(key=key, name=table["name"][language], says=says, basis=rule)


def _option(option: str, value: Any, language: Language) -> str:
    """What the value of an option means for play."""
    table = _words()["options"][option]
    words = {key: told[language] for key, told in table.get("words", {}).items()}
    single = str(value).lower() if isinstance(value, bool) else str(value)
    if single in words:
        return str(words[single])
    if value == []:
        return str(words["none"])
    frame = str(table["frame"][language])
    if "noun" not in table:
        listed = [words.get(one) or MODES[language][one] for one in value]
        return frame.format(value=_listed(listed, table["last"][language]))
    number = Style(language=language).number
    if isinstance(value, list):
        return frame.format(value=[number(one, table["noun"]) for one in value])
    return frame.format(value=number(value, table["noun"]))


def _listed(parts: Sequence[str], last: str) -> str:
    *first, end = parts
    return f"{', '.join(first)}{last}{end}" if first else end


def _paragraph(
    text: str, style: Style, first: str = "", then: str | None = None, kind: str = ""
) -> Iterator[str]:
    """The text in lines, each painted."""
    for line in wrapped(style.plain(text), style.columns, first, first if then is None else then):
        body = line.lstrip(" ")
        yield line[: len(line) - len(body)] + style.paint(body, kind)


def _labels(language: Language) -> dict[str, str]:
    return {key: told[language] for key, told in _words()["labels"].items()}


@cache
def _words() -> dict[str, Any]:
    text = resources.files(__package__).joinpath("options.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)
