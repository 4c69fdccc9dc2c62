"""Raven, the strongest player of Mind Up!, and how it learned; bots and benchmarks import it."""
