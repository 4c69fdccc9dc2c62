"""Several nodes: peers, workers, balance, orders of the host. `site` and `cli` import it."""
