"""`tacit serve --workers N`: several nodes on one machine, with a proxy in front."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from tacit.server.config import Config


async def serve_all(config: Config, *, as_json: bool) -> None:
    """Run the nodes and the proxy until stopped."""
    from tacit.cli.host.upgrade import before_serving
    from tacit.cli.input import InputError
    from tacit.server.cluster.workers import Workers, free_port, node_ports
    from tacit.server.http.waiting import wait_for_database
    from tacit.server.ops.announce import announcement
    from tacit.store import is_shared

    if not is_shared(config.db):
        raise InputError("several workers need a --db that they can share: postgresql://…")
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    port = config.port or free_port()
    everywhere = config.host in ("0.0.0.0", "::", "")  # noqa: S104
    site = f"http://{'' if everywhere else config.host}:{port}"
    command = [sys.executable, "-m", "tacit", "serve"]
    ports = node_ports(config.port, config.workers)
    workers = Workers(command, _environment(config), ports, site)
    await workers.check()
    if not await wait_for_database(config.db, stop):
        return
    await asyncio.to_thread(before_serving, config.db)  # it may have been unreachable before
    try:
        await workers.start()
        if as_json:
            nodes = [worker.pid for worker in workers.workers]
            url = f"http://localhost:{port}{config.base_path}"
            told = {"url": url, "port": port, "nodes": nodes, "node_ports": ports}
            print(json.dumps(told))
        else:
            print(announcement(config.host, port, config.base_path))
        sys.stdout.flush()
        await stop.wait()
    finally:
        await workers.stop()


def _environment(config: Config) -> dict[str, str]:
    """Return the environment of a node, without its address.

    The settings are not on the command line, where other users of the machine could read the
    database's password and the host's tokens. The proxy reads the base path from here, too.
    """
    from tacit.server.settings import FILE_VARIABLE, environment_of

    own = msgspec.structs.replace(config, behind_proxy=True, local_metrics=True, workers=1)
    rest = {name: text for name, text in os.environ.items() if name != FILE_VARIABLE}
    return rest | environment_of(own)
