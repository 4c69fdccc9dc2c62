"""One whole game between bots, on the same rules and with the same views as among people."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from msgspec.structs import replace

from tacit.arena.runner.asking import Asking, Care, Forfeit, Watch, reason_of
from tacit.bots.bot import BotError
from tacit.bots.oracle import Oracle
from tacit.bots.registry import bot_seed
from tacit.games.extreme import Phase, View
from tacit.games.mindup import Pick
from tacit.games.rulebook import Millis, Seat, seats
from tacit.log.game import Game

MOST_ACTIONS = 20_000
"""No game of The Mind Extreme between bots that mean to end it is this long."""


class Forfeited(BotError):
    """A bot has ended the game: which one, and why."""

    def __init__(self, seat: int, name: str, reason: str) -> None:
        super().__init__(f"The bot in seat {seat} ({name}) failed: {reason}")


def play_match(
    game: Game,
    bots: Sequence[Callable[[int, int, int], Any]],
    seed: str,
    after: Callable[[Game], None] = lambda _: None,
    care: Care | None = None,
) -> list[Any]:
    """Seat the bots, play the game to its end and return them; a bot that fails ends it.

    In The Mind Extreme `after` is called after every action. `care` is needed where somebody
    watches from another process.
    """
    table = _Table(game, Care(Watch()) if care is None else care)
    table.sit_down(bots, seed)
    if game.rules.NAME == "mindup":
        table.play_mindup()
    else:
        table.play_extreme(after)
    table.care.watch.warm.update(game.names)
    return table.bots


class _Table:
    """A game, and its bots as they are asked."""

    def __init__(self, game: Game, care: Care) -> None:
        self.game = game
        self.care = care
        self.asking = [Asking(seat, game.names[seat], care) for seat in seats(game.players)]
        self.bots: list[Any] = []

    @contextmanager
    def _blaming(self, seat: int) -> Iterator[Asking]:
        """Report whatever goes wrong inside as this seat's bot's fault."""
        try:
            yield self.asking[seat]
        except Forfeit as forfeit:
            name = self.game.names[seat]
            raise Forfeited(seat, name, reason_of(forfeit)) from forfeit.__cause__

    def sit_down(self, makers: Sequence[Callable[[int, int, int], Any]], seed: str) -> None:
        """Make all bots."""
        for seat in seats(self.game.players):
            luck = bot_seed(f"{seed} seat {seat}")
            with self._blaming(seat) as asking:
                self.bots.append(asking.ask(lambda: makers[seat](seat, self.game.players, luck)))  # noqa: B023
        for bot in self.bots:
            if isinstance(bot, Oracle):  # nobody else learns who sits where
                bot.told(self.bots)

    def play_mindup(self) -> None:
        """Play turn after turn."""
        game = self.game
        while not game.over:
            picks = []
            for seat in seats(game.players):
                with self._blaming(seat) as asking:
                    card = asking.card(self.bots[seat], game.view(seat))
                picks.append(Pick(seat=seat, card=card))
            for pick in picks:
                game.play(pick.seat, pick)

    def play_extreme(self, after: Callable[[Game], None]) -> None:
        """Let the earliest of what the bots want happen, again and again."""
        game = self.game
        for _ in range(MOST_ACTIONS):
            if game.over:
                return
            steps = self._steps()
            if not steps:
                raise BotError(f"All bots wait for each other in level {game.state.level}.")
            at, seat, action = min(steps, key=lambda step: step[:2])
            with self._blaming(seat) as asking:
                asking.ask(lambda: game.play(seat, replace(action, seat=seat, at=Millis(at))))  # noqa: B023
            after(game)
        raise BotError(f"The bots did not finish their game within {MOST_ACTIONS} actions.")

    def _steps(self) -> list[tuple[int, Seat, Any]]:
        """Return what the bots want next: when, who, what."""
        game = self.game
        now, awaited = game.state.now, game.waiting
        anyone = game.state.phase in (Phase.PLAYING, Phase.GATHERING)  # else only who is awaited
        common = game.rules.shared(game.state)
        steps = []
        for seat in seats(game.players) if anyone else awaited:
            view = View(**common, **game.rules.own(game.state, seat))
            with self._blaming(seat) as asking:
                step = asking.step(self.bots[seat], view, awaited=seat in awaited)
            if step is not None:
                steps.append((max(now, step[0]), seat, step[1]))
        return steps
