"""How many files the process may have open: every connection is one."""

from __future__ import annotations

import sys

from tacit.server.ops.logs import note

if sys.platform != "win32":  # which counts otherwise
    import resource


def open_files() -> int:
    """Return how many files the process may have open."""
    if sys.platform == "win32":
        return sys.maxsize
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return sys.maxsize if soft == resource.RLIM_INFINITY else soft


def raise_open_files() -> int:
    """Let the process have as many files open as it may ask for; return how many these are."""
    if sys.platform != "win32":
        _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        except (OSError, ValueError):  # some systems promise more than they give
            note("few_files", most=open_files())
    return open_files()
