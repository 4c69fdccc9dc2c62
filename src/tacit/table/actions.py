"""Actions of the games in messages: reading one, and listing those that are allowed.

A message says what a player does and with what; the table adds their seat and the time.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple, get_args, get_type_hints

from tacit.core.plug import every_game, rulebook
from tacit.core.rulebook import Millis, Refused, Seat, choice_of


class Kind(NamedTuple):
    """One kind of action, and the field and type that say with what it is done."""

    action: Any
    name: str
    choice: str | None
    type: Any


@cache
def _kinds(game: str) -> dict[str, Kind]:
    action = rulebook(game).Action
    kinds = [kind_of(one) for one in get_args(action) or (action,)]
    return {kind.name: kind for kind in kinds}


_KIND_OF: dict[type[Any], Kind] = {}


def kind_of(action: type[Any]) -> Kind:
    """Return which kind of action a record is."""
    kind = _KIND_OF.get(action)
    if kind is None:
        kind = _KIND_OF[action] = _kind(action)
    return kind


def _kind(action: Any) -> Kind:
    hints = get_type_hints(action)
    choice = choice_of(action)
    said = None if choice is None else hints[choice]
    plain = getattr(said, "__supertype__", said)
    return Kind(action, action.__struct_config__.tag, choice, plain)


def choices_of_games() -> dict[str, Any]:
    """Return with what the actions of all games are done: by field, the type or types."""
    found: dict[str, Any] = {}
    for kind in (kind for game in every_game() for kind in _kinds(game).values()):
        if kind.choice is not None:
            found[kind.choice] = found.get(kind.choice, kind.type) | kind.type
    return found


def read_action(game: str, seat: Seat, said: dict[str, Any], at: Millis) -> Any | Refused:
    """Return the action that a message asks for, in a seat and at a time."""
    name = said.get("kind")
    kind = _kinds(game).get(name) if isinstance(name, str) else None
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


def said(action: Any) -> dict[str, Any]:
    """Return an action as a message says it: the opposite of `read_action`."""
    kind = kind_of(type(action))
    with_what = {} if kind.choice is None else {kind.choice: getattr(action, kind.choice)}
    return {"kind": kind.name, **with_what}


def by_kind(actions: tuple[Any, ...]) -> dict[str, list[Any]]:
    """Return actions by their kind, with the choices each can be done with."""
    found: dict[str, list[Any]] = {}
    kind, choice, choices = None, None, []
    for action in actions:
        if type(action) is not kind:
            kind = type(action)
            _, name, choice, _ = kind_of(kind)
            choices = found.setdefault(name, [])
        if choice is not None:
            choices.append(getattr(action, choice))
    return found
