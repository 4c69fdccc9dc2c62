"""What the `tacit` command understands: its subcommands and their options, as --help has them."""
