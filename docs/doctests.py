"""Shows examples in docstrings as code on the site: Markdown takes `>>>` for quotations."""

from __future__ import annotations

import re
from typing import Any

import griffe

EXAMPLE = re.compile(r"^>>> .*(?:\n.+)*", re.MULTILINE)


class Doctests(griffe.Extension):
    """Fences every example of a docstring."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Fence the examples of a member."""
        self._fence(obj)

    def on_package(self, *, pkg: griffe.Module, **_: Any) -> None:
        """Fence the examples of the package."""
        self._fence(pkg)

    @staticmethod
    def _fence(obj: griffe.Object) -> None:
        if obj.docstring is not None and "```" not in obj.docstring.value:
            text = obj.docstring.value
            obj.docstring.value = EXAMPLE.sub(lambda found: f"```pycon\n{found[0]}\n```", text)
