"""Old import paths that docs ever named keep working, and warn."""

from __future__ import annotations

import importlib
import subprocess
import sys

import pytest

from tacit._moved import MOVED

IMPORT = """
import importlib, sys, warnings
import tacit
from tacit._moved import MOVED
for old, new in MOVED.items():
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        found = importlib.import_module(old)
    assert found is importlib.import_module(new), found
    assert sys.modules[old] is found
    told = [str(one.message) for one in caught if one.category is DeprecationWarning]
    assert f"{old} is now {new}" in told, (old, told)
print(len(MOVED))
"""


def test_every_old_name_is_the_same_module_and_warns():
    """In a process of its own, because a module warns only when it is first imported."""
    command = [sys.executable, "-c", IMPORT]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, f"{len(MOVED)}\n"), done.stderr


def test_objects_are_the_same_under_both_names():
    sys.modules.pop("tacit.games.rulebook", None)
    with pytest.warns(DeprecationWarning, match=r"tacit\.games\.rulebook is now"):
        old = importlib.import_module("tacit.games.rulebook")
    assert old.Record is importlib.import_module("tacit.core.rulebook").Record


def test_every_new_name_is_a_module():
    for new in MOVED.values():
        assert importlib.util.find_spec(new) is not None, new


def test_a_name_that_never_was_is_still_missing():
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module("tacit.bots.never_was")
