"""A real Ray cluster of two machines, both of them here: `make ray-test`.

The same tournament and the same reviews, on one core, on both machines, and while one of them is
killed in the middle: the results are the same, byte by byte but for the time it took.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tacit.server.cluster.workers import free_port

ROOT = Path(__file__).parents[2]
TOURNAMENT = ("arena", "mindup", "greedy", "random", "--games", "4000", "--fixed", "--seed", "1")
STARTS_WITHIN = 180.0
TAKES_AT_MOST = 240.0
EARLY = 7.0
"""Seconds of work after which a machine is killed."""


class Machine:
    """One machine of the cluster: a process group of its own, that can be killed as a whole."""

    def __init__(self, *where: str) -> None:
        ray = str(Path(sys.executable).parent / "ray")
        command = [ray, "start", "--block", "--num-cpus=1", "--disable-usage-stats", *where]
        self._process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
        )

    def kill(self) -> None:
        """Pull the plug."""
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()


class TwoMachines:
    """A head and another, which comes and goes."""

    def __init__(self) -> None:
        self.address = f"127.0.0.1:{free_port()}"
        port = self.address.rpartition(":")[2]
        self._head = Machine("--head", f"--port={port}", "--include-dashboard=false")
        self._until(1)
        self.second = self._join()

    def _join(self) -> Machine:
        second = Machine(f"--address={self.address}")
        self._until(2)
        return second

    def come_back(self) -> None:
        """Let a second machine join again."""
        self.second = self._join()

    def _until(self, count: int) -> None:
        """Wait until this many machines are there."""
        code = (
            "import ray, sys; ray.init(sys.argv[1], logging_level='error', log_to_driver=False);"
            "print(sum(node['Alive'] for node in ray.nodes()))"
        )
        end = time.monotonic() + STARTS_WITHIN
        while time.monotonic() < end:
            ran = subprocess.run(
                [sys.executable, "-c", code, self.address],
                capture_output=True,
                text=True,
                check=False,
            )
            if ran.stdout.strip() == str(count):
                return
            time.sleep(0.5)
        raise SystemExit(f"There are no {count} machines after {STARTS_WITHIN:.0f} s.")

    def close(self) -> None:
        """End all of it."""
        self.second.kill()
        self._head.kill()


def tacit(*words: str, meanwhile: Callable[[], None] | None = None) -> tuple[list[Any], float]:
    """Run a command, and return its lines of JSON and how many seconds it took."""
    begun = time.monotonic()
    with subprocess.Popen(
        [sys.executable, "-m", "tacit", *words, "--json"],
        stdout=subprocess.PIPE,
        cwd=ROOT,
        env=os.environ | {"RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0"},
    ) as process:
        if meanwhile is not None:
            time.sleep(EARLY)
            if process.poll() is not None:
                raise SystemExit("It was over before the machine was killed: play more games.")
            meanwhile()
        out, _ = process.communicate(timeout=TAKES_AT_MOST)
    if process.returncode:
        raise SystemExit(f"tacit {words[0]} ended with {process.returncode}")
    seconds = time.monotonic() - begun
    lines = [json.loads(line) for line in out.splitlines()]
    return [line | {"wall": None} if "wall" in line else line for line in lines], seconds


def main() -> int:
    """Compare; 1 if anything differs."""
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        tacit("simulate", "mindup", "--games", "12", "--seed", "1", "--out", folder)
        reviews = ("review", *sorted(map(str, Path(folder).iterdir())), "--deals", "100")
        cluster = TwoMachines()
        try:
            for words in (TOURNAMENT, reviews):
                here, alone = tacit(*words, "--jobs", "1")
                there, both = tacit(*words, "--ray", cluster.address)
                hurt, killed = tacit(
                    *words, "--ray", cluster.address, meanwhile=cluster.second.kill
                )
                same = here == there == hurt
                failed += not same
                print(
                    f"{words[0]}: one core {alone:.1f} s, two machines {both:.1f} s, one of them"
                    f" killed {killed:.1f} s: {'the same' if same else 'NOT the same'} results",
                    flush=True,
                )
                cluster.come_back()
        finally:
            cluster.close()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
