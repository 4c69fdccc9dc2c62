"""Finished games: the projection, my games, replays, reviews. `people` and `http` import it."""
