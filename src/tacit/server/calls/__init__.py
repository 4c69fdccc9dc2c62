"""Calls players who are needed: turns, web push, webhooks. `site.py` and `http/` import it."""
