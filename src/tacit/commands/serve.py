"""`tacit serve`: the site."""

from __future__ import annotations

import argparse
import asyncio
import logging
import signal
import sys
from typing import Any

AFTER = 1.0
"""Seconds after which the strong bots get ready: the site itself comes first."""


def run(args: argparse.Namespace) -> int:
    """Run the site until it is stopped."""
    from tacit.bots.registry import invite
    from tacit.commands.input import InputError
    from tacit.commands.serve_all import serve_all
    from tacit.server.below import base_path
    from tacit.server.compiling import keep_compiled
    from tacit.server.config import Config

    try:
        args.base_path = base_path(args.base_path)
    except ValueError as error:
        raise InputError(str(error)) from None
    keep_compiled(args.db)
    if args.workers > 1:
        _runner()(serve_all(args))
        return 0

    invite(name for name in args.bots.split(",") if name)
    logging.basicConfig(
        stream=sys.stderr, level=logging.INFO if args.log else logging.WARNING, format="%(message)s"
    )
    config = Config(
        host=args.host,
        port=args.port,
        db=args.db,
        origins=tuple(args.origin),
        host_names=tuple(args.host_name),
        behind_proxy=args.behind_proxy,
        base_path=args.base_path,
        metrics_token=args.metrics_token,
        admin_token=args.admin_token,
        invite_only=args.invite_only,
        keep_days=args.keep,
    )
    _runner()(_serve(config, as_json=args.json))
    return 0


def _runner() -> Any:
    """Return what runs a coroutine: uvloop where there is one."""
    try:
        import uvloop
    except ImportError:  # Windows has none
        return asyncio.run
    return uvloop.run


async def _serve(config: Any, *, as_json: bool) -> None:
    import msgspec
    from aiohttp import web

    from tacit.bots.registry import can_compile
    from tacit.server.announce import announcement
    from tacit.server.app import make_app
    from tacit.server.doorman import Runner
    from tacit.server.files import raise_open_files
    from tacit.server.site import SITE

    raise_open_files()
    runner = Runner(make_app(config), access_log=None, shutdown_timeout=3.0)
    await runner.setup()
    site = web.TCPSite(runner, config.host, config.port, backlog=1024)
    await site.start()
    port = runner.addresses[0][1]
    if as_json:
        url = f"http://localhost:{port}{config.base_path}"
        print(msgspec.json.encode({"url": url, "port": port}).decode())
    else:
        print(announcement(config.host, port, config.base_path))
    sys.stdout.flush()
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    if can_compile():  # nobody waits for the first card of a strong bot
        loop.call_later(AFTER, runner.app[SITE].thinkers.workshop.open)
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    await stop.wait()
    await runner.cleanup()
