"""The exceptions of brusqlog. A breach of a rule is a value, never one of these."""


class BrusqlogError(Exception):
    """The base class of every exception that brusqlog raises on purpose."""


class EventError(BrusqlogError, ValueError):
    """An event that cannot be: its fields contradict one another."""


class JobsError(BrusqlogError):
    """Processes cannot be started; the message is why."""


class SimulationError(BrusqlogError, ValueError):
    """Games that cannot be made: no rules allow them, a pack cannot be dealt, a bot may not play
    its card. `argument` is the one of `simulate` that is at fault, if it is a single one; `facts`
    are what there is to say of it."""

    def __init__(self, message: str, argument: str | None = None, **facts: object) -> None:
        self.argument, self.facts = argument, facts
        super().__init__(f"{argument}: {message}" if argument else message)
