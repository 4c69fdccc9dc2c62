"""A replay as a table would have told it: the same messages, and nothing another seat knew."""

from pathlib import Path

import msgspec
import pytest

from tacit.core.chance import Chance, mix
from tacit.log.replay import load
from tacit.table.past.tape import MOST_BYTES, TooLong, tape
from tests.games.extreme.stubborn import stubborn_game

KEPT = [
    "v1-mindup",
    "v1-extreme",
    "v1-site-mindup",
    "v1-site-extreme",
    "v2-mindup-what-if",
    "v3-mindup-marks",
]


def replay(name):
    return load(Path(f"tests/replays/{name}.tacit.json").read_bytes().rstrip(b"\n"))


def plain(value):
    return msgspec.json.decode(msgspec.json.encode(value))


def folded(told):
    """Fold the messages of a tape as a client would; return the views after each step."""
    views = [plain(told.begin.view)]
    for step in told.steps:
        update = msgspec.json.decode(step.told)
        fresh = update.get("fresh", False)
        views.append(update["view"] if fresh else views[-1] | update.get("view", {}))
    return views


@pytest.mark.parametrize("name", KEPT)
def test_every_replay_ever_written_can_be_told_to_every_seat(name):
    game = replay(name)
    lengths = set()
    for seat in (None, *range(len(game.names))):
        told = tape(game, seat)
        lengths.add(len(told.steps))
        last = folded(told)[-1]
        assert {key: last[key] for key in game.result} == plain(game.result)
        times = [step.at for step in told.steps]
        assert times == sorted(times)
    assert len(lengths) == 1, "a step is the same for everybody"


@pytest.mark.parametrize("name", KEPT)
def test_a_seat_is_told_what_it_could_see_and_a_spectator_no_hand(name):
    game = replay(name)
    rules = game.rules
    assert all(view["hand"] == [] for view in folded(tape(game, None)))
    mine = folded(tape(game, 0))
    state = rules.initial(_setup(game))
    for event in game.events:
        state = rules.evolve(state, event)
    assert mine[-1] == plain(rules.view(state, 0))


def _setup(game):
    return game.rules.draw(game.settings, Chance(mix(game.seed, game.contributions)))


def told_bytes(game):
    return sum(len(bytes(step.told)) for step in tape(game, 0).steps)


def test_each_refused_star_adds_as_much_to_a_tape_as_the_first():
    none, once, often = (told_bytes(stubborn_game(times)) for times in (0, 1, 500))
    assert often - none <= 500 * 1.5 * (once - none)


def test_a_tape_that_would_tell_too_much_is_refused_before_it_is_made():
    game = stubborn_game(100)
    enough = told_bytes(game)
    assert tape(game, 0, most=enough).steps
    with pytest.raises(TooLong):
        tape(game, 0, most=enough - 1)


def test_the_longest_games_of_bots_are_far_from_too_long():
    longest = max(told_bytes(replay(name)) for name in KEPT)
    assert 20 * longest < MOST_BYTES
