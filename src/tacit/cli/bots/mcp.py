"""`tacit mcp`: a seat for an assistant."""

from __future__ import annotations

import argparse
import asyncio

from tacit.bots.asking import asking_of
from tacit.cli.input import InputError
from tacit.core.plug import every_game


def run(args: argparse.Namespace) -> int:
    """Serve the two tools on standard streams until the assistant disconnects."""
    import mcp  # noqa: F401  # fails early if it is not installed

    from tacit.client.errors import ClientError

    if args.url is not None and args.bots is not None:
        raise InputError("--bots is for a fresh table, not for a table of --url")
    try:
        asyncio.run(_serve(args))
    except ClientError as error:
        raise InputError(str(error)) from None
    return 0


async def _serve(args: argparse.Namespace) -> None:
    from tacit.client.assistant import LiveAssistantSeat, make_server

    if args.url is not None:
        from tacit.client.seat import join

        async with await join(args.url, args.name) as seat:
            await make_server(LiveAssistantSeat(seat)).run_stdio_async()
        return
    from tacit.client.fresh import FreshAssistantSeat

    game = args.game or next(iter(every_game()))
    bots = args.bots.split(",") if args.bots else asking_of(game).company
    await make_server(FreshAssistantSeat(game, bots, args.seed)).run_stdio_async()
