"""How much a client may send over one connection."""

from __future__ import annotations

from tacit.server.config import Limits
from tacit.server.limits.rate_limit import Bucket

FRAMES_PER_MESSAGE = 3
"""Frames for each message a client may send: pings, answers to pings, and fragments."""
HELLOS_AT_ONCE = 3
"""Seconds' worth of hellos at once: a client says one when it connects, and has at most one more
under way."""
MAX_BAD_MESSAGES = 5
"""Unreadable messages before a connection is closed."""


class InboundLimits:
    """The rate limits of one connection: frames and bytes, messages, and hellos among them."""

    __slots__ = ("_per_byte", "bad_messages", "frames", "hellos", "messages")

    def __init__(self, limits: Limits, now: float) -> None:
        frames = FRAMES_PER_MESSAGE * limits.messages
        self._per_byte = FRAMES_PER_MESSAGE / limits.message_bytes
        self.frames = Bucket(2 * frames, 4 * frames, now)
        self.messages = Bucket(limits.messages, 2 * limits.messages, now)
        self.hellos = Bucket(limits.hellos, HELLOS_AT_ONCE * max(1.0, limits.hellos), now)
        self.bad_messages = 0

    def take(self, size_bytes: int, now: float) -> bool:
        """Let bytes in, and the first frame that ends in them: it costs its bytes."""
        return self.frames.take(now, 1.0 + size_bytes * self._per_byte)
