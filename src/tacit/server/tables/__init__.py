"""Live tables: opening, saving, eviction, expiry, the lobby. Rooms above the tables import it."""
