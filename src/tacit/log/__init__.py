"""A game as its list of events, its replay file, and the check of both. Any room may import it."""
