"""The exceptions of brusqlog. A breach of a rule is a value, never one of these."""


class BrusqlogError(Exception):
    """The base class of every exception that brusqlog raises on purpose."""


class EventError(BrusqlogError, ValueError):
    """An event that cannot be: its fields contradict one another."""
