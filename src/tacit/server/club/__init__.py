"""Groups, evenings and the deal of the day on a running site. `site.py` and `http/` import it."""
