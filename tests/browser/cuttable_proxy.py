"""A TCP proxy that can be cut. A browser's own offline switch spares open connections."""

from __future__ import annotations

import contextlib
import socket
import threading
from urllib.parse import urlsplit


class CuttableProxy:
    """Relays bytes between a browser and a site, on its own port."""

    def __init__(self, url: str) -> None:
        self._site = ("127.0.0.1", urlsplit(url).port)
        self._door = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._door.getsockname()[1]}"
        self._whole = True
        self._open: set[socket.socket] = set()
        self._lock = threading.Lock()
        self._threads = [threading.Thread(target=self._receive)]
        self._threads[0].start()

    def cut(self) -> None:
        """Break every connection, and let none through."""
        with self._lock:
            self._whole = False
            for end in self._open:
                with contextlib.suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)

    def mend(self) -> None:
        self._whole = True

    def _receive(self) -> None:
        while True:
            try:
                caller, _ = self._door.accept()
            except OSError:  # closed
                return
            with self._lock:
                if not self._whole:
                    caller.close()
                    continue
                site = socket.create_connection(self._site)
                self._open |= {caller, site}
            for one, other in ((caller, site), (site, caller)):
                thread = threading.Thread(target=self._pass_on, args=(one, other))
                self._threads.append(thread)
                thread.start()

    def _pass_on(self, one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := one.recv(65536):
                other.sendall(data)
        with contextlib.suppress(OSError):
            other.shutdown(socket.SHUT_RDWR)

    def __enter__(self) -> CuttableProxy:
        return self

    def __exit__(self, *_: object) -> None:
        self.cut()
        with contextlib.suppress(OSError):
            self._door.shutdown(socket.SHUT_RDWR)
        self._door.close()
        for thread in self._threads:
            thread.join()
        for end in self._open:
            end.close()
