"""What the site measures about itself, for Prometheus."""

from __future__ import annotations

import asyncio
from bisect import bisect_left
from collections import Counter as Tally
from collections.abc import Callable, Iterator
from functools import partial
from itertools import accumulate
from platform import python_version

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    Info,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)

from tacit import __version__
from tacit.server.limits.budget import Usage

LATENCIES = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5)
LAG_EVERY_S = 0.25
"""The time between two measurements of the event loop's lag; one costs some microseconds."""


class Moves:
    """The two figures every move changes, kept by hand on the event loop.

    The library's own take a lock each time, which costs more than all the rest of counting.
    """

    def __init__(self) -> None:
        self._requests: Tally[str] = Tally()
        self._delays = [0] * (len(LATENCIES) + 1)
        self._seconds = 0.0

    @property
    def count(self) -> int:
        """How many requests there were."""
        return self._requests.total()

    def answered(self, do: str) -> None:
        """Count a request that was answered: before that, no reader may know of it."""
        self._requests[do] += 1

    def told(self, seconds: float) -> None:
        """Note the time from the receipt of a request until all clients were sent the news."""
        self._delays[bisect_left(LATENCIES, seconds)] += 1
        self._seconds += seconds

    def collect(self) -> Iterator[Metric]:
        """Hand the figures to Prometheus."""
        requests = CounterMetricFamily("tacit_requests", "Requests to tables", labels=["do"])
        for do, count in self._requests.items():
            requests.add_metric([do], count)
        yield requests
        bounds = [*(str(float(bound)) for bound in LATENCIES), "+Inf"]
        yield HistogramMetricFamily(
            "tacit_receipt_to_broadcast_seconds",
            "From the receipt of a request to the moment everybody is told",
            buckets=list(zip(bounds, accumulate(self._delays), strict=True)),
            sum_value=self._seconds,
        )


class Addresses:
    """What all addresses together use of their budgets; no address is named."""

    def __init__(self) -> None:
        self.usage = Usage()

    def collect(self) -> Iterator[Metric]:
        """Hand the figures to Prometheus."""
        used, gauge, counter = self.usage, GaugeMetricFamily, CounterMetricFamily
        yield gauge("tacit_tcp_connections", "Open connections, WebSockets too", used.connections)
        yield gauge("tacit_budget_accounts", "Addresses that have an account", used.accounts)
        debt = "Addresses that wait because they used more of the event loop than their share"
        yield gauge("tacit_budget_accounts_in_debt", debt, used.in_debt)
        yield gauge(
            "tacit_budget_held_bytes", "Requests not read, answers not sent", used.held_bytes
        )
        yield counter("tacit_budget_loop_seconds", "Event loop's time charged", used.loop_s)
        yield counter("tacit_budget_worker_seconds", "Shared workers' time charged", used.worker_s)


class Metrics:
    """One set of figures for one running site."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        build = Info("tacit_build", "What runs", registry=self.registry)
        build.info({"version": __version__, "python": python_version()})
        self.moves = Moves()
        self.registry.register(self.moves)
        self.addresses = Addresses()
        self.registry.register(self.addresses)
        counter = partial(Counter, registry=self.registry)
        gauge = partial(Gauge, registry=self.registry)
        seconds = partial(Histogram, registry=self.registry, buckets=LATENCIES)
        self.tables = gauge("tacit_tables", "Tables in memory")
        self.rooms = gauge("tacit_rooms", "Rooms where a replay is watched together")
        self.connections = gauge("tacit_websocket_connections", "WebSocket connections")
        self.refusals = counter("tacit_refusals_total", "Refused requests", ["key"])
        self.bad_messages = counter("tacit_bad_messages_total", "Unreadable messages")
        self.throttled = counter("tacit_throttled_total", "Refused as too many", ["what"])
        self.cut_off = counter("tacit_cut_off_total", "Connections closed by the site", ["reason"])
        self.commit = seconds("tacit_store_commit_seconds", "Commits of the log")
        self.committed = counter("tacit_store_entries_total", "Entries made durable")
        self.not_saved = counter("tacit_store_refused_total", "Entries that were not saved")
        self.backlog = gauge("tacit_store_backlog_appends", "Appends waiting to be written")
        self.outbox = gauge("tacit_outbox_messages", "Messages waiting to be sent")
        self.projection_lag = gauge(
            "tacit_projection_lag_seconds",
            "Since the first finished game that is not written and rated yet",
        )
        self.projection_waiting = gauge(
            "tacit_projection_games_waiting", "Finished games to be written or rated"
        )
        self.bot_seconds = seconds("tacit_bot_seconds", "Thinking time of bots")
        self.bot_failures = counter("tacit_bot_failures_total", "Bots that raised")
        self.http = counter("tacit_http_requests_total", "HTTP requests", ["route", "status"])
        self.http_seconds = seconds(
            "tacit_http_request_duration_seconds",
            "From a request that is let in to its answer",
            ["route"],
        )
        self.loop_lag = seconds(
            "tacit_event_loop_lag_seconds", "How late the event loop calls a timer"
        )
        self.healthy = gauge("tacit_healthy", "1 while games can be saved, 0 otherwise")

    def page(self) -> bytes:
        """Return everything in Prometheus' text format."""
        return generate_latest(self.registry)


class LoopLag:
    """Reports the event loop's lag: how late it calls a timer, four times a second."""

    def __init__(self, report: Callable[[float], None], loop: asyncio.AbstractEventLoop) -> None:
        self._report = report
        self._loop = loop
        self._plan()

    def _plan(self) -> None:
        self._due = self._loop.time() + LAG_EVERY_S
        self._timer = self._loop.call_at(self._due, self._look)

    def _look(self) -> None:
        self._report(max(0.0, self._loop.time() - self._due))
        self._plan()

    def stop(self) -> None:
        """Stop."""
        self._timer.cancel()
