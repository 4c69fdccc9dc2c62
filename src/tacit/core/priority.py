"""The priority of worker processes: other processes of the machine go first."""

from __future__ import annotations

import os

EQUAL = "TACIT_TEST_EQUAL_PRIORITY"
"""Set by the tests: where many run at once, a worker at low priority would never get its turn."""


def lower_priority(niceness: int) -> None:
    """Let other processes go before this one, where the system can."""
    if hasattr(os, "nice") and EQUAL not in os.environ:
        os.nice(niceness)
