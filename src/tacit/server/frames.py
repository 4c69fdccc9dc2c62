"""How many frames come over a WebSocket: the library shows only whole messages."""

from __future__ import annotations


class Frames:
    """Counts the frames of a WebSocket, of every kind, by their heads alone.

    >>> Frames().count(b"\\x89\\x80mask", 10)
    1
    """

    __slots__ = ("_begun", "_skip")

    def __init__(self) -> None:
        self._begun = b""
        """The part of a head that has come."""
        self._skip = 0
        """Bytes still to come of the frame whose head was read."""

    def count(self, data: bytes, most: int) -> int:
        """Return how many frames begin in what has come; stop counting beyond `most`."""
        if self._begun:
            data = self._begun + data
            self._begun = b""
        at, size, frames = self._skip, len(data), 0
        while at < size:
            if size - at < 2:
                self._begun = data[at:]
                break
            length = data[at + 1] & 127
            head = 2 if length < 126 else 4 if length == 126 else 10
            if size - at < head:
                self._begun = data[at:]
                break
            if length > 125:
                length = int.from_bytes(data[at + 2 : at + head], "big")
            frames += 1
            if frames > most:
                break
            at += head + (4 if data[at + 1] & 128 else 0) + length
        self._skip = max(0, at - size)
        return frames
