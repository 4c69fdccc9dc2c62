"""A table and all that its players remember, in one record that compiled code works on.

Colours are 0 for white and 1 for red, cards are their positions, and times are milliseconds. What
belongs to a level is set anew by `rules.begin`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import numpy as np
from numba import types

from tacit.core.compiled import compiler
from tacit.games.extreme import COLOUR, DECK, PLAYERS, POSITION, TEAMS, Colour, Phase
from tacit.games.extreme.bots.tempo import Belief
from tacit.games.extreme.rules.cards import HIGHEST

SOURCES = (
    *(f"games/extreme/rules/{name}.py" for name in ("cards", "levels", "records", "setup")),
    *(f"games/extreme/bots/{name}.py" for name in (
        "adaptive", "advice", "listening", "between_plays", "metronome", "splitmix", "tempo", "zoo",
    )),
    *(f"games/extreme/kernel/{name}.py" for name in ("deal", "hashing", "rules", "state")),
    *(f"games/extreme/twin/{name}.py" for name in (
        "adaptive", "advice", "kinds", "listening", "metronome", "people", "play", "splitmix",
        "tempo",
    )),
)  # fmt: skip
"""What the twin is compiled from, or has its numbers from."""
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


DEALING, GATHERING, LIFTING, PLAYING, VOTING, CHOOSING, TURNING, PASSED, OVER = (
    tuple(Phase).index(phase)
    for phase in (
        Phase.DEALING, Phase.GATHERING, Phase.LIFTING, Phase.PLAYING, Phase.VOTING, Phase.CHOOSING,
        Phase.TURNING, Phase.PASSED, Phase.OVER,
    )
)  # fmt: skip

WHITE, RED = tuple(Colour).index(Colour.WHITE), tuple(Colour).index(Colour.RED)
CARD_COLOUR = np.array([tuple(Colour).index(COLOUR[card]) for card in DECK])
CARD_POSITION = np.array([POSITION[card] for card in DECK])
"""Of each card of the deck, as a deal numbers them."""

SEATS = PLAYERS[-1]
HAND = max(team.last_level for team in TEAMS.values())
LAID = max(players * team.last_level for players, team in TEAMS.items())
"""The most cards in one hand, and in all."""
PLACES = HIGHEST + 1
FILTERS = len(Belief().filters)
NOBODY = -1

Int, Float = np.int64, np.float64

BELIEF = np.dtype(
    [
        ("live", Int),
        ("heard", Int),
        *((name, Float, FILTERS) for name in (
            "spread", "shape", "wander", "mean", "apart", "var", "var_apart", "both", "log_weight",
        )),
        ("fresh", Int, 3),
        ("tempo", Float, (3, 4)),
    ],
    align=True,
)  # fmt: skip
"""`bots.tempo.Belief`. Tempi by pile, red, both, white, and whether each is still up to date."""

EAR = np.dtype(
    [
        ("beliefs", BELIEF, SEATS),
        ("told", Int, SEATS),
        ("known", Float, SEATS),
        ("echo", Float, SEATS),
        ("level", Int),
        ("laid", Int),
        ("aside", Int),
        ("last", Int),
        ("turned", Int),
        ("alone", Int, LAID),
        ("alone_since", Int),
        ("left", Int, SEATS),
        ("blind", Int, 2),
        ("top", Int, 2),
        ("since", Int, 2),
        ("seen", Int, (2, PLACES)),
        ("silences", Int, (2, SEATS)),
        ("silent_top", Int, (2, SEATS, 2 * LAID)),
        ("silent_wait", Float, (2, SEATS, 2 * LAID)),
        ("cards", Int, (2, SEATS)),
        ("count", Float, (2, SEATS)),
        ("clock", Float, 2),
        ("clock_at", Int, 2),
        ("version", Int),
        ("advised", Int, (SEATS, 2)),
        ("advised_card", Int, (SEATS, 2)),
        ("wait", Float, (SEATS, 2)),
        ("log_wait", Float, (SEATS, 2)),
        ("free", Int, (SEATS, 2)),
        ("judged", Int, (SEATS, 2)),
        ("judged_card", Int, (SEATS, 2)),
        ("risk", Float, (SEATS, 2)),
        ("unseen", Int, PLACES),
        ("chances", Float, (SEATS, PLACES)),
        ("centres", Float, (SEATS, PLACES)),
        ("none", Float, SEATS),
        ("spread", Float, SEATS),
        ("sizes", Float, SEATS * PLACES),
        ("middles", Float, SEATS * PLACES),
        ("widths", Float, SEATS * PLACES),
    ],
    align=True,
)  # fmt: skip
"""`bots.listening.Listener`, by pile and seat; `told` are the seats whose tempo it was told.

Silences too short to mean anything are left out. `version` counts what it has heard; advice, and
the risk that a card was `judged` to be, are kept until that changes. From `unseen` on it is room to
work in.
"""

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
        ("won", Int),
        ("lives_lost", Int),
        ("stars_used", Int),
        ("held", Int, (SEATS, 2)),
        ("hands", Int, (SEATS, 2, HAND + 1)),
        ("left", Int, SEATS),
        ("down", Int, SEATS),
        ("votes", Int, SEATS),
        ("chosen", Int, SEATS),
        ("ready", Int, SEATS),
        ("blind", Int, 2),
        ("laid", Int),
        ("laid_seat", Int, LAID),
        ("laid_colour", Int, LAID),
        ("laid_card", Int, LAID),
        ("laid_at", Int, LAID),
        ("laid_played", Int, LAID),
        ("turned", Int),
        ("aside", Int),
        ("aside_seat", Int, LAID),
        ("aside_colour", Int, LAID),
        ("aside_card", Int, LAID),
        ("resumed", Int),
        ("playing", Int),
        ("played", Int),
        ("since", Int),
        ("counted", Int, (SEATS, 2)),
        ("counted_card", Int, (SEATS, 2)),
        ("counted_at", Int, (SEATS, 2)),
        ("mine", Int, SEATS),
        ("kind", Int, SEATS),
        ("log_pace", Float, SEATS),
        ("luck", np.uint64, SEATS),
        ("felt_level", Int, (SEATS, 2)),
        ("felt_cards", Int, (SEATS, 2)),
        ("felt", Float, (SEATS, 2)),
        ("doubt", Int, (SEATS, 2)),
        ("ear", Int, SEATS),
        ("proposed_level", Int, SEATS),
        ("proposed_stars", Int, SEATS),
        ("ears", EAR, SEATS),
        ("traced", Int),
    ],
    align=True,
)
"""A table. `hands` holds all cards that were dealt, the first `held` of which nobody has any more,
and 0 after the last.

Votes are 1, 0 and NOBODY for none, and `resume` is the phase that a refused star goes back to;
`chosen` is the colour given to a star. `turned` is 1 when blind piles have been turned over.
`endless` is the number of lives in a drill, else 0. `played`, `since` and `playing` are the
milliseconds of play so far: `playtime.played`. `counted` is what a seat counts on from on a pile:
`playtime.counted_from`. What a person has `felt` was drawn at so many cards of a level, and
their `doubt` is when play had gone on for the last time.
"""
