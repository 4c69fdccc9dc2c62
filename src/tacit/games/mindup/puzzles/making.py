"""Makes puzzles of Mind Up! from games between bots.

A pick is a puzzle if one card is clearly best (its lead over every other is several standard
errors, on deals it was not chosen by) and greedy, which takes the obvious card, picks another.
Every bot of `FINDERS` is asked the same question; the weakest that finds the card gives the level.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from tacit.bots.asking import kind_of
from tacit.bots.registry import find_bot
from tacit.core.rulebook import seats
from tacit.games.mindup import Card, Revealed, View
from tacit.games.mindup.review.reasons import explain
from tacit.games.mindup.review.review import pick_of
from tacit.games.mindup.review.weighing import weigh
from tacit.log.game import Game, seed_from
from tacit.log.replay import Replay
from tacit.review.puzzle import Puzzle
from tacit.review.reviewing import Depth, states

OBVIOUS = "greedy"
FINDERS = ("linnet", "heron", "search#400")
"""The bots that are asked, the weakest first; who is not found by them has the highest level."""
TABLES = (("greedy", "linnet", "heron"), ("heron", "search#60", "linnet", "greedy"))
"""Who plays the games: positions of good players are worth thinking about."""
QUICK, SURE = 80, 500
"""Deals: to see whether a position may be a puzzle, and to be sure."""
CLEAR_POINTS = 1.5
CLEAR_ERRORS = 4.0
"""By how much the best card has to lead every other: in points, and in standard errors."""
NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn")
LEAST_HAND = 4
"""With fewer cards there is little to think about."""
EACH_GAME = 2
"""Puzzles taken from one game."""


class _Worth(NamedTuple):
    """What the cards of a hand are worth."""

    best: int
    lost: dict[int, float]
    is_clear: bool


def make(count: int, seed: int) -> Iterator[Puzzle]:
    """Yield puzzles until there are enough."""
    made = number = 0
    while made < count:
        number += 1
        game = _played(f"puzzles {seed} game {number}", TABLES[number % len(TABLES)])
        for puzzle in _of_game(game.replay(), seed):
            yield puzzle
            made += 1
            if made == count:
                return


def _played(label: str, bots: Sequence[str]) -> Game:
    from tacit.arena.runner.match import play_match  # noqa: PLC0415  # rules need no arena

    game = Game("mindup", {"players": len(bots)}, seed=seed_from(label), names=list(bots))
    play_match(game, [find_bot(bot, "mindup") for bot in bots], label)
    return game


def _of_game(replay: Replay, seed: int) -> Iterator[Puzzle]:
    found = 0
    for before, event, _ in states(replay):
        if not isinstance(event, Revealed):
            continue
        for seat in seats(before.players):
            one = pick_of(before, seat, event.plays[seat])
            seen = one.seen
            if seen is None or len(seen.hand) < LEAST_HAND or found == EACH_GAME:
                continue
            if not _worth(one, QUICK, seed).is_clear:
                continue
            obvious = _choice(OBVIOUS, seen)
            worth = _worth(one, SURE, seed + 1)
            if not worth.is_clear or obvious == worth.best:
                continue
            found += 1
            yield _puzzle(seen, obvious, worth, Depth(deals=SURE, seed=seed))


def _worth(one: Any, deals: int, seed: int) -> _Worth:
    weighed = weigh(one.known, one.seat, 0, deals, seed)
    leads = weighed.leads
    best = int(leads.mean(axis=0).argmax())
    behind = leads[:, [best]] - leads
    means = behind.mean(axis=0)
    errors = behind.std(axis=0, ddof=1) / len(leads) ** 0.5
    others = [place for place in range(len(one.hand)) if place != best]
    is_clear = all(
        means[place] >= max(CLEAR_POINTS, CLEAR_ERRORS * errors[place]) for place in others
    )
    lost = {card: round(float(means[place]), 1) for place, card in enumerate(one.hand)}
    return _Worth(one.hand[best], lost, bool(is_clear))


def _choice(bot: str, seen: View) -> int:
    made = find_bot(bot, "mindup")(int(seen.seat or 0), seen.players, 1)
    card: int = made.choose(seen, 1.0)
    return card


def _puzzle(seen: View, obvious: int, worth: _Worth, depth: Depth) -> Puzzle:
    found_by = [bot for bot in FINDERS if _choice(bot, seen) == worth.best]
    level = 1 + (FINDERS.index(found_by[0]) if found_by else len(FINDERS))
    # Nobody has picked yet, and the others are people with names.
    asked = replace(seen, pick=None, picked=(False,) * seen.players)
    told = msgspec.json.decode(msgspec.json.encode(asked))
    return Puzzle(
        view=told,
        names=NAMES[: seen.players],
        best=str(worth.best),
        obvious=str(obvious),
        lost={str(card): points for card, points in worth.lost.items()},
        reasons={
            str(card): tuple(
                msgspec.to_builtins(reason)
                for reason in explain(seen, card, Card(worth.best), worth.lost[card], depth)
            )
            for card in seen.hand
            if card != worth.best
        },
        found_by=tuple(kind_of(bot) for bot in found_by),
        level=level,
    )
