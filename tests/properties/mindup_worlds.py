"""What is different in two games of Mind Up! that one seat could not tell apart."""

from tacit.games.mindup.worlds import another

__all__ = ["another", "differences"]


def differences(state, other):
    """Name what is really different in two worlds."""
    both = {
        "hands": (state.hands, other.hands),
        "deck": (state.deck, other.deck),
        "picks": (state.picks, other.picks),
        "orders": (state.setup.orders, other.setup.orders),
        "objectives": (state.setup.objectives, other.setup.objectives),
    }
    return {name for name, (here, there) in both.items() if here != there}
