"""Groups, evenings, the deal of the day on a running site. `cluster`, `site`, `http` import it."""
