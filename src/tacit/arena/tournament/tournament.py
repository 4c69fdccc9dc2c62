"""A whole tournament: games until the answer is clear or their number is reached."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import NamedTuple

from tacit.arena.runner.crew import Players
from tacit.arena.tournament.league import Schedule
from tacit.arena.tournament.play import Deal, Played
from tacit.arena.tournament.stats import Tally, tally
from tacit.arena.tournament.stopping import ERROR, Answer, answers, looks, questions, spent

MOST_LOST = 3
"""A bot that ended this many processes forfeits all games still to come."""


class Tournament(NamedTuple):
    """What was played, in the order of the deals, and what it says."""

    schedule: Schedule
    games: list[Played]
    counts: Tally
    answers: tuple[Answer, ...]
    early: bool
    """Whether the answer was clear before all games were played."""


def play_tournament(
    schedule: Schedule,
    players: Players,
    deals: int,
    *,
    fixed: bool,
    tell: Callable[[Played], None] = lambda _: None,
) -> Tournament:
    """Play up to this many deals, all of them if `fixed`, and tell of each game as it ends."""
    games: list[Played] = []
    asked = questions(schedule)
    look = 0
    done = 0
    found: tuple[Answer, ...] = ()
    for upto in _batches(deals):
        for game in players.play(_deals(schedule, range(done, upto), _out(games))):
            games.append(game)
            tell(game)
        games.sort(key=lambda game: (game.deal, game.rotation))
        done = upto
        if upto == 1 < deals or (fixed and upto < deals):
            continue
        look += 1
        error = ERROR if fixed else ERROR * spent(look)
        counts = tally(games, done, len(schedule.entrants))
        found = answers(counts, asked, 1 / schedule.players, error)
        if all(answer.clear for answer in found):
            break
    return Tournament(schedule, games, counts, found, early=done < deals)


def _batches(deals: int) -> Iterator[int]:
    """Yield the deals after which all games are gathered: the first, then every look.

    The first deal is on its own to find out about bots that never answer.
    """
    if deals > 1:
        yield 1
    yield from looks(deals)


def _deals(schedule: Schedule, numbers: range, out: dict[int, str]) -> Iterator[Deal]:
    rotations = tuple(range(schedule.players))
    for number in numbers:
        lineup = schedule.lineup(number)
        lost = {slot: out[bot] for slot, bot in enumerate(lineup) if bot in out}
        yield Deal(
            number=number, lineup=lineup, parts=rotations, lost=dict.fromkeys(rotations, lost)
        )


def _out(games: list[Played]) -> dict[int, str]:
    """Return the bots that ended too many processes, and how the first one ended."""
    first: dict[int, str] = {}
    lost: Counter[int] = Counter()
    for game in games:
        for slot in game.gone:
            bot = game.lineup[slot]
            first.setdefault(bot, game.forfeits[slot])
            lost[bot] += 1
    return {bot: first[bot] for bot in lost if lost[bot] >= MOST_LOST}
