"""Each folder of the sources is a room that one can look through and that says what it is."""

import ast
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCES = ROOT / "src" / "tacit"
MOST_FILES = 16
"""In a folder of the app as well: web/src/rooms.test.ts."""


def crowded(sources):
    """Return the folders with more files than one can look through, and how many they have."""
    files = Counter(str(path.parent.relative_to(sources)) for path in sources.rglob("[!_]*.py"))
    return {room: count for room, count in files.items() if count > MOST_FILES}


def silent(sources):
    """Return the folders of modules whose `__init__` is missing or says nothing."""
    rooms = {path.parent for path in sources.rglob("*.py")}
    said = {room: room / "__init__.py" for room in rooms}
    return sorted(
        str(room.relative_to(sources))
        for room, file in said.items()
        if not file.is_file() or not ast.get_docstring(ast.parse(file.read_text()))
    )


def test_no_folder_has_more_source_files_than_one_can_look_through():
    assert crowded(SOURCES) == {}


def test_every_folder_says_what_lives_there():
    assert silent(SOURCES) == []


@pytest.mark.parametrize("rooms", ["src/tacit", "src/tacit/games/*", "src/tacit/server", "web/src"])
def test_contributing_names_every_room(rooms):
    tree = (ROOT / "CONTRIBUTING.md").read_text()
    files = (path for path in ROOT.glob(f"{rooms}/*/*") if path.suffix in (".py", ".ts", ".svelte"))
    found = {path.parent.name for path in files}
    assert len(found) > 5
    assert sorted(room for room in found if f"{room}/" not in tree) == []


@pytest.mark.parametrize(("files", "found"), [(16, {}), (17, {"room": 17})])
def test_a_crowded_folder_is_noticed(tmp_path, files, found):
    (tmp_path / "room").mkdir()
    for name in ("__init__", *(f"m{number}" for number in range(files))):
        (tmp_path / "room" / f"{name}.py").touch()
    assert crowded(tmp_path) == found
    assert silent(tmp_path) == ["room"]
