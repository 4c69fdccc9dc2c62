"""Child processes that end with their parent, even when it is killed.

Linux sends a child a signal when its parent ends (`prctl`, PR_SET_PDEATHSIG). On other systems the
children end only when the parent stops them.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from collections.abc import Callable

PARENT_ENDED = signal.SIGUSR1
"""The signal to a node whose parent has ended: not SIGTERM, so that the node can log why."""
_SET_DEATH_SIGNAL = 1


def tie(number: signal.Signals) -> Callable[[], None] | None:
    """Return what a child calls before its program, to get a signal when the parent ends."""
    if sys.platform != "linux":
        return None
    parent, prctl = os.getpid(), ctypes.CDLL(None).prctl  # loaded here: a fork must not load

    def tied() -> None:
        prctl(_SET_DEATH_SIGNAL, int(number), 0, 0, 0)
        if os.getppid() != parent:  # it ended in between
            os._exit(1)

    return tied
