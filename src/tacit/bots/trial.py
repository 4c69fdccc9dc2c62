"""Loading somebody's bot for the first time, in a process that can be ended if it never comes back.

A file is a program: it may loop, wait for something or end its process while it is imported.
"""

from __future__ import annotations

import contextlib
import functools
import multiprocessing as mp
import os
import signal
from importlib.metadata import entry_points
from multiprocessing.connection import Connection
from typing import Any

from tacit.bots.bot import BotError
from tacit.bots.registry import load

LOADING = 30.0
"""Seconds a bot's file may take; large libraries are slow to import on a busy machine."""


def try_out(name: str) -> None:
    """Raise BotError if a bot cannot be loaded to the end; what it raises is found out later."""
    if ":" in name or entry_points(group="tacit.bots", name=name):
        trouble = _trouble(name)
        if trouble is not None:
            raise BotError(f"{name} cannot be loaded: {trouble}.")


@functools.cache
def _trouble(name: str) -> str | None:
    """Return how loading a bot goes wrong, if it does; a name is tried once."""
    context = mp.get_context("spawn")
    told, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_load, args=(theirs, name), daemon=True)
    process.start()
    theirs.close()
    try:
        if not told.poll(LOADING):
            return f"that did not end within {LOADING:g} s"
        told.recv()
    except EOFError:
        process.join()
        return f"it ended its process with code {process.exitcode}"
    finally:
        process.kill()
        process.join()
        told.close()
    return None


def _load(tell: Connection[Any, Any], name: str) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started this is told, and ends it
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):  # it is loaded again, and says it then
        os.dup2(nowhere, stream)
    with contextlib.suppress(BaseException):
        load(name, None)
    tell.send(True)
