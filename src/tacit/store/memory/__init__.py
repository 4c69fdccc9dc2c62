"""The store in memory, for simulations and tests. Only `tacit.store` imports it."""
