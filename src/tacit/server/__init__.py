"""The site: HTTP and WebSocket in front of tables, on one port. Only `cli` imports it."""
