"""All that luck decides in one game, drawn before the first card (MU-06, MU-10, MU-27, MU-31)."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import UNSET, UnsetType

from tacit.core.chance import Chance
from tacit.core.rulebook import SettingsError
from tacit.games.mindup.rules.cards import DECK, Card
from tacit.games.mindup.rules.objectives import KEPT_FROM, OBJECTIVES
from tacit.games.mindup.rules.start import AT_THE_BEGINNING, Start, check
from tacit.games.mindup.rules.tableau import SCORE_VALUES, Order

PLAYERS = range(3, 7)
"""MU-03, MU-05: three to six players."""
MOST_OBJECTIVES = 5
ROUNDS = 3


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a game is set up."""

    players: int
    objectives: Annotated[int, msgspec.Meta(description="Bonus Objectives of Mind Up!, 0 to 5")] = 0
    start: Start | UnsetType = UNSET
    """Where the game goes on from, if it does not begin at the beginning: a what-if."""


class Setup(msgspec.Struct, frozen=True, gc=False):
    """The shuffled deck from the top, and for each round the Score order and the objectives."""

    players: int
    deck: tuple[Card, ...]
    orders: tuple[Order, ...]
    objectives: tuple[tuple[int, ...], ...]
    plays: tuple[tuple[Card, ...], ...] = ()
    """Turns that were played in another game, which this one goes on from."""


def draw(settings: Settings, chance: Chance) -> Setup:
    """Draw the luck of one game."""
    if settings.players not in PLAYERS:
        raise SettingsError(f"Mind Up! is for 3 to 6 players, not {settings.players}.")
    if not 0 <= settings.objectives <= MOST_OBJECTIVES:
        raise SettingsError(f"Mind Up! has 0 to 5 objectives, not {settings.objectives}.")
    start = settings.start or AT_THE_BEGINNING
    if start is not AT_THE_BEGINNING:
        check(start, settings.players, settings.objectives)
    out_before = {number for numbers in start.objectives for number in numbers}
    pile = chance.shuffle("objectives", tuple(one for one in OBJECTIVES if one not in out_before))
    rest = tuple(card for card in DECK if card not in start.deck)
    return Setup(
        players=settings.players,
        deck=start.deck + chance.shuffle("deck", rest),
        orders=start.orders
        + tuple(
            chance.shuffle(f"score order {number}", SCORE_VALUES)
            for number in range(len(start.orders) + 1, ROUNDS + 1)
        ),
        objectives=lay_out(pile, settings.objectives, start.objectives),
        plays=start.plays,
    )


def lay_out(
    pile: tuple[int, ...], out: int, before: tuple[tuple[int, ...], ...] = ()
) -> tuple[tuple[int, ...], ...]:
    """Return the objectives of each round, `out` at a time, drawn from the shuffled pile.

    `before` are those of rounds that have begun already.
    """
    if out >= KEPT_FROM:
        chosen = before[0] if before else _different_letters(pile, out)[0]
        return (chosen,) * ROUNDS
    rounds = list(before)
    while len(rounds) < ROUNDS:
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
