"""The bots of live tables: pools, worker processes, quotas. `tables` and rooms above import it."""
