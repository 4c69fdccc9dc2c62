"""How the rules are compiled: with Numba, once for a machine, kept beside the source.

Numba compiles a function anew when its own file changes, but not when it was built from functions
and tables of other files that did. Here all sources of a kernel are part of the key, so that new
rules never meet code compiled from older ones.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from contextlib import suppress
from importlib.resources import files
from typing import Any, TypeVar

from numba import njit
from numba.core.caching import FunctionCache

Function = TypeVar("Function", bound=Callable[..., Any])


def compiler(
    package: str, sources: Iterable[str], **options: Any
) -> Callable[[Function], Function]:
    """Return a decorator for functions that are compiled from these files of a package.

    It is `njit(nogil=True, cache=True)` but for the key of the cache. A bot that calls a kernel
    from compiled code of its own should use the kernel's decorator, `kernel.compiled`.
    """
    texts = [files(package).joinpath(source).read_bytes() for source in sources]
    fingerprint = hashlib.sha256(b"\0".join(texts)).hexdigest()

    class RulesCache(FunctionCache):
        """A cache of compiled functions that knows the rules they were compiled from."""

        def _index_key(self, sig: Any, codegen: Any) -> Any:
            return super()._index_key(sig, codegen), fingerprint

    def decorate(function: Function) -> Function:
        dispatcher = njit(nogil=True, **options)(function)
        with suppress(RuntimeError):  # typed into a console, there is no file to keep it beside
            dispatcher._cache = RulesCache(function)  # noqa: SLF001 - what njit(cache=True) does
        return dispatcher

    return decorate
