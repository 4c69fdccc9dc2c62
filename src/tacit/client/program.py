"""A bot that is a program in any language: JSON, one object a line, over its standard streams.

`docs/client.md` describes the lines. The program is asked one thing at a time, and answers with one
line that has the same id.
"""

from __future__ import annotations

import shlex
import shutil
import subprocess
import threading
from functools import partial
from typing import Any

import msgspec

from tacit.bots.asking import Kind, asking_of
from tacit.bots.bot import BotError
from tacit.core.rulebook import Millis, Refused, Seat
from tacit.table.actions import read_action

ANSWER_WITHIN = 30.0
"""Seconds a program may take for a line beyond what it was given to think."""


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
        self._process = subprocess.Popen(  # noqa: S603  # it is what the user asked to run
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )
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
        found = answer.get(kind.field)
        if kind.answer is bool:
            return bool(found)
        try:
            return msgspec.convert(found, kind.answer)
        except msgspec.ValidationError:
            raise BotError(f"{self._command} answered no {kind.field}.") from None

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
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()
        try:
            self._process.wait(2)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _say(self, line: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(msgspec.json.encode(line).decode() + "\n")
            self._process.stdin.flush()
        except (BrokenPipeError, ValueError):
            raise BotError(f"{self._command} has ended.") from None

    def _ask(self, question: dict[str, Any], budget: float = 0.0) -> dict[str, Any]:
        """Ask, and return the answer with the same id; whoever does not answer is ended."""
        self._number += 1
        self._say(question | {"id": self._number})
        assert self._process.stdout is not None
        watch = threading.Timer(budget + ANSWER_WITHIN, self._process.kill)
        watch.start()
        try:
            while line := self._process.stdout.readline():
                try:
                    answer = msgspec.json.decode(line)
                except msgspec.DecodeError:
                    raise BotError(f"{self._command} answered no JSON: {line[:60]!r}") from None
                if isinstance(answer, dict) and answer.get("id") == self._number:
                    return answer
        finally:
            watch.cancel()
        raise BotError(f"{self._command} has ended.")
