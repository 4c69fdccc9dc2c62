"""Asking a bot a question: the one way for tournaments, teams, simulations and checks.

Whatever a bot does, its game goes on: an answer that does not fit, an exception and the third late
answer become a `Forfeit` with its reason. A bot that never answers is ended by the process that
watches the `Watch`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, MutableSequence
from typing import Any, NamedTuple

import msgspec

from tacit.bots.asking import Asking, Step
from tacit.bots.bot import BotError
from tacit.core.rulebook import Record
from tacit.log.game import ActionRefused

LONGEST_REASON = 160
BUDGET_S = 1.0
"""A bot's time for an answer, unless something else is said."""


class Timeouts(msgspec.Struct, frozen=True):
    """When an answer is late, how many may be, and when a bot's process is ended.

    A busy machine may keep any bot from its budget. So an answer is late only after ten budgets and
    a second, and a bot that has not answered after twenty budgets and five seconds hangs. The first
    game in a process may wait for a compiler, and a bot that counts playouts promises no time.

    In `tacit check-bot` a bot's usual answer may take twice the budget and `usual_s` more.
    """

    most_late: int = 3
    factor: float = 10
    spare_s: float = 1
    hang_s: float = 5
    first_s: float = 60
    counting_s: float = 120
    usual_s: float = 0.02

    def late_s(self, budget_s: float) -> float:
        """Return the time after which an answer is late."""
        return self.factor * budget_s + self.spare_s

    def limit_s(self, budget_s: float, *, warm: bool, counts: bool) -> float:
        """Return the time after which a bot hangs."""
        limit = 2 * self.factor * budget_s + self.hang_s
        if counts:
            limit = max(limit, self.counting_s)
        return limit if warm else max(limit, self.first_s)


class Forfeit(Exception):
    """The bot has lost its right to this game; the text says why."""


class Watch:
    """Tells the process that watches this one which bot is thinking, since when, and its limit.

    The two processes share these three numbers.
    """

    def __init__(self, shared: MutableSequence[float] | None = None) -> None:
        self._shared = [0.0, 0.0, 0.0] if shared is None else shared
        self.warm: set[str] = set()
        """The bots that have played in this process: what they need is loaded."""

    def begin(self, slot: int, limit: float) -> None:
        """Note that a bot is asked."""
        self._shared[1], self._shared[2] = time.monotonic(), limit
        self._shared[0] = slot + 1

    def end(self) -> float:
        """Note that it has answered; return the seconds that took."""
        self._shared[0] = 0
        return time.monotonic() - self._shared[1]


class Care(NamedTuple):
    """How the bots of a game are watched, and how long they may think."""

    watch: Watch
    budget_s: float = BUDGET_S
    timeouts: Timeouts = Timeouts()


class Asker:
    """One bot in its seat: every question to it goes through here."""

    def __init__(self, slot: int, label: str, care: Care, *, counts: bool = False) -> None:
        """`counts`: the bot counts playouts and promises no time."""
        self.seconds = 0.0
        self._slot, self._label = slot, label
        self._care, self._counts = care, counts
        self._late = 0

    def ask(self, question: Callable[[], Any]) -> Any:
        """Ask the bot something; an exception and the third late answer are a forfeit."""
        watch, budget_s, timeouts = self._care
        warm = self._label in watch.warm
        watch.begin(self._slot, timeouts.limit_s(budget_s, warm=warm, counts=self._counts))
        try:
            answer = question()
        except BaseException as error:  # even SystemExit is a forfeit of this bot alone
            raise Forfeit(_told(error)) from error
        finally:
            took = watch.end()
        self.seconds += took
        if warm and not self._counts and took > timeouts.late_s(budget_s):
            self._late += 1
            if self._late >= timeouts.most_late:
                raise Forfeit(f"was late {self._late} times: {took:.1f} s for one answer")
        return answer

    def step(  # noqa: PLR0913
        self, asking: Asking, bot: Any, view: Any, seat: int, *, awaited: bool, now: int = 0
    ) -> Step | None:
        """Ask what to do next, and when if that matters; None is to wait."""
        kind = asking.kind(view, awaited=awaited)
        if kind is None:
            return None
        budget_s = self._care.budget_s
        answer = self.ask(lambda: asking.ask(bot, kind, view, now=now, budget=budget_s))
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
    """Read a choice that has to be made, and that the view allows."""
    field = asking.kinds[kind].field
    try:
        step = asking.step(kind, seat, answer)
    except (TypeError, ValueError):
        step = None
    if step is None:
        raise Forfeit(f"answered {_shown(answer)}, which is no {field}")
    chosen = getattr(step.action, field)
    if not asking.kinds[kind].allows(view, chosen):
        raise Forfeit(f"chose the {field} {chosen}, which its view does not allow")
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
