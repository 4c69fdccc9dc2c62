"""One whole game between bots, with the same rules and views as players have."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from msgspec.structs import replace

from tacit.arena.runner.asking import Asker, Care, Forfeit, Watch, reason_of
from tacit.bots.asking import MOST_ACTIONS, asking_of
from tacit.bots.bot import BotError
from tacit.bots.registry import bot_seed
from tacit.core.rulebook import Millis, Seat, seats
from tacit.log.game import Game


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

    Where time matters, `after` is called after every action. `care` is needed where another
    process watches.
    """
    table = _Table(game, Care(Watch()) if care is None else care)
    table.sit_down(bots, seed)
    if table.asking.timed:
        table.play_in_time(after)
    else:
        table.play_at_once()
    table.care.watch.warm.update(game.names)
    return table.bots


class _Table:
    """A game, and its bots as they are asked."""

    def __init__(self, game: Game, care: Care) -> None:
        self.game = game
        self.care = care
        self.asking = asking_of(game.rules.NAME)
        self._askers = [Asker(seat, game.names[seat], care) for seat in seats(game.players)]
        self.bots: list[Any] = []

    @contextmanager
    def _blaming(self, seat: int) -> Iterator[Asker]:
        """Blame what goes wrong inside on the bot of this seat."""
        try:
            yield self._askers[seat]
        except Forfeit as forfeit:
            name = self.game.names[seat]
            raise Forfeited(seat, name, reason_of(forfeit)) from forfeit.__cause__

    def sit_down(self, makers: Sequence[Callable[[int, int, int], Any]], seed: str) -> None:
        """Make all bots."""
        for seat in seats(self.game.players):
            luck = bot_seed(f"{seed} seat {seat}")
            with self._blaming(seat) as asker:
                self.bots.append(asker.ask(lambda: makers[seat](seat, self.game.players, luck)))  # noqa: B023
        self.asking.seated(self.bots)

    def play_at_once(self) -> None:
        """Let all who are waited for choose before any of them sees what the others chose."""
        game = self.game
        while not game.over:
            steps = []
            for seat in game.waiting:
                with self._blaming(seat) as asker:
                    bot, view = self.bots[seat], game.view(seat)
                    steps.append((seat, asker.step(self.asking, bot, view, seat, awaited=True)))
            for seat, step in steps:
                if step is not None:
                    with self._blaming(seat) as asker:
                        asker.ask(lambda: game.play(seat, step.action))  # noqa: B023

    def play_in_time(self, after: Callable[[Game], None]) -> None:
        """Let the earliest of what the bots want happen, again and again."""
        game = self.game
        for _ in range(MOST_ACTIONS):
            if game.over:
                return
            steps = self._steps()
            if not steps:
                raise BotError(f"All bots wait for each other after {len(game.events)} events.")
            at, seat, action = min(steps, key=lambda step: step[:2])
            with self._blaming(seat) as asker:
                asker.ask(lambda: game.play(seat, replace(action, seat=seat, at=Millis(at))))  # noqa: B023
            after(game)
        raise BotError(f"The bots did not finish their game within {MOST_ACTIONS} actions.")

    def _steps(self) -> list[tuple[int, Seat, Any]]:
        """Return what the bots want next: when, who, what."""
        game, rules, asking = self.game, self.game.rules, self.asking
        now, waiting = game.state.now, game.waiting
        common = rules.shared(game.state)
        steps = []
        for seat in seats(game.players):
            awaited = seat in waiting
            if asking.kind(game.state, awaited=awaited) is None:
                continue  # a view costs more than the question whether there is one
            view = rules.View(**common, **rules.own(game.state, seat))
            with self._blaming(seat) as asker:
                step = asker.step(asking, self.bots[seat], view, seat, awaited=awaited, now=now)
            if step is not None:
                steps.append((max(now, step.due(now)), seat, step.action))
        return steps
