"""The rules of The Mind Extreme: pure functions, no clock, no I/O. All of the game imports them."""
