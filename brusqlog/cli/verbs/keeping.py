"""Verbs that keep an archive: `archive info`, `ls`, `verify`, `rebuild`, `recheck`, `remove`,
`alias`."""

from enum import StrEnum
from typing import Annotated

import typer

from brusqlog.cli.options import Colour, ColourOption, ForceOption, LangOption, RulesOption
from brusqlog.cli.verbs.archives import Archive, Format, Output


class InfoFormat(StrEnum):
    """What `archive info` can print."""

    TEXT = "text"
    JSON = "json"


AnyArchive = Annotated[
    str,
    typer.Argument(metavar="ARCHIVE", help="The file of the archive, or an exported folder."),
]
Logs = Annotated[
    list[str] | None,
    typer.Argument(metavar="PATH", help="Files and folders instead of those it was made of."),
]


def info(
    archive: AnyArchive,
    form: Annotated[InfoFormat, typer.Option("--format", help="What to print.")] = InfoFormat.TEXT,
    lang: LangOption = None,
) -> None:
    """Tell what is in an archive.

    \b
    Example:
      brusqlog archive info games.duckdb
    """
    from brusqlog.cli.keeping import info

    info(archive, form.value, lang)


def ls(
    archive: AnyArchive,
    form: Format = None,
    output: Output = None,
    force: ForceOption = False,
    lang: LangOption = None,
    color: ColourOption = Colour.AUTO,
) -> None:
    """List the games of an archive.

    \b
    Examples:
      brusqlog archive ls games.duckdb
      brusqlog archive ls games.duckdb --format csv -o games.csv
    """
    from brusqlog.cli.answers import Wanted
    from brusqlog.cli.keeping import ls

    ls(archive, Wanted(form and form.value, output, force, lang, color.value))


def verify(
    archive: AnyArchive,
    against: Annotated[
        list[str] | None,
        typer.Option(metavar="PATH", help="Hold it against these logs; may be given again."),
    ] = None,
    rules: RulesOption = None,
    lang: LangOption = None,
) -> None:
    """Hold an archive against the logs that it was made of.

    Every block is read, and the games of all files are taken in once more beside it. Of an exported
    folder the files are held against its manifest.

    \b
    Examples:
      brusqlog archive verify games.duckdb
      brusqlog archive verify games.duckdb --against copies/
      brusqlog archive verify lake/
    """
    from brusqlog.cli.keeping import verify

    verify(archive, against or [], rules or [], lang)


def rebuild(
    archive: Archive,
    paths: Logs = None,
    rules: RulesOption = None,
    lang: LangOption = None,
) -> None:
    """Make an archive again from its logs.

    The old archive is there until the new one is whole. Games whose files are gone are taken over
    as they are; aliases stay, and what was removed stays away.

    \b
    Examples:
      brusqlog archive rebuild games.duckdb
      brusqlog archive rebuild damaged.duckdb games/
    """
    from brusqlog.cli.keeping import rebuild

    rebuild(archive, paths or [], rules or [], lang)


def recheck(archive: Archive, rules: RulesOption = None, lang: LangOption = None) -> None:
    """Tell which games would be judged otherwise today.

    The logs are judged again by this version and the rulesets it knows; nothing is changed in the
    archive. `archive rebuild` does that.

    \b
    Example:
      brusqlog archive recheck games.duckdb
    """
    from brusqlog.cli.keeping import recheck

    recheck(archive, rules or [], lang)


def remove(
    archive: Archive,
    games: Annotated[
        list[str],
        typer.Argument(metavar="GAME", help="Games by name, its beginning, or their id."),
    ],
    lang: LangOption = None,
) -> None:
    """Remove games from an archive.

    Their files stay; to add one of them again brings its game back.

    \b
    Example:
      brusqlog archive remove games.duckdb 7e7e8009
    """
    from brusqlog.cli.keeping import remove

    remove(archive, games, lang)


def alias(
    archive: Archive,
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="The name as logs have it.")
    ] = None,
    player: Annotated[
        str | None, typer.Argument(metavar="PLAYER", help="The name under which he is counted.")
    ] = None,
    undo: Annotated[
        bool, typer.Option("--undo", help="Let the name stand for itself again.")
    ] = False,
    lang: LangOption = None,
) -> None:
    """Count a player whose name is spelt in several ways as one; without names, list those.

    \b
    Examples:
      brusqlog archive alias games.duckdb "Cecile" "Cécile"
      brusqlog archive alias games.duckdb "Cecile" --undo
      brusqlog archive alias games.duckdb
    """
    from brusqlog.cli.keeping import alias
    from brusqlog.cli.options import wrong

    if undo and name is None:
        raise wrong("NAME", "this is missing: --undo needs it.")
    if name is not None and (player is None) != undo:
        raise wrong("PLAYER", "a name needs either another one to stand for, or --undo.")
    alias(archive, name, player, undo=undo, lang=lang)


VERBS = (info, ls, verify, rebuild, recheck, remove, alias)
