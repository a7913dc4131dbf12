"""An archive held against its logs: whether it says what they say, and what is judged otherwise
today."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import duckdb
from msgspec import Struct, field

import brusqlog
from brusqlog.archive.anew import KEPT, Anew, made_anew
from brusqlog.archive.opening import beside, first_line, is_damage, reading
from brusqlog.archive.tables import FINDINGS, GAMES, OF_A_GAME, TABLES, Table
from brusqlog.game.ruleset import Ruleset

ELSEWHERE: Final = {
    GAMES.name: {"source", "position", "same_play_as", "added_at"},
    FINDINGS.name: {"source", "line"},
}
"""What depends on where a game was read first, or on other games."""


TEMPLATES = {
    "cut-off": (
        "{file}.wal: an `archive add` was cut off while it wrote; run it again, or what it had"
        " written last may be missing"
    ),
    "damaged": "table {table}: this is damaged ({reason})",
    "stray": "game {game}: rows in {table}, but none in games",
    "missing": "{source}, game {position}: this is missing in the archive ({game})",
    "changed": ("{source}, game {position}: the file has changed since it was added; add it again"),
    "differs": "game {game}: the archive says something else than its log, in {tables}",
    "differs-by-version": (
        "game {game}: the archive, made by version {engine}, says something else than its log, in"
        " {tables}; `archive recheck` tells what is judged otherwise"
    ),
    "unread": "{source}: this cannot be read, or not to its end",
    "gone": "{source}: the file is gone, so that games could not be verified ({n})",
    "no-more": "{source}: the file no longer has all games it had ({n} could not be verified)",
    "not-among": "{source}: games of it are not among the logs given ({n})",
}
"""What may be wrong, or cannot be told."""


class Trouble(Struct, frozen=True, kw_only=True):
    """What is wrong with an archive, or cannot be told. `kind` is one of `TEMPLATES`, the places of
    which `facts` fill; `serious`: the archive does not say what its logs say."""

    kind: str
    facts: dict[str, Any]
    serious: bool = True

    @property
    def template(self) -> str:
        """The English text with its places."""
        return TEMPLATES[self.kind]

    @property
    def message(self) -> str:
        """What is wrong, in English."""
        return self.template.format(**self.facts)


class Proof(Struct):
    """Which games were held against their logs, so far, and how many could not be."""

    games: set[str] = field(default_factory=set)
    changed: set[tuple[str, int]] = field(default_factory=set)
    """Where games of files stand that have changed."""
    unproved: int = 0


class Change(Struct, frozen=True, kw_only=True):
    """A game that is judged otherwise today: its statuses, and the codes of findings that come and
    go."""

    game: str
    id: str
    source: str
    position: int
    before: str
    after: str
    gained: list[str]
    lost: list[str]


def verify(
    path: str | Path,
    against: Sequence[str | Path] = (),
    rulesets: Mapping[str, Ruleset] | None = None,
    proof: Proof | None = None,
) -> Iterator[Trouble]:
    """Whether an archive is whole and says what its logs say: those it was made of, or those
    `against` which it is to be held. `proof` is kept up to date. Raises `ArchiveError` if it cannot
    be opened."""
    proof = proof or Proof()
    cut_off = Path(beside(path)[2]).exists()
    if cut_off:
        yield Trouble(kind="cut-off", facts={"file": str(path)})
    damage = list(_damage(path))
    yield from damage
    if damage:
        return
    with made_anew(path, rulesets) as anew:
        yield from _strays(anew)
        paths = [str(each) for each in against]
        paths = paths or [source.name for source in anew.sources if source.is_there]
        for added in anew.batches(paths):
            for name in added.unread:
                yield Trouble(kind="unread", facts={"source": name}, serious=False)
            proof.games |= {game for (game,) in anew.ask(_BOTH)}
            yield from _missing(anew, proof, against=bool(against))
            yield from _differing(anew)
        yield from _unproved(anew, proof, against=bool(against))


def _damage(path: str | Path) -> Iterator[Trouble]:
    """Tables that cannot be read to their end: DuckDB finds that a block is not as it was
    written."""
    con = reading([path])
    for table in TABLES:
        try:
            con.execute(f"SELECT bit_xor(hash(one)) FROM {table.name} AS one").fetchall()
        except duckdb.Error as error:
            con.close()  # after a fault a connection can be used no more
            if not (is_damage(error) or isinstance(error, duckdb.FatalException)):
                raise
            facts = {"table": table.name, "reason": first_line(error)}
            yield Trouble(kind="damaged", facts=facts)
            con = reading([path])
    con.close()


def _strays(anew: Anew) -> Iterator[Trouble]:
    """Rows of games that are not there."""
    for table in OF_A_GAME[1:]:
        query = f"SELECT DISTINCT game FROM {KEPT}.{table.name} ANTI JOIN {KEPT}.games USING (game)"
        for (game,) in anew.ask(f"{query} WHERE game IS NOT NULL ORDER BY game"):
            yield Trouble(kind="stray", facts={"game": game, "table": table.name})


def _missing(anew: Anew, proof: Proof, *, against: bool) -> Iterator[Trouble]:
    """Games of the files that the archive lacks."""
    for game, source, position, same in anew.ask(_MISSING):
        facts = {"game": game, "source": source, "position": position}
        kind = "missing" if against or same else "changed"
        if kind == "changed":
            proof.changed.add((source, position))
        yield Trouble(kind=kind, facts=facts, serious=against or bool(same))


def _differing(anew: Anew) -> Iterator[Trouble]:
    found: dict[str, list[str]] = {}
    for table in OF_A_GAME:
        for game in anew.different(table, _columns(table)):
            found.setdefault(game, []).append(table.name)
    old = ", ".join(sorted({source.engine for source in anew.sources} - {brusqlog.__version__}))
    kind = "differs-by-version" if old else "differs"
    for game, tables in sorted(found.items()):
        facts = {"game": game, "tables": ", ".join(tables)}
        yield Trouble(kind=kind, facts=facts | {"engine": old})


def _unproved(anew: Anew, proof: Proof, *, against: bool) -> Iterator[Trouble]:
    """How many games there were no logs for, by file."""
    counts: dict[str, int] = {}
    query = f"SELECT game, source, position FROM {KEPT}.games ORDER BY source"
    for game, source, position in anew.ask(query):
        if game not in proof.games:
            proof.unproved += 1
            if (source, position) not in proof.changed:
                counts[source] = counts.get(source, 0) + 1
    there = {source.name for source in anew.sources if source.is_there}
    for source, count in counts.items():
        kind = "not-among" if against else "no-more" if source in there else "gone"
        yield Trouble(kind=kind, facts={"source": source, "n": count}, serious=False)


def recheck(
    path: str | Path,
    rulesets: Mapping[str, Ruleset] | None = None,
    proof: Proof | None = None,
) -> Iterator[Change | Trouble]:
    """Which games of an archive would be judged otherwise today, by this version and the rulesets
    it knows; and what cannot be told, as a `Trouble`. Nothing is changed. Raises `ArchiveError`."""
    proof = proof or Proof()
    with made_anew(path, rulesets) as anew:
        paths = [source.name for source in anew.sources if source.is_there]
        for _ in anew.batches(paths):
            proof.games |= {game for (game,) in anew.ask(_BOTH)}
            changed = set(anew.different(GAMES, ("status", "errors", "warnings")))
            changed |= set(anew.different(FINDINGS, ("seq", "code", "severity")))
            for game in sorted(changed):
                ((name, source, position, before, after),) = anew.con.execute(
                    _JUDGED, [game]
                ).fetchall()
                gained, lost = _codes(anew, game)
                yield Change(
                    game=game,
                    id=name,
                    source=source,
                    position=position,
                    before=before,
                    after=after,
                    gained=gained,
                    lost=lost,
                )
        yield from _unproved(anew, proof, against=False)


def _codes(anew: Anew, game: str) -> tuple[list[str], list[str]]:
    """The codes of findings that a game has got, and those that it has lost, once a finding."""
    kept, now = (
        f"SELECT code FROM {name} WHERE game = $game" for name in (f"{KEPT}.findings", "findings")
    )
    gained, lost = (
        [
            code
            for (code,) in anew.con.execute(
                f"{one} EXCEPT ALL {other} ORDER BY code", {"game": game}
            ).fetchall()
        ]
        for one, other in ((now, kept), (kept, now))
    )
    return gained, lost


def _columns(table: Table) -> list[str]:
    """The columns that follow from the lines of a game alone."""
    return [
        column.name
        for column in table.columns
        if column.name != "game" and column.name not in ELSEWHERE.get(table.name, ())
    ]


_BOTH: Final = "SELECT game FROM games INTERSECT SELECT game FROM kept.games"
_MISSING: Final = """
    SELECT game, source, position, EXISTS (
        FROM sources JOIN kept.sources AS before USING (source, bytes_sha256)
        WHERE source = found.source
    )
    FROM games AS found
    ANTI JOIN kept.games AS known USING (game) ANTI JOIN kept.removed USING (game)
    ORDER BY source, position
"""
_JUDGED: Final = """
    SELECT before.id, before.source, before.position, before.status, games.status
    FROM kept.games AS before JOIN games USING (game) WHERE game = ?
"""
