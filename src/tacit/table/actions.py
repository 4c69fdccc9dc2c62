"""Actions of the games as they go over the line: reading one, and listing those that are allowed.

Somebody says what they do and with what; their seat and the time are the table's business.
"""

from __future__ import annotations

from typing import Any, NamedTuple, get_args, get_type_hints

from tacit.games import GAMES
from tacit.games.rulebook import Millis, Refused, Rulebook, Seat

_CHOICES = ("card", "agree")


class Kind(NamedTuple):
    """One kind of action, and the field and type that say with what it is done."""

    action: Any
    name: str
    choice: str | None
    type: Any


def _kinds(rules: Rulebook) -> dict[str, Kind]:
    kinds = {}
    for action in get_args(rules.Action):
        name = action.__struct_config__.tag
        hints = get_type_hints(action)
        choice = next((field for field in _CHOICES if field in hints), None)
        said = None if choice is None else hints[choice]
        kinds[name] = Kind(action, name, choice, getattr(said, "__supertype__", said))
    return kinds


_KINDS = {name: _kinds(rules) for name, rules in GAMES.items()}
_KIND_OF = {kind.action: kind for kinds in _KINDS.values() for kind in kinds.values()}


def read_action(game: str, seat: Seat, said: dict[str, Any], at: Millis) -> Any | Refused:
    """Return what somebody wants to do in the game, in their seat and at this time."""
    name = said.get("kind")
    kind = _KINDS[game].get(name) if isinstance(name, str) else None
    if kind is None:
        return _no_action("its kind is none of this game's")
    if kind.choice is None:
        return kind.action(seat=seat, at=at)
    choice = said.get(kind.choice)
    if type(choice) is not kind.type:  # a bool is no card, though Python counts with it
        return _no_action(f"its {kind.choice} is missing or of the wrong type")
    return kind.action(seat=seat, at=at, **{kind.choice: choice})


def _no_action(error: str) -> Refused:
    return Refused("no-such-action", "That is not an action: {error}.", {"error": error})


def by_kind(actions: tuple[Any, ...]) -> dict[str, list[Any]]:
    """Return actions by their kind, with the cards or answers each can be done with."""
    found: dict[str, list[Any]] = {}
    for action in actions:
        _, name, choice, _ = _KIND_OF[type(action)]
        choices = found.get(name)
        if choices is None:
            choices = found[name] = []
        if choice is not None:
            choices.append(getattr(action, choice))
    return found
