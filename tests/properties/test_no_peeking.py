"""Nobody is told anything that depends on what they may not know.

A random game is played to some point. Then the cards a seat never saw are exchanged for others that
it could not tell from them, and the same game is played in that other world. Whatever the seat was
told, sees now, or is answered has to be the same, byte for byte.
"""

import random
from collections import Counter
from functools import partial
from types import SimpleNamespace

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tacit.core.rulebook import Refused
from tacit.games import extreme, mindup
from tacit.games.mindup.bots.characters import Linnet, Pebble
from tacit.games.mindup.bots.heron import Heron
from tacit.games.mindup.bots.raven.raven import Raven
from tacit.games.mindup.bots.search import Search
from tests.games.caused import caused
from tests.properties import extreme_worlds, mindup_worlds
from tests.properties.attempts import absurd, conceivable
from tests.properties.players import BOTH, Table, Whim, clock, some_setup

seeds = st.integers(0, 2**32)
both_games = pytest.mark.parametrize("rules", BOTH, ids=lambda rules: rules.NAME)
WORLDS = {mindup.NAME: mindup_worlds, extreme.NAME: extreme_worlds}
LOOK_BACK = 12


def two_worlds(rules, seed):
    """Return a seat, the table it sits at, and the same table in a world it cannot tell apart."""
    rng = random.Random(seed)
    setup = some_setup(rules, rng)
    table = _played(rules, setup, rng)
    seat = rng.choice((None, *range(setup.players)))
    other_setup, actions = WORLDS[rules.NAME].another(setup, table.log, seat, rng)
    other = Table(rules, other_setup)
    for action in actions:
        other.act(action)
    return seat, table, other


def _played(rules, setup, rng):
    """Play to some point, often one with secrets on the table."""
    whim = Whim(rng, care=rng.choice((0, 0.9, 1, 1)))
    actions = rng.randrange(24 * setup.players if rules is mindup else 160)
    table = whim.play(Table(rules, setup), actions)
    for _ in range(rng.choice((0, 40, 80))):
        if table.over or _has_secrets(rules, table.state):
            break
        whim.play(table, actions=1)
    return table


def _has_secrets(rules, state):
    if rules is mindup:
        return any(state.picks)
    return any(state.chosen) or any(laid.colour in state.blind for laid in state.laid)


def told(rules, table, seat):
    """Return what a seat was told of each event."""
    return [
        msgspec.json.encode(rules.witness(before, event, seat))
        for before, event in zip(table.before, table.log, strict=True)
    ]


def shown(rules, table, seat):
    """Return what a seat saw of the table lately."""
    states = [*table.before, table.state][-LOOK_BACK:]
    return [msgspec.json.encode(rules.view(state, seat)) for state in states]


def answered(rules, table, seat):
    """Return what a seat is told when it tries everything: only that it may, or why it may not."""
    now = clock(rules, table.state)
    tries = [action for at in (now, now - 1) for action in conceivable(rules, seat, at)]
    answers = [caused(rules, table.state, action) for action in tries + absurd(rules, seat, now)]
    return [
        msgspec.json.encode([answer, str(answer)]) if isinstance(answer, Refused) else b""
        for answer in answers
    ]


def asked(rules, table, seat):
    """Return what else anyone at the table may ask the rules."""
    mine = () if seat is None else rules.legal(table.state, seat)
    return msgspec.json.encode([rules.waiting(table.state), rules.over(table.state), mine])


def learned(rules, table, seat):
    """Return all that reaches a seat without its asking."""
    return {
        "told": told(rules, table, seat),
        "shown": shown(rules, table, seat),
        "asked": asked(rules, table, seat),
    }


@both_games
@settings(max_examples=3 * settings.default.max_examples)
@given(seeds)
def test_a_seat_learns_the_same_in_worlds_it_cannot_tell_apart(rules, seed):
    seat, table, other = two_worlds(rules, seed)
    assert learned(rules, table, seat) == learned(rules, other, seat)


@given(seeds)
def test_a_preview_is_the_same_in_worlds_a_seat_cannot_tell_apart(seed):
    seat, table, other = two_worlds(mindup, seed)
    here, there = (previewed(one, seat) for one in (table, other))
    assert here == there


def previewed(table, seat):
    """Return what a seat lately saw of where its cards would land."""
    states = [*table.before, table.state][-LOOK_BACK:]
    shown = [msgspec.structs.replace(state, preview=True) for state in states]
    return [msgspec.json.encode(mindup.view(state, seat).preview) for state in shown]


@both_games
@given(seeds)
def test_a_refusal_is_the_same_in_worlds_a_seat_cannot_tell_apart(rules, seed):
    seat, table, other = two_worlds(rules, seed)
    if seat is not None:
        assert answered(rules, table, seat) == answered(rules, other, seat)


BOTS = {
    "raven": partial(Raven, playouts=12),
    "heron": Heron,
    "search": partial(Search, playouts=12),
    "linnet": Linnet,
    "pebble": Pebble,
}
"""With counted deals a pick depends on what a bot was shown and on its seed, and not on time."""


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_picks_the_same_in_worlds_it_cannot_tell_apart(name):
    picked = different = 0
    for seed in range(12):
        seat, table, other = two_worlds(mindup, seed)
        if seat is not None:
            here, there = (picks(BOTS[name], one, seat) for one in (table, other))
            assert here == there, f"seed {seed}"
            picked += len(here)
            different += table.state.hands != other.state.hands
    assert picked > 40
    assert different > 3


def picks(make, table, seat):
    """Return what a bot picks at every moment of a game at which its seat may pick."""
    bot = make(seat, table.state.players, 7)
    states = [state for state in [*table.before, table.state] if mindup.legal(state, seat)]
    return [bot.choose(mindup.view(state, seat), 0.0) for state in states]


def test_a_bot_that_peeked_would_be_noticed():
    class Peeking(Pebble):
        """Picks by the cards that the others hold."""

        def choose(self, view, budget):
            return view.hand[sum(map(sum, hands)) % len(view.hand)]

    found = set()
    for seed in range(12):
        seat, table, other = two_worlds(mindup, seed)
        if seat is None:
            continue
        answers = []
        for one in (table, other):
            hands = one.state.hands
            answers.append(picks(Peeking, one, seat))
        found.add(answers[0] == answers[1])
    assert False in found


@pytest.mark.parametrize(
    ("rules", "share"),
    [
        (mindup, {"hands": 0.6, "deck": 0.7, "picks": 0.2, "orders": 0.3, "objectives": 0.05}),
        (extreme, {"hands": 0.6, "colours": 0.5, "laid": 0.2, "chosen": 0.04, "deals": 0.8}),
    ],
    ids=["mindup", "extreme"],
)
def test_the_other_worlds_are_really_different(rules, share):
    trials = 200
    found = Counter()
    for seed in range(trials):
        _, table, other = two_worlds(rules, seed)
        found.update(WORLDS[rules.NAME].differences(table.state, other.state))
    assert {name for name in share if found[name] < share[name] * trials} == set(), found


def leaky(rules, **leaks):
    """Return the rules with some of their answers replaced."""
    return SimpleNamespace(**(vars(rules) | leaks))


def telltale(rules):
    """Return rules whose refusals name the others' cards."""

    def refusal(state, action):
        answer = rules.refusal(state, action)
        return None if answer is None else Refused("leak", str(state.hands))

    return leaky(rules, refusal=refusal)


def everything(_state, event, _seat):
    return event


LEAKS = {
    "all hands of mindup": leaky(mindup, view=lambda state, _: state.hands),
    "the highest card held": leaky(mindup, view=lambda state, _: max(sum(state.hands, (0,)))),
    "the deck": leaky(mindup, view=lambda state, _: state.deck),
    "the next card": leaky(mindup, view=lambda state, _: state.deck[:1]),
    "the picks": leaky(mindup, view=lambda state, _: state.picks),
    "the score orders to come": leaky(mindup, view=lambda state, _: state.setup.orders),
    "the objectives to come": leaky(mindup, view=lambda state, _: state.setup.objectives),
    "the whole log of mindup": leaky(mindup, witness=everything),
    "legal actions of others": leaky(mindup, legal=lambda state, _: mindup.legal(state, 0)),
    "refusals of mindup": telltale(mindup),
    "all hands of extreme": leaky(extreme, view=lambda state, _: state.hands),
    "colours of hands": leaky(
        extreme, view=lambda state, _: [[card[0] for card in hand] for hand in state.hands]
    ),
    "the blind piles": leaky(extreme, view=lambda state, _: state.laid),
    "the blind errors": leaky(
        extreme, view=lambda state, _: extreme.overtaken_in([laid.card for laid in state.laid])
    ),
    "the choices for a star": leaky(extreme, view=lambda state, _: state.chosen),
    "the levels to come": leaky(extreme, view=lambda state, _: state.setup.deals),
    "the whole log of extreme": leaky(extreme, witness=everything),
    "refusals of extreme": telltale(extreme),
}


@pytest.mark.parametrize("what", LEAKS)
def test_a_leak_would_be_noticed(what):
    rules = LEAKS[what]
    honest = mindup if rules.NAME == mindup.NAME else extreme
    assert any(_gives_away(rules, *two_worlds(honest, seed)) for seed in range(100))


def _gives_away(rules, seat, table, other):
    if learned(rules, table, seat) != learned(rules, other, seat):
        return True
    return seat is not None and answered(rules, table, seat) != answered(rules, other, seat)
