"""Two sites on one file would split the players: the second is refused, in words."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tacit.store import Lock, StoreError

HOLD = """
import sys
from tacit.store import Lock
held = Lock(sys.argv[1])
print("held", flush=True)
sys.stdin.read()
"""


def test_the_second_is_refused_until_the_first_lets_go(tmp_path):
    first = Lock(tmp_path / "live.db")
    with pytest.raises(StoreError, match=r"live\.db is in use by another Tacit that is running"):
        Lock(tmp_path / "live.db")
    other = Lock(tmp_path / "other.db")
    first.release()
    first.release()
    Lock(tmp_path / "live.db").release()
    other.release()


@pytest.mark.skipif(os.name != "posix", reason="links are not for everyone elsewhere")
def test_a_link_to_the_file_is_the_same_file(tmp_path):
    (tmp_path / "link.db").symlink_to(tmp_path / "live.db")
    first = Lock(tmp_path / "live.db")
    with pytest.raises(StoreError, match="is in use"):
        Lock(tmp_path / "link.db")
    first.release()


def test_a_killed_process_holds_nothing(tmp_path):
    path = tmp_path / "live.db"
    child = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with child:
        assert child.stdout.readline() == "held\n"
        with pytest.raises(StoreError, match="is in use"):
            Lock(path)
        child.kill()
    Lock(path).release()


def test_a_folder_that_cannot_be_written_is_told(tmp_path):
    (tmp_path / "live.db.lock").mkdir()
    with pytest.raises(StoreError, match="cannot be locked: Is a directory"):
        Lock(tmp_path / "live.db")
    with pytest.raises(StoreError, match="there is no folder"):
        Lock(tmp_path / "file" / "live.db")


def test_nobody_else_can_take_the_lock_away(tmp_path):
    Lock(tmp_path / "live.db").release()
    assert (tmp_path / "live.db.lock").stat().st_mode & 0o077 == 0
    assert Path(tmp_path / "live.db").exists() is False


def test_a_lock_that_is_withdrawn_leaves_no_file_that_was_not_there(tmp_path):
    lock = tmp_path / "live.db.lock"
    Lock(tmp_path / "live.db").withdraw()
    assert not lock.exists()
    lock.touch()
    again = Lock(tmp_path / "live.db")
    again.withdraw()
    again.withdraw()
    assert lock.exists()


def test_a_lock_on_a_file_that_was_withdrawn_meanwhile_is_taken_again(tmp_path, monkeypatch):
    """Otherwise two would each hold a lock: one on the file, one on what was the file before."""
    first = Lock(tmp_path / "live.db")
    flock, opened = Lock._flock, []

    def withdraw_first(self, file):
        if not opened:
            first.withdraw()
        opened.append(file)
        flock(self, file)

    monkeypatch.setattr(Lock, "_flock", withdraw_first)
    second = Lock(tmp_path / "live.db")
    monkeypatch.undo()
    assert len(opened) == 2
    with pytest.raises(StoreError, match="is in use"):
        Lock(tmp_path / "live.db")
    second.release()
