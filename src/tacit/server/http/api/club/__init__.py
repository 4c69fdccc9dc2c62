"""The HTTP API of groups, deals of the day and evenings. Only `http` imports it."""
