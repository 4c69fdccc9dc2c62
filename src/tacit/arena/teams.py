"""Teams of The Mind Extreme: whole games of one line-up after another, on the same deals.

The same game number has the same cards for every team, and whoever is drawn at random for a seat,
a person's pace for instance, is the same person whatever bots are there. The compiled twin plays
for all whom it knows: the same games, a hundred times as fast.
"""

from __future__ import annotations

import importlib.util
import math
import multiprocessing as mp
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any, NamedTuple, TypeAlias

import msgspec
from msgspec.structs import replace

from tacit.arena.entrant import entrant, maker
from tacit.arena.match import play_match
from tacit.games.extreme import Mistake, StarUsed, Turned
from tacit.log.game import Game, seed_from
from tacit.twin.kinds import knows

Team: TypeAlias = tuple[str, ...]
ENDLESS = 99
"""Lives in a drill, before every card."""
CHUNK = 25
"""Games a process is given at a time; for no more than that nothing is compiled."""
TWIN_CHUNK = 250
"""Games the compiled twin is given at a time."""


class Score(msgspec.Struct, frozen=True):
    """How one game went."""

    won: bool
    level: int
    lives_lost: int
    stars_used: int
    beliefs: tuple[tuple[str, ...], ...] = ()
    """By seat, what the bot there believes of everybody, if it believes anything."""


def revive(game: Game) -> None:
    """Give back all lives, before they can run out: such a game is a drill, and no replay."""
    game.state = replace(game.state, lives=ENDLESS)


def play_team(team: Team, seed: int, number: int, *, drill: bool = False) -> Score:
    """Play one game. In a drill lives do not run out, so that every level is played."""
    label = label_of(seed, number)
    game = Game("extreme", {"players": len(team)}, seed=seed_from(label), names=team)

    makers = [maker(entrant(name), "extreme") for name in team]
    if drill:
        revive(game)
        seated = play_match(game, makers, label, revive)
    else:
        seated = play_match(game, makers, label)
    return score(game, seated)


def label_of(seed: int, number: int) -> str:
    """Return the text that all luck of a game comes from."""
    return f"arena {seed} game {number}"


def score(game: Game, seated: Sequence[Any]) -> Score:
    """Return how a game went that these bots have played."""
    errors = [event for event in game.events if isinstance(event, Mistake)]
    late = [event for event in game.events if isinstance(event, Turned) and event.overtook]
    return Score(
        won=game.result["outcome"] == "won",
        level=game.result["level"],
        lives_lost=len(errors) + len(late),
        stars_used=sum(isinstance(event, StarUsed) for event in game.events),
        beliefs=tuple(bot.beliefs() if hasattr(bot, "beliefs") else () for bot in seated),
    )


class Run(NamedTuple):
    """What all teams have in common."""

    games: int
    seed: int
    drill: bool = False
    readable: bool = False
    """Never use the compiled twin."""


def twinned(team: Team, run: Run) -> bool:
    """Tell whether the compiled twin plays for a team: it is here, knows all, and is worth it."""
    here = importlib.util.find_spec("numba") is not None
    return here and not run.readable and run.games > CHUNK and knows(team)


def _play_some(team: Team, run: Run, numbers: range) -> list[Score]:
    return [play_team(team, run.seed, number, drill=run.drill) for number in numbers]


def _play_compiled(team: Team, run: Run, numbers: range) -> list[Score]:
    """Play with the twin, but the very first game by the rules: there beliefs come in words."""
    from tacit.twin.teams import play  # noqa: PLC0415  # needs an extra

    labels = [label_of(run.seed, number) for number in numbers]
    found = play(team, labels, endless=ENDLESS if run.drill else 0)
    columns = (found.won, found.level, found.lives_lost, found.stars_used)
    rows = zip(*(column.tolist() for column in columns), strict=True)
    scores = [Score(bool(won), level, lost, stars) for won, level, lost, stars in rows]
    if numbers[0] == 0:
        scores[0] = play_team(team, run.seed, 0, drill=run.drill)
    return scores


def play_teams(
    teams: Sequence[Team], run: Run, jobs: int = 1, tell: Callable[[int], None] = lambda _: None
) -> list[list[Score]]:
    """Play all games with every team; the result does not depend on the number of jobs.

    The twin holds no lock while it plays, so that threads will do; the rules need processes.
    """
    found: dict[Team, list[Score]] = {team: [] for team in teams}
    for compiled, play in ((True, _play_compiled), (False, _play_some)):
        tasks = [
            (team, run, numbers)
            for team in found
            if twinned(team, run) is compiled
            for numbers in _chunks(run.games, TWIN_CHUNK if compiled else CHUNK)
        ]
        if not tasks:
            continue
        with ExitStack() as stack:
            spread: Callable[..., Iterable[list[Score]]] = map
            if jobs > 1:
                spread = stack.enter_context(_pool(jobs, threads=compiled)).map
            played = spread(play, *zip(*tasks, strict=True))
            for (team, _, numbers), scores in zip(tasks, played, strict=True):
                found[team] += scores
                tell(len(numbers))
    return [found[team] for team in teams]


def _chunks(games: int, size: int) -> list[range]:
    return [range(start, min(start + size, games)) for start in range(0, games, size)]


def _pool(jobs: int, *, threads: bool) -> Executor:
    if threads:
        return ThreadPoolExecutor(jobs)
    return ProcessPoolExecutor(jobs, mp_context=mp.get_context("spawn"))


def wilson(wins: int, games: int) -> tuple[float, float]:
    """Return the 95 % interval of a share.

    >>> [round(bound, 3) for bound in wilson(98, 100)]
    [0.93, 0.994]
    """
    z = 1.96
    share = wins / games
    middle = share + z * z / 2 / games
    reach = z * math.sqrt(share * (1 - share) / games + z * z / 4 / games**2)
    scale = 1 + z * z / games
    return max(0.0, (middle - reach) / scale), min(1.0, (middle + reach) / scale)


def mean(values: Sequence[float]) -> tuple[float, float, float]:
    """Return a mean and its 95 % interval.

    >>> mean([1, 2, 3, 2])[0]
    2.0
    """
    middle = sum(values) / len(values)
    square = sum((value - middle) ** 2 for value in values) / max(1, len(values) - 1)
    reach = 1.96 * math.sqrt(square / len(values))
    return middle, middle - reach, middle + reach


def summary(team: Team, scores: Sequence[Score]) -> dict[str, Any]:
    """Return what a team reached, for machines."""
    wins = sum(score.won for score in scores)
    level = mean([score.level for score in scores])
    lost = mean([score.lives_lost for score in scores])
    return {
        "bots": list(team),
        "games": len(scores),
        "win_rate": wins / len(scores),
        "ci95": list(wilson(wins, len(scores))),
        "mean_level": level[0],
        "level_ci95": list(level[1:]),
        "mean_lives_lost": lost[0],
        "lives_lost_ci95": list(lost[1:]),
        "mean_stars_used": sum(score.stars_used for score in scores) / len(scores),
        "beliefs": {
            str(seat): list(words) for seat, words in enumerate(scores[0].beliefs) if words
        },
    }
