"""Checking a bot in a process of its own, which is ended if the bot never answers."""

from __future__ import annotations

import multiprocessing as mp
import signal
import time
from collections.abc import Iterator
from multiprocessing.connection import Connection
from typing import Any

from tacit.arena.examination.conformance import Finding, examine
from tacit.arena.examination.observed import Notes
from tacit.arena.runner.asking import Care, Timeouts, Watch

POLL_S = 0.1
TIMEOUTS = Timeouts()


def checkup(
    name: str, game: str, budget: float, timeouts: Timeouts = TIMEOUTS
) -> Iterator[Finding]:
    """Yield the findings about a bot as they are made; a bot that never answers ends them."""
    context = mp.get_context("spawn")
    shared = context.RawArray("d", 3)
    told, theirs = context.Pipe(duplex=False)
    args = (theirs, name, game, (budget, timeouts), shared)
    process = context.Process(target=_examine, args=args, daemon=True)
    process.start()
    theirs.close()
    try:
        yield from _findings(told, shared)
    finally:
        process.kill()
        process.join()


def _findings(told: Connection[Any, Any], shared: Any) -> Iterator[Finding]:
    question = "is found by its name in a new process"
    while True:
        slot, since, limit = shared
        if slot and time.monotonic() - since > limit:
            yield Finding(question, problem=f"it did not answer within {limit:.0f} s")
            return
        if not told.poll(POLL_S):
            continue
        try:
            said = told.recv()
        except EOFError:
            yield Finding(question, problem="it ended its process")
            return
        if said is None:
            return
        if isinstance(said, Finding):
            yield said
        else:
            question = said


def _examine(
    tell: Connection[Any, Any], name: str, game: str, times: tuple[float, Timeouts], shared: Any
) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent is told, and ends this
    for said in examine(name, game, Notes(Care(Watch(shared), *times))):
        tell.send(said)
    tell.send(None)
