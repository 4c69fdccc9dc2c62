"""Requests: who may ask what of a table, and what it causes. `tell` and `table` import it."""
