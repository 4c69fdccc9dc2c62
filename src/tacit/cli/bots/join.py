"""`tacit join`: a bot takes a seat at a live table of any site."""

from __future__ import annotations

import argparse
import asyncio
from pathlib import PurePath
from typing import Any

from tacit.arena.runner.entrant import entrant
from tacit.cli.input import InputError
from tacit.core.plug import part, rulebook
from tacit.core.safe_text import json_line, safe_text


def run(args: argparse.Namespace) -> int:
    """Take a seat, play one game, print the result and leave."""
    import aiohttp  # noqa: F401  # fails early if it is not installed

    if not 0 < args.budget < float("inf"):
        raise InputError(f"--budget is a number of milliseconds above 0, not {args.budget:g}")
    from tacit.bots.trial import try_out
    from tacit.client.errors import ClientError

    if ".py:" in args.bot:
        try_out(entrant(args.bot).name)
    try:
        found = asyncio.run(_play(args))
    except ClientError as error:
        raise InputError(str(error)) from None
    if args.json:
        print(json_line(found))
    else:
        print(safe_text(_result(found)))
    return 0


async def _play(args: argparse.Namespace) -> dict[str, Any]:
    from tacit.client.errors import ClientError
    from tacit.client.player import Player, bot_maker
    from tacit.client.seat import join

    async with await join(args.url, args.name or _name(args.bot)) as seat:
        make = bot_maker(args.bot, seat.game)
        if not args.json:
            print(safe_text(f"{args.bot} has taken seat {seat.seat} at {seat.url}."), flush=True)
        player = Player(seat, make, budget=args.budget / 1000, seed=args.seed)
        await player.play()
        if seat.stage != "over":
            raise ClientError(seat.gone or "the connection closed before the game was over")
        view: Any = seat.view
        found = {"table": seat.table, "game": seat.game, "seat": seat.seat, "stage": seat.stage}
        if view is not None:
            found |= {name: getattr(view, name) for name in rulebook(seat.game).RESULT}
        return found


def _name(bot: str) -> str:
    """Return the name that others see: the bot's, its class's or its program's."""
    if ":" in bot:
        return bot.rsplit(":", 1)[1]
    return PurePath(bot.rsplit(maxsplit=1)[-1]).stem if bot.split() else "Bot"


def _result(found: dict[str, Any]) -> str:
    text: str = part(found["game"], "story").ended(found, found["seat"])
    return text
