"""A seat at a live table from outside: bots, agents, other programs."""
