"""A replay file says exactly what happened, and every change to it is found out."""

import hashlib
import random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tacit.games import mindup
from tacit.log.game import Game
from tacit.log.replay import ReplayError, dump, load
from tacit.log.verify import verify
from tests.properties.attempts import EXTREME_CARDS, MINDUP_CARDS
from tests.properties.invariants import fold
from tests.properties.players import BOTH, Whim, some_settings

seeds = st.integers(0, 2**32)
both_games = pytest.mark.parametrize("rules", BOTH, ids=lambda rules: rules.NAME)
half = settings(max_examples=settings.default.max_examples // 2)
NAMES = ("Ann", "Łukasz", "O'Hara", 'say "hi"', "小明", "\N{JACK-O-LANTERN}")


def finished(rules, rng):
    """Play a game with contributions to its shuffle."""
    settings = some_settings(rules, rng)
    game = Game(
        rules.NAME,
        msgspec.to_builtins(settings),
        seed=rng.randbytes(32),
        contributions=[rng.randbytes(rng.randrange(20)) for _ in range(settings.players)],
        names=rng.sample(NAMES, settings.players),
    )
    whim = Whim(rng)
    while not game.over:
        action = whim.action(rules, game.state)
        game.play(action.seat, action)
    return game


def believed(line, *, bytes_too=True):
    """Tell whether a line is taken for a true replay."""
    try:
        replay = load(line)
    except ReplayError:
        return False
    verdict = verify(replay, line if bytes_too else None)
    assert verdict.ok == (verdict.problem is None)
    return verdict.ok


def signed(document):
    """Write a document with the digest that belongs to it, as a careful forger would."""
    unsigned = msgspec.json.encode(document | {"digest": ""})
    return msgspec.json.encode(document | {"digest": hashlib.sha256(unsigned).hexdigest()})


@both_games
@half
@given(seeds)
def test_a_replay_is_written_in_one_way_only(rules, seed):
    game = finished(rules, random.Random(seed))
    line = dump(game.replay())
    again = load(line)
    assert again.events == tuple(game.events)
    assert dump(again) == line
    assert signed(msgspec.json.decode(line)) == line
    verdict = verify(again, line)
    assert (verdict.ok, verdict.problem, verdict.events) == (True, None, len(game.events))


@both_games
@half
@given(seeds)
def test_any_single_changed_byte_is_found(rules, seed):
    rng = random.Random(seed)
    line = dump(finished(rules, rng).replay())
    for _ in range(20):
        where = rng.randrange(len(line))
        byte = rng.choice([byte for byte in range(256) if byte != line[where]])
        near = line[where] ^ (1 << rng.randrange(8))
        assert not believed(line[:where] + bytes([byte]) + line[where + 1 :])
        assert not believed(line[:where] + bytes([near]) + line[where + 1 :])
        assert not believed(line[:where] + line[where + 1 :])
        assert not believed(line[:where] + bytes([byte]) + line[where:])


def leaves(value, path=()):
    """Yield the way to everything in a record that is not itself a record or a list."""
    if not isinstance(value, dict | list):
        yield path
        return
    for key, entry in value.items() if isinstance(value, dict) else enumerate(value):
        yield from leaves(entry, (*path, key))


def with_leaf(value, path, leaf):
    if not path:
        return leaf
    copy = value.copy()
    copy[path[0]] = with_leaf(value[path[0]], path[1:], leaf)
    return copy


def otherwise(rules, value, rng):
    """Return another value of the same sort."""
    match value:
        case bool():
            return not value
        case int():
            return value + rng.choice((-1, 1))
        case "won" | "lost":
            return "lost" if value == "won" else "won"
        case _:
            deck = MINDUP_CARDS if rules is mindup else EXTREME_CARDS
            return rng.choice([card for card in deck if card != value])


def leaf_at(value, path):
    for key in path:
        value = value[key]
    return value


@both_games
@half
@given(seeds)
def test_a_forged_consequence_is_found_although_signed(rules, seed):
    """Whatever the rules or the shuffle decided cannot be told otherwise."""
    rng = random.Random(seed)
    game = finished(rules, rng)
    document = msgspec.json.decode(dump(game.replay()))
    decided = [n for n, event in enumerate(game.events) if not isinstance(event, rules.Action)]
    for number in rng.sample(decided, 3):
        paths = list(leaves(document["events"][number]))
        path = ("events", number, *rng.choice(paths))
        forged = with_leaf(document, path, otherwise(rules, leaf_at(document, path), rng))
        assert not believed(signed(forged), bytes_too=False)


@both_games
@half
@given(seeds)
def test_a_card_nobody_held_is_found_although_signed(rules, seed):
    rng = random.Random(seed)
    game = finished(rules, rng)
    document = msgspec.json.decode(dump(game.replay()))
    with_cards = [
        number
        for number, event in enumerate(game.events)
        if isinstance(event, rules.Action) and hasattr(event, "card")
    ]
    for number in rng.sample(with_cards, 2):
        state = fold(rules, game.state.setup, game.events[:number])
        hand = state.hands[game.events[number].seat]
        deck = MINDUP_CARDS if rules is mindup else EXTREME_CARDS
        card = rng.choice([card for card in deck if card not in hand])
        forged = with_leaf(document, ("events", number, "card"), card)
        assert not believed(signed(forged), bytes_too=False)


@both_games
@half
@given(seeds)
def test_a_forged_frame_is_found_although_signed(rules, seed):
    """Another seed, result, table or end does not fit the game."""
    rng = random.Random(seed)
    document = msgspec.json.decode(dump(finished(rules, rng).replay()))
    events = document["events"]
    path = ("result", *rng.choice(list(leaves(document["result"]))))
    other_result = otherwise(rules, leaf_at(document, path), rng)
    players = document["settings"]["players"]
    forgeries = [
        with_leaf(document, path, other_result),
        document | {"seed": rng.randbytes(32).hex()},
        document | {"contributions": [*document["contributions"], "00"]},
        document | {"events": events[:-1]},
        document | {"events": [*events, events[-1]]},
        document | {"seats": document["seats"][1:]},
        with_leaf(document, ("settings", "players"), players + rng.choice((-1, 1))),
        with_leaf(document, ("settings", "players"), rng.choice((-1, 0, 1, 99, 10**30, 2.5))),
    ]
    for forged in forgeries:
        assert not believed(signed(forged), bytes_too=False)
    assert not believed(signed(document | {"commitment": rng.randbytes(32).hex()}))
