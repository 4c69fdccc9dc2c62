"""The story of a game on the terminal."""

from io import StringIO

import pytest
from rich.console import Console

import tacit
from tacit.arena.runner.simulate import simulate
from tacit.bots.registry import find_bot
from tacit.games.extreme import LayHand, LiftHand, Play, Stop, in_order
from tacit.review.show import show


def shown(game, bots, seed, width=80, **settings):
    seated = [(name, find_bot(name, game)) for name in bots]
    (played,) = simulate(game, {"players": len(bots), **settings}, seated, 1, seed)
    out = StringIO()
    show(played.replay(), Console(file=out, width=width))
    return played, out.getvalue()


@pytest.mark.parametrize("players", [3, 6])
def test_a_game_of_mind_up_is_told_round_by_round_and_fits_a_terminal(players):
    game, story = shown("mindup", ["greedy"] * players, 1, objectives=2)
    assert [f"Round {number} ·" in story for number in (1, 2, 3)] == [True] * 3
    assert "…" not in story
    assert max(map(len, story.splitlines())) <= 80
    for total in game.result["totals"]:
        assert str(total) in story


def test_a_won_game_of_the_mind_extreme_is_told_to_the_end():
    _, story = shown("extreme", ["metronome"] * 3, 1)
    assert "Level 3 · " in story
    assert "blind: white" in story
    assert "A life is gained" in story
    assert "Won! All 10 levels are passed." in story


def test_everybodys_tempo_is_told_after_a_level():
    _, story = shown("extreme", ["metronome"] * 2, 1)
    assert "A: about 0.30 s a number, very steady" in story
    assert "B: about 0.30 s a number, very steady" in story


def test_mistakes_stars_stops_and_the_loss_are_told():
    stories = [shown("extreme", ["random"] * 3, seed)[1] for seed in range(8)]
    for told in ("came before", "A star: ", "wants no star", "The last life is gone", "Lost in"):
        assert any(told in story for story in stories), told


def test_a_stop_and_one_pile_before_the_other_are_told_neutrally():
    game = tacit.new("extreme", players=2, seed=1)

    def sync():
        for action in (LayHand, LiftHand):
            for seat in (0, 1):
                game.play(seat, action(seat=seat))

    sync()
    game.play(1, Stop(seat=1))
    while not game.over:
        held = in_order(card for seat in (0, 1) for card in game.view(seat).hand)
        if game.state.phase == "playing":
            seat = next(seat for seat in (0, 1) if held[0] in game.view(seat).hand)
            game.play(seat, Play(seat=seat, card=held[0]))
        else:
            seat = game.waiting[0]
            game.play(seat, game.legal(seat)[0])
    out = StringIO()
    show(game.replay(), Console(file=out, width=80))
    assert "B stops." in out.getvalue()
    assert "One pile was finished before the other began." in out.getvalue()
