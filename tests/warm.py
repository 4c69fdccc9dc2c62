"""Compile ahead what the tests need compiled, to be kept: `python -m tests.warm`."""

from tacit.bots import warm
from tacit.twin import teams


def main() -> None:
    """Ask the strong bots for a card, and let the twin play a game."""
    warm.main()
    teams.play(("adaptive", "human-14"), ["warm"], endless=0)


if __name__ == "__main__":
    main()
