"""The Mind Extreme compiled: state, rules, deal, whole games. Its env and arena import it."""
