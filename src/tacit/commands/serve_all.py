"""`tacit serve --workers N`: several nodes on one machine, and a proxy in front, as one."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import sys

from tacit.commands.settings import variable

SECRET = ("db", "metrics_token", "admin_token")
"""What other users of the machine must not read off the list of processes."""


async def serve_all(args: argparse.Namespace) -> None:
    """Run until it is stopped."""
    from tacit.commands.input import InputError
    from tacit.server.announce import announcement
    from tacit.server.workers import Workers, free_port
    from tacit.store import is_shared

    if not is_shared(args.db):
        raise InputError("several workers need a --db that several can write to: postgresql://…")
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    port = args.port or free_port()
    everywhere = args.host in ("0.0.0.0", "::", "")  # noqa: S104
    site = f"http://{'' if everywhere else args.host}:{port}"
    # The base path this way too, since the proxy reads it from there.
    told = {variable(name): getattr(args, name) for name in (*SECRET, "base_path")}
    workers = Workers(_command(args), os.environ | told, args.workers, site)
    try:
        await workers.start()
        if args.json:
            nodes = [worker.pid for worker in workers.workers]
            url = f"http://localhost:{port}{args.base_path}"
            print(json.dumps({"url": url, "port": port, "nodes": nodes}))
        else:
            print(announcement(args.host, port, args.base_path))
        sys.stdout.flush()
        await stop.wait()
    finally:
        await workers.stop()


def _command(args: argparse.Namespace) -> list[str]:
    """Return the command of one of the nodes, all but where it listens."""
    told = ["--behind-proxy", "--keep", str(args.keep), "--bots", args.bots, "--workers", "1"]
    for origin in args.origin:
        told += ["--origin", origin]
    for name in args.host_name:
        told += ["--host-name", name]
    if args.invite_only:
        told.append("--invite-only")
    if args.log:
        told.append("--log")
    return [sys.executable, "-m", "tacit", "serve", *told]
