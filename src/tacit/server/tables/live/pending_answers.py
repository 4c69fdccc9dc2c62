"""Requests without a connection, such as those over HTTP, that wait for their table's answer."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable

from tacit.core.rulebook import Refused

NO_ANSWER = Refused("no-answer", "The table did not answer. Please try again.")


class PendingAnswers:
    """The answers that one table owes, by the id of the message."""

    def __init__(self) -> None:
        self._waiting: dict[str, asyncio.Future[Refused | None]] = {}
        self._closed = False

    async def wait(self, ask: Callable[[str], None]) -> Refused | None:
        """Ask under a new id; return why it is refused, if it is."""
        if self._closed:
            return NO_ANSWER
        message = secrets.token_urlsafe(9)
        answer: asyncio.Future[Refused | None] = asyncio.get_running_loop().create_future()
        self._waiting[message] = answer
        ask(message)
        try:
            return await answer
        finally:
            del self._waiting[message]

    def give(self, message: str, refused: Refused | None) -> None:
        """Give an answer, if one is awaited."""
        answer = self._waiting.get(message)
        if answer is not None and not answer.done():
            answer.set_result(refused)

    def close(self) -> None:
        """Tell all who wait, and all who will ask, that no answer comes."""
        self._closed = True
        for message in self._waiting:
            self.give(message, NO_ANSWER)
