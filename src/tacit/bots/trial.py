"""Loads a bot for the first time, in a worker process: `python -m tacit.bots.trial`.

A bot's file is a program. It may loop, wait or exit while it is imported.
"""

from __future__ import annotations

import contextlib
import functools
import os
import sys
from importlib.metadata import entry_points

from tacit.bots.bot import BotError
from tacit.bots.registry import load
from tacit.bots.worker_process import WorkerEnded, WorkerError, WorkerProcess

LOADING_S = 30.0
"""Large libraries are slow to import on a busy machine."""


def try_out(name: str) -> None:
    """Raise BotError if loading a bot never ends or ends its process; errors show later."""
    if ":" in name or entry_points(group="tacit.bots", name=name):
        trouble = _trouble(name)
        if trouble is not None:
            raise BotError(f"{name} cannot be loaded: {trouble}.")


@functools.cache
def _trouble(name: str) -> str | None:
    """Return how loading a bot goes wrong, if it does; a name is tried once."""
    worker = WorkerProcess((sys.executable, "-P", "-m", "tacit.bots.trial"))
    try:
        worker.ask(name.encode(), LOADING_S)
    except WorkerEnded:
        return f"it ended its process with code {worker.exit_code()}"
    except WorkerError:
        return f"that did not end within {LOADING_S:g} s"
    finally:
        worker.end()
    return None


def main() -> None:
    """Load the bot whose name comes in, and answer when that is done."""
    name = sys.stdin.buffer.readline().decode().rstrip("\n")
    answers = os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):  # the bot is loaded again later, and prints it then
        os.dup2(nowhere, stream)
    with contextlib.suppress(BaseException):
        load(name, None)
    answers.write(b"loaded\n")
    answers.flush()
    os._exit(0)  # whatever threads the bot has started


if __name__ == "__main__":
    main()
