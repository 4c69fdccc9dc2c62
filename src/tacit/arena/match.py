"""One whole game between bots, on the same rules and with the same views as among people."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from msgspec.structs import replace

from tacit.bots.bot import BotError, ExtremeBot, MindUpBot
from tacit.bots.manners import THINKING
from tacit.bots.oracle import Oracle
from tacit.bots.registry import bot_seed
from tacit.games.extreme import Action, Discard, Phase, View, Vote
from tacit.games.mindup import Card, Pick
from tacit.games.rulebook import Millis, Seat, seats
from tacit.log.game import Game

BUDGET = 1.0
"""Seconds a bot may think about a card of Mind Up!."""
MOST_ACTIONS = 20_000
"""No game of The Mind Extreme between bots that mean to end it is this long."""


def play_match(
    game: Game,
    bots: Sequence[Callable[[int, int, int], Any]],
    seed: str,
    after: Callable[[Game], None] = lambda _: None,
) -> list[Any]:
    """Seat the bots, play the game to its end and return them.

    In The Mind Extreme `after` is called after every action.
    """
    seated = []
    for seat, make in enumerate(bots):
        with _blaming(game, seat):
            seated.append(make(seat, game.players, bot_seed(f"{seed} seat {seat}")))
    for bot in seated:
        if isinstance(bot, Oracle):  # nobody else learns who sits where
            bot.told(seated)
    if game.rules.NAME == "mindup":
        _play_mindup(game, seated)
    else:
        _play_extreme(game, seated, after)
    return seated


@contextmanager
def _blaming(game: Game, seat: int) -> Iterator[None]:
    """Report whatever goes wrong inside as this seat's bot's fault."""
    try:
        yield
    except Exception as error:
        what = str(error) or type(error).__name__
        raise BotError(f"The bot in seat {seat} ({game.names[seat]}) failed: {what}") from error


def _play_mindup(game: Game, bots: Sequence[MindUpBot]) -> None:
    while not game.over:
        picks = []
        for seat in seats(game.players):
            with _blaming(game, seat):
                card = bots[seat].choose(game.view(seat), BUDGET)
                picks.append(Pick(seat=seat, card=Card(card)))
        for pick in picks:
            with _blaming(game, pick.seat):
                game.play(pick.seat, pick)


def _play_extreme(game: Game, bots: Sequence[ExtremeBot], after: Callable[[Game], None]) -> None:
    for _ in range(MOST_ACTIONS):
        if game.over:
            return
        now = game.state.now
        steps = []
        awaited = game.waiting
        anyone = game.state.phase in (Phase.PLAYING, Phase.GATHERING)  # else only who is awaited
        common = game.rules.shared(game.state)
        for seat in seats(game.players) if anyone else awaited:
            view = View(**common, **game.rules.own(game.state, seat))
            with _blaming(game, seat):
                step = next_step(view, bots[seat], seat, awaited=seat in awaited)
            if step is not None:
                steps.append((max(now, step[0]), seat, step[1]))
        if not steps:
            raise BotError(f"All bots wait for each other in level {game.state.level}.")
        at, seat, action = min(steps, key=lambda step: step[:2])
        with _blaming(game, seat):
            game.play(seat, replace(action, seat=seat, at=Millis(at)))
        after(game)
    raise BotError(f"The bots did not finish their game within {MOST_ACTIONS} actions.")


def next_step(
    view: View, bot: ExtremeBot, seat: Seat, *, awaited: bool
) -> tuple[int, Action] | None:
    """Return when a bot wants to act next and how, or None if it waits."""
    if view.phase not in (Phase.VOTING, Phase.CHOOSING):
        return bot.plan(view, view.now)
    if not awaited:
        return None
    if view.phase is Phase.VOTING:
        return view.now + THINKING, Vote(seat=seat, agree=bot.agree_to_star(view))
    card = bot.discard(view)
    if card is None:
        raise BotError("It has cards, but gives none to the star.")
    return view.now + THINKING, Discard(seat=seat, card=card)
