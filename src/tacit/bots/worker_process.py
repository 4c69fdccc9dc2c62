"""A worker process: it is sent lines and answers with lines, bounded in size and in time.

The site, reviews and clients use this class: a thread calls `ask`, a coroutine awaits `ask_soon`.
The arena runs processes of its own (`arena.runner.crew`): they play whole games and tell which bot
is thinking, so that a bot that hangs is known.

A worker that is late, says too much or has ended raises WorkerError. Its owner then calls `end`,
and may start another.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
import os
import select
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Generator, Sequence
from typing import Any, TypeAlias, TypeVar

T = TypeVar("T")
Steps: TypeAlias = Generator[tuple[int, int], None, T]
"""A generator that yields the file descriptor and `select.poll` event it waits for."""

MAX_BYTES = 65_536
_CHUNK_BYTES = 65_536
_EXIT_S = 5.0


class WorkerError(Exception):
    """A worker did not answer as it should; the text says how."""


class WorkerEnded(WorkerError):
    """Its process has ended."""


class WorkerProcess:
    """One process; one thread or coroutine at a time asks it."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        max_bytes: int = MAX_BYTES,
        quiet: bool = True,
        own_group: bool = True,
    ) -> None:
        """Start a command. `quiet` drops what it says on standard error.

        With `own_group` no Ctrl-C reaches it: the process that started it ends it.
        """
        self.started = time.monotonic()
        self._max_bytes = max_bytes
        self._said = bytearray()
        self._process = subprocess.Popen(  # noqa: S603 - our own program, or what a user asked to run
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL if quiet else None,
            bufsize=0,
            process_group=0 if own_group else None,
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._in, self._out = self._process.stdin, self._process.stdout
        os.set_blocking(self._in.fileno(), False)
        os.set_blocking(self._out.fileno(), False)

    @classmethod
    def of_module(cls, *words: str, max_bytes: int = MAX_BYTES) -> WorkerProcess:
        """Start one of our own modules, with its arguments."""
        return cls((sys.executable, "-m", *words), max_bytes=max_bytes)

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    @property
    def runs(self) -> bool:
        """Whether it has not ended."""
        return self._process.poll() is None

    def ask(self, line: bytes, timeout_s: float) -> bytes:
        """Send a line and return the one line that comes back in time."""
        until = time.monotonic() + timeout_s
        self.send(line, timeout_s)
        answer = self.read_line(until - time.monotonic())
        if self._said:
            raise WorkerError("it said more than one line")
        return answer

    def send(self, line: bytes, timeout_s: float = math.inf) -> None:
        """Send a line."""
        _block(self._sending(line), timeout_s)

    def read_line(self, timeout_s: float = math.inf) -> bytes:
        """Return the next line."""
        return _block(self._reading(), timeout_s)

    async def ask_soon(self, line: bytes) -> bytes:
        """Send a line and return the line that comes back; end the worker if this is cancelled."""
        await _wait(self._sending(line))
        return await _wait(self._reading())

    async def lines_for(self, line: bytes) -> AsyncIterator[bytes]:
        """Send one line, close the input, and yield the worker's lines until it ends."""
        await _wait(self._sending(line))
        self._in.close()
        while True:
            yield await _wait(self._reading())

    def _sending(self, line: bytes) -> Steps[None]:
        rest = memoryview(line + b"\n")
        while rest:
            try:
                rest = rest[os.write(self._in.fileno(), rest) :]
            except BlockingIOError:
                yield self._in.fileno(), select.POLLOUT
            except (OSError, ValueError) as error:
                raise WorkerEnded(f"it has ended: {error}") from error

    def _reading(self) -> Steps[bytes]:
        searched = 0
        while (end := self._said.find(b"\n", searched)) < 0:
            searched = len(self._said)
            if searched > self._max_bytes:
                raise WorkerError(f"it said more than {self._max_bytes:,} bytes in a line")
            try:
                more = os.read(self._out.fileno(), _CHUNK_BYTES)
            except BlockingIOError:
                yield self._out.fileno(), select.POLLIN
                continue
            except (OSError, ValueError) as error:  # it was ended meanwhile
                raise WorkerEnded(f"it has ended: {error}") from error
            if not more:
                raise WorkerEnded("it has ended")
            self._said += more
        line = bytes(self._said[:end])
        del self._said[: end + 1]
        return line

    def exit_code(self) -> int:
        """Wait a few seconds for the process to end, or end it; return its exit code."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_EXIT_S)
        self.end()
        return self._process.wait()

    def kill(self) -> None:
        """Kill it, whatever it is doing; a thread that waits for its answer gets a WorkerError."""
        self._process.kill()

    def hang_up(self, timeout_s: float) -> None:
        """Close its pipes, and kill it if it has not ended by itself in time."""
        for pipe in (self._in, self._out):
            with contextlib.suppress(OSError):
                pipe.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(timeout_s)
        self.kill()
        self._process.wait()

    def end(self) -> None:
        """Kill it and free what it holds: nobody may be asking it."""
        self.kill()
        self.hang_up(_EXIT_S)


def _block(steps: Steps[T], timeout_s: float) -> T:
    """Do the work in this thread."""
    until = time.monotonic() + timeout_s
    try:
        while True:
            file, event = next(steps)
            poll = select.poll()  # `select.select` knows no more than 1,024 files
            poll.register(file, event)
            left_ms = None if until == math.inf else 1000 * max(0.0, until - time.monotonic())
            if not poll.poll(left_ms):
                raise WorkerError(f"no answer within {max(0.0, timeout_s):.1f} s")
    except StopIteration as done:
        result: T = done.value
        return result


async def _wait(steps: Steps[T]) -> T:
    """Do the work in this coroutine."""
    loop = asyncio.get_running_loop()
    try:
        while True:
            file, event = next(steps)
            ready: asyncio.Future[Any] = loop.create_future()
            reads = event == select.POLLIN
            (loop.add_reader if reads else loop.add_writer)(file, _set, ready)
            try:
                await ready
            finally:
                (loop.remove_reader if reads else loop.remove_writer)(file)
    except StopIteration as done:
        result: T = done.value
        return result


def _set(ready: asyncio.Future[Any]) -> None:
    if not ready.done():
        ready.set_result(None)
