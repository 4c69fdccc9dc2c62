"""Code compiled from older rules is never used: every file that it is made from is in its key."""

from __future__ import annotations

from pathlib import Path

import tacit
from tacit.games.extreme.kernel.state import SOURCES

HOME = Path(tacit.__file__).parent
NOT_COMPILED = {"__init__.py", "roles.py"}


def test_every_file_of_the_kernel_and_of_beliefs_is_a_source():
    rooms = ("games/extreme/kernel", "games/extreme/bots/belief")
    files = [path for room in rooms for path in (HOME / room).glob("*.py")]
    named = {path.relative_to(HOME).as_posix() for path in files if path.name not in NOT_COMPILED}
    assert named <= set(SOURCES)
