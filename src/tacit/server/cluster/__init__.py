"""Several nodes: peers, workers, balance, orders. `site`, `http` and `cli` import it."""
