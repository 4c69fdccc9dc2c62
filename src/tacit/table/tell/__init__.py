"""Views and messages: who is told what of a table. `table` and the server import it."""
