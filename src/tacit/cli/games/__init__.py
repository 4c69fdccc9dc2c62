"""Commands for games and replays. Only `tacit.cli` imports it."""
