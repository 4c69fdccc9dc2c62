"""What the site measures about itself, for Prometheus."""

from __future__ import annotations

from functools import partial

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

LATENCIES = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5)


class Metrics:
    """One set of figures for one running site."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        counter = partial(Counter, registry=self.registry)
        gauge = partial(Gauge, registry=self.registry)
        seconds = partial(Histogram, registry=self.registry, buckets=LATENCIES)
        self.tables = gauge("tacit_tables", "Tables in memory")
        self.lines = gauge("tacit_lines", "WebSocket connections")
        self._by_request: dict[object, Counter] = {}
        self.requests = counter("tacit_requests_total", "Requests to tables", ["do"])
        self.refusals = counter("tacit_refusals_total", "Refused requests", ["key"])
        self.bad_messages = counter("tacit_bad_messages_total", "Unreadable messages")
        self.throttled = counter("tacit_throttled_total", "Refused as too many", ["what"])
        self.cut_off = counter("tacit_cut_off_total", "Lines closed by the site", ["reason"])
        self.latency = seconds(
            "tacit_receipt_to_broadcast_seconds",
            "From the receipt of a request to the moment everybody is told",
        )
        self.commit = seconds("tacit_store_commit_seconds", "Commits of the log")
        self.committed = counter("tacit_store_entries_total", "Entries made durable")
        self.not_saved = counter("tacit_store_refused_total", "Entries that were not saved")
        self.backlog = gauge("tacit_store_backlog", "Appends waiting to be written")
        self.outbox = gauge("tacit_outbox", "Messages waiting to be sent")
        self.bot_seconds = seconds("tacit_bot_seconds", "Thinking time of bots")
        self.bot_failures = counter("tacit_bot_failures_total", "Bots that raised")
        self.http = counter("tacit_http_total", "HTTP requests", ["route", "status"])

    def count_request(self, do: object) -> None:
        """Count a request; finding the counter anew each time would cost more than counting."""
        counter = self._by_request.get(do)
        if counter is None:
            counter = self._by_request[do] = self.requests.labels(str(do))
        counter.inc()

    def page(self) -> bytes:
        """Return everything in Prometheus' text format."""
        return generate_latest(self.registry)
