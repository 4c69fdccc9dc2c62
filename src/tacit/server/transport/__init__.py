"""Connections: accepting them, the WebSocket, the send backlog. `site` and `http` import it."""
