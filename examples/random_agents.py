"""Random agents in the environments of PettingZoo: the shortest program that plays both games."""

from __future__ import annotations

import pettingzoo

import tacit.envs  # noqa: F401  # registers them


def play(name: str, seed: int, **options: object) -> dict[str, float]:
    """Play one episode and return each agent's sum of rewards."""
    env = pettingzoo.make("parallel", name, **options)
    seen, _ = env.reset(seed=seed)
    totals = dict.fromkeys(env.agents, 0.0)
    while env.agents:
        actions = {
            agent: env.action_space(agent).sample(seen[agent]["action_mask"])
            for agent in env.agents
        }
        seen, rewards, _, _, _ = env.step(actions)
        totals = {agent: total + rewards[agent] for agent, total in totals.items()}
    return totals


if __name__ == "__main__":
    print("Mind Up!:", play("tacit/mindup-v0", seed=1, reward="points"))
    print("The Mind Extreme:", play("tacit/extreme-v0", seed=1, players=3))
