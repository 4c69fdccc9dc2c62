"""The Mind Extreme compiled: state, rules, deal. Environments and the arena import it."""
