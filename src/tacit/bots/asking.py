"""What a game asks its bots, the same at a live table, in the arena and in a test.

A game says which questions there are and what an answer becomes. Either the answer tells when to
act and what to do (`plan`), or it is a choice that becomes an action.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Literal, NamedTuple

from tacit.bots.bot import BotError
from tacit.core.plug import part

THINKING_MS = 500
"""How long a simulated bot takes for an action whose timing does not matter."""
MOST_ACTIONS = 20_000
"""Longer than any game that its bots mean to end."""
_COUNTED = re.compile(r"#[^@#:/\\]*$")


class Step(NamedTuple):
    """What a bot wants to do; `at` is None where it is not a matter of timing."""

    at: int | None
    action: Any

    def due(self, now: int) -> int:
        """Return when a bot that is asked now acts: at its own time, or after a little thought."""
        return now + THINKING_MS if self.at is None else self.at


class Kind(NamedTuple):
    """One question of a game: the method that answers it, and what the answer becomes."""

    method: str
    """The method of a bot that answers it; it is given the view first."""
    given: Literal["budget", "now", ""]
    """What else it is given: seconds to think, or the time."""
    answer: Any
    """The type of an answer."""
    action: Any = None
    """What the answer becomes, with the answer in `field`; None if it says when and what itself."""
    field: str = "card"
    plain: Callable[[Any], Any] = lambda answer: answer
    """Makes a plain value of an answer, or raises."""
    allows: Callable[[Any, Any], bool] = lambda _view, _answer: True
    """Tells whether an answer is one that a view allows, where the rules are not at hand."""


class Asking:
    """What the bots of one game are asked, and which there are."""

    timed: bool = False
    """Whether it matters when a player acts; if not, all who are waited for choose at once."""
    kinds: ClassVar[Mapping[str, Kind]]
    bots: ClassVar[Mapping[str, str]]
    """Those that come with the game, by name: `module:class`."""
    offered: tuple[str, ...]
    """Those of them that sit at live tables; the rest are for measuring."""
    stand_in: str
    """The bot that plays for a player who is away, and by default."""
    plays_out: str = ""
    """The bot that plays a game out whose time is up, in all seats; without one each seat's own or
    the stand-in does. It must not do better than the players would have done."""
    company: tuple[str, ...]
    """The bots that fill the other seats by default."""
    compiled: frozenset[str] = frozenset()
    """Bots that need Numba (the extra `bots`). At live tables they think in worker processes."""
    hard: frozenset[str] = frozenset()
    """Those of them that use all the time they are given: a site has a quota for them."""
    counted: frozenset[str] = frozenset()
    """Bots that can be told a number of playouts, as in `search#250`. Said here, because loading
    them takes long."""
    measured: tuple[tuple[str, str, float], ...] = ()
    """Win rates against three copies of another bot (`tacit bench bots`). The first opponent has a
    beginner's rating; each later pair contains a bot already listed."""

    def kind(self, look: Any, *, awaited: bool) -> str | None:
        """Return what a seat is asked now, if anything; `look` is a state of the game or a view."""
        raise NotImplementedError

    def routine_step(self, view: Any, now: int) -> Step | None:  # noqa: ARG002
        """Return the step that every player would take now, if there is one."""
        return None

    def seated(self, bots: Sequence[Any]) -> None:
        """Tell a bot that is for measuring only who sits where. No other bot may learn it."""

    def is_compiled(self, bot: str) -> bool:
        """Tell whether a bot of this game, named with or without playouts, is a compiled one."""
        return kind_of(bot) in self.compiled

    def is_hard(self, bot: str) -> bool:
        """Tell whether a bot of this game, named with or without playouts, thinks hard."""
        return kind_of(bot) in self.hard

    def warm(self) -> None:
        """Compile what the bots of this game need, so that no first move waits for it."""

    @property
    def methods(self) -> tuple[str, ...]:
        """What a bot has to have."""
        return tuple(kind.method for kind in self.kinds.values())

    def ask(self, bot: Any, kind: str, view: Any, *, now: int = 0, budget: float = 0.0) -> Any:
        """Ask a bot and return its raw answer."""
        question = self.kinds[kind]
        method = getattr(bot, question.method)
        if question.given == "budget":
            return method(view, budget)
        return method(view, now) if question.given == "now" else method(view)

    def next_step(  # noqa: PLR0913
        self,
        bot: Any,
        view: Any,
        seat: int,
        *,
        awaited: bool,
        now: int = 0,
        budget: float = 0.0,
    ) -> Step | None:
        """Ask a bot what it does next; None if it waits. BotError if it must not, and does."""
        kind = self.kind(view, awaited=awaited)
        if kind is None:
            return None
        step = self.step(kind, seat, self.ask(bot, kind, view, now=now, budget=budget))
        if step is None and self.kinds[kind].action is not None:
            raise BotError(f"It is waited for, but {self.kinds[kind].method} answers nothing.")
        return step

    def step(self, kind: str, seat: int, answer: Any) -> Step | None:
        """Return what an answer becomes; None if it is to wait, or no answer."""
        if answer is None:
            return None
        question = self.kinds[kind]
        if question.action is None:
            at, action = answer
            return Step(at, action)
        chosen = {question.field: question.plain(answer)}
        return Step(None, question.action(seat=seat, **chosen))


def kind_of(name: str) -> str:
    """Return a bot's name without its number of playouts.

    >>> kind_of("search#250"), kind_of("search")
    ('search', 'search')
    """
    return _COUNTED.sub("", name)


def in_hand(view: Any, card: Any) -> bool:
    """Tell whether a view's hand holds a card: `Kind.allows` of a game whose views have a hand."""
    return card in view.hand


def asking_of(game: str) -> Asking:
    """Return what the bots of a game are asked."""
    found: Asking = part(game, "bots")
    return found
