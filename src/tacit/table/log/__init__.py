"""A table's own events, the state they fold to, and the journal. The whole table imports it."""
