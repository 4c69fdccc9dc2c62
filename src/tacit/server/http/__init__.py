"""HTTP: routes, pages and the guard before them. Only `http.app` is imported from outside."""
