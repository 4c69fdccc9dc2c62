"""Requests: who may ask what of a table, and what it causes. It imports `log` alone."""
