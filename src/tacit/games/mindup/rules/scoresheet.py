"""A finished game as a flat record that a person or another program can judge again."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tacit.games.mindup.rules.play import evolve, initial
from tacit.games.mindup.rules.records import Event, Revealed, RoundBegun, RoundEnded, State
from tacit.games.mindup.rules.scoring import Score
from tacit.games.mindup.rules.setup import Setup


def score_line(score: Score) -> dict[str, int]:
    """Return a round's score in the three sums players write down, and their total."""
    return {
        "columns": sum(score.columns),
        "bonuses": sum(score.bonuses),
        "objectives": sum(score.objectives),
        "total": score.total,
    }


def result(state: State) -> dict[str, Any]:
    """Return the totals and places by seat, or None for each while the game is going on."""
    ended = state.ended
    return {
        "totals": None if ended is None else ended.totals,
        "places": None if ended is None else ended.places,
    }


def scoresheet(setup: Setup, names: tuple[str, ...], events: Iterable[Event]) -> dict[str, Any]:
    """Return the record of one game, as described in docs/formats.md."""
    state = initial(setup)
    rounds: list[dict[str, Any]] = []
    for event in events:
        state = evolve(state, event)
        match event:
            case RoundBegun():
                begun = {"order": event.order, "objectives": event.objectives}
                rounds.append(begun | {"hands": state.hands, "row": event.row, "turns": []})
            case Revealed():
                rounds[-1]["turns"].append({"plays": event.plays, "taken": event.taken})
            case RoundEnded():
                scores = [score_line(score) for score in event.scores]
                rounds[-1] |= {"last": event.last, "scores": scores}
            case _:
                pass
    return {
        "game": "mindup",
        "config": {"objectives": len(setup.objectives[0])},
        "seats": names,
        "rounds": rounds,
        "result": result(state),
    }
