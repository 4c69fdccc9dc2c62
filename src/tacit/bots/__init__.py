"""Players that need no human, by name, from views alone. All but `core` and `log` may import it."""
