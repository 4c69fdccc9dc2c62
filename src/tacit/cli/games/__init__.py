"""Commands for games that are played, or were. Only `tacit.cli` imports it."""
