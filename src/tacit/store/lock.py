"""One site for one database: two on the same file would each serve half of the players."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from tacit.store.disk_space import is_full, no_room
from tacit.store.store import StoreError

try:
    import fcntl
except ImportError:  # Windows: SQLite's own locks are all there is
    fcntl = None  # type: ignore[assignment]

_FLAGS = os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0)


class Lock:
    """Held on a file beside the database until it is released or the process ends, however it ends.

    The file stays when the lock is released; `withdraw` removes it again if this lock made it.
    """

    def __init__(self, database: Path | str) -> None:
        """Take the lock; StoreError if another process has it."""
        # By its real name, so that a link to the file is the same file.
        real = Path(database).resolve()
        self._database = database
        self._name = real.with_name(f"{real.name}.lock")
        self._made = False
        self._file: int | None = None
        while self._file is None:
            file = self._open()
            self._flock(file)
            if self._is_there(file):
                self._file = file
            else:  # its maker withdrew it between the two steps
                os.close(file)

    def _open(self) -> int:
        folder = self._name.parent
        if not folder.is_dir():
            raise StoreError(f"{self._database} cannot be opened: there is no folder {folder}.")
        try:
            try:
                file = os.open(self._name, _FLAGS | os.O_EXCL, 0o600)
                self._made = True
            except FileExistsError:
                file = os.open(self._name, _FLAGS, 0o600)
                self._made = False
        except OSError as error:
            if is_full(self._name, error):
                raise no_room(Path(self._database).absolute()) from error
            raise StoreError(
                f"{self._database} cannot be locked: {error.strerror}. The site writes to the "
                f"folder {folder}; say with --db where else games may be kept."
            ) from error
        return file

    def _flock(self, file: int) -> None:
        try:
            if fcntl is not None:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(file)
            raise StoreError(
                f"{self._database} is in use by another Tacit that is running. Two on one file "
                "would split the players between them: stop the other one first, or give this one "
                "a file of its own with --db."
            ) from None
        except OSError:
            pass  # a file system without locks: nothing can be said, and playing goes first

    def _is_there(self, file: int) -> bool:
        """Tell whether a file is still the one that others find by its name."""
        try:
            return os.path.samestat(os.fstat(file), self._name.stat())
        except FileNotFoundError:
            return False

    def release(self) -> None:
        """Let another process have it. Idempotent."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def withdraw(self) -> None:
        """Release it, and leave no file behind that was not there before. Idempotent."""
        if self._file is not None and self._made:
            with contextlib.suppress(OSError):  # Windows removes no file that is open
                self._name.unlink()
        self.release()
