"""HTTP: routes, pages and the guard before them. `cli.host` imports `app` and `waiting`."""
