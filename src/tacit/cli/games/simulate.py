"""`tacit simulate`: plays whole games between bots and writes a replay of each."""

from __future__ import annotations

import argparse
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from tacit.arena.runner.simulate import Simulation, built_in, simulate, simulate_watched
from tacit.bots.asking import asking_of
from tacit.cli.bots.naming import named_bot
from tacit.cli.input import InputError
from tacit.cli.rule_settings import rule_settings
from tacit.core.chance import SEED_BYTES, Chance
from tacit.core.plug import rulebook
from tacit.log.game import Game
from tacit.log.replay import SUFFIX


def run(args: argparse.Namespace) -> int:
    """Play and write the replays; nothing is written if the command line is wrong."""
    settings = _settings(args)
    names = _bot_names(args)
    bots = [(name, named_bot(name, args.game)) for name in names]
    if args.games < 1:
        raise InputError(f"--games must be 1 or more, not {args.games}")
    seed = secrets.randbelow(2**32) if args.seed is None else args.seed
    out = Path(args.out)
    if built_in(names, args.game):
        games = simulate(args.game, settings, bots, args.games, seed)
    else:
        numbers = tuple(range(1, args.games + 1))
        games = simulate_watched(
            Simulation(
                parts=numbers, game=args.game, settings=settings, names=tuple(names), seed=seed
            )
        )
    files = []
    digits = len(str(args.games))
    for number, game in enumerate(_with_progress(games, args.games), start=1):
        out.mkdir(parents=True, exist_ok=True)
        path = out / f"{args.game}-{args.players}p-seed{seed}-{number:0{digits}}{SUFFIX}"
        game.save(path)
        files.append(str(path))
    if args.json:
        summary = {
            "game": args.game,
            "settings": settings,
            "bots": names,
            "games": args.games,
            "seed": seed,
            "files": files,
        }
        print(msgspec.json.encode(summary).decode())
    else:
        played = "1 game" if args.games == 1 else f"{args.games} games"
        print(f"Played {played} with seed {seed}. Replays: {files[0] if len(files) == 1 else out}")
    return 0


def _settings(args: argparse.Namespace) -> dict[str, Any]:
    settings = {"players": args.players, **rule_settings(args)}
    rules = rulebook(args.game)
    rules.draw(rules.Settings(**settings), Chance(bytes(SEED_BYTES)))
    return settings


def _bot_names(args: argparse.Namespace) -> list[str]:
    given: str = args.bots or asking_of(args.game).stand_in
    names = given.split(",")
    if len(names) == 1:
        players: int = args.players
        return names * players
    if len(names) != args.players:
        raise InputError(f"--bots names {len(names)} bots for {args.players} players")
    return names


def _with_progress(games: Iterator[Game], total: int) -> Iterator[Game]:
    """Show a bar on a terminal while games are played."""
    from rich.console import Console
    from rich.progress import track

    console = Console(stderr=True)
    if not console.is_terminal:
        return games
    return iter(track(games, "Playing", total=total, console=console, transient=True))
