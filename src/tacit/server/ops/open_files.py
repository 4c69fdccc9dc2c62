"""The limit of open files: every connection is one."""

from __future__ import annotations

import sys

from tacit.server.ops.logs import note

if sys.platform != "win32":  # which has no such limit
    import resource


def open_files() -> int:
    """Return the limit of open files."""
    if sys.platform == "win32":
        return sys.maxsize
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return sys.maxsize if soft == resource.RLIM_INFINITY else soft


def raise_open_files() -> int:
    """Raise the limit of open files as far as the system allows; return it."""
    if sys.platform != "win32":
        _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        except (OSError, ValueError):  # some systems promise more than they give
            note("few_files", most=open_files())
    return open_files()
