"""The same games on a Ray cluster: every core of it watches over one playing process.

Ray is an extra: `pip install 'tacit-games[ray]'`. Bots from files have to be where
they are named on every machine; those of an installed package are found wherever it is installed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from tacit.arena import ArenaError
from tacit.arena.crew import Crew, Deal
from tacit.arena.play import Played, Terms
from tacit.package import install


class Hand:
    """One core of the cluster."""

    def __init__(self, terms: Terms) -> None:
        self._crew = Crew(terms, jobs=1)

    def play(self, deal: Deal) -> list[Played]:
        """Play one deal, whatever its bots do."""
        return list(self._crew.play([deal]))


class Cluster:
    """All cores of a Ray cluster, as `Players`."""

    def __init__(self, terms: Terms, address: str) -> None:
        try:
            import ray  # noqa: PLC0415  # an extra
        except ImportError:
            raise ArenaError(f"--ray needs Ray: {install('ray')}.") from None
        self._ray = ray
        try:
            ray.init(address=address, log_to_driver=False, logging_level="error")
        except (ConnectionError, RuntimeError, ValueError) as error:
            raise ArenaError(f"There is no Ray cluster at {address}: {error}") from None
        cores = max(1, int(ray.cluster_resources().get("CPU", 1)))
        hand = ray.remote(num_cpus=1, max_restarts=-1, max_task_retries=-1)(Hand)
        self._hands: list[Any] = [hand.remote(terms) for _ in range(cores)]

    def play(self, deals: Iterable[Deal]) -> Iterator[Played]:
        """Play deals and yield their games in whatever order they are finished."""
        waiting = iter(deals)
        busy = {
            hand.play.remote(deal): hand for hand, deal in zip(self._hands, waiting, strict=False)
        }
        while busy:
            (done,), _ = self._ray.wait(list(busy), num_returns=1)
            hand = busy.pop(done)
            yield from self._ray.get(done)
            deal = next(waiting, None)
            if deal is not None:
                busy[hand.play.remote(deal)] = hand

    def close(self) -> None:
        """Leave the cluster."""
        self._ray.shutdown()
