"""Where Numba's compiled code is cached, so that only the first start of a site waits for it.

Numba caches beside the source, or else in the user's home. A service often may write to neither:
then the cache goes beside the database, or, where that is no file, into a folder that lasts as long
as the site and that its nodes and bots share. Only this user may write there, since it is code.
Numba reads no cache that it cannot write, so the cache that an image was built with is copied.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import shutil
import stat
import tempfile
from pathlib import Path

import tacit
from tacit.store import file_of

VARIABLE = "NUMBA_CACHE_DIR"


def keep_compiled(db: str) -> None:
    """Choose a folder, for this process and those it starts, if Numba would find none."""
    told = os.environ.get(VARIABLE)
    if _can_be_written(Path(told)) if told else numba_finds_one():
        return
    file = file_of(db)
    folder = (
        _lasting_folder(Path(f"{Path(file).absolute()}.compiled")) if file else _passing_folder()
    )
    if folder is not None:
        if told:
            _copy_built(Path(told), folder)
        os.environ[VARIABLE] = str(folder)


def numba_finds_one() -> bool:
    """Tell whether Numba can write beside the source or in the user's home."""
    source = Path(tacit.__file__).parent / "games"
    home = os.environ.get("XDG_CACHE_HOME") or "~"
    return _can_be_written(source) or _can_be_written(Path(home))


def _can_be_written(folder: Path) -> bool:
    """Tell whether a folder exists, or could be made, and be written to."""
    try:
        folder = folder.expanduser()
        there = next((one for one in (folder, *folder.parents) if one.exists()), folder)
    except (OSError, RuntimeError):  # unreadable, or no home is known
        return False
    return there.is_dir() and os.access(there, os.W_OK | os.X_OK)


def _lasting_folder(folder: Path) -> Path | None:
    """Make a folder of ours; None if another user could put code into it."""
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        found = folder.lstat()
    except OSError:
        return None
    if not stat.S_ISDIR(found.st_mode) or found.st_mode & 0o022:
        return None
    if hasattr(os, "geteuid") and found.st_uid != os.geteuid():
        return None
    return folder


def _passing_folder() -> Path | None:
    """Make a folder that is removed with this process."""
    try:
        folder = Path(tempfile.mkdtemp(prefix="tacit-compiled-"))
    except OSError:
        return None
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def _copy_built(built: Path, folder: Path) -> None:
    """Copy what was compiled ahead, unless it was copied before."""
    mark = folder / "copied"
    try:
        found = sorted(file for file in built.rglob("*") if file.is_file())
        listed = [f"{file} {file.stat().st_size} {file.stat().st_mtime}" for file in found]
        seen = hashlib.sha256("\n".join(listed).encode()).hexdigest()
        if not found or (mark.exists() and mark.read_text() == seen):
            return
        shutil.copytree(built, folder, dirs_exist_ok=True)
        mark.write_text(seen)
    except OSError:
        return  # then it is compiled here, once
