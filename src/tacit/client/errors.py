"""What can go wrong between a program and a table."""

from __future__ import annotations

from tacit.core.safe_text import safe_text

LONGEST_TEXT_CHARS = 400
LONGEST_KEY = 60


class ClientError(ValueError):
    """The table cannot be reached, or closed the connection; the text says why.

    A site may say anything, so the text is made safe for a terminal.
    """

    def __init__(self, text: str) -> None:
        super().__init__(safe_text(text, LONGEST_TEXT_CHARS))


class NotAllowed(ClientError):
    """The table refused a request, and nothing has changed. `key` says why, for programs."""

    def __init__(self, key: str, text: str) -> None:
        super().__init__(text)
        self.key = safe_text(key, LONGEST_KEY)
