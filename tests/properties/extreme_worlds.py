"""What is different in two games of The Mind Extreme that one seat could not tell apart."""

from tacit.games.extreme.worlds import another

__all__ = ["another", "differences"]


def differences(state, other):
    """Name what is really different in two worlds."""
    both = {
        "hands": (state.hands, other.hands),
        "colours": (_colours(state), _colours(other)),
        "laid": (state.laid, other.laid),
        "chosen": (state.chosen, other.chosen),
        "deals": (state.setup.deals[state.level :], other.setup.deals[state.level :]),
    }
    return {name for name, (here, there) in both.items() if here != there}


def _colours(state):
    return [sorted(card[0] for card in hand) for hand in state.hands]
