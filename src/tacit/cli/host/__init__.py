"""Commands for hosts. Only `tacit.cli` imports it."""
