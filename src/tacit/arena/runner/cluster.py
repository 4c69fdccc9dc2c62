"""Work on a Ray cluster: the same results, whichever of its machines take part.

Ray is an extra: `pip install 'tacit-games[ray]'`. Bots from files have to be where
they are named on every machine; those of an installed package are found wherever it is installed.
"""

from __future__ import annotations

import os
import socket
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, redirect_stdout
from typing import Any, TextIO

from tacit.arena import ArenaError
from tacit.arena.runner.crew import Crew, Task
from tacit.core.extras import install

NAMES = ("auto", "local")
CONNECT_TIMEOUT_S = 3.0
AHEAD = 4
"""Pieces of work in flight for each core, so that no core waits."""


class Machines:
    """All machines of a cluster. Work of one that is lost is done again by another."""

    def __init__(self, address: str) -> None:
        try:
            import ray  # noqa: PLC0415  # an extra
        except ImportError:
            raise ArenaError(f"--ray needs Ray: {install('ray')}.") from None
        self._ray = ray
        _check_address(address)
        try:
            ray.init(address=address, log_to_driver=False, logging_level="error")
        except (OSError, RuntimeError, ValueError) as error:
            raise ArenaError(f"There is no Ray cluster at {address}: {error}") from None
        self._cores = max(1, int(ray.cluster_resources().get("CPU", 1)))

    def each(
        self, work: Callable[[Any, Any], Any], terms: Any, pieces: Iterable[Any]
    ) -> Iterator[Any]:
        """Yield what comes of each piece of work, in their order; each takes one core."""
        # Not bound to a process: machines may leave and join.
        given = self._ray.remote(num_cpus=1, max_retries=-1)(work)
        shared = self._ray.put(terms)
        under_way: deque[Any] = deque()
        for piece in pieces:
            under_way.append(given.remote(shared, piece))
            if len(under_way) > AHEAD * self._cores:
                yield self._ray.get(under_way.popleft())
        while under_way:
            yield self._ray.get(under_way.popleft())

    def close(self) -> None:
        """Leave the cluster."""
        self._ray.shutdown()


class Cluster:
    """All cores of a Ray cluster, as `Players`: each watches over one playing process."""

    def __init__(self, terms: Any, address: str) -> None:
        self._terms = terms
        self._machines = Machines(address)

    def play(self, tasks: Iterable[Any]) -> Iterator[Any]:
        """Play tasks and yield their games."""
        for games in self._machines.each(_play, self._terms, tasks):
            yield from games

    def close(self) -> None:
        """Leave the cluster."""
        self._machines.close()


_crew: tuple[Any, Crew] | None = None
"""The playing process of one core, kept from one task to the next."""


def _play(terms: Any, task: Task) -> list[Any]:
    """Play one task on a core of the cluster, whatever its bots do."""
    global _crew  # noqa: PLW0603  # a process of the cluster has one core, and so one of these
    if _crew is None or _crew[0] != terms:
        if _crew is not None:
            _crew[1].close()
        _crew = (terms, Crew(terms, jobs=1))
    return list(_crew[1].play([task]))


def _check_address(address: str) -> None:
    """Refuse an address where nothing is: Ray itself would try for minutes."""
    if address in NAMES:
        return
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not port.isdecimal():
        names = ", ".join(NAMES)
        raise ArenaError(f"--ray is {names}, HOST:PORT or ray://HOST:PORT, not {address!r}.")
    try:
        socket.create_connection((host.strip("[]"), int(port)), CONNECT_TIMEOUT_S).close()
    except (OSError, OverflowError) as error:
        raise ArenaError(f"There is no Ray cluster at {address}: {error}.") from None


@contextmanager
def results_alone() -> Iterator[TextIO]:
    """Send what Ray and its processes print to stderr: stdout, which is yielded, is for results."""
    sys.stdout.flush()
    kept = os.dup(1)
    os.dup2(2, 1)
    try:
        with redirect_stdout(sys.stderr), os.fdopen(os.dup(kept), "w") as results:
            yield results
    finally:
        sys.stdout.flush()
        os.dup2(kept, 1)
        os.close(kept)
