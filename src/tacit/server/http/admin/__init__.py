"""The host's page and its API. Only `http.app` imports it."""
