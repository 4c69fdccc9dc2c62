"""A server in a process of its own on a core of its own, and what it uses."""

from __future__ import annotations

import json
import os
import select
import subprocess
from pathlib import Path
from types import TracebackType

PAGE = os.sysconf("SC_PAGE_SIZE")
TICKS = os.sysconf("SC_CLK_TCK")
START_SECONDS = 30
CORES = sorted(os.sched_getaffinity(0))
SERVER_CORE, CLIENT_CORE = CORES[0], CORES[-1]


def cpu_of(pid: int) -> float:
    """Return the seconds of CPU time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def cpu_of_all(pid: int) -> float:
    """Return the CPU seconds of a process and its children, ended ones included."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    ended = (int(fields[13]) + int(fields[14])) / TICKS
    return cpu_of(pid) + ended + sum(cpu_of(int(child)) for child in children)


class Server:
    """A running server. It prints its port, and ends when it is told to or this process ends."""

    def __init__(
        self, command: list[str], folder: Path, errors: Path, *, apart: bool = True
    ) -> None:
        """Start it, on a core of its own unless it is one of several."""
        errors.parent.mkdir(parents=True, exist_ok=True)
        environment = {**os.environ, "NODE_ENV": "production"}
        os.sched_setaffinity(
            0, {SERVER_CORE} if apart else CORES
        )  # what is started now stays there
        try:
            with errors.open("wb") as stderr:
                self._process = subprocess.Popen(
                    command,
                    cwd=folder,
                    env=environment,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=stderr,
                )
        finally:
            os.sched_setaffinity(0, {CLIENT_CORE} if apart else CORES)
        self._errors = errors
        self.port = self._listen()

    def _listen(self) -> int:
        assert self._process.stdout is not None
        answer = select.poll()
        answer.register(self._process.stdout, select.POLLIN)
        line = self._process.stdout.readline() if answer.poll(START_SECONDS * 1000) else b""
        if not line:
            self.stop()
            raise RuntimeError(f"the server did not start: {self._errors.read_text()[-2000:]}")
        return int(json.loads(line)["port"])

    def cpu(self) -> float:
        """Return the seconds of CPU time it has used."""
        return cpu_of(self._process.pid)

    def memory(self) -> int:
        """Return the bytes it holds in memory."""
        return int(Path(f"/proc/{self._process.pid}/statm").read_text().split()[1]) * PAGE

    def complaints(self) -> str:
        """Return what it wrote to its error output."""
        return self._errors.read_text()

    def stop(self) -> None:
        """End it, by force if it does not listen."""
        self._process.terminate()
        try:
            self._process.wait(5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()

    def __enter__(self) -> Server:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()
