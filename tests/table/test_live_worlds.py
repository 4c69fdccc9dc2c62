"""Nobody at a live table learns anything that depends on what they may not know.

A game is played at a table, by real requests over lines, and played again in a world that one seat
could not tell apart (see tests/properties/test_no_peeking.py). Meanwhile that seat, or a spectator,
tries everything they can think of at every moment, and people come and go. Every byte over their
line, the moment it came, and everything that is counted, has to be the same.
"""

import random
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tacit.core.chance import Chance
from tacit.core.rulebook import Refused
from tacit.games import extreme, mindup
from tacit.table import referee
from tacit.table.decide.requests import Act, Join, Pause, Rename, Resume, Start
from tacit.table.outputs import Answered, Ask, Save
from tests.properties import extreme_worlds
from tests.properties import players as played
from tests.properties.attempts import conceivable
from tests.properties.players import BOTH
from tests.properties.test_no_peeking import two_worlds
from tests.table.tables import Desk

both_games = pytest.mark.parametrize("rules", BOTH, ids=lambda rules: rules.NAME)
NAMES = ("ann", "bob", "cleo", "dora", "emil", "fay")
WATCHER = "gil"


class Observer:
    """A player at a desk who tries everything, and all that can be known from where they are."""

    def __init__(self, rules, setup, seat, seed):
        self.rules = rules
        self.rng = random.Random(seed)
        self.learned = []
        people = NAMES[: setup.players]
        self.me = WATCHER if seat is None else people[seat]
        self.seat = seat
        with patch.object(rules, "draw", lambda *_: setup):
            self.desk = Desk(rules.NAME).seat(*people)
            self.desk.connect(WATCHER)
            self.desk.must(WATCHER, Join(name="Gil", watch=True))
            self.desk.must(people[0], Start())
        self.people = people
        self._take()

    def _take(self):
        """Note what came, what was counted, and how much was saved and asked."""
        outputs, self.desk.outputs = self.desk.outputs, []
        mine = [line.raw for line in self.desk.lines.values() if line.person == self.me]
        counted = [one for one in outputs if isinstance(one, Answered)]
        amount = [sum(isinstance(one, kind) for one in outputs) for kind in (Save, Ask)]
        self.learned.append((self.desk.now, [list(raw) for raw in mine], counted, amount))
        for raw in mine:
            raw.clear()

    def follow(self, actions):
        """Let the game take its course, as it was played."""
        for action in actions:
            self.desk.wait(max(0, action.at - self.desk.now))
            said = {"kind": action.__struct_config__.tag}
            said |= {
                name: getattr(action, name) for name in ("card", "agree") if hasattr(action, name)
            }
            self.desk.press(self.people[action.seat], Act(action=said))
            self.desk.wait(0)
            self._take()
            if self.rng.random() < 0.5 or action is actions[-1]:
                self._try_everything()
            elif self.rng.random() < 0.2:
                self._come_and_go()

    def _try_everything(self):
        """Try what is not allowed, which has to be refused in the same words."""
        state = self.desk.game
        mine = () if self.seat is None else conceivable(self.rules, self.seat, self.desk.now)
        tries = [one for one in mine if isinstance(self.rules.refusal(state, one), Refused)]
        for one in self.rng.sample(tries, min(8, len(tries))) + self._taken_from_me(tries):
            said = {"kind": one.__struct_config__.tag}
            said |= {name: getattr(one, name) for name in ("card", "agree") if hasattr(one, name)}
            self.desk.press(self.me, Act(action=said))
        self.desk.press(self.me, self.rng.choice((Rename(name="Me"), Resume())))
        self.desk.wait(0)
        self._take()

    def _taken_from_me(self, tries):
        """Press once more what is set aside: a close call must not tell what lies face down."""
        aside = [card for seat, card in getattr(self.desk.game, "aside", ()) if seat == self.seat]
        return [one for one in tries if getattr(one, "card", None) in aside]

    def _come_and_go(self):
        person = self.rng.choice(self.people)
        if self.rules is mindup:
            self.desk.leave_the_room(person)
            self.desk.connect(person)
            self.desk.press(person, Pause())
            self.desk.press(person, Resume())
        else:
            self.desk.connect(person)  # a lost connection would stop the level
        self.desk.wait(0)
        self._take()


def watched(rules, table, seat, seed):
    observer = Observer(rules, table.state.setup, seat, seed)
    observer.follow([one for one in table.log if isinstance(one, rules.Action)])
    return observer


@both_games
@settings(max_examples=max(10, settings.default.max_examples // 2))
@given(st.integers(0, 2**32))
def test_a_live_table_tells_the_same_in_worlds_one_cannot_tell_apart(rules, seed):
    seat, table, other = two_worlds(rules, seed)
    here, there = (watched(rules, one, seat, seed) for one in (table, other))
    assert here.desk.state.stage == there.desk.state.stage
    if not rules.over(table.state):  # the seed is told at the end
        assert here.learned == there.learned


def asked_a_blind_pile(seed):
    """Return worlds in which a seat gave a white card to a star, and another lies face down since.

    The level was stopped right after that, and the seat presses its lost card once more.
    """
    rng = random.Random(seed)
    table = played.Table(extreme, some_setup_for_two(rng))
    while table.state.level < 3:
        _faultless(table, rng)
    _raise_hands(table)
    table.act(extreme.ProposeStar(seat=0, at=table.state.now))
    table.act(extreme.Vote(seat=1, agree=True, at=table.state.now))
    for seat in (0, 1):
        table.act(extreme.Discard(seat=seat, card=table.state.hands[seat][0], at=table.state.now))
    _raise_hands(table)
    table.act(extreme.Play(seat=1, card=table.state.hands[1][0], at=table.state.now + 40))
    table.act(extreme.Stop(seat=0, at=table.state.now))
    other_setup, actions = extreme_worlds.another(table.state.setup, table.log, 0, rng)
    other = played.Table(extreme, other_setup)
    for action in actions:
        other.act(action)
    return table, other


def some_setup_for_two(rng):
    """Deals in which both have two white cards at least in the first blind level."""
    while True:
        setup = extreme.draw(extreme.Settings(players=2), Chance(rng.randbytes(32)))
        if all(card[0] == "W" for hand in setup.deals[2] for card in hand[:2]):
            return setup


def _raise_hands(table):
    for kind in (extreme.LayHand, extreme.LiftHand):
        for seat in (0, 1):
            table.act(kind(seat=seat, at=table.state.now))


def _faultless(table, rng):
    """Pass a level."""
    _raise_hands(table)
    while table.state.phase is extreme.Phase.PLAYING:
        table.act(replace(rng.choice(played.right_plays(table.state)), at=table.state.now))
    for seat in (0, 1):
        table.act(extreme.Ready(seat=seat, at=table.state.now))


def test_me_21_a_press_that_came_too_late_tells_nothing_of_a_card_that_lies_face_down():
    for seed in range(20):
        table, other = asked_a_blind_pile(seed)
        here, there = (watched(extreme, one, 0, seed) for one in (table, other))
        assert here.learned == there.learned, f"seed {seed}"
        assert here.desk.state.close is None


def asks_the_blind_pile(honest):
    """Return a close call as it was judged before: by the top card, face down or not."""

    def close_call(state, press):
        opened = replace(state.play, level=1) if state.play is not None else None
        return honest(replace(state, play=opened), press)

    return close_call


def test_a_close_call_with_a_face_down_card_would_be_noticed(monkeypatch):
    honest = referee.close_call
    monkeypatch.setattr(referee, "close_call", asks_the_blind_pile(honest))
    found = 0
    for seed in range(20):
        table, other = asked_a_blind_pile(seed)
        here, there = (watched(extreme, one, 0, seed) for one in (table, other))
        found += here.learned != there.learned
    assert found
