"""The bots of live tables: pools, worker processes, quotas. `tables` and `site` import it."""
