"""Reading a table's log afterwards: replays, tapes, research, erasure. The server imports it."""
