"""A position that a game goes on from: the beginning of another game, as far as it was played."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from tacit.core.rulebook import SettingsError
from tacit.games.mindup.rules.cards import COLOUR, Card
from tacit.games.mindup.rules.objectives import KEPT_FROM, OBJECTIVES
from tacit.games.mindup.rules.tableau import SCORE_VALUES, Order

FIRST_HAND = 7
"""MU-07. Later hands are the tableau and one drawn card (MU-26)."""
TURNS = (6, 7, 8)
"""MU-12, by round."""


class Start(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """All that was dealt and played until then; what comes after it is shuffled anew."""

    of: str = ""
    """The digest of the other game's replay."""
    deck: tuple[Card, ...] = ()
    """The cards that were dealt, in the order of the deck."""
    orders: tuple[Order, ...] = ()
    """The Score values of the rounds that had begun."""
    objectives: tuple[tuple[int, ...], ...] = ()
    """The objectives of the rounds that had begun."""
    plays: tuple[tuple[Card, ...], ...] = ()
    """Turn by turn, the card of each seat."""


AT_THE_BEGINNING = Start()


def dealt(players: int, rounds: int) -> int:
    """Return how many cards have left the deck when this many rounds have begun."""
    return players * (FIRST_HAND + 1 + rounds - 1)


def check(start: Start, players: int, objectives: int) -> None:
    """SettingsError unless a game with these players and objectives can have come there."""
    turns = len(start.plays)
    if turns >= sum(TURNS):
        raise _wrong("the game is over by then")
    rounds = 1 + sum(turns >= sum(TURNS[:number]) for number in (1, 2))
    if (len(start.of), start.of.strip("0123456789abcdef")) != (64, ""):
        raise _wrong("it does not say which game it comes from")
    cards = start.deck
    if len(cards) != dealt(players, rounds) or len(set(cards)) != len(cards):
        raise _wrong("the cards dealt are not as many different ones as were dealt by then")
    if not COLOUR.keys() >= set(cards):
        raise _wrong("there is no such card")
    if [sorted(order) for order in start.orders] != [list(SCORE_VALUES)] * rounds:
        raise _wrong("every round has the five Score values, in some order")
    _check_objectives(start.objectives, rounds, objectives)
    _check_plays(start, players)


def _wrong(why: str) -> SettingsError:
    return SettingsError(f"Mind Up! cannot go on from there: {why}.")


def _check_objectives(by_round: Sequence[tuple[int, ...]], rounds: int, out: int) -> None:
    all_out = [number for numbers in by_round for number in numbers]
    if [len(numbers) for numbers in by_round] != [out] * rounds or not (
        OBJECTIVES.keys() >= set(all_out)
    ):
        raise _wrong(f"every round has {out} objectives")
    if any(len({OBJECTIVES[one].letter for one in numbers}) < out for numbers in by_round):
        raise _wrong("objectives that are out together have different letters")
    if out >= KEPT_FROM and len(set(by_round)) > 1:
        raise _wrong("three objectives or more stay all game")
    if out < KEPT_FROM and len(set(all_out)) < len(all_out):
        raise _wrong("one or two objectives are others in every round")


def _check_plays(start: Start, players: int) -> None:
    """Play the turns on an imagined table: every seat must have held what it played."""
    deck, seats = start.deck, range(players)
    hands = [set(deck[FIRST_HAND * seat : FIRST_HAND * (seat + 1)]) for seat in seats]
    row = sorted(deck[FIRST_HAND * players : (FIRST_HAND + 1) * players])
    taken: list[set[Card]] = [set() for _ in seats]
    drawn = iter(deck[(FIRST_HAND + 1) * players :])
    for plays in start.plays:
        if len(plays) != players or any(plays[seat] not in hands[seat] for seat in seats):
            raise _wrong("a player played a card they did not hold")
        below = dict(zip(sorted(plays), row, strict=True))
        for seat in seats:
            hands[seat].remove(plays[seat])
            taken[seat].add(below[plays[seat]])
        row = sorted(plays)
        if len(hands[0]) == 1:  # MU-20, MU-26
            hands = [hands[seat] | taken[seat] | {next(drawn)} for seat in seats]
            taken = [set() for _ in seats]
