"""One live table: seats, a clock, fair order and a log, without I/O. Server and games import it."""
