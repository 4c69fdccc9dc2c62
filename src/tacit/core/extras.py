"""The name of the distribution, and which of its extras brings which package.

The import name and the command are `tacit`; that name on PyPI belongs to another project.
"""

from __future__ import annotations

DISTRIBUTION = "tacit-games"
EXTRAS = {
    "PIL": "pictures",
    "aiohttp": "server",
    "asyncpg": "postgres",
    "gymnasium": "envs",
    "mcp": "mcp",
    "numba": "bots",
    "numpy": "bots",
    "pettingzoo": "envs",
    "prometheus_client": "server",
    "pyspiel": "openspiel",
    "pywebpush": "push",
    "ray": "ray",
    "segno": "server",
    "textual": "terminal",
}
"""Optional packages, and the extra that brings each."""


class MissingExtra(ImportError):
    """A package is not installed; the text says how to get it."""


def install(extra: str) -> str:
    """Return the command that installs an extra.

    >>> install("server,bots")
    "pip install 'tacit-games[server,bots]'"
    """
    return f"pip install '{DISTRIBUTION}[{extra}]'"


def missing_extra(what: str, missing: ImportError, extra: str | None = None) -> MissingExtra | None:
    """Say how to get a package that was not found; None if no extra has it.

    >>> print(missing_extra("the site", ImportError(name="aiohttp.web")))
    the site needs aiohttp: pip install 'tacit-games[server]'
    """
    package = (missing.name or "").partition(".")[0]
    if package not in EXTRAS:
        return None
    return MissingExtra(f"{what} needs {package}: {install(extra or EXTRAS[package])}")
