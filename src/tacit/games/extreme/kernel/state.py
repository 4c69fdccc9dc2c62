"""A table and all that its players remember, in one record that compiled code works on.

Numbers mean what they mean in `bots.numbers`. What belongs to a level is set anew by `rules.begin`.
"""

from __future__ import annotations

import dis
from collections.abc import Callable, Iterable
from types import FunctionType
from typing import Any, TypeVar

import numpy as np
from numba import types

from tacit.core.compiled import compiler
from tacit.games.extreme import COLOUR, DECK, POSITION
from tacit.games.extreme.bots.belief.ear import EAR
from tacit.games.extreme.bots.numbers import COLOURS, MAX_HAND, MAX_LAID, SEATS, Fields
from tacit.games.extreme.bots.people import PERSON

SOURCES = (
    *(f"games/extreme/rules/{name}.py" for name in ("cards", "levels", "records", "setup")),
    *(f"games/extreme/bots/{name}.py" for name in (
        "adaptive", "between_plays", "following", "metronome", "numbers", "people", "splitmix",
    )),
    *(f"games/extreme/bots/belief/{name}.py" for name in (
        "advice", "ear", "leading", "listening", "priors", "shown", "tempo",
    )),
    *(f"games/extreme/kernel/{name}.py" for name in (
        "deal", "hashing", "kinds", "level_end", "play", "rules", "state", "trace",
    )),
)  # fmt: skip
"""What the kernel is compiled from."""
Function = TypeVar("Function", bound=Callable[..., Any])


def once_compiler(sources: Iterable[str]) -> Callable[[Function], Function]:
    """Return a decorator for functions that are compiled from these files, and only once.

    Numba would do it again for every number that a caller has written down, such as a colour. That
    would take twice as long in all and be no faster.
    """
    compile_it = compiler("tacit", sources)

    def decorate(function: Function) -> Function:
        dispatcher: Any = compile_it(function)
        template = dispatcher.get_call_template

        def plain(args: Any, keywords: Any) -> Any:
            return template([types.unliteral(one) for one in args], keywords)

        dispatcher.get_call_template = plain
        found: Function = dispatcher
        return found

    return decorate


compiled = once_compiler(SOURCES)
_FROM_PYTHON: dict[FunctionType, Any] = {}


def from_python(function: Function) -> Function:
    """Return a plain function of the bots compiled, together with all that it calls.

    The function itself stays as it is: light bots go on without Numba. Its tables, tuples of
    numbers, become arrays.
    """
    assert isinstance(function, FunctionType)
    if function not in _FROM_PYTHON:
        steps = dis.get_instructions(function)
        used = {step.argval for step in steps if step.opname == "LOAD_GLOBAL"}
        found = {name: function.__globals__[name] for name in used if name in function.__globals__}
        names = {name: _as_compiled(thing) for name, thing in found.items()}
        names["__name__"] = function.__module__
        again = FunctionType(function.__code__, names, function.__name__)
        _FROM_PYTHON[function] = compiled(again)
    compiled_function: Function = _FROM_PYTHON[function]
    return compiled_function


def _as_compiled(thing: Any) -> Any:
    if isinstance(thing, FunctionType):
        return from_python(thing)
    return np.array(thing) if type(thing) is tuple else thing


CARD_COLOUR = np.array([COLOURS.index(COLOUR[card]) for card in DECK])
CARD_POSITION = np.array([POSITION[card] for card in DECK])
"""Of each card of the deck, as a deal numbers them."""

Int, Float = np.int64, np.float64
_TYPES: dict[Any, Any] = {int: Int, float: Float}


def _dtype(fields: Fields, *more: tuple[str, Any]) -> np.dtype[Any]:
    kinds = [
        (name, _dtype(kind) if isinstance(kind, tuple) else _TYPES[kind], shape)
        for name, kind, shape in fields
    ]
    return np.dtype([*kinds, *more], align=True)


LUCK = np.dtype([("state", np.uint64)])

TABLE = np.dtype(
    [
        ("players", Int),
        ("last_level", Int),
        ("endless", Int),
        ("lives", Int),
        ("stars", Int),
        ("level", Int),
        ("phase", Int),
        ("resume", Int),
        ("now", Int),
        ("clock", Int),
        ("won", Int),
        ("lives_lost", Int),
        ("stars_used", Int),
        ("held", Int, (SEATS, 2)),
        ("hands", Int, (SEATS, 2, MAX_HAND + 1)),
        ("left", Int, SEATS),
        ("down", Int, SEATS),
        ("votes", Int, SEATS),
        ("chosen", Int, SEATS),
        ("ready", Int, SEATS),
        ("blind", Int, 2),
        ("laid", Int),
        ("laid_seat", Int, MAX_LAID),
        ("laid_colour", Int, MAX_LAID),
        ("laid_card", Int, MAX_LAID),
        ("laid_at", Int, MAX_LAID),
        ("laid_played", Int, MAX_LAID),
        ("turned", Int),
        ("aside", Int),
        ("aside_seat", Int, MAX_LAID),
        ("aside_colour", Int, MAX_LAID),
        ("aside_card", Int, MAX_LAID),
        ("resumed", Int),
        ("playing", Int),
        ("played", Int),
        ("since", Int),
        ("counted", Int, (SEATS, 2)),
        ("counted_card", Int, (SEATS, 2)),
        ("counted_at", Int, (SEATS, 2)),
        ("mine", Int, SEATS),
        ("kind", Int, SEATS),
        ("people", _dtype(PERSON, ("luck", LUCK)), SEATS),
        ("ear", Int, SEATS),
        ("proposed_level", Int, SEATS),
        ("proposed_stars", Int, SEATS),
        ("ears", _dtype(EAR), SEATS),
        ("traced", Int),
    ],
    align=True,
)
"""A table. `hands` holds all cards that were dealt, the first `held` of which nobody has any more,
and 0 after the last.

Votes are 1, 0 and NOBODY for none, and `resume` is the phase that a refused star goes back to;
`chosen` is the colour given to a star. `turned` is 1 when blind piles have been turned over.
`endless` is the number of lives in a drill, else 0. `played`, `since` and `playing` are the
milliseconds of play so far: `playtime.played`; `clock` is what they come to now. `counted` is what
a seat counts on from on a pile: `playtime.counted_from`. `ear` is by seat which of the `ears` it
listens with: all `adaptive` hear the same and share one, each `oracle` has its own.
"""
