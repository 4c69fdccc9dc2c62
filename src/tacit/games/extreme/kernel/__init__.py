"""The Mind Extreme compiled: state, rules, deal, whole games. Its environments and arena import it."""
