"""A ledger that only notes what it was told."""

from __future__ import annotations

from tacit.server.limits.fair_queue import NoLedger


class Charged(NoLedger):
    """Notes which address was charged, and how many seconds."""

    def __init__(self, noted: list[tuple[str, float]]) -> None:
        self._noted = noted

    def charge_worker(self, party: str, seconds: float, /) -> None:
        self._noted.append((party, seconds))
