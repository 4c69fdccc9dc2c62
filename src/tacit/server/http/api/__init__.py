"""The HTTP API, one file for each part. Only `http` imports it."""
