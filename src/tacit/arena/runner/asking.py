"""Asking a bot a question: the one way it is done in tournaments, teams, simulations and exams.

Whatever a bot does with a question, whoever asked goes on: an answer that is none, anything raised
and the third late answer become a `Forfeit` with its reason. A bot that never answers is ended by
whoever looks at the `Watch` from another process.
"""

from __future__ import annotations

import time
from collections.abc import Callable, MutableSequence
from typing import Any, NamedTuple

from tacit.arena.runner.patience import Patience
from tacit.bots.asking import Asking, Step
from tacit.bots.bot import BotError
from tacit.core.rulebook import Record
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


class Asker:
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

    def step(  # noqa: PLR0913
        self, asking: Asking, bot: Any, view: Any, seat: int, *, awaited: bool, now: int = 0
    ) -> Step | None:
        """Ask what to do next, and when if that matters; None is to wait."""
        kind = asking.kind(view, awaited=awaited)
        if kind is None:
            return None
        budget = self._care.budget
        answer = self.ask(lambda: asking.ask(bot, kind, view, now=now, budget=budget))
        if asking.kinds[kind].action is None:
            return _planned(answer)
        return _chosen(asking, kind, view, seat, answer)


def _planned(answer: Any) -> Step | None:
    """Read a time and an action; what may be done then, the rules say when it comes to that."""
    if answer is None:
        return None
    try:
        at, action = answer
        step = Step(int(at), action)
    except (TypeError, ValueError, OverflowError):
        raise Forfeit(f"answered {_shown(answer)}, which is no plan") from None
    if not isinstance(action, Record):
        raise Forfeit(f"answered {_shown(answer)}, which is no plan")
    return step


def _chosen(asking: Asking, kind: str, view: Any, seat: int, answer: Any) -> Step:
    """Read a choice that has to be made."""
    field = asking.kinds[kind].field
    try:
        step = asking.step(kind, seat, answer)
    except (TypeError, ValueError):
        step = None
    if step is None:
        raise Forfeit(f"answered {_shown(answer)}, which is no {field}")
    card = getattr(step.action, "card", None)
    if card is not None and card not in view.hand:
        raise Forfeit(f"played the {card}, which it does not hold")
    return step


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
