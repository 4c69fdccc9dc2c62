"""A client opens many connections and asks for nothing, so that nobody else gets one."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path

from tests.attacks.attack import Effort, Outcome, attack
from tests.server.sites import Outside

FILES = 256
"""Open files that the site may have to begin with."""
HALVES = 600
TIMEOUT_S = 2.0


class Cramped(Outside):
    """A site that is started where few files may be open."""

    def _command(self) -> list[str]:
        return ["sh", "-c", f'ulimit -S -n {FILES}; exec "$@"', "sh", *super()._command()]


@attack("requests that are never finished lock nobody out", small=5, full=100)
async def hold_connections_by_half_requests(effort: Effort) -> Outcome:
    async with Cramped(Path(effort.folder) / "halves.db") as site:
        opened = [
            await asyncio.gather(*(_half(site.port) for _ in range(100)))
            for _ in range(HALVES // 100)
        ]
        locked_out = 0
        for number in range(effort.tries):
            locked_out += not await _visit(site.port, f"127.0.1.{number % 250 + 1}")
        for writer in (one for some in opened for one in some if one is not None):
            writer.close()
    told = f"{HALVES} half requests where {FILES} files were open at first; "
    return Outcome(effort.tries, locked_out, told + f"{locked_out} visitors not answered")


async def _half(port: int) -> asyncio.StreamWriter | None:
    try:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
    except OSError:
        return None
    writer.write(b"GET / HTTP/1.1\r\nHost: here\r\nX-Wait: ")
    return writer


async def _visit(port: int, address: str) -> bool:
    """Tell whether a client at another address is answered."""
    try:
        async with asyncio.timeout(TIMEOUT_S):
            elsewhere = (address, 0)
            reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=elsewhere)
            with contextlib.closing(writer):
                writer.write(b"GET /healthz HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n")
                return (await reader.readline()).startswith(b"HTTP/1.1 200")
    except (OSError, TimeoutError):
        return False
