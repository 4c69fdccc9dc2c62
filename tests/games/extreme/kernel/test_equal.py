"""The compiled games are the readable ones; `proof` says it at length."""

import hmac
import itertools
import random

import numpy as np
import pytest

from tacit.bots import asking
from tacit.core.chance import Chance
from tacit.games import extreme
from tacit.games.extreme import LEVELS
from tacit.games.extreme.bots import (
    adaptive,
    between_plays,
    metronome,
    people,
    splitmix,
)
from tacit.games.extreme.bots.belief import advice, leading, listening, tempo
from tacit.games.extreme.bots.numbers import MAX_HAND, MAX_LAID
from tacit.games.extreme.bots.splitmix import SplitMix
from tacit.games.extreme.kernel import hashing
from tacit.games.extreme.kernel.deal import deal
from tacit.games.extreme.kernel.kinds import KINDS, knows
from tacit.games.extreme.kernel.state import LUCK, from_python
from tacit.games.extreme.kernel.trace import EVENTS
from tacit.games.extreme.rules import records
from tacit.log.game import seed_from
from tests.games.extreme.kernel.proof import Lineup, lineups, play_compiled, prove_game

CHOSEN = [
    *(Lineup((kind, "adaptive"), "equal two", drill=True) for kind in KINDS),
    *(Lineup(("human-14", "oracle", kind), "equal three", drill=False) for kind in KINDS),
    Lineup(("drifting", "oracle", "adaptive", "oracle"), "equal four", drill=True),
    Lineup(("adaptive", "casual-90", "metronome", "adaptive"), "equal four", drill=True),
    *itertools.islice(lineups(5), 8),
]


@pytest.mark.parametrize("lineup", CHOSEN, ids=lambda lineup: " ".join(lineup.team))
def test_a_game_goes_the_same_way(lineup):
    assert prove_game(lineup) >= 1


def test_these_games_have_all_that_can_happen():
    seen, won, players, blind = set(), set(), set(), 0
    for lineup in CHOSEN:
        rows, _, found = play_compiled(lineup)
        seen.update(EVENTS[kind] for kind in rows[:, 0])
        won.update(found.won.tolist())
        players.add(len(lineup.team))
        kinds = [EVENTS[kind] for kind in rows[:, 0]]
        blind += ("turned", "aside") in itertools.pairwise(kinds)
    assert (seen, won, players) == (set(EVENTS), {0, 1}, set(extreme.PLAYERS))
    assert blind


WRONG = [
    (adaptive, "REACTION_MS", 121),
    (listening, "QUICK_S", 0.36),
    (leading, "ENOUGH", 0.31),
    (leading, "SUSPECTED", 0.5),
    (advice, "LATEST", 0.31),
    (listening, "ECHO_SLIP", 0.051),
    (between_plays, "LAY_AFTER_MS", 401),
    (asking, "THINKING_MS", 501),
    (metronome, "PACE_MS", 301),
    (tempo, "DRIFT", 0.011),
    (tempo, "LAPSE", 0.031),
    (people, "HAND_S", 0.201),
    (people, "ALONE_S", 0.3),
    (records, "LEVELS", {**LEVELS, 3: LEVELS[4]}),
]


@pytest.mark.parametrize(("module", "name", "value"), WRONG, ids=[name for _, name, _ in WRONG])
def test_a_number_that_is_not_the_same_is_noticed(monkeypatch, module, name, value):
    team = ("adaptive", "metronome", "human-30")
    games = [Lineup(team, f"noticed {number}", drill=True) for number in (0, 2)]
    assert all(prove_game(game) for game in games)
    monkeypatch.setattr(module, name, value)
    with pytest.raises(AssertionError):
        _ = [prove_game(game) for game in games]


def test_luck_is_the_same():
    uniform, gauss = from_python(splitmix.uniform), from_python(splitmix.gauss)
    luck = np.zeros(1, LUCK)[0]
    for seed in (0, 1, 2**63, 2**64 - 1):
        plain = SplitMix(seed)
        luck["state"] = seed
        for _ in range(100):
            assert uniform(luck) == plain.uniform()
            assert gauss(luck) == plain.gauss()


@pytest.mark.parametrize("players", extreme.PLAYERS)
def test_me05_the_deal_is_the_same(players):
    decks = np.zeros((MAX_HAND, MAX_LAID), np.uint8)
    for number in range(20):
        key = seed_from(f"a deal {number}")
        last = extreme.TEAMS[players].last_level
        deal(np.array([*key], np.uint8), players, last, decks)
        setup = extreme.draw(extreme.Settings(players), Chance(key))
        for level, hands in enumerate(setup.deals, 1):
            for seat, hand in enumerate(hands):
                cards = decks[level - 1, seat * level : (seat + 1) * level]
                assert {extreme.DECK[card] for card in cards} == set(hand)


def test_codes_are_those_of_the_library():
    rng = random.Random(6)
    for length in range(56):
        key, message = rng.randbytes(rng.randint(0, 64)), rng.randbytes(length)
        assert hashing.hmac(key, message) == hmac.digest(key, message, "sha256")


def test_strangers_are_not_known():
    assert knows(("adaptive", "human-7"))
    assert not knows(("adaptive", "random"))
