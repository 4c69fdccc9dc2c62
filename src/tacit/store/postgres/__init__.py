"""The store in PostgreSQL, for several nodes. Only `tacit.store` imports it."""
