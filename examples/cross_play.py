"""Cross-play in The Mind Extreme: one bot beside each of the simulated people of the zoo."""

from __future__ import annotations

import sys

from tacit.games.extreme.arena.teams import Run, play_teams, summary

ZOO = ("human-7", "human-14", "human-30", "casual-50", "casual-90", "impatient", "drifting")


def cross_play(bot: str, games: int, seed: int = 1, zoo: tuple[str, ...] = ZOO) -> dict[str, float]:
    """Return by partner the share of games won."""
    teams = [(bot, partner) for partner in zoo]
    played = play_teams(teams, Run(games, seed))
    return {
        team[1]: summary(team, scores)["win_rate"]
        for team, scores in zip(teams, played, strict=True)
    }


if __name__ == "__main__":
    bot = sys.argv[1] if len(sys.argv) > 1 else "adaptive"
    for partner, share in cross_play(bot, games=100).items():
        print(f"{bot} with {partner}: {share:.0%} won")
