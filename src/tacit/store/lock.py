"""One site for one database: two on the same file would each serve half of the players."""

from __future__ import annotations

import os
from pathlib import Path

from tacit.store.store import StoreError

try:
    import fcntl
except ImportError:  # Windows: SQLite's own locks are all there is
    fcntl = None  # type: ignore[assignment]


class Lock:
    """Held on a file beside the database until it is released or the process ends, however it ends.

    The file stays: whoever removed it while another waits for it would lock something else.
    """

    def __init__(self, database: Path | str) -> None:
        """Take the lock; StoreError if another has it."""
        # By its real name, so that a link to the file is the same file.
        real = Path(database).resolve()
        self._file: int | None = None
        try:
            real.parent.mkdir(parents=True, exist_ok=True)
            name = real.with_name(f"{real.name}.lock")
            file = os.open(name, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise StoreError(
                f"{database} cannot be locked: {error.strerror}. The site writes to the folder "
                f"{real.parent}; say with --db where else games may be kept."
            ) from error
        try:
            if fcntl is not None:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(file)
            raise StoreError(
                f"{database} is in use by another Tacit that is running. Two on one file would "
                "split the players between them: stop the other one first, or give this one a "
                "file of its own with --db."
            ) from None
        except OSError:
            pass  # a file system without locks: nothing can be said, and playing goes first
        self._file = file

    def release(self) -> None:
        """Let another have it. Idempotent."""
        if self._file is not None:
            os.close(self._file)
            self._file = None
