"""Routes and what stands before them. It imports every room; only `http.app` is imported."""
