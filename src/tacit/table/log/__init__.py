"""A table's own events, the state they fold to, and the journal. All other rooms import it."""
