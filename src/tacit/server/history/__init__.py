"""Finished games: the projection, replays, reviews. `people`, `site` and `http` import it."""
