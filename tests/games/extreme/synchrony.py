"""What synchrony depends on, and what not: `python -m tests.games.extreme.synchrony`.

Teams of simulated people play drills, in which lives do not run out, so that all levels are played.
For each team it prints the mean synchrony, beside what their steadiness and the distance between
their paces would have it be: exp(−√(spread² + apart²)).
"""

from __future__ import annotations

import argparse
import functools
import math
import statistics
from collections.abc import Sequence

from tacit.arena.runner.match import play_match
from tacit.games.extreme.arena.teams import revive
from tacit.games.extreme.bots.people import PEOPLE
from tacit.games.extreme.review.clock import LEVEL_WEIGHT, Wait, Waits, clock_of
from tacit.log.game import Game, seed_from

STEADY = ("human-7", "human-14", "human-30", "casual-50", "casual-90")
"""From the steadiest on."""
PACES = (0.14, 0.28, 0.6)


def drill(kind: str, paces: Sequence[float], label: str) -> list[Wait]:
    """Let people of one kind play through all levels, each with their pace."""
    game = Game("extreme", {"players": len(paces)}, seed=seed_from(label))
    makers = [functools.partial(PEOPLE[kind], pace=pace) for pace in paces]
    revive(game)
    play_match(game, makers, label, revive)
    return walked(game)


def walked(game: Game) -> list[Wait]:
    """Return the waits of a game, replay or not."""
    waits = Waits(game.players)
    state = game.rules.initial(game._setup)
    for event in game.events:
        before, state = state, game.rules.evolve(state, event)
        waits.see(before, event, state)
    return waits.found


def paces_apart(players: int, pace: float, apart: float) -> list[float]:
    """Return this many paces around one, the spread of their logarithms being `apart`."""
    off = [number - (players - 1) / 2 for number in range(players)]
    scale = apart / statistics.pstdev(off)
    return [pace * math.exp(scale * one) for one in off]


def synchronies(kind: str, players: int, pace: float, apart: float, games: int) -> list[float]:
    """Return the synchrony of several drills of one team."""
    found = []
    for number in range(games):
        paces = paces_apart(players, pace, apart)
        clock = clock_of(drill(kind, paces, f"{kind} {players} {pace} {apart} {number}"))
        assert clock is not None
        found.append(clock.synchrony)
    return found


def by_level(kind: str, players: int, games: int) -> dict[int, float]:
    """Return the mean synchrony of each level."""
    found: dict[int, list[float]] = {}
    for number in range(games):
        waits = drill(kind, [PACES[1]] * players, f"levels {kind} {players} {number}")
        game = clock_of(waits)
        for level in sorted({wait.level for wait in waits}):
            mine = [wait for wait in waits if wait.level == level]
            clock = clock_of(mine, game, LEVEL_WEIGHT)
            assert clock is not None
            found.setdefault(level, []).append(clock.synchrony)
    return {level: statistics.mean(numbers) for level, numbers in found.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10)
    args = parser.parse_args()
    for kind in STEADY:
        for apart in (0.0, 0.2, 0.4):
            expected = math.exp(-math.hypot(PEOPLE[kind].manner.spread, apart))
            means = [
                statistics.mean(synchronies(kind, players, pace, apart, args.games))
                for players in (2, 3, 4)
                for pace in PACES
            ]
            print(
                f"{kind:10} paces apart by {apart:.1f}: {min(means):.3f} to {max(means):.3f} for "
                f"2 to 4 players and {PACES[0]} to {PACES[-1]} s a number; {expected:.3f} expected",
                flush=True,
            )
        levels = by_level(kind, 2, args.games)
        told = ", ".join(f"{level}: {number:.2f}" for level, number in levels.items())
        print(f"{kind:10} by level: {told}", flush=True)


if __name__ == "__main__":
    main()
