"""TCP connections and WebSockets: other rooms send by it; `site` and `http` make its parts."""
