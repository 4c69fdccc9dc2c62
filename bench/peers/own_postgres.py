"""A PostgreSQL of this machine, started for a measurement, that writes through to the disk."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))


@contextlib.contextmanager
def postgres() -> Iterator[tuple[str, int]]:
    """Give its address and its process."""
    from tests.cluster.ports import free_ports  # noqa: PLC0415
    from tests.cluster.postgres import Postgres  # noqa: PLC0415

    server = Postgres(free_ports(1)[0], durable=True)
    try:
        server.start()
        yield server.url, server.pid
    finally:
        server.close()
