"""A finished game as a flat record that a person or another program can judge again."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tacit.games.extreme.rules.evolve import evolve
from tacit.games.extreme.rules.play import initial
from tacit.games.extreme.rules.records import (
    Event,
    GameEnded,
    LevelBegun,
    LevelPassed,
    Mistake,
    Play,
    Started,
    StarUsed,
    State,
    Turned,
)
from tacit.games.extreme.rules.setup import Setup


def result(state: State) -> dict[str, Any]:
    """Return the outcome, None while the game is going on, and the level reached."""
    return {"outcome": state.outcome, "level": state.level}


def scoresheet(setup: Setup, names: tuple[str, ...], events: Iterable[Event]) -> dict[str, Any]:
    """Return the record of one game, as described in docs/formats.md."""
    state = initial(setup)
    levels: list[dict[str, Any]] = []
    for event in events:
        state = evolve(state, event)
        if isinstance(event, LevelBegun):
            begun = {"level": event.level, "hands": event.hands, "events": [], "blind_errors": 0}
            levels.append(begun)
        _note(levels[-1], event, state)
    return {"game": "extreme", "seats": names, "levels": levels, "result": result(state)}


def _note(level: dict[str, Any], event: Event, state: State) -> None:
    """Write into a level's record what an event adds to it."""
    noted = level["events"]
    match event:
        case Started():
            noted.append({"t": event.at, "kind": "sync"})
        case Play():
            play = {"kind": "play", "seat": event.seat, "card": event.card, "aside": []}
            noted.append({"t": event.at} | play)
        case Mistake():
            noted[-1]["aside"] = [card for _, card in event.aside]
        case StarUsed():
            noted.append({"t": state.now, "kind": "star", "discards": event.discards})
        case Turned():
            level["blind_errors"] += bool(event.overtook)
        case LevelPassed() | GameEnded():
            level |= {"lives": state.lives, "stars": state.stars}
        case _:
            pass
