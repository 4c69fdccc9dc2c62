"""What a table tells a returning client is bounded by its game, not by all that was ever asked.

People propose stars and refuse them, stop and go on, pause, talk, come, go, change their names and
ask for what is not allowed, thousands of times. A failure prints its seed.
"""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tacit.table.decide.guests import MOST_EVER, MOST_PEOPLE
from tacit.table.decide.requests import Join, Leave, Pause, Rename, Resume, Say, Show, Start
from tacit.table.log.fold import MOST_CHAT
from tacit.table.tell.messages import Hello, Sync
from tacit.table.tell.updates import REMEMBERED
from tests.table.tables import LAY, LIFT, STAR, STOP, Desk, act, pick

REQUESTS = 1000
LONGEST_VIEW = 12_000
LONGEST_SAID = 1200
"""A line of talk in JSON, in the widest letters there are."""
LONGEST_GUEST = 200
LONGEST_EVENT = 300
LONGEST_SYNC = (
    LONGEST_VIEW
    + MOST_CHAT * LONGEST_SAID
    + MOST_PEOPLE * LONGEST_GUEST
    + REMEMBERED * LONGEST_EVENT
)

PLAYING = {
    "extreme": (LAY, LIFT, STAR, STOP, act("vote", agree=False), act("play", card="W99")),
    "mindup": (*(pick(card) for card in range(1, 61)), act("take-back")),
}


def wants(rng, game):
    """Return something that a player asks for."""
    said = "".join(rng.choices("abc äß𝄞", k=rng.randrange(1, 400)))
    around = (Pause(), Resume(), Say(text=said), Show(emote="wave"), Rename(name=said[:30]))
    return rng.choice(PLAYING[game] if rng.random() < 0.8 else around)


def hello(desk, person):
    """Ask for everything again; return how many bytes it is."""
    line = desk.heard(person)
    desk.send(desk.line(person), Hello(protocol=1, version=0))
    assert isinstance(line.messages[-1], Sync)
    size = len(line.raw[-1])
    for one in desk.lines.values():
        one.raw.clear()
        one.messages.clear()
        one._told.clear()
    desk.outputs.clear()
    return size


@pytest.mark.parametrize("game", PLAYING)
@settings(max_examples=2)
@given(seed=st.integers(0, 2**32))
def test_the_answer_to_a_hello_is_bounded_however_much_was_asked(game, seed):
    rng = random.Random(seed)
    players = ("ann", "bob", "cleo")
    desk = Desk(game).seat(*players)
    desk.do("ann", Start())
    largest = 0
    for number in range(REQUESTS):
        desk.do(rng.choice(players), wants(rng, game))
        desk.now += rng.choice((0, 1, 200))
        if number % 10 == 0:
            watcher = f"watcher {number}"
            desk.connect(watcher)
            desk.do(watcher, Join(name="W" * 24, watch=True))
            if rng.random() < 0.5:
                desk.do(watcher, Leave())
            desk.hang_up(watcher)
            del desk.lines[desk.line(watcher)]
        if number % 50 == 0:
            largest = max(largest, *(hello(desk, person) for person in players))
    assert largest < LONGEST_SYNC
    assert len(desk.state.people) <= MOST_EVER
    assert len(desk.entries()) > REQUESTS / 10, "enough has happened to tell"


def test_me26_a_star_refused_a_thousand_times_makes_no_answer_longer():
    desk = Desk("extreme").seat("ann", "bob")
    desk.do("ann", Start())
    desk.raise_hands()
    sizes = []
    for _ in range(1000):
        desk.now += 10
        desk.do("ann", STAR)
        desk.wait(200)
        desk.must("bob", act("vote", agree=False))
        sizes.append(hello(desk, "ann"))
    assert sizes[-1] - sizes[0] < 100, "but for the digits of its clock and its version"
