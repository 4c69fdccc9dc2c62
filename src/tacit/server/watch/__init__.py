"""Rooms in which guests watch a replay together. `cluster`, `site` and `http` import it."""
