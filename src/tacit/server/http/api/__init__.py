"""The HTTP API, a file for each part, with its bodies and answers. Only `http` imports it."""
