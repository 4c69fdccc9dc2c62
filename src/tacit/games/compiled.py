"""How the rules are compiled: with Numba, once for a machine, kept beside the source.

Numba compiles a function anew when its own file changes, but not when it was built from functions
and tables of other files that did. Here the sources of a game's whole package are part of the key,
so that a change of the rules never meets code compiled from older ones.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from importlib.resources import files
from typing import Any, TypeVar

from numba import njit
from numba.core.caching import FunctionCache

Function = TypeVar("Function", bound=Callable[..., Any])


def compiler(package: str, **options: Any) -> Callable[[Function], Function]:
    """Return a decorator for functions that build on the compiled rules in a package.

    It is `njit(nogil=True, cache=True)` but for the key of the cache. Bots that call a kernel from
    compiled code of their own need it as well: `compiled = compiler("tacit.games.mindup")`.
    """
    sources = sorted(
        (file.name, file.read_bytes())
        for file in files(package).iterdir()
        if file.name.endswith(".py")
    )
    fingerprint = hashlib.sha256(repr(sources).encode()).hexdigest()

    class RulesCache(FunctionCache):
        """A cache of compiled functions that knows the rules they were compiled from."""

        def _index_key(self, sig: Any, codegen: Any) -> Any:
            return super()._index_key(sig, codegen), fingerprint

    def decorate(function: Function) -> Function:
        dispatcher = njit(nogil=True, **options)(function)
        dispatcher._cache = RulesCache(function)  # noqa: SLF001 - what njit(cache=True) does
        return dispatcher

    return decorate
