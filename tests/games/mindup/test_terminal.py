"""Mind Up! in the terminal: it fits small screens, tells every step, and shows no hidden card."""

from __future__ import annotations

import random

import pytest
from rich.cells import cell_len

import tacit
from tacit.games.mindup import OBJECTIVES, Dealt, Pick, Revealed
from tacit.games.mindup.terminal.face import FACE
from tacit.games.mindup.terminal.words import WORDS, objective
from tacit.terminal.clock import Clock
from tacit.terminal.face import Look
from tacit.terminal.match import YOU, Match

SEED = 5


def seen_in_a_game(players, objectives=0):
    """Play a game with random picks and yield what the player at the terminal saw."""
    print(f"seed {SEED}")
    chance = random.Random(SEED)
    names = tuple(f"Player {number} with a long name" for number in range(players))
    game = tacit.new("mindup", players, seed=SEED, names=names, objectives=objectives)
    match = Match(game, ["greedy"] * (players - 1), Clock(), SEED)
    while not game.over:
        seat = game.waiting[0]
        picks = [action for action in game.legal(seat) if isinstance(action, Pick)]
        yield from ((match, one) for one in match.act(chance.choice(picks), seat))


def test_every_objective_has_words():
    assert WORDS.keys() == OBJECTIVES.keys()
    assert all(len(objective(number)) < 60 for number in OBJECTIVES)


@pytest.mark.parametrize(("width", "height"), [(78, 19), (136, 40)])
def test_every_table_of_six_fits_the_screen(width, height):
    for match, one in seen_in_a_game(6, objectives=5):
        drawn = FACE.draw(Look(one.after, match.game.names, width, height))
        lines = drawn.plain.split("\n")
        assert max(map(cell_len, lines)) <= width, drawn.plain
        assert "Your hand" in lines[-1]
        assert len(lines) <= height, drawn.plain


def test_each_step_of_a_reveal_is_shown_from_the_lowest_card_on():
    reveals = 0
    for match, one in seen_in_a_game(4):
        if isinstance(one.sight, Revealed):
            reveals += 1
            *steps, last = FACE.moments(one.before, one.sight, one.after, match.game.names)
            assert len(steps) == 4
            rows = [len(step.view.row) for step in steps]
            assert rows == [3, 2, 1, 0]
            assert steps[-1].view.tableaux == last.view.tableaux or one.after.turn == 1
    assert reveals > 15


def test_the_player_sees_that_others_have_picked_but_no_card():
    for _, one in seen_in_a_game(3):
        assert not (isinstance(one.sight, Pick) and one.sight.seat != YOU)
        if isinstance(one.sight, Dealt):
            assert set(one.sight.drawn) <= set(one.after.hand)


def test_who_is_waited_for_is_shown_once_the_player_has_picked():
    game = tacit.new("mindup", 3, seed=SEED, names=("Ann", "Bob", "Cas"))
    match = Match(game, ["greedy", "greedy"], Clock(), SEED)

    def marks():
        lines = FACE.draw(Look(match.view, game.names, 78, 19)).plain.split("\n")
        return [line[0] for line in lines if line[2:5] in game.names]

    assert marks() == [" ", " ", " "]
    match.act(match.legal[0])
    assert marks() == ["●", "…", "…"]


def test_keys_are_what_the_rules_allow():
    for match, _ in seen_in_a_game(3):
        keys = FACE.keys(match.view, match.legal, 0)
        doing = [key.action for key in keys if key.action is not None]
        assert set(doing) <= set(match.legal)
        assert bool(doing) == bool(match.legal)
        assert len({key.key for key in keys}) == len(keys)
