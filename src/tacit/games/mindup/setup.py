"""All that luck decides in one game, drawn before the first card (MU-06, MU-10, MU-27, MU-31)."""

from __future__ import annotations

import msgspec

from tacit.games.chance import Chance
from tacit.games.mindup.cards import DECK, Card
from tacit.games.mindup.objectives import OBJECTIVES
from tacit.games.mindup.tableau import Order
from tacit.games.rulebook import SettingsError

PLAYERS = range(3, 7)
"""MU-03, MU-05: three to six players."""
MOST_OBJECTIVES = 5
ROUNDS = 3
KEPT_FROM = 3
"""MU-36: that many objectives or more stay all game; fewer are renewed each round (MU-34)."""
SCORE_VALUES = (1, 2, 3, 4, 5)


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a game is set up."""

    players: int
    objectives: int = 0


class Setup(msgspec.Struct, frozen=True, gc=False):
    """The shuffled deck from the top, and for each round the Score order and the objectives."""

    players: int
    deck: tuple[Card, ...]
    orders: tuple[Order, ...]
    objectives: tuple[tuple[int, ...], ...]


def draw(settings: Settings, chance: Chance) -> Setup:
    """Draw the luck of one game."""
    if settings.players not in PLAYERS:
        raise SettingsError(f"Mind Up! is for 3 to 6 players, not {settings.players}.")
    if not 0 <= settings.objectives <= MOST_OBJECTIVES:
        raise SettingsError(f"Mind Up! has 0 to 5 objectives, not {settings.objectives}.")
    pile = chance.shuffle("objectives", tuple(OBJECTIVES))
    return Setup(
        players=settings.players,
        deck=chance.shuffle("deck", DECK),
        orders=tuple(
            chance.shuffle(f"score order {number}", SCORE_VALUES) for number in range(1, ROUNDS + 1)
        ),
        objectives=lay_out(pile, settings.objectives),
    )


def lay_out(pile: tuple[int, ...], out: int) -> tuple[tuple[int, ...], ...]:
    """Return the objectives of each round, `out` at a time, drawn from the shuffled pile."""
    if out >= KEPT_FROM:
        chosen, _ = _different_letters(pile, out)
        return (chosen,) * ROUNDS
    rounds = []
    for _ in range(ROUNDS):
        chosen, pile = _different_letters(pile, out)
        rounds.append(chosen)
    return tuple(rounds)


def _different_letters(pile: tuple[int, ...], out: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Draw `out` objectives; one whose letter is out already goes under the pile (MU-35)."""
    chosen: list[int] = []
    rest = list(pile)
    while len(chosen) < out:
        drawn = rest.pop(0)
        if any(OBJECTIVES[drawn].letter == OBJECTIVES[other].letter for other in chosen):
            rest.append(drawn)
        else:
            chosen.append(drawn)
    return tuple(chosen), tuple(rest)
