"""Does a review say what is true? `python -m tests.review.proof blunders|luck|weaker|drift`.

blunders  games of a strong bot with one pick replaced by a card that an independent judge, with
          another seed and ten times the deals, values at least three points below the best: is it
          among that player's three costliest?
luck      games among copies of one bot: does what picks lost correlate with luck?
weaker    a bot beside a weaker one: who loses more by picks, in matches of a hundred games?
drift     games of bots of all strengths: is as much lost on 100 deals as on 400 and on 1,000?

All of them take minutes; `make test` asks for a few games of each.
"""

from __future__ import annotations

import argparse
import random
import statistics
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from tacit.arena.runner.entrant import entrant, maker
from tacit.arena.runner.simulate import simulate
from tacit.core.rulebook import Seat
from tacit.games.mindup import View
from tacit.games.mindup.bots.reckoning import beliefs
from tacit.games.mindup.kernel.packed import OBJECTIVES, pack
from tacit.games.mindup.review.review import (
    Judged,
    Question,
    accounts,
    judge,
    lost_by_deal,
    questions,
)
from tacit.games.mindup.review.weighing import weigh
from tacit.log.game import Game
from tacit.review.reviewing import Depth

BLUNDER = 3.0
STRONG = "search#100"
MIXED = ["heron", "linnet", "greedy", "pebble"]
DRIFTING = (
    (MIXED, 3),
    (MIXED, 4),
    ([STRONG] * 4, 1),
    (["greedy"] * 4, 2),
    (["random", "greedy", "linnet", STRONG], 5),
    (["linnet", "pebble", "heron"], 6),
)
"""Games, each by its bots and seed, in which what is lost is reckoned on few and on many deals."""


def played(
    names: list[str], games: int, seed: int, wrap: Any = None, **settings: int
) -> Iterator[Game]:
    """Play games of Mind Up! between bots; `wrap` replaces what sits in the first seat."""
    makers = [maker(entrant(name), "mindup") for name in names]
    if wrap is not None:
        makers[0] = wrap(makers[0])
    seated = list(zip(names, makers, strict=True))
    yield from simulate("mindup", {"players": len(names)} | settings, seated, games, seed)


class Blunderer:
    """Plays as its bot does but for one pick, which the judge finds bad."""

    planted: tuple[int, int] | None

    def __init__(self, bot: Any, judging: Depth, seed: int) -> None:
        self._bot = bot
        self._judging = judging
        self._luck = random.Random(seed)
        self._from = self._luck.randrange(21)
        self.planted = None

    def choose(self, view: View, budget: float) -> int:
        card: int = self._bot.choose(view, budget)
        self._from -= 1
        if self._from >= 0 or self.planted is not None:
            return card
        found = self._judged(view, card)
        best = max(value["lead"] for value in found.values.values())
        bad = [int(one) for one, value in found.values.items() if best - value["lead"] >= BLUNDER]
        if not bad:
            return card
        self.planted = (view.round, view.turn)
        return self._luck.choice(bad)

    def _judged(self, view: View, card: int) -> Judged:
        known = beliefs(view)
        for number, past in enumerate(view.past):
            known.table[OBJECTIVES + number] = pack(past.objectives)
        assert view.seat is not None
        one = Question(Seat(view.seat), view.round, view.turn, known, view.hand, card)
        return judge(one, len(view.objectives), self._judging)


def blunders(games: int, deals: int, seed: int) -> int:
    """Plant this many blunders, one a game, and return how many were found."""
    found = there = 0
    sat: list[Blunderer] = []

    def wrap(make: Callable[..., Any]) -> Callable[..., Any]:
        def made(seat: int, players: int, luck: int) -> Blunderer:
            judging = Depth(seed=1_000_003 + luck % 1000, deals=10 * deals)
            sat.append(Blunderer(make(seat, players, luck), judging, luck))
            return sat[-1]

        return made

    for game in played([STRONG] * 4, 100 * games, seed, wrap):
        if there == games:
            break
        if sat[-1].planted is None:
            continue  # no card was that bad from the chosen pick on
        (account,) = accounts(game.replay(), Depth(seed=1, deals=deals), [Seat(0)])
        costly = sorted(account.picks, key=lambda pick: -pick["lost"])[:3]
        there += 1
        found += sat[-1].planted in {(pick["round"], pick["turn"]) for pick in costly}
    return found


def skill_and_luck(bot: str, games: int, deals: int, seed: int) -> list[tuple[float, float]]:
    """Return by game what one seat among copies of a bot lost, and its luck."""
    points = []
    for number, game in enumerate(played([bot] * 4, games, seed)):
        (account,) = accounts(game.replay(), Depth(seed=1, deals=deals), [Seat(number % 4)])
        sums = account.sums()
        points.append((sums["lost"], sums["deal"] + sums["guess"]))
    return points


def losses(better: str, worse: str, games: int, deals: int, seed: int) -> list[tuple[float, float]]:
    """Return by game what the two bots lost, two seats each."""
    points = []
    for number, game in enumerate(played([better, worse, better, worse], games, seed)):
        two = [Seat(number % 4), Seat((number + 1) % 4)]
        lost = [account.sums()["lost"] for account in accounts(game.replay(), Depth(1, deals), two)]
        points.append((lost[number % 2], lost[1 - number % 2]))
    return points


def drift(names: list[str], seed: int, deals: int, parts: Sequence[int]) -> list[float]:
    """Return what all picks of a game lost together, by the number of deals they are reckoned on.

    The deals are the same for all: of a hundred deals there are ten times as many reviews as of a
    thousand, and their mean is returned.
    """
    (game,) = played(names, 1, seed)
    totals = [0.0] * len(parts)
    for one in questions(game.replay()):
        if not one.turn:
            continue
        leads = weigh(one.known, one.seat, 0, deals, 1).leads
        chosen = one.hand.index(one.card)
        for at, size in enumerate(parts):
            blocks = [leads[start : start + size] for start in range(0, deals, size)]
            lost = [float(lost_by_deal(block, chosen).mean()) for block in blocks]
            totals[at] += statistics.fmean(lost)
    return totals


def matches_lost(points: list[tuple[float, float]], size: int = 100, times: int = 1000) -> float:
    """Return in which share of matches, drawn from these games, the weaker bot lost more."""
    luck = random.Random(1)
    lost = 0
    for _ in range(times):
        match = luck.choices(points, k=size)
        lost += sum(better for better, _ in match) < sum(worse for _, worse in match)
    return lost / times


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["blunders", "luck", "weaker", "drift"])
    parser.add_argument("--games", type=int)
    parser.add_argument("--deals", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bots", nargs="+")
    args = parser.parse_args()
    if args.what == "blunders":
        games = args.games or 200
        found = blunders(games, args.deals, args.seed)
        print(f"{found} of {games} planted blunders are among the three costliest picks")
    elif args.what == "luck":
        for bot in args.bots or ["greedy", STRONG]:
            points = skill_and_luck(bot, args.games or 500, args.deals, args.seed)
            r = statistics.correlation(*zip(*points, strict=True))
            lost = statistics.mean(lost for lost, _ in points)
            print(f"{len(points)} games of {bot}: r = {r:+.3f}, {lost:.1f} points lost a game")
    elif args.what == "drift":
        parts = (100, 400, 1000)
        games = [drift(names, seed, 4000, parts) for names, seed in DRIFTING[: args.games]]
        for found in (*games, [sum(lost) for lost in zip(*games, strict=True)]):
            told = ", ".join(
                f"{lost:.1f} on {size}" for size, lost in zip(parts, found, strict=True)
            )
            print(f"lost {told} deals: {found[-1] / found[0] - 1:+.1%}")
    else:
        better, worse = args.bots or [STRONG, "linnet"]
        points = losses(better, worse, args.games or 200, args.deals, args.seed)
        means = [statistics.mean(side) for side in zip(*points, strict=True)]
        share = matches_lost(points)
        print(
            f"{better} lost {means[0]:.1f} points a game, {worse} {means[1]:.1f}; "
            f"{worse} more in {share:.1%} of matches of 100 games"
        )


if __name__ == "__main__":
    main()
