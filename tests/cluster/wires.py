"""Wires that can be cut: what goes into one port comes out at another, or nowhere.

`python -m tests.cluster.wires FROM:TO …` carries them in a process of its own; a line `cut N` or
`mend N` on its standard input cuts or mends the wire of that number. A cut wire takes whatever
comes and passes nothing on, as a network that drops packets; mended, the connections it had are
reset, as a network's are that was away for long.
"""

from __future__ import annotations

import asyncio
import contextlib
import subprocess
import sys


class Wire:
    """One port that stands for another."""

    def __init__(self, port: int, target: int) -> None:
        self._port = port
        self._target = target
        self._whole = asyncio.Event()
        self._whole.set()
        self._held: set[asyncio.StreamWriter] = set()

    async def open(self) -> None:
        await asyncio.start_server(self._connected, "127.0.0.1", self._port)

    def cut(self) -> None:
        self._whole.clear()

    def mend(self) -> None:
        for writer in self._held:
            writer.transport.abort()
        self._whole.set()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._held.add(writer)
        try:
            await self._whole.wait()
            back, out = await asyncio.open_connection("127.0.0.1", self._target)
        except OSError:
            self._held.discard(writer)
            writer.transport.abort()
            return
        self._held.add(out)
        ways = [asyncio.create_task(self._carry(*way)) for way in ((reader, out), (back, writer))]
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        for way in ways:
            way.cancel()
        for one in (writer, out):
            self._held.discard(one)
            one.transport.abort()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                await self._whole.wait()
                writer.write(data)
                await writer.drain()


class Wires:
    """The process that carries them, from outside."""

    def __init__(self, pairs: list[tuple[int, int]]) -> None:
        told = [f"{port}:{target}" for port, target in pairs]
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.cluster.wires", *told],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdout is not None
        assert self._process.stdout.readline() == "open\n"

    def _say(self, word: str, number: int) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{word} {number}\n")
        self._process.stdin.flush()

    def cut(self, number: int) -> None:
        self._say("cut", number)

    def mend(self, number: int) -> None:
        self._say("mend", number)

    def close(self) -> None:
        self._process.kill()
        self._process.communicate()


async def _main() -> None:
    wires = [Wire(*map(int, pair.split(":"))) for pair in sys.argv[1:]]
    for wire in wires:
        await wire.open()
    print("open", flush=True)
    reader = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while line := await reader.readline():
        word, number = line.decode().split()
        getattr(wires[int(number)], word)()


if __name__ == "__main__":
    asyncio.run(_main())
