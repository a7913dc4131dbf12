"""brusqlog: recorded games of Brusquembille, checked, replayed and queried."""

__version__ = "0.1.0"
