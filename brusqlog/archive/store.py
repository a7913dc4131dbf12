"""An archive in Python: games go in, questions are answered."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Executor
from html import escape
from pathlib import Path
from types import TracebackType

from duckdb import DuckDBPyConnection, DuckDBPyRelation

from brusqlog.archive import changing, parts, proving
from brusqlog.archive.card import QUERY, card
from brusqlog.archive.errors import ArchiveError, QueryError
from brusqlog.archive.intake import Added, Intake
from brusqlog.archive.opening import beside, opened, reading, writing
from brusqlog.archive.proving import Change, Trouble
from brusqlog.archive.query import ask
from brusqlog.archive.rebuilding import Rebuilt, rebuilding
from brusqlog.archive.stats import named
from brusqlog.archive.telling import Info, info
from brusqlog.game.ruleset import Ruleset, rulesets
from brusqlog.games import Game
from brusqlog.languages import Language, language
from brusqlog.spelling import Style


class Archive:
    """The archive in a file. Nothing is opened before it is asked for: `add` makes the file if
    there is none, the others never do. What cannot be done is an `ArchiveError`."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._reading: DuckDBPyConnection | None = None
        self._closed = False

    def add(
        self,
        paths: str | Path | Iterable[str | Path],
        rulesets: Mapping[str, Ruleset] | None = None,
        *,
        jobs: int = 1,
        executor: Executor | None = None,
    ) -> Added:
        """Add the games of files and folders; `-` is standard input. Games that are there already
        stay as they are; one that has grown replaces its older self. `rulesets` are rulesets of
        one's own, by full name. What cannot be read raises nothing: it stands in `unread` of what
        is given back, and no archive is made where there was none and nothing could be read.
        Relations that `query` gave before can be used no more. Files are taken in by `jobs`
        processes, 0 being one a processor, or by the workers of an `executor`, which is left
        running; what comes of it is the same."""
        added = Added()
        paths = [paths] if isinstance(paths, str | Path) else paths
        for _ in self.adding(paths, rulesets, added, jobs=jobs, executor=executor):
            pass
        return added

    def adding(
        self,
        paths: Iterable[str | Path],
        rulesets: Mapping[str, Ruleset] | None,
        added: Added,
        language: Language = "en",
        waiting: Callable[[], object] = lambda: None,
        jobs: int = 1,
        executor: Executor | None = None,
    ) -> Iterator[str]:
        """`add`, game by game: the name of each as it comes in, the counts in `added`, findings
        of files in a language. `waiting` is called before another program that adds is waited
        for. Where one stops, the file that is being read is not added."""
        self._alone()
        with writing(self.path, waiting) as con:
            style = Style(language=language)
            intake = Intake(con, beside(self.path), rulesets or {}, style, added)
            if jobs == 1 and executor is None:
                yield from intake.take(paths)
            else:
                yield from parts.take(intake, paths, jobs, executor)

    def query(self, sql: str, params: Mapping[str, object] | None = None) -> DuckDBPyRelation:
        """What a SELECT answers, as a relation of DuckDB; `params` are the values of its `$name`.
        It can read the archive, and nothing else. Raises `QueryError` for a mistake in it."""
        con = self._connection()
        with opened(self.path):
            return ask(con, sql, params)

    def stats(
        self, report: str, *, against: Ruleset | str | None = None, **filters: str | bool | None
    ) -> DuckDBPyRelation:
        """A report, as a relation of DuckDB, narrowed by `rules`, `mode`, `player`, `since`,
        `until` and `unique`; `against` is the ruleset that `rules` holds hands against, or the
        name of a published one. Raises `QueryError` if there is no such report, filter or ruleset,
        or something is wrong with a filter."""
        con = self._connection()
        if isinstance(against, str):
            if against not in rulesets():
                known = ", ".join(rulesets())
                template = "there is no ruleset {given!r}, only: {known}"
                raise QueryError(template, given=against, known=known)
            against = rulesets()[against]
        with opened(self.path):
            return named(report).of(con, against=against, **filters)

    def find(
        self, pattern: str | None = None, language: Language = "en", **filters: str | None
    ) -> DuckDBPyRelation:
        """The games that pass the filters `player`, `rules`, `mode`, `status`, `since` and `until`,
        with a pattern the moments in them of which it is true; `command` replays each. The page
        about the archive has the words of patterns; short cards in them are of the language.
        Raises `QueryError`."""
        from brusqlog.archive.find import find  # others need none of it

        con = self._connection()
        with opened(self.path):
            return find(con, pattern, filters, language)

    def game(self, name: str, rulesets: Mapping[str, Ruleset] | None = None) -> Game:
        """A game, read again from its file. `name` is what the archive calls it, a beginning of
        that, or the id of its header, if no other game is named so. Raises `ArchiveError`, too if
        its file is gone or was changed."""
        from brusqlog.archive.logs import game_log  # which knows archives

        return Game(game_log(self, name, rulesets or {}), rulesets)

    def info(self) -> Info:
        """What is in it, in short."""
        self._alone()
        return info(self.path)

    def verify(
        self,
        against: Iterable[str | Path] = (),
        rulesets: Mapping[str, Ruleset] | None = None,
    ) -> list[Trouble]:
        """What is wrong with it when it is held against the logs that it was made of, or `against`
        others: nothing, or each `Trouble` with its `message`, and whether it is `serious`."""
        self._alone()
        return list(proving.verify(self.path, list(against), rulesets))

    def recheck(self, rulesets: Mapping[str, Ruleset] | None = None) -> list[Change | Trouble]:
        """The games that would be judged otherwise today, by this version and the rulesets it
        knows; a `Trouble` for what cannot be told. Nothing is changed."""
        self._alone()
        return list(proving.recheck(self.path, rulesets))

    def rebuild(
        self,
        paths: Iterable[str | Path] = (),
        rulesets: Mapping[str, Ruleset] | None = None,
    ) -> Rebuilt:
        """Make it again from the logs that it was made of, or from others. Games whose logs are
        gone are taken over as they are; the old archive is there until the new one is whole."""
        self._alone()
        done = Rebuilt()
        for _ in rebuilding(self.path, list(paths), rulesets, done):
            pass
        return done

    def remove(self, games: Iterable[str]) -> list[str]:
        """Remove games, each given as for `game`, and give their names. Raises `QueryError` if
        there is none or several are called so, and then nothing is removed."""
        self._alone()
        return changing.remove(self.path, games)

    def alias(self, name: str, player: str | None) -> None:
        """Count the player of that name under another one, or with None under it again. Raises
        `QueryError` if nobody has the name."""
        self._alone()
        if player is None:
            changing.unalias(self.path, name)
        else:
            changing.alias(self.path, name, player)

    def _alone(self) -> None:
        """Let go of the file for what opens it anew."""
        self._let_go()
        self._still_open()

    def _still_open(self) -> None:
        if self._closed:
            raise ArchiveError("{file}: this archive was closed", file=self.path)

    def _connection(self) -> DuckDBPyConnection:
        self._still_open()
        if self._reading is None:
            self._reading = reading([self.path])
        return self._reading

    def close(self) -> None:
        """Let go of the file, so that others may write to it. Nothing can be asked after that."""
        self._let_go()
        self._closed = True

    def _let_go(self) -> None:
        if self._reading is not None:
            self._reading.close()
            self._reading = None

    def __enter__(self) -> "Archive":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Archive {str(self.path)!r}>"

    def _repr_html_(self) -> str:
        """What is in it, for a notebook."""
        try:
            return card(str(self.path), self.query(QUERY), language())
        except ArchiveError as error:
            return f"<p>{escape(str(error))}</p>"
