"""Mind Up! compiled, for search and learning. Bots, review and environments import it."""

from tacit.games.mindup.kernel.play import (
    compiled,
    deal,
    deal_many,
    finish_game,
    finish_round,
    fraction,
    judge,
    playouts,
    random_games,
    stream,
    total,
    turn,
    turn_many,
    without,
)

__all__ = ["compiled", "deal", "deal_many", "finish_game", "finish_round", "fraction", "judge"]
__all__ += ["playouts", "random_games", "stream", "total", "turn", "turn_many", "without"]
