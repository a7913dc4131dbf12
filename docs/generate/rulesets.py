"""`docs/rulesets/`: all published rulesets at a glance, and a page for each."""

import tomllib
from collections.abc import Iterator
from typing import Any, Final

from brusqlog.game.ruleset import Ruleset, rulesets
from brusqlog.pages.basis import source, told
from brusqlog.pages.ruleset import OWN_FILE, Entry, apart, topics

MADE: Final = "<!-- Made by `python -m docs.generate` from brusqlog/game/rulesets/. -->"

INTRO: Final = """\
# Rulesets

A game's header names the rules it was played by. These are published, and what their names mean
never changes. `brusqlog rules NAME` shows the same pages on a terminal, in English or French;
`brusqlog rules NAME NAME` shows what differs between two.
"""

VALUES: Final = """\
## The options

Each value with what it rests on: *stated* by the source, *inferred* from it, or our *default* where
the source is silent. A header's `options` may change those marked `*`, for its game. What the
values mean for play is on the page of each ruleset.
"""

RULES: Final = """\
## The other rules

They hold under every ruleset; those on what goes wrong, from a short pack to the next card seen,
where the schedule of irregularities is in force. Here is what they rest on in each.
"""

OWN: Final = """\
## A ruleset of one's own

A departure that a header may not make is a ruleset of one's own: a file that names a published one
as its base, and what is played otherwise.

```toml house.toml
{file}```

Its name for a header ends in the first digits of the hash of what it says, so that nothing else can
go by the same name:

```console
$ brusqlog rules --hash house.toml
{name}
```

`brusqlog rules house.toml` shows it whole, and `check`, `replay` and `ls` judge games by it with
`--rules house.toml`. A header may also hold it whole, as `ruleset`.
"""


def pages() -> dict[str, str]:
    """All pages, by path below `docs/`."""
    found = {"rulesets/index.md": "\n".join(_index())}
    for name, what in apart("en").items():
        found[f"rulesets/{name}.md"] = "\n".join(_page(rulesets()[name], what))
    return found


def _index() -> Iterator[str]:
    yield INTRO
    for name, what in apart("en").items():
        yield f"- [{name}]({name}.md), {source(rulesets()[name].source, 'en')}. {what}"
    yield f"\n{VALUES}"
    yield from _table(True)
    yield f"\n{RULES}"
    yield from _table(False)
    yield "\n" + OWN.format(file=OWN_FILE, name=Ruleset.of(tomllib.loads(OWN_FILE)).full_name)
    yield MADE
    yield ""


def _table(of_options: bool) -> Iterator[str]:
    """A row for each option, or for each other rule, a column for each ruleset."""
    names = list(apart("en"))
    yield f"| | {' | '.join(f'[{name}]({name}.md)' for name in names)} |"
    yield f"|---|{'---|' * len(names)}"
    for topic in topics(rulesets()[names[0]], "en"):
        for entry in topic.entries:
            if (entry.value is not None) is of_options:
                cells = (_cell(rulesets()[name], entry.key) for name in names)
                star = " \\*" if entry.changes else ""
                yield f"| {entry.name}, `{entry.key}`{star} | {' | '.join(cells)} |"


def _cell(ruleset: Ruleset, key: str) -> str:
    basis = ruleset.basis(key)
    assert basis is not None
    value = f"`{_short(ruleset.options[key].value)}` " if key in ruleset.options else ""
    return f"{value}{basis.provenance}"


def _short(value: Any) -> str:
    if isinstance(value, list):
        return " ".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


def _page(ruleset: Ruleset, what: str) -> Iterator[str]:
    yield f"# {ruleset.name}\n"
    yield f"{ruleset.title['en']}. Source: {source(ruleset.source, 'en')}.\n"
    yield f"{what}\n"
    yield "After each name stands the key of the option or rule, and the French of the name."
    for topic, french in zip(topics(ruleset, "en"), topics(ruleset, "fr"), strict=True):
        yield f"\n## {topic.title}"
        for entry, twin in zip(topic.entries, french.entries, strict=True):
            yield f"\n### {entry.name}\n"
            yield f"{_key(entry)}, *{twin.name}*\n"
            yield f"{entry.says}\n"
            yield f"*{told(entry.basis, 'en')}*"
    yield "\n[All rulesets](index.md)\n"
    yield MADE
    yield ""


def _key(entry: Entry) -> str:
    if entry.value is None:
        return f"`{entry.key}`"
    changes = ", unless a header says otherwise" if entry.changes else ""
    return f"`{entry.key} = {entry.value}`{changes}"
