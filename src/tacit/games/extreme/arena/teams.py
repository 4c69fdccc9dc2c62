"""Teams of The Mind Extreme: whole games of one line-up after another, on the same deals.

The same game number has the same cards for every team, and a person drawn at random for a seat
is the same person whatever bots are there. The compiled kernel plays the teams it knows: the same
games, a hundred times as fast.

Bots that are not built in play in watched processes. One that raises, exits, never answers or does
what it may not forfeits: the team has lost that game, and the reason is said.
"""

from __future__ import annotations

import importlib.util
import multiprocessing as mp
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any, NamedTuple, TypeAlias

import msgspec
from msgspec.structs import replace

from tacit.arena.interval import mean, wilson
from tacit.arena.runner.asking import Care, Timeouts, Watch
from tacit.arena.runner.crew import Crew, Task
from tacit.arena.runner.entrant import entrant, maker
from tacit.arena.runner.match import Forfeited, play_match
from tacit.arena.runner.simulate import built_in
from tacit.bots.bot import BotError
from tacit.games.extreme import Mistake, StarUsed, Turned
from tacit.games.extreme.kernel.kinds import knows
from tacit.log.game import Game, seed_from

Team: TypeAlias = tuple[str, ...]
ENDLESS = 99
"""Lives in a drill, before every card."""
CHUNK = 25
"""Games a process is given at a time; for no more than that nothing is compiled."""
KERNEL_CHUNK = 250
"""Games the compiled kernel is given at a time."""
MOST_LOST = 3
"""A bot that takes its process down this often is not asked on."""
TIMEOUTS = Timeouts()


class Score(msgspec.Struct, frozen=True):
    """How one game went."""

    won: bool
    level: int
    lives_lost: int
    stars_used: int
    beliefs: tuple[tuple[str, ...], ...] = ()
    """By seat, what the bot there believes of every player, if it believes anything."""
    forfeit: str | None = None
    """Why the game was lost without being finished: which bot failed, and how."""
    gone: int | None = None
    """The seat of a bot that took its process with it."""


def revive(game: Game) -> None:
    """Give back all lives, before they can run out: such a game is a drill, and no replay."""
    game.state = replace(game.state, lives=ENDLESS)


def play_team(
    team: Team, seed: int, number: int, *, drill: bool = False, care: Care | None = None
) -> Score:
    """Play one game. In a drill lives do not run out, so that every level is played."""
    label = label_of(seed, number)
    game = Game("extreme", {"players": len(team)}, seed=seed_from(label), names=team)

    makers = [maker(entrant(name), "extreme") for name in team]
    if drill:
        revive(game)
        seated = play_match(game, makers, label, revive, care)
    else:
        seated = play_match(game, makers, label, care=care)
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
    """Never use the compiled kernel."""
    millis: float = 50
    """Thinking time for an answer."""


def in_kernel(team: Team, run: Run) -> bool:
    """Tell whether the kernel plays a team: Numba is here, it knows all bots, and it pays."""
    here = importlib.util.find_spec("numba") is not None
    return here and not run.readable and run.games > CHUNK and knows(team)


def _lost(reason: str, gone: int | None = None) -> Score:
    """Return the score of a game that a bot has forfeited: nothing of it counts."""
    return Score(won=False, level=0, lives_lost=0, stars_used=0, forfeit=reason, gone=gone)


def _judged(team: Team, run: Run, number: int, care: Care | None = None) -> Score:
    """Play one game to its end, or to that of a bot."""
    try:
        return play_team(team, run.seed, number, drill=run.drill, care=care)
    except BotError as error:
        return _lost(" ".join(str(error).split()))


def _play_some(team: Team, run: Run, numbers: range) -> list[Score]:
    return [_judged(team, run, number) for number in numbers]


class Games(Task, frozen=True, kw_only=True):
    """Games of one team for a watched process; its parts are their numbers."""

    team: Team

    def label(self, _terms: Terms, slot: int) -> str:
        """Return who sits in a seat."""
        return self.team[slot]

    def play(self, terms: Terms, part: int, watch: Watch) -> tuple[Team, int, Score]:
        """Play one game; a bot that is known to have failed in it has lost it for all."""
        for slot, reason in self.lost.get(part, {}).items():
            told = str(Forfeited(slot, self.team[slot], reason))
            return self.team, part, _lost(told, gone=slot)
        care = Care(watch, terms.budget, terms.timeouts)
        return self.team, part, _judged(self.team, terms.run, part, care)

    def without(self, slot: int, reason: str) -> Games:
        """Forfeit the game, and the rest of these games after a few lost processes."""
        left = super().without(slot, reason)
        if sum(slot in lost for lost in left.lost.values()) < MOST_LOST:
            return left
        rest = {part: {slot: reason} for part in left.parts if part not in left.lost}
        return replace(left, lost=left.lost | rest)


class Terms(msgspec.Struct, frozen=True):
    """What all watched games have in common."""

    run: Run
    budget: float
    """Seconds a bot may take for an answer."""
    timeouts: Timeouts


def _play_watched(
    teams: Sequence[Team], terms: Terms, jobs: int, tell: Callable[[int], None]
) -> dict[Team, list[Score]]:
    """Play with bots that may do anything.

    A few games come first: a bot that takes the process down in all of them forfeits the rest.
    """
    found: dict[tuple[Team, int], Score] = {}
    crew = Crew(terms, jobs)
    try:
        for numbers in (range(min(MOST_LOST, terms.run.games)), range(MOST_LOST, terms.run.games)):
            tasks = [
                Games(team=team, parts=tuple(part), lost=_hopeless(team, found, part))
                for team in teams
                for part in _chunks(numbers, CHUNK)
            ]
            for team, number, one in crew.play(tasks):
                found[team, number] = one
                tell(1)
    finally:
        crew.close()
    return {team: [found[team, number] for number in range(terms.run.games)] for team in teams}


def _hopeless(
    team: Team, found: dict[tuple[Team, int], Score], numbers: range
) -> dict[int, dict[int, str]]:
    """Return the games that are lost before they begin, by the seat that has never come back."""
    first = [found[team, number] for number in range(MOST_LOST) if (team, number) in found]
    seats = {one.gone for one in first}
    (seat,) = seats if len(seats) == 1 else (None,)
    if seat is None:
        return {}
    reason = "took its process with it in every game before"
    return {number: {seat: reason} for number in numbers}


def _play_compiled(team: Team, run: Run, numbers: range) -> list[Score]:
    """Play with the kernel, but the very first game by the rules: there beliefs come in words."""
    from tacit.games.extreme.arena.compiled import play  # noqa: PLC0415  # needs an extra

    labels = [label_of(run.seed, number) for number in numbers]
    found = play(team, labels, endless=ENDLESS if run.drill else 0)
    columns = (found.won, found.level, found.lives_lost, found.stars_used)
    rows = zip(*(column.tolist() for column in columns), strict=True)
    scores = [Score(bool(won), level, lost, stars) for won, level, lost, stars in rows]
    if numbers[0] == 0:
        scores[0] = play_team(team, run.seed, 0, drill=run.drill)
    return scores


def play_teams(
    teams: Sequence[Team],
    run: Run,
    jobs: int = 1,
    tell: Callable[[int], None] = lambda _: None,
    timeouts: Timeouts = TIMEOUTS,
) -> list[list[Score]]:
    """Play all games with every team; the result does not depend on the number of jobs.

    The kernel releases the GIL while it plays, so threads will do; the rules need processes.
    """
    names = {team: [entrant(label).name for label in team] for team in teams}
    trusted = [team for team in names if built_in(names[team], "extreme")]
    found: dict[Team, list[Score]] = {team: [] for team in trusted}
    strangers = [team for team in names if team not in found]
    watched = {}
    if strangers:
        terms = Terms(run, run.millis / 1000, timeouts)
        watched = _play_watched(strangers, terms, jobs, tell)
    for compiled, play in ((True, _play_compiled), (False, _play_some)):
        tasks = [
            (team, run, numbers)
            for team in found
            if in_kernel(team, run) is compiled
            for numbers in _chunks(range(run.games), KERNEL_CHUNK if compiled else CHUNK)
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
    found |= watched
    return [found[team] for team in teams]


def _chunks(numbers: range, size: int) -> list[range]:
    return [numbers[start : start + size] for start in range(0, len(numbers), size)]


def _pool(jobs: int, *, threads: bool) -> Executor:
    if threads:
        return ThreadPoolExecutor(jobs)
    return ProcessPoolExecutor(jobs, mp_context=mp.get_context("spawn"))


def summary(team: Team, scores: Sequence[Score]) -> dict[str, Any]:
    """Return what a team reached, for machines; a forfeited game is lost and counts as level 0.

    Lives and stars are those of the games that were finished.
    """
    wins = sum(score.won for score in scores)
    finished = [score for score in scores if score.forfeit is None]
    reasons = [score.forfeit for score in scores if score.forfeit is not None]
    level = mean([score.level for score in scores])
    lost = mean([score.lives_lost for score in finished] or [0])
    stars = mean([score.stars_used for score in finished] or [0])
    return {
        "bots": list(team),
        "games": len(scores),
        "win_rate": wins / len(scores),
        "ci95": list(wilson(wins, len(scores))),
        "mean_level": level[0],
        "level_ci95": list(level[1:]),
        "mean_lives_lost": lost[0],
        "lives_lost_ci95": list(lost[1:]),
        "mean_stars_used": stars[0],
        "beliefs": {
            str(seat): list(words) for seat, words in enumerate(scores[0].beliefs) if words
        },
        "forfeits": len(reasons),
        "first_forfeit": next(iter(reasons), None),
    }
