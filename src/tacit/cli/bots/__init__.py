"""Commands for bot authors and developers. `tacit.cli` imports it, `cli.games` only `naming`."""
