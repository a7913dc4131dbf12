"""An independent, naive judge of recorded games, written from the prose contracts alone."""
