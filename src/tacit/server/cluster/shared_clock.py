"""One clock for all nodes: the database's.

Rounds of evenings and turns by correspondence end by the clock of the node that has the table. A
node whose clock is ahead would end them too early, for players who still have time.
"""

from __future__ import annotations

from collections.abc import Callable

from tacit.server.ops.logs import warn
from tacit.store.shared import Shared

WARN_AFTER_S = 30.0


def behind_s(shared: Shared, clock_s: Callable[[], float]) -> float:
    """Return by how many seconds this machine's clock is behind the database's.

    The host is warned of a large difference: certificates and logs go by the machine's clock.
    """
    before = clock_s()
    there = shared.clock_s()
    found = there - (before + clock_s()) / 2  # the answer was on its way for half of that time
    if abs(found) > WARN_AFTER_S:
        warn("clock_differs", behind_s=round(found, 1))
    return found
