"""Random numbers of a table besides the shuffle, derived from a secret such as its seed.

They must not follow from anything visible before the game is over, or players could work out what a
bot is about to do.
"""

from __future__ import annotations

import hmac


def luck(seed: bytes, purpose: str) -> int:
    """Return a number for one purpose, which tells nothing of the seed or of any other purpose."""
    return int.from_bytes(hmac.digest(seed, b"tacit luck " + purpose.encode(), "sha256")[:8], "big")


def bot_luck(seed: bytes, game: int, seat: int) -> int:
    """Return the seed of the bot in a seat; `game` is which game of its table, from 1 on."""
    return luck(seed, f"bot of game {game} seat {seat}")
