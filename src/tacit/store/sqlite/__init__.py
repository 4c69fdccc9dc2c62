"""The store in one SQLite file. Only `tacit.store` imports it."""
