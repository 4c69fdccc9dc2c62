"""Old names of modules that docs once named. They still work, with a DeprecationWarning."""

from __future__ import annotations

import importlib
import sys
import warnings
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

MOVED = {
    "tacit.arena.teams": "tacit.games.extreme.arena",
    "tacit.arena.teams.playing": "tacit.games.extreme.arena.teams",
    "tacit.bots.advice": "tacit.games.extreme.bots.belief.advice",
    "tacit.bots.greedy": "tacit.games.mindup.bots.greedy",
    "tacit.bots.listening": "tacit.games.extreme.bots.belief.listening",
    "tacit.bots.manners": "tacit.games.extreme.bots.between_plays",
    "tacit.bots.swift_training": "tacit.games.mindup.bots.swift_training",
    "tacit.bots.tempo": "tacit.games.extreme.bots.belief.tempo",
    "tacit.bots.zoo": "tacit.games.extreme.bots.people",
    "tacit.envs.extreme_clock": "tacit.games.extreme.env.clock",
    "tacit.envs.mindup_layout": "tacit.games.mindup.env.layout",
    "tacit.envs.mindup_vector": "tacit.games.mindup.env.vector",
    "tacit.envs.openspiel": "tacit.games.mindup.env.openspiel",
    "tacit.games.chance": "tacit.core.chance",
    "tacit.games.extreme.bots.advice": "tacit.games.extreme.bots.belief.advice",
    "tacit.games.extreme.bots.leading": "tacit.games.extreme.bots.belief.leading",
    "tacit.games.extreme.bots.listening": "tacit.games.extreme.bots.belief.listening",
    "tacit.games.extreme.bots.priors": "tacit.games.extreme.bots.belief.priors",
    "tacit.games.extreme.bots.shown": "tacit.games.extreme.bots.belief.shown",
    "tacit.games.extreme.bots.tempo": "tacit.games.extreme.bots.belief.tempo",
    "tacit.games.extreme.bots.zoo": "tacit.games.extreme.bots.people",
    "tacit.games.extreme.twin": "tacit.games.extreme.kernel",
    "tacit.games.mindup.packed": "tacit.games.mindup.kernel.packed",
    "tacit.games.plug": "tacit.core.plug",
    "tacit.games.rulebook": "tacit.core.rulebook",
    "tacit.twin": "tacit.games.extreme.kernel",
}
"""Old name, new name."""


class _Moved(MetaPathFinder, Loader):
    """Finds a module by its old name and returns the module of the new name."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        del path, target
        return ModuleSpec(name, self) if name in MOVED else None

    def create_module(self, spec: ModuleSpec) -> None:
        """Let Python make an empty module; `exec_module` puts the real one in its place."""

    def exec_module(self, module: ModuleType) -> None:
        new = MOVED[module.__name__]
        warnings.warn(f"{module.__name__} is now {new}", DeprecationWarning, stacklevel=2)
        sys.modules[module.__name__] = importlib.import_module(new)


def install() -> None:
    """Look up old names from now on, before a folder left over from an older version is found."""
    sys.meta_path.insert(0, _Moved())
