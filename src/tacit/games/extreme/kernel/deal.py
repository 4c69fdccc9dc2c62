"""The cards of a whole game from its key, compiled: the same as `games.extreme.draw`."""

from __future__ import annotations

import numpy as np
from numba import int64

from tacit.games.extreme import DECK
from tacit.games.extreme.bots.numbers import MAX_HAND
from tacit.games.extreme.kernel.hashing import WORD, Bytes, begin, digest, padded
from tacit.games.extreme.kernel.state import compiled

COUNTER = 8
"""Bytes of a block's number at the end of a message."""
LABELS = [f"level {level}".encode() + b"\0" for level in range(1, MAX_HAND + 1)]
MESSAGES = np.array([[*padded(label + bytes(COUNTER))] for label in LABELS], np.uint8)
NUMBERS = np.array([len(label) + COUNTER - 1 for label in LABELS])
"""Where in the message of a level the lowest byte of a block's number is."""


@compiled
def deal(key: Bytes, players: int, last_level: int, decks: Bytes) -> None:
    """Write the cards of each level in the order dealt; they are numbered as in the deck."""
    halves = np.empty((2, 8), np.uint32)
    words = np.empty(8, np.uint32)
    pool = np.empty(len(DECK), np.uint8)
    begin(key, halves)
    for level in range(1, last_level + 1):
        message = MESSAGES[level - 1].copy()
        for card in range(len(DECK)):
            pool[card] = card
        drawn = 0
        for here in range(level * players):
            bound = len(DECK) - here
            limit = (WORD + 1) // bound * bound
            word = limit
            while word >= limit:
                if drawn % 8 == 0:
                    message[NUMBERS[level - 1]] = drawn // 8
                    digest(halves, message, words)
                word = int64(words[drawn % 8])
                drawn += 1
            there = here + word % bound
            pool[here], pool[there] = pool[there], pool[here]
            decks[level - 1, here] = pool[here]
