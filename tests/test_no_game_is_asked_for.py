"""Nothing outside a game's own folder asks which game it is by its name.

That the framework imports no game is a contract of import-linter. No file is exempt from either.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tacit.games import extreme, mindup

SRC = Path(__file__).parents[1] / "src" / "tacit"
NAMES = {mindup.NAME, extreme.NAME}


def general() -> list[Path]:
    """Return the files of the framework, which has to treat all games alike."""
    return [path for path in sorted(SRC.rglob("*.py")) if SRC / "games" not in path.parents]


def _names_a_game(node: ast.AST | None) -> bool:
    return node is not None and any(
        isinstance(one, ast.Constant) and one.value in NAMES for one in ast.walk(node)
    )


def asks(tree: ast.AST) -> list[str]:
    """Return the places where a game is asked for by name."""
    found = []
    for node in ast.walk(tree):
        match node:
            case ast.Compare() if _names_a_game(node):
                found.append(f"line {node.lineno} compares with a game's name")
            case ast.match_case() if _names_a_game(node.pattern):
                found.append(f"line {node.pattern.lineno} matches a game's name")
            case ast.Dict(keys=keys) if any(map(_names_a_game, keys)):
                found.append(f"line {node.lineno} has a table by game")
            case ast.arguments() if any(map(_names_a_game, [*node.defaults, *node.kw_defaults])):
                found.append("an argument has a game as its default")
            case ast.keyword(arg="default") if _names_a_game(node):
                found.append(f"line {node.lineno} has a game as its default")
            case ast.AnnAssign() if _names_a_game(node.value):
                found.append(f"line {node.lineno} has a game as its default")
            case ast.Subscript() if _names_a_game(node.slice):
                found.append(f"line {node.lineno} looks a game up by its name")
            case _:
                pass
    return found


def test_nothing_asks_which_game_it_is():
    """A game's own files say what is particular to it: docs/own-game.md."""
    paths = general()
    assert SRC / "table" / "table.py" in paths
    told = {path.relative_to(SRC).as_posix(): asks(ast.parse(path.read_text())) for path in paths}
    assert not {name: found for name, found in told.items() if found}


@pytest.mark.parametrize(
    "code",
    [
        "if state.game == 'mindup': pass",
        "x = 1 if rules.NAME != 'extreme' else 2",
        "match game:\n    case 'mindup': pass",
        "BOTS = {'mindup': 1, 'extreme': 2}",
        "game in ('mindup', 'other')",
        "LIMITS['extreme']",
        "parser.add_argument('--game', default='mindup')",
        "def play(game='mindup'): pass",
        "def play(*, game='mindup'): pass",
        "class Wanted:\n    game: str = 'mindup'",
    ],
)
def test_a_question_would_be_noticed(code):
    assert asks(ast.parse(code))
