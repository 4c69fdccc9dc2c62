"""The simulated field of a deal: a thousand games on its cards, by bots of all strengths.

Seat 0 is played by one bot after another, the other seats by the bots of the day with the luck that
they have at live tables. So the field is a function of the game and the seed, and every node works
out the same one. `python -m tacit.club.field` does it in a process of its own: the game and the
seed come in as a line of JSON, lines of progress go out, and at the end the scores.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec

from tacit.arena.runner.match import play_match
from tacit.club.daily import DailyGame, daily_game
from tacit.core.priority import lower_priority
from tacit.log.game import Game
from tacit.table.conduct import conduct_of
from tacit.table.luck import luck

GAMES = 1000
NICENESS = 19
"""The lowest priority: no one waits for it but the reader of one page."""
PROGRESS_S = 0.5
"""Between two lines of progress."""


class FieldOf(msgspec.Struct, frozen=True):
    """Which field to work out."""

    game: str
    seed: str
    """In hexadecimal."""
    games: int = GAMES


class Field(msgspec.Struct, frozen=True):
    """The scores of a field: each with how many games had it, in ascending order."""

    scores: tuple[tuple[int, int], ...]

    def each(self) -> list[int]:
        """Return the score of every game."""
        return [score for score, games in self.scores for _ in range(games)]


def play_field(
    wanted: FieldOf, tell: Callable[[int, int], None] = lambda _done, _of: None
) -> Field:
    """Play all games of a field."""
    daily = daily_game(wanted.game)
    assert daily is not None
    seed = bytes.fromhex(wanted.seed)
    own = [luck(seed, f"field game {number}") for number in range(wanted.games)]
    scores = daily.score_many(seed, own)
    if scores is None:
        scores = []
        for number, mine in enumerate(own):
            scores.append(play_one(daily, seed, number, mine))
            tell(number + 1, wanted.games)
    return Field(tuple(sorted(Counter(scores).items())))


def play_one(daily: DailyGame, seed: bytes, number: int, own: int) -> int:
    """Play one game of a field, and return its score."""
    first = daily.entrant(number, own)
    return daily.score(play_deal(daily, seed, first).result, 0)


def play_deal(daily: DailyGame, seed: bytes, first: Any) -> Game:
    """Play a deal with the bots of the day as they play at a live table, and one in seat 0."""
    rules_settings = conduct_of(daily.game).rules_settings(daily.settings, daily.players)
    added = [b""] * daily.players  # a table notes of each seat that it added nothing
    game = Game(daily.game, rules_settings, seed=seed, contributions=added)
    bots = [first, *(daily.seat(seed, seat) for seat in range(1, daily.players))]
    play_match(game, [partial(_given, bot) for bot in bots], "")
    return game


def _given(bot: Any, _seat: int, _players: int, _seed: int) -> Any:
    return bot


class _Teller:
    """Prints the progress now and then."""

    def __init__(self) -> None:
        self._said = 0.0

    def __call__(self, done: int, of: int) -> None:
        now = time.monotonic()
        if now - self._said > PROGRESS_S:
            self._said = now
            _say({"done": done, "of": of})


def _say(what: Any) -> None:
    print(msgspec.json.encode(what).decode(), flush=True)


def main() -> None:
    """Work out the field that was asked for."""
    lower_priority(NICENESS)
    wanted = msgspec.json.decode(sys.stdin.buffer.read(), type=FieldOf)
    _say({"found": play_field(wanted, _Teller())})


if __name__ == "__main__":
    main()
