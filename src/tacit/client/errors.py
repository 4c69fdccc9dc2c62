"""What can go wrong between a program and a table."""

from __future__ import annotations


class ClientError(ValueError):
    """The table cannot be reached, or has closed the line; the text says why."""


class NotAllowed(ClientError):
    """The table refused a request, and nothing has changed. `key` says why, for programs."""

    def __init__(self, key: str, text: str) -> None:
        super().__init__(text)
        self.key = key
