"""The games as environments of PettingZoo, Gymnasium and OpenSpiel.

Importing this registers them: `tacit/mindup-v0` and `tacit/extreme-v0` with PettingZoo,
`tacit/MindUp-v0` and `tacit/Extreme-v0` with Gymnasium. It needs `pip install 'tacit-games[envs]'`.
"""

from __future__ import annotations

from tacit.package import missing_extra

try:
    import gymnasium
    import pettingzoo
except ImportError as missing:
    raise missing_extra("tacit.envs", missing) or missing from missing

from gymnasium.envs.registration import registry


def _register() -> None:
    """Tell both packages once what there is; nothing is imported before it is made."""
    games = {"mindup": "MindUp", "extreme": "Extreme"}
    for name, title in games.items():
        if f"tacit/{title}-v0" in registry:
            continue
        gymnasium.register(
            id=f"tacit/{title}-v0",
            entry_point=f"tacit.envs.single:{title}Single",
            vector_entry_point=f"tacit.envs.{name}_vector:{title}Vector",
        )
        parallel = f"tacit.envs.{name}_parallel:{title}Parallel"
        pettingzoo.register("parallel", f"tacit/{name}-v0", entry_point=parallel)
        in_turn = f"tacit.envs.{name}_parallel:in_turn"
        pettingzoo.register("aec", f"tacit/{name}-v0", entry_point=in_turn)


_register()
