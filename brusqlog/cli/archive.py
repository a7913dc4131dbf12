"""`brusqlog archive`."""

import sys
from collections.abc import Iterator, Sequence

import typer

from brusqlog.archive.intake import Added
from brusqlog.archive.opening import beside, real
from brusqlog.archive.store import Archive
from brusqlog.checking.run import STDIN
from brusqlog.cli import OK, UNREAD
from brusqlog.cli.answers import complaining, tell_unread
from brusqlog.cli.french import told
from brusqlog.cli.keeping import waiting
from brusqlog.cli.output import progress, style_of, tell
from brusqlog.cli.rulesets import rulesets
from brusqlog.cli.workers import workers
from brusqlog.languages import language
from brusqlog.spelling import Style, escape


def add(
    archive: str,
    paths: Sequence[str],
    rules: Sequence[str],
    lang: str | None,
    jobs: int = 1,
    cluster: str | None = None,
) -> None:
    """Add games, tell what could not be read and how many came in, and end with the exit code."""
    style = style_of(sys.stderr, language(lang), "never")
    added = Added()
    known = rulesets(rules)
    for path in paths:
        if path != STDIN and real(path) in beside(archive):
            template = "{file}: this belongs to the archive itself and is passed over"
            _tell(template, style, file=path)

    with complaining(style.language), workers(jobs, cluster) as (count, pool):
        adding = Archive(archive).adding(
            paths,
            known,
            added,
            style.language,
            waiting(archive, style),
            jobs=count,
            executor=pool,
        )
        for _ in progress(adding, style.number("", "games").strip(), lambda _: False):
            pass
    tell_unread(added, style)
    tell((" ; " if style.language == "fr" else "; ").join(_counts(added, style)) + "\n")
    raise typer.Exit(UNREAD if added.unread else OK)


def _tell(template: str, style: Style, **facts: object) -> None:
    tell(f"brusqlog: {escape(told(template, style.language, **facts))}\n")


def _counts(added: Added, style: Style) -> Iterator[str]:
    """What was added, in a line: `2 files: 3 new games, 1 known game; 1 faulty game`."""
    counts = {"new": added.games, "continued": added.grown, "known": added.known}
    games = [
        style.number(count, f"{kind} games")
        for kind, count in counts.items()
        if count or kind == "new"
    ]
    files = style.number(added.files, "files")
    yield f"{files}{' :' if style.language == 'fr' else ':'} {', '.join(games)}"
    if added.faulty:
        yield style.number(added.faulty, "faulty games")
    if added.gone:
        kept = style.number(added.gone, "games")
        template = "kept, though its file no longer has it: {games}"
        if added.gone > 1:
            template = "kept, though their files no longer have them: {games}"
        yield told(template, style.language, games=kept)
