"""HTTP and WebSocket in front of tables, on one port."""
