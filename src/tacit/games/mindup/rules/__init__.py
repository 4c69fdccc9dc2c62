"""The rules of Mind Up!: pure functions, no clock, no I/O. All of the game imports them."""
