"""What an action causes, as tests like to read it."""

from tacit.core.rulebook import Refused, decide


def caused(rules, state, action):
    """Return the events an action causes, itself first, or the reason it is refused."""
    decided = decide(rules, state, action)
    return decided if isinstance(decided, Refused) else decided.events
