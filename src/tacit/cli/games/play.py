"""`tacit play`: a game against bots in the terminal."""

from __future__ import annotations

import argparse
import secrets
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tacit.bots.asking import asking_of, kind_of
from tacit.bots.names import shown
from tacit.cli.bots.naming import named_bot
from tacit.cli.input import InputError
from tacit.cli.rule_settings import rule_settings
from tacit.core.plug import part, rulebook
from tacit.core.safe_text import json_line, safe_text
from tacit.log.game import Game, new

if TYPE_CHECKING:
    from tacit.terminal.app import TableApp

NAME_CHARS = 20


def run(args: argparse.Namespace) -> int:
    """Play a game, then save and print what was asked for; 1 if it was left before its end."""
    game, bots = begun(args)
    app = _app(args, game, bots)
    if not _is_terminal():
        raise InputError("a game needs a terminal: type it in one, without a pipe")
    app.run()
    return _ended(args, game)


def _is_terminal() -> bool:
    """Tell whether there are keys and a screen; the screen is on stderr, so --json may be piped."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def begun(args: argparse.Namespace) -> tuple[Game, list[str]]:
    """Return the game and its bots; InputError, before anything is shown, if there is no such."""
    if part(args.game, "terminal") is None:
        raise InputError(f"{rulebook(args.game).TITLE} cannot be played in the terminal")
    if args.save and not Path(args.save).parent.is_dir():
        raise InputError(f"--save: there is no folder {Path(args.save).parent}")
    bots = _bots(args)
    names = (safe_text(args.name or "You", NAME_CHARS), *map(safe_text, bots))
    called = shown(names, args.game)
    return new(args.game, len(names), args.seed, names=called, **rule_settings(args)), bots


def _bots(args: argparse.Namespace) -> list[str]:
    asking = asking_of(args.game)
    named = args.bots.split(",") if args.bots else list(asking.company)
    for name in named:
        if kind_of(name) in asking.bots and kind_of(name) not in asking.offered:
            raise InputError(f"{name} is for measuring: choose among {', '.join(asking.offered)}")
        named_bot(name, args.game)
    players = args.players or len(named) + 1
    allowed = rulebook(args.game).PLAYERS
    if players not in allowed:
        raise InputError(f"--players must be {allowed[0]} to {allowed[-1]}, not {players}")
    if args.bots and len(named) not in (1, players - 1):
        raise InputError(f"--bots names {len(named)} bots for {players - 1} seats beside yours")
    return [named[seat % len(named)] for seat in range(players - 1)]


def _app(args: argparse.Namespace, game: Game, bots: list[str]) -> TableApp:
    from tacit.terminal.app import TableApp
    from tacit.terminal.clock import Clock
    from tacit.terminal.match import Match

    luck = secrets.randbits(63) if args.seed is None else args.seed
    face: Any = part(args.game, "terminal")
    return TableApp(Match(game, bots, Clock(), luck), face)


def _ended(args: argparse.Namespace, game: Game) -> int:
    if not game.over:
        print("tacit: the game was left before its end; nothing is saved", file=sys.stderr)
        return 1
    if args.save:
        game.save(args.save)
    if args.json:
        print(json_line(game.scoresheet()))
    elif args.save:
        print(f"Saved: {safe_text(args.save)}")
    return 0
