"""Nothing outside a game's own folder asks which game it is, or knows what only one game has.

That the framework imports no game is a contract of import-linter. No file is exempt from that, nor
from asking for a game's name.
"""

from __future__ import annotations

import ast
from pathlib import Path
from typing import get_args

import pytest

from tacit.bots.asking import asking_of
from tacit.core.plug import own_games, rulebook
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


BOTS = {bot for game in own_games() for bot in asking_of(game).bots}
IN_EVERY_GAME = {"players", "seat", "at"}
"""What the framework asks of the settings and the actions of all games."""
FIELDS = {
    field
    for game in own_games()
    for record in (rulebook(game).Settings, *get_args(rulebook(game).Action))
    for field in record.__struct_fields__
} - IN_EVERY_GAME
KNOWN = {
    ("arena/tournament/plot.py", "start"): "where a text of SVG is anchored",
    ("review/svg.py", "start"): "where a text of SVG is anchored",
    ("server/http/api/tables.py", "start"): "a function",
    ("server/http/api/what_ifs.py", "start"): "a function",
    ("table/decide/decide.py", "start"): "a function",
    ("log/replay.py", "start"): "the format of replays: a what-if is in version 2",
    ("log/replay.py", "practice"): "the format of replays: practice is in version 4",
    ("table/log/records.py", "objectives"): "the protocol: a setting of the table since the first",
    ("cli/host/export.py", "card"): "the option for the data card",
    ("envs/vector.py", "random"): "a saved state has the generator under this name",
    ("table/fairtime/race.py", "compensated"): "of a press, in any game",
    ("table/referee.py", "compensated"): "of a press, in any game",
    ("server/history/projection.py", "practice"): "of a kept game: `Conduct.is_practice` said so",
    ("server/history/my_games.py", "practice"): "of a kept game, and of what was heard in it",
    ("server/club/groups.py", "practice"): "of a kept game: `Conduct.is_practice` said so",
    ("cli/host/export.py", "practice"): "of a kept game: `Conduct.is_practice` said so",
}
"""Words that also mean something in the framework, or that a promise has; by file, with why."""


def particular(tree: ast.AST) -> set[str]:
    """Return the bots and the fields of one game that a file names; a called method is none."""
    called = {id(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    found = set()
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(word)) if word in BOTS | FIELDS:
                found.add(word)
            case ast.Attribute(attr=word) if word in FIELDS and id(node) not in called:
                found.add(word)
            case _:
                pass
    return found


def test_nothing_knows_a_bot_a_setting_or_a_field_of_an_action_of_one_game():
    """What the framework needs of them it reads from the plug, or from the records of the game."""
    assert {"greedy", "metronome", "random"} <= BOTS
    assert {"objectives", "practice", "card", "agree"} <= FIELDS
    found = {
        (path.relative_to(SRC).as_posix(), word)
        for path in general()
        for word in particular(ast.parse(path.read_text()))
    }
    assert found - KNOWN.keys() == set(), "say it in the game's own folder: docs/own-game.md"
    assert KNOWN.keys() - found == set(), "these are no longer there"


@pytest.mark.parametrize(
    ("code", "word"),
    [
        ("find_bot('random', game)", "random"),
        ("NAMES = {'heron': 'Heron'}", "heron"),
        ("args.objectives", "objectives"),
        ("CHOICES = ('card', 'agree')", "agree"),
        ("if action.card in hand: pass", "card"),
        ("settings.get('practice')", "practice"),
    ],
)
def test_a_word_of_one_game_would_be_noticed(code, word):
    assert word in particular(ast.parse(code))


def test_a_method_is_no_field():
    assert particular(ast.parse("thread.start()\nre.search('x', y)\nview.seat")) == set()
