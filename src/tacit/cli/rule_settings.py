"""The settings of a game's rules as options of a command.

A field of the game's `Settings` becomes an option by its description:
`rounds: Annotated[int, msgspec.Meta(description="numbers that are turned over")] = 3`.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import suppress
from typing import Annotated, Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

import msgspec

from tacit.cli.input import InputError
from tacit.core.plug import rulebook

_DEST = "rules:"
"""Where the parser keeps them: no option of a command is called so."""


class _Setting(NamedTuple):
    type: Any
    default: Any
    about: str


def add_rule_settings(parser: argparse.ArgumentParser, game: str) -> None:
    """Add the options of one game; one that is there already stays as it is."""
    for name, setting in _settings(game).items():
        with suppress(argparse.ArgumentError):
            about = setting.about.replace("%", "%%")
            parser.add_argument(_option(name), dest=_DEST + name, help=about, **_read(setting.type))


def rule_settings(args: argparse.Namespace) -> dict[str, Any]:
    """Return those that the command line names; InputError if the game has no such setting."""
    known = _settings(args.game)
    named = {name: value for name, value in _named(args) if name in known or value}
    for name in named.keys() - known.keys():
        raise InputError(f"{_option(name)} is no setting of {args.game}")
    return named


def all_rule_settings(args: argparse.Namespace) -> dict[str, Any]:
    """Return all that have an option, as the command line or else the game says."""
    plain = {name: setting.default for name, setting in _settings(args.game).items()}
    return plain | rule_settings(args)


def _settings(game: str) -> dict[str, _Setting]:
    found = {}
    settings = rulebook(game).Settings
    hints = get_type_hints(settings, include_extras=True)
    for field in msgspec.structs.fields(settings):
        hint = hints[field.name]
        plain, *told = get_args(hint) if get_origin(hint) is Annotated else (hint,)
        about = next((one.description for one in told if isinstance(one, msgspec.Meta)), None)
        if about is not None:
            found[field.name] = _Setting(plain, field.default, about)
    return found


def _named(args: argparse.Namespace) -> Iterator[tuple[str, Any]]:
    for dest, value in vars(args).items():
        if dest.startswith(_DEST) and value is not None:
            yield dest.removeprefix(_DEST), value


def _option(name: str) -> str:
    return f"--{name.replace('_', '-')}"


def _read(kind: Any) -> dict[str, Any]:
    """Return how the command line says a value of a type: a number, words, or yes and no."""
    if kind is bool:
        return {"action": argparse.BooleanOptionalAction}
    if get_origin(kind) is Literal:
        return {"choices": get_args(kind)}
    return {"type": kind, "metavar": "K"}
