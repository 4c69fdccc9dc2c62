"""All tables of a node: opening, eviction, expiry, the lobby. Rooms above the tables import it."""
