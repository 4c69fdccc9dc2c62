"""The same games on a Ray cluster: every core of it watches over one playing process.

Ray is an extra: `pip install 'tacit-games[ray]'`. Bots from files have to be where
they are named on every machine; those of an installed package are found wherever it is installed.
"""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, redirect_stdout
from typing import Any

from tacit.arena import ArenaError
from tacit.arena.runner.crew import Crew, Task
from tacit.package import install

NAMES = ("auto", "local")
CONNECT_SECONDS = 3.0


class Hand:
    """One core of the cluster."""

    def __init__(self, terms: Any) -> None:
        self._crew = Crew(terms, jobs=1)

    def play(self, task: Task) -> list[Any]:
        """Play one task, whatever its bots do."""
        return list(self._crew.play([task]))


class Cluster:
    """All cores of a Ray cluster, as `Players`."""

    def __init__(self, terms: Any, address: str) -> None:
        try:
            import ray  # noqa: PLC0415  # an extra
        except ImportError:
            raise ArenaError(f"--ray needs Ray: {install('ray')}.") from None
        self._ray = ray
        _check_that_somebody_listens(address)
        try:
            ray.init(address=address, log_to_driver=False, logging_level="error")
        except (OSError, RuntimeError, ValueError) as error:
            raise ArenaError(f"There is no Ray cluster at {address}: {error}") from None
        cores = max(1, int(ray.cluster_resources().get("CPU", 1)))
        hand = ray.remote(num_cpus=1, max_restarts=-1, max_task_retries=-1)(Hand)
        self._hands: list[Any] = [hand.remote(terms) for _ in range(cores)]

    def play(self, tasks: Iterable[Any]) -> Iterator[Any]:
        """Play tasks and yield their games in whatever order they are finished."""
        waiting = iter(tasks)
        busy = {
            hand.play.remote(task): hand for hand, task in zip(self._hands, waiting, strict=False)
        }
        while busy:
            (done,), _ = self._ray.wait(list(busy), num_returns=1)
            hand = busy.pop(done)
            yield from self._ray.get(done)
            task = next(waiting, None)
            if task is not None:
                busy[hand.play.remote(task)] = hand

    def close(self) -> None:
        """Leave the cluster."""
        self._ray.shutdown()


def _check_that_somebody_listens(address: str) -> None:
    """Refuse an address where nothing is: Ray itself would try for minutes."""
    if address in NAMES:
        return
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not port.isdecimal():
        names = ", ".join(NAMES)
        raise ArenaError(f"--ray is {names}, HOST:PORT or ray://HOST:PORT, not {address!r}.")
    try:
        socket.create_connection((host.strip("[]"), int(port)), CONNECT_SECONDS).close()
    except (OSError, OverflowError) as error:
        raise ArenaError(f"There is no Ray cluster at {address}: {error}.") from None


@contextmanager
def results_alone() -> Iterator[None]:
    """Send what Ray and its processes print to stderr: stdout is for results."""
    sys.stdout.flush()
    kept = os.dup(1)
    os.dup2(2, 1)
    try:
        with redirect_stdout(sys.stderr):
            yield
    finally:
        sys.stdout.flush()
        os.dup2(kept, 1)
        os.close(kept)
