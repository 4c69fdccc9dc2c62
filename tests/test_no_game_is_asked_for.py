"""Nothing outside a game's own folder asks which game it is.

That the framework imports no game is import-linter's work; this finds the names in its code.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tacit.games import extreme, mindup

SRC = Path(__file__).parents[1] / "src" / "tacit"
NAMES = {mindup.NAME, extreme.NAME}
MODULES = {f"tacit.games.{name}" for name in NAMES}


def general() -> list[Path]:
    """Return the files of the framework, which has to treat all games alike."""
    return [path for path in sorted(SRC.rglob("*.py")) if SRC / "games" not in path.parents]


def _names_a_game(node: ast.AST | None) -> bool:
    return node is not None and any(
        isinstance(one, ast.Constant) and one.value in NAMES for one in ast.walk(node)
    )


def asks(tree: ast.AST) -> list[str]:
    """Return the places where a game is asked for by name, or one game's records are known."""
    found = []
    for node in ast.walk(tree):
        match node:
            case ast.Compare() if _names_a_game(node):
                found.append(f"line {node.lineno} compares with a game's name")
            case ast.match_case() if _names_a_game(node.pattern):
                found.append(f"line {node.pattern.lineno} matches a game's name")
            case ast.Dict(keys=keys) if any(map(_names_a_game, keys)):
                found.append(f"line {node.lineno} has a table by game")
            case ast.Subscript() if _names_a_game(node.slice):
                found.append(f"line {node.lineno} looks a game up by its name")
            case ast.ImportFrom(module=module) if module and module.startswith(tuple(MODULES)):
                found.append(f"line {node.lineno} imports from {module}")
            case ast.ImportFrom(module="tacit.games"):
                known = NAMES & {one.name for one in node.names}
                found += [f"line {node.lineno} imports {name}" for name in known]
            case ast.Import():
                known = {one.name for one in node.names if one.name.startswith(tuple(MODULES))}
                found += [f"line {node.lineno} imports {name}" for name in known]
            case _:
                pass
    return found


def test_there_is_something_to_look_at():
    names = {path.relative_to(SRC).as_posix() for path in general()}
    assert {
        "table/table.py",
        "server/tables/live.py",
        "arena/tournament/play.py",
        "client/player.py",
    } <= names


@pytest.mark.parametrize("path", general(), ids=lambda path: path.relative_to(SRC).as_posix())
def test_nothing_asks_which_game_it_is(path):
    assert asks(ast.parse(path.read_text())) == [], (
        "let the game's own files say it: docs/own-game.md"
    )


@pytest.mark.parametrize(
    "code",
    [
        "if state.game == 'mindup': pass",
        "x = 1 if rules.NAME != 'extreme' else 2",
        "match game:\n    case 'mindup': pass",
        "BOTS = {'mindup': 1, 'extreme': 2}",
        "game in ('mindup', 'other')",
        "LIMITS['extreme']",
        "from tacit.games.extreme import Phase",
        "from tacit.games import mindup",
        "import tacit.games.mindup.rules.play",
    ],
)
def test_whoever_asks_is_found(code):
    assert asks(ast.parse(code))
