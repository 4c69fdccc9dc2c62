"""Going on from a turn of a game that is over: what was dealt and played until then."""

from __future__ import annotations

from tacit.games.mindup.rules.records import State
from tacit.games.mindup.rules.start import Start, dealt


def start_at(over: State, round_: int, turn: int, of: str) -> Start | None:
    """Return where a game stood when a turn began; None if that turn was never played.

    Only the cards dealt by then are kept: a player who has seen the whole game does not know what
    comes next. `of` is the digest of the game's replay.
    """
    before = [one for one in over.turns if (one.round, one.turn) < (round_, turn)]
    if not any((one.round, one.turn) == (round_, turn) for one in over.turns):
        return None
    setup = over.setup
    return Start(
        of=of,
        deck=setup.deck[: dealt(setup.players, round_)],
        orders=setup.orders[:round_],
        objectives=setup.objectives[:round_],
        plays=tuple(one.plays for one in before),
    )
