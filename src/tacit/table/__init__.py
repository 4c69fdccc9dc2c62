"""One live table: people and bots in seats, a clock, fair order, and a log. No network in it."""
