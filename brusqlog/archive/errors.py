"""What can be wrong with an archive or a question to it. The texts have their French where those of
the command line have it."""

from brusqlog.errors import BrusqlogError


class ArchiveError(BrusqlogError):
    """An archive that cannot be used: there is none, it is something else, it is in use.
    `template` is the English text, the places of which `facts` fill."""

    def __init__(self, template: str, **facts: object) -> None:
        self.template, self.facts = template, facts
        super().__init__(template.format(**facts))


class QueryError(ArchiveError):
    """A question that was refused: SQL in which DuckDB found a mistake, then the text is DuckDB's,
    or a name that the archive does not have."""
