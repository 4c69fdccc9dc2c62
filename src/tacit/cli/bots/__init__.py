"""Commands for bot authors and developers. Only `tacit.cli` imports it."""
