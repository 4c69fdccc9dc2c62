"""Asking a bot a question: the one way it is done in tournaments, teams, simulations and exams.

Whatever a bot does with a question, whoever asked goes on: an answer that is none, anything raised
and the third late answer become a `Forfeit` with its reason. A bot that never answers is ended by
whoever looks at the `Watch` from another process.
"""

from __future__ import annotations

import operator
import time
from collections.abc import Callable, MutableSequence
from typing import Any, NamedTuple, get_args

from tacit.arena.runner.patience import Patience
from tacit.bots.bot import BotError
from tacit.bots.manners import THINKING
from tacit.games.extreme import Action, Discard, Phase, Vote
from tacit.games.extreme import View as ExtremeView
from tacit.games.mindup import Card
from tacit.games.mindup import View as MindUpView
from tacit.games.rulebook import Seat
from tacit.log.game import ActionRefused

LONGEST_REASON = 160
BUDGET = 1.0
"""Seconds a bot may think about an answer, unless something else is said."""


class Forfeit(Exception):
    """The bot has lost its right to this game; the text says why."""


class Watch:
    """Tells whoever keeps this process which bot is thinking, since when, and how long it may.

    Its three numbers are shared with that other process, which ends this one when they say so.
    """

    def __init__(self, shared: MutableSequence[float] | None = None) -> None:
        self._shared = [0.0, 0.0, 0.0] if shared is None else shared
        self.warm: set[str] = set()
        """The bots that have played in this process: what they needed is loaded."""

    def begin(self, slot: int, limit: float) -> None:
        """A bot is asked."""
        self._shared[1], self._shared[2] = time.monotonic(), limit
        self._shared[0] = slot + 1

    def end(self) -> float:
        """It has answered: return the seconds that took."""
        self._shared[0] = 0
        return time.monotonic() - self._shared[1]


class Care(NamedTuple):
    """Who watches over the bots of a game, and how long they may think."""

    watch: Watch
    budget: float = BUDGET
    """Seconds."""
    patience: Patience = Patience()


class Asking:
    """One bot in its seat: every question to it goes through here."""

    def __init__(self, slot: int, label: str, care: Care, *, counts: bool = False) -> None:
        """`counts`: it goes by playouts and promises no time."""
        self.seconds = 0.0
        self._slot, self._label = slot, label
        self._care, self._counts = care, counts
        self._late = 0

    def ask(self, question: Callable[[], Any]) -> Any:
        """Ask the bot something; whatever it raises and any third late answer is a forfeit."""
        watch, budget, patience = self._care
        warm = self._label in watch.warm
        watch.begin(self._slot, patience.limit(budget, warm=warm, counts=self._counts))
        try:
            answer = question()
        except BaseException as error:  # even SystemExit is only this bot's loss
            raise Forfeit(_told(error)) from error
        finally:
            took = watch.end()
        self.seconds += took
        if warm and not self._counts and took > patience.late(budget):
            self._late += 1
            if self._late >= patience.times:
                raise Forfeit(f"was late {self._late} times: {took:.1f} s for one answer")
        return answer

    def card(self, bot: Any, view: MindUpView) -> Card:
        """Ask for a card of Mind Up!."""
        answer = self.ask(lambda: bot.choose(view, self._care.budget))
        try:
            card = operator.index(answer)
        except TypeError:
            raise Forfeit(f"answered {_shown(answer)}, which is no card") from None
        if card not in view.hand:
            raise Forfeit(f"played the {card}, which it does not hold")
        return Card(card)

    def step(self, bot: Any, view: ExtremeView, *, awaited: bool) -> tuple[int, Action] | None:
        """Ask when to act next in The Mind Extreme and how; None is to wait."""
        answer = self.ask(lambda: next_step(view, bot, awaited=awaited))
        if answer is None:
            return None
        try:
            at, action = answer
            found = int(at), action
        except (TypeError, ValueError, OverflowError):
            raise Forfeit(f"answered {_shown(answer)}, which is no plan") from None
        if not isinstance(action, get_args(Action)):
            raise Forfeit(f"answered {_shown(answer)}, which is no plan")
        return found


def next_step(view: ExtremeView, bot: Any, *, awaited: bool) -> tuple[int, Action] | None:
    """Put to a bot of The Mind Extreme what is to be asked now; None is to wait."""
    if view.phase not in (Phase.VOTING, Phase.CHOOSING):
        planned: tuple[int, Action] | None = bot.plan(view, view.now)
        return planned
    if not awaited or view.seat is None:
        return None
    seat = Seat(view.seat)
    if view.phase is Phase.VOTING:
        return view.now + THINKING, Vote(seat=seat, agree=bool(bot.agree_to_star(view)))
    card = bot.discard(view)
    if card is None:
        raise BotError("it has cards, but gives none to the star")
    return view.now + THINKING, Discard(seat=seat, card=card)


def reason_of(reason: object) -> str:
    """Return a reason as it is reported: one line, and not too long."""
    return " ".join(str(reason).split())[:LONGEST_REASON]


def _told(error: BaseException) -> str:
    try:
        if isinstance(error, (ActionRefused, BotError)):  # these say it all
            return str(error)
        return f"{type(error).__name__}: {error}".removesuffix(": ")
    except Exception:  # an error that cannot even be shown
        return type(error).__name__


def _shown(answer: object) -> str:
    try:
        return repr(answer)[:60]
    except Exception:  # as above
        return f"a {type(answer).__name__}"
