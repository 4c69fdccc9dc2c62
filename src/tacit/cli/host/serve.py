"""`tacit serve`: the site."""

from __future__ import annotations

import argparse
import asyncio
import logging
import signal
import socket
import sys
from typing import Any

COMPILE_AFTER_S = 1.0
"""The strong bots are compiled so long after the start: the site itself comes first."""


def run(args: argparse.Namespace) -> int:
    """Run the site until it is stopped."""
    from tacit.bots.registry import invite
    from tacit.cli.host.serve_workers import serve_all
    from tacit.cli.host.upgrade import before_serving
    from tacit.server.bots.compile_cache import keep_compiled
    from tacit.server.ops.logs import name_node

    config = args.site
    _check_address(config.host)
    logging.basicConfig(
        stream=sys.stderr,
        level=logging.INFO if config.log else logging.WARNING,
        format="%(message)s",
    )
    name_node(config.node)
    keep_compiled(config.db)
    before_serving(config.db)
    if config.workers > 1:
        _runner()(serve_all(config, as_json=args.json))
        return 0
    invite(name for name in config.bots.split(",") if name)
    _runner()(_serve(config, as_json=args.json))
    return 0


def _check_address(host: str) -> None:
    """Refuse a name that this machine cannot resolve."""
    from tacit.server.settings import ConfigError

    try:
        socket.getaddrinfo(host or None, 0, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except socket.gaierror as error:
        raise ConfigError(f"{host} has no address to listen on: {error.strerror}") from error


def _runner() -> Any:
    """Return uvloop's `run` where uvloop is installed, else asyncio's."""
    try:
        import uvloop
    except ImportError:  # Windows has none
        return asyncio.run
    return uvloop.run


async def _serve(config: Any, *, as_json: bool) -> None:
    import msgspec
    from aiohttp import web

    from tacit.bots.registry import can_compile
    from tacit.server.cluster.child_processes import PARENT_ENDED
    from tacit.server.http.waiting import set_up
    from tacit.server.ops.announce import announcement
    from tacit.server.ops.logs import warn
    from tacit.server.ops.open_files import raise_open_files
    from tacit.server.site import SITE

    raise_open_files()
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)

    def stop_with_parent() -> None:
        warn("parent_ended")
        stop.set()

    loop.add_signal_handler(PARENT_ENDED, stop_with_parent)
    found = await set_up(config, stop)
    if found is None:
        return
    runner, port = found
    await web.TCPSite(runner, config.host, port, backlog=1024).start()
    port = runner.addresses[0][1]
    if as_json:
        url = f"http://localhost:{port}{config.base_path}"
        print(msgspec.json.encode({"url": url, "port": port}).decode())
    else:
        print(announcement(config.host, port, config.base_path))
    sys.stdout.flush()
    if can_compile():  # once after an installation, before the first strong bot needs it
        loop.call_later(COMPILE_AFTER_S, runner.app[SITE].bot_pools.workers.prepare)
    await stop.wait()
    await runner.cleanup()
