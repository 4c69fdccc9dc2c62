"""Every attack there is: each module of this folder that begins with `try_` adds its own."""

from __future__ import annotations

import importlib
import pkgutil

import tests.attacks
from tests.attacks.attack import ATTACKS, Attack


def every() -> list[Attack]:
    """Return all attacks, by name."""
    for module in pkgutil.iter_modules(tests.attacks.__path__):
        if module.name.startswith("try_"):
            importlib.import_module(f"tests.attacks.{module.name}")
    return sorted(ATTACKS, key=lambda one: one.name)
