"""One live table: seats, a clock, fair order and a log, without I/O.

Games, `client`, `club`, `server`, `terminal` and `cli` import it.
"""
