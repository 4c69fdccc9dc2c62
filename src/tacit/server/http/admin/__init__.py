"""The host's page and its API. Only `http` imports it."""
