"""Finished games: the projection, my games, the archive, reviews. `people` and `http` import it."""
