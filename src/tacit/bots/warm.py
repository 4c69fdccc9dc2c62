"""Compile the strong bots of all games ahead of time: `python -m tacit.bots.warm`.

Numba keeps what it compiles for the next start. Without this the first game with a strong bot
compiles it, and its first card takes half a minute.
"""

from __future__ import annotations

from tacit.bots.asking import asking_of
from tacit.core.plug import every_game


def main() -> None:
    """Let each game compile what its bots need."""
    for game in every_game():
        asking_of(game).warm()


if __name__ == "__main__":
    main()
