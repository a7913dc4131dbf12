"""`brusqlog archive info`, `ls`, `verify`, `rebuild`, `recheck`, `remove`, `alias`."""

import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import msgspec
import typer

from brusqlog.archive import changing, opening, proving, rebuilding, telling
from brusqlog.archive.parquet import verify_export
from brusqlog.archive.proving import Change, Trouble
from brusqlog.archive.query import ask
from brusqlog.cli import ERRORS, OK, UNREAD, answers
from brusqlog.cli.answers import complaining
from brusqlog.cli.french import told
from brusqlog.cli.output import lines, progress, style_of, tell, write
from brusqlog.cli.rulesets import rulesets
from brusqlog.languages import language
from brusqlog.spelling import Style, escape, pad, width

NOUNS = {
    "games": "games",
    "finished": "finished",
    "unfinished": "unfinished",
    "abandoned": "abandoned",
    "faulty": "faulty",
    "hands": "hands",
    "plays": "plays",
    "players": "players",
    "sources": "files",
    "unreadable": "unreadable files",
    "dates": "dates",
    "rules": "rules",
    "engines": "judged by brusqlog",
    "added_at": "last added",
    "size": "bytes",
    "layout": "layout",
}
"""What is told of an archive."""

STATUSES = ("finished", "unfinished", "abandoned", "faulty")


def info(archive: str, form: str, lang: str | None) -> None:
    """Tell what is in an archive."""
    style = style_of(sys.stdout, language(lang), "never", form)
    with complaining(style.language):
        found = telling.info(archive)
    if form == "json":
        write([msgspec.json.encode(found).decode() + "\n"])
    else:
        write(lines(_told(found, style)))
    raise typer.Exit(OK)


def _told(found: telling.Info, style: Style) -> Iterator[str]:
    """What is in an archive, a line each: a name and a value."""
    spoken = style.language
    names = {name: told(noun, spoken) for name, noun in NOUNS.items()}
    counts = [(name, getattr(found, name)) for name in STATUSES]
    form = "{name} : {count}" if spoken == "fr" else "{count} {name}"
    games = ", ".join(form.format(name=names[n], count=count) for n, count in counts if count)
    dates = {found.first_date, found.last_date} - {None}
    values = msgspec.structs.asdict(found) | {
        "games": f"{found.games} ({games})" if games else "0",
        "unreadable": found.unreadable or None,
        "dates": " – ".join(sorted(map(str, dates))),
        "rules": ", ".join(map(escape, found.rules)),
        "engines": ", ".join(found.engines),
    }
    rows = {name: values[name] for name in NOUNS if name not in STATUSES}
    size = max(width(names[name]) for name in rows)
    for name, value in rows.items():
        if value not in (None, ""):
            yield style.plain(f"{pad(names[name], size)}  {value}")


def ls(archive: str, wanted: answers.Wanted) -> None:
    """List the games of an archive."""
    answers.run([archive], lambda con: ask(con, telling.LISTED), wanted)


def verify(archive: str, against: Sequence[str], rules: Sequence[str], lang: str | None) -> None:
    """Tell what is wrong with an archive, or with an exported folder."""
    style = style_of(sys.stdout, language(lang), "never")
    with complaining(style.language):
        if Path(archive).is_dir():
            _verify_export(archive, style)
        proof = proving.Proof()
        found = proving.verify(archive, against, rulesets(rules), proof)
        serious = _say(found, style, noun="games")
        template = "{games}: verified, nothing differs"
        _close(style, proof, template, serious, archive)


def _verify_export(folder: str, style: Style) -> None:
    faults = verify_export(folder)
    write(lines(escape(told(fault.template, style.language, **fault.facts)) for fault in faults))
    if not faults:
        tell(told("every file is as the manifest says", style.language) + "\n")
    raise typer.Exit(ERRORS if faults else OK)


def _say(found: Iterator[Trouble | Change], style: Style, noun: str) -> bool:
    """Print troubles and changes as they come, and say whether any of them is serious."""
    serious = False
    for each in progress(found, style.number("", noun).strip(), lambda _: True):
        if isinstance(each, Change):
            text, serious = _changed(each, style), True
        else:
            text = told(each.template, style.language, **each.facts)
            serious |= each.serious
        write(lines([style.plain(escape(text))]))
    return serious


def _close(style: Style, proof: proving.Proof, good: str, serious: bool, archive: str) -> None:
    """Tell how many games were compared, and end with the exit code."""
    template = good
    if serious:
        template = "{games}: compared; `brusqlog archive rebuild {file}` makes the archive again"
    facts = {"games": style.number(len(proof.games), "games"), "file": archive}
    tell(told(template, style.language, **facts) + "\n")
    if proof.unproved:
        template = "{games}: could not be compared, as no log of them is there"
        count = style.number(proof.unproved, "games")
        tell(told(template, style.language, games=count) + "\n")
    raise typer.Exit(ERRORS if serious else UNREAD if proof.unproved else OK)


def recheck(archive: str, rules: Sequence[str], lang: str | None) -> None:
    """Tell which games of an archive would be judged otherwise today."""
    style = style_of(sys.stdout, language(lang), "never")
    with complaining(style.language):
        proof = proving.Proof()
        differs = _say(proving.recheck(archive, rulesets(rules), proof), style, noun="games")
        template = "{games}: every one would be judged as it was"
        _close(style, proof, template, differs, archive)


def _changed(change: Change, style: Style) -> str:
    template = "{source}, game {position} ({id}): was {before}, now {after}"
    facts = {
        "before": told(change.before, style.language),
        "after": told(change.after, style.language),
    }
    place = {"source": change.source, "position": change.position, "id": change.id}
    codes = [f"+{code}" for code in change.gained] + [f"−{code}" for code in change.lost]
    return " ".join([told(template, style.language, **place, **facts), *codes])


def rebuild(archive: str, paths: Sequence[str], rules: Sequence[str], lang: str | None) -> None:
    """Make an archive again from its logs, and tell what came of it."""
    style = style_of(sys.stderr, language(lang), "never")
    done = rebuilding.Rebuilt()
    making = rebuilding.rebuilding(
        archive, paths, rulesets(rules), done, style.language, waiting(archive, style)
    )
    with complaining(style.language):
        for _ in progress(making, style.number("", "games").strip(), lambda _: False):
            pass
    made, spoken = done.added.games + done.added.grown, style.language
    tell(told("{games}: made again", spoken, games=style.number(made, "games")) + "\n")
    if done.copied:
        template = "{games}: taken over, as their files are gone"
        tell(told(template, spoken, games=style.number(done.copied, "games")) + "\n")
    if done.lost:
        template = "{games}: lost, as their files are gone and the archive is damaged"
        tell(told(template, spoken, games=style.number(len(done.lost), "games")) + "\n")
    for name in done.added.unread:
        template = "{file}: this cannot be read, or not to its end"
        tell(f"brusqlog: {escape(told(template, spoken, file=name))}\n")
    raise typer.Exit(UNREAD if done.added.unread or done.lost else OK)


def waiting(archive: str, style: Style) -> Callable[[], None]:
    """What tells that another program is waited for."""

    def tell_it() -> None:
        template = "{file}: another program is adding to this archive; waiting, at most {seconds} s"
        facts = {"file": archive, "seconds": f"{opening.PATIENCE:.0f}"}
        tell(f"brusqlog: {escape(told(template, style.language, **facts))}\n")

    return tell_it


def remove(archive: str, games: Sequence[str], lang: str | None) -> None:
    """Remove games from an archive."""
    style = style_of(sys.stderr, language(lang), "never")
    with complaining(style.language):
        names = changing.remove(archive, games)
    count = style.number(len(names), "games")
    tell(told("{games}: removed", style.language, games=count) + "\n")
    raise typer.Exit(OK)


def alias(
    archive: str, name: str | None, player: str | None, *, undo: bool, lang: str | None
) -> None:
    """Let a name stand for another one, or for itself again; or list which do."""
    style = style_of(sys.stdout, language(lang), "never")
    with complaining(style.language):
        if name is None:
            found = changing.aliases(archive)
            write(lines(style.plain(f"{escape(one)} = {escape(other)}") for one, other in found))
        elif undo:
            changing.unalias(archive, name)
        elif player is not None:
            changing.alias(archive, name, player)
    raise typer.Exit(OK)
