"""A bot that is a program in any language: JSON, one object a line, over its standard streams.

`docs/client.md` describes the lines. The program is asked one thing at a time, and answers with one
line that has the same id.
"""

from __future__ import annotations

import shlex
import shutil
import time
from functools import partial
from typing import Any

import msgspec

from tacit.bots.asking import Kind, asking_of
from tacit.bots.bot import BotError
from tacit.bots.worker_process import WorkerError, WorkerProcess
from tacit.core.rulebook import Millis, Refused, Seat
from tacit.table.actions import read_action

ANSWER_TIMEOUT_S = 30.0
"""For a line, beyond the time a program is given to think."""
STOP_TIMEOUT_S = 2.0
MAX_BYTES = 2**20


def check_command(command: str) -> list[str]:
    """Return the words of a command; BotError if there is nothing to run."""
    words = shlex.split(command)
    if not words or shutil.which(words[0]) is None:
        raise BotError(f"There is no bot and no program {command!r}.")
    return words


class Program:
    """A running program, asked as a bot is."""

    def __init__(self, command: str, game: str, seat: int, players: int, seed: int) -> None:
        words = check_command(command)
        self._command = words[0]
        self._game = game
        self._asking = asking_of(game)
        self._seat = Seat(seat)
        self._number = 0
        self._worker = WorkerProcess(words, max_bytes=MAX_BYTES, quiet=False, own_group=False)
        self._say(
            {"type": "hello", "protocol": 1, "game": game, "seat": seat, "players": players,
             "seed": seed}
        )  # fmt: skip

    def __getattr__(self, method: str) -> Any:
        """Answer each of the game's questions, whatever they are."""
        for name, kind in self._asking.kinds.items():
            if kind.method == method:
                return partial(self._answer, name, kind)
        raise AttributeError(method)

    def _answer(self, name: str, kind: Kind, view: Any, given: Any = None) -> Any:
        """Put a question as a line of JSON and read what the answer means."""
        more: dict[str, Any] = {kind.given: given} if kind.given else {}
        budget = given if kind.given == "budget" else 0.0
        answer = self._ask({"type": name, "view": view, **more}, budget)
        if kind.action is None:
            return self._planned(answer)
        found = answer.get(kind.choice)
        if kind.answer is bool:
            return bool(found)
        try:
            return msgspec.convert(found, kind.answer)
        except msgspec.ValidationError:
            raise BotError(f"{self._command} answered no {kind.choice}.") from None

    def _planned(self, answer: dict[str, Any]) -> tuple[int, Any] | None:
        at, said = answer.get("at"), answer.get("action")
        if at is None:
            return None
        if type(at) is not int or not isinstance(said, dict):
            raise BotError(f"{self._command} answered no time and action.")
        action = read_action(self._game, self._seat, said, Millis(at))
        if isinstance(action, Refused):
            raise BotError(f"{self._command}: {action}")
        return at, action

    def close(self) -> None:
        """End the program."""
        self._worker.hang_up(STOP_TIMEOUT_S)

    def _say(self, line: dict[str, Any]) -> None:
        try:
            self._worker.send(msgspec.json.encode(line), ANSWER_TIMEOUT_S)
        except WorkerError:
            raise BotError(f"{self._command} has ended.") from None

    def _ask(self, question: dict[str, Any], budget: float = 0.0) -> dict[str, Any]:
        """Ask, and return the answer with the same id; a program that is late is ended."""
        self._number += 1
        self._say(question | {"id": self._number})
        until = time.monotonic() + budget + ANSWER_TIMEOUT_S
        while True:
            try:
                line = self._worker.read_line(until - time.monotonic())
            except WorkerError:
                self._worker.kill()
                raise BotError(f"{self._command} has ended.") from None
            try:
                answer = msgspec.json.decode(line)
            except msgspec.DecodeError:
                raise BotError(f"{self._command} answered no JSON: {line[:60]!r}") from None
            if isinstance(answer, dict) and answer.get("id") == self._number:
                return answer
