"""One live table, its connections and its saving. Only `tables` and rooms above it import it."""
