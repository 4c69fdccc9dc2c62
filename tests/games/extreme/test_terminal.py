"""The Mind Extreme in the terminal: what a player may do has a key, and blind cards stay hidden."""

from __future__ import annotations

import random

import pytest
from rich.cells import cell_len

import tacit
from tacit.games.extreme import COLOUR, Phase, Play, PlayedBlind, ProposeStar, Stop
from tacit.games.extreme.terminal.face import FACE
from tacit.games.extreme.terminal.telling import told
from tacit.terminal.clock import Clock
from tacit.terminal.face import Look
from tacit.terminal.match import YOU, Match

SEEDS = (1, 2, 3)


def seen_in_a_game(seed, players=4):
    """Play a game in which cards come nearly in order, with stops and stars."""
    print(f"seed {seed}")
    chance = random.Random(seed)
    names = tuple(f"Player {number} with a long name" for number in range(players))
    game = tacit.new("extreme", players, seed=seed, names=names)
    match = Match(game, ["metronome"] * (players - 1), Clock(), seed)
    while not game.over:
        actions = [one for seat in range(players) for one in game.legal(seat)]
        rare = [one for one in actions if isinstance(one, ProposeStar | Stop)]
        usual = [one for one in actions if one not in rare]
        plays = [one for one in usual if isinstance(one, Play)]
        if plays and chance.random() < 0.95:
            whites = sorted((p for p in plays if p.card[0] == "W"), key=lambda p: int(p.card[1:]))
            reds = sorted((p for p in plays if p.card[0] == "R"), key=lambda p: -int(p.card[1:]))
            usual = whites[:1] + reds[:1]
        action = chance.choice(rare if rare and chance.random() < 0.05 else usual)
        yield from ((match, one) for one in match.act(action, action.seat))


@pytest.mark.parametrize("seed", SEEDS)
def test_every_table_fits_the_smallest_screen(seed):
    for match, one in seen_in_a_game(seed):
        lines = FACE.draw(Look(one.after, match.game.names, 78, 19)).plain.split("\n")
        assert len(lines) <= 19, "\n".join(lines)
        assert max(map(cell_len, lines)) <= 78


@pytest.mark.parametrize("seed", SEEDS)
def test_everything_the_rules_allow_has_a_key_of_its_own(seed):
    for match, _ in seen_in_a_game(seed):
        keys = FACE.keys(match.view, match.legal, 0)
        held_down = match.view.phase is Phase.GATHERING
        assert {key.action for key in keys} == set(match.legal)
        assert len({key.key for key in keys}) == len(keys) or held_down


@pytest.mark.parametrize("seed", SEEDS)
def test_cards_of_others_are_shown_only_when_they_lie_open(seed):
    blind = 0
    for match, one in seen_in_a_game(seed):
        blind += isinstance(one.sight, PlayedBlind)
        if isinstance(one.sight, Play) and one.sight.seat != YOU:
            assert COLOUR[one.sight.card] not in one.before.blind
        hidden = {c for seat, hand in enumerate(match.game.state.hands) if seat for c in hand}
        words = FACE.draw(Look(match.view, match.game.names, 200, 40)).plain.split()
        assert not hidden & set(words)
        line = told(one.sight, match.game.names)
        if isinstance(one.sight, PlayedBlind):
            assert not any(word[1:].isdigit() for word in line.plain.split(":")[1].split())
    assert blind or match.game.result["level"] < 3
