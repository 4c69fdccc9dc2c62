"""Rate limits, fair queues and the budget of each address. All rooms of the server import it."""
