"""Finished games: the projection, replays, reviews.

`people`, `club`, `site`, `http` and `cli.host` import it.
"""
