"""An archive in Python: games go in, questions are answered."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from types import TracebackType

from duckdb import DuckDBPyConnection, DuckDBPyRelation

from brusqlog.archive.errors import ArchiveError
from brusqlog.archive.intake import Added, Intake
from brusqlog.archive.opening import beside, opened, reading, writing
from brusqlog.archive.query import ask
from brusqlog.game.ruleset import Ruleset
from brusqlog.languages import Language
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
    ) -> Added:
        """Add the games of files and folders; `-` is standard input. Games that are there already
        stay as they are; one that has grown replaces its older self. `rulesets` are rulesets of
        one's own, by full name. What cannot be read raises nothing: it stands in `unread` of what
        is given back, and no archive is made where there was none and nothing could be read.
        Relations that `query` gave before can be used no more."""
        added = Added()
        for _ in self.adding([paths] if isinstance(paths, str | Path) else paths, rulesets, added):
            pass
        return added

    def adding(
        self,
        paths: Iterable[str | Path],
        rulesets: Mapping[str, Ruleset] | None,
        added: Added,
        language: Language = "en",
        waiting: Callable[[], object] = lambda: None,
    ) -> Iterator[str]:
        """`add`, game by game: the name of each as it comes in, the counts in `added`, findings
        of files in a language. `waiting` is called before another program that adds is waited
        for. Where one stops, the file that is being read is not added."""
        self._let_go()
        with writing(self.path, waiting) as con:
            style = Style(language=language)
            yield from Intake(con, beside(self.path), rulesets or {}, style, added).take(paths)

    def query(self, sql: str, params: Mapping[str, object] | None = None) -> DuckDBPyRelation:
        """What a SELECT answers, as a relation of DuckDB; `params` are the values of its `$name`.
        It can read the archive, and nothing else. Raises `QueryError` for a mistake in it."""
        if self._closed:
            raise ArchiveError("{file}: this archive was closed", file=self.path)
        if self._reading is None:
            self._reading = reading([self.path])
        with opened(self.path):
            return ask(self._reading, sql, params)

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
