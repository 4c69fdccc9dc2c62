"""The games as environments of PettingZoo and Gymnasium. Games and their users import it.

Importing this registers them: `tacit/mindup-v0` and `tacit/extreme-v0` with PettingZoo,
`tacit/MindUp-v0` and `tacit/Extreme-v0` with Gymnasium. It needs `pip install 'tacit-games[envs]'`.
"""

from __future__ import annotations

from tacit.core.extras import missing_extra

try:
    import gymnasium
    import pettingzoo
except ImportError as missing:
    raise missing_extra("tacit.envs", missing) or missing from missing

from gymnasium.envs.registration import registry

from tacit.core.plug import every_game, plug_of


def _register() -> None:
    """Tell both packages once which environments there are; each is imported when it is made."""
    for name in every_game():
        env = plug_of(name).env
        if env is None or f"tacit/{env.title}-v0" in registry:
            continue
        gymnasium.register(
            id=f"tacit/{env.title}-v0",
            entry_point=env.single,
            vector_entry_point=env.vector or None,
        )
        pettingzoo.register("parallel", f"tacit/{name}-v0", entry_point=env.parallel)
        pettingzoo.register("aec", f"tacit/{name}-v0", entry_point=env.in_turn)


_register()
