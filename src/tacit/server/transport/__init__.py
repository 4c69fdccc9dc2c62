"""TCP connections and WebSockets: the rooms send by it; `site` and `http` make its parts."""
