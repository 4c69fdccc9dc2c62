"""Luck at a table that is not a shuffle: it follows from the secret seed; nobody can foretell it.

It must not follow from anything people can see before the game is over, or they could work out what
a bot is about to do.
"""

from __future__ import annotations

import hmac


def luck(seed: bytes, purpose: str) -> int:
    """Return a number for one purpose, which tells nothing of the seed or of any other purpose."""
    return int.from_bytes(hmac.digest(seed, b"tacit luck " + purpose.encode(), "sha256")[:8], "big")
