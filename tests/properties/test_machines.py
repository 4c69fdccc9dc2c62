"""Tables that hypothesis itself plays, lawfully and not, looking for a state that breaks a rule."""

import random

import msgspec
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from msgspec.structs import replace

from tacit.games import extreme, mindup
from tests.judge.extreme import comes_before
from tests.properties.attempts import absurd, conceivable
from tests.properties.invariants import (
    assert_cards_conserved,
    assert_lives_in_bounds,
    assert_refused,
    assert_waiting_makes_sense,
    fold,
)
from tests.properties.players import Table, Whim, clock, some_setup

seeds = st.integers(0, 2**32)
numbers = st.integers(0, 1000)
going_on = precondition(lambda machine: not machine.table.over)


class TableMachine(RuleBasedStateMachine):
    """A table that starts somewhere in a game and is then pushed about."""

    game = None

    @initialize(seed=seeds, actions=st.integers(0, 150))
    def sit_down(self, seed, actions):
        rng = random.Random(seed)
        self.setup = some_setup(self.game, rng)
        self.table = Whim(rng).play(Table(self.game, self.setup), actions)

    @property
    def state(self):
        return self.table.state

    @going_on
    @rule(seat=numbers, choice=numbers, later=st.integers(0, 5000))
    def a_player_does_what_is_allowed(self, seat, choice, later):
        legal = self.game.legal(self.state, seat % self.state.players)
        if legal:
            now = clock(self.game, self.state)
            self.table.act(replace(legal[choice % len(legal)], at=now + later))

    @going_on
    @rule(seed=seeds, actions=st.integers(1, 20))
    def the_game_goes_on(self, seed, actions):
        Whim(random.Random(seed)).play(self.table, actions)

    @rule(seat=numbers, choice=numbers)
    def a_player_tries_what_is_forbidden(self, seat, choice):
        seat %= self.state.players
        now = clock(self.game, self.state)
        options = conceivable(self.game, seat, now)
        action = options[choice % len(options)]
        if action not in self.game.legal(self.state, seat):
            assert_refused(self.game, self.state, action)

    @rule(seat=numbers, choice=numbers)
    def a_player_tries_what_is_absurd(self, seat, choice):
        options = absurd(self.game, seat % self.state.players, clock(self.game, self.state))
        assert_refused(self.game, self.state, options[choice % len(options)])

    @rule(seat=st.integers(6, 100) | st.integers(-100, -1), choice=numbers)
    def nobody_tries_anything(self, seat, choice):
        options = conceivable(self.game, seat, clock(self.game, self.state))
        assert_refused(self.game, self.state, options[choice % len(options)])

    @invariant()
    def cards_are_conserved(self):
        assert_cards_conserved(self.game, self.state)

    @invariant()
    def a_player_is_waited_for(self):
        assert_waiting_makes_sense(self.game, self.state)

    @invariant()
    def everybody_sees_his_own_hand(self):
        for seat, hand in enumerate(self.state.hands):
            seen = self.game.view(self.state, seat)
            assert seen.hand == hand
            assert msgspec.json.decode(msgspec.json.encode(seen), type=self.game.View) == seen
        assert self.game.view(self.state, None).hand == ()

    def teardown(self):
        if hasattr(self, "table"):
            assert fold(self.game, self.setup, self.table.log) == self.state


class MindUpMachine(TableMachine):
    game = mindup

    @invariant()
    def all_hands_are_as_long(self):
        assert len(set(map(len, self.state.hands))) == 1

    @invariant()
    def known_cards_are_held(self):
        for known, hand in zip(self.state.known, self.state.hands, strict=True):
            assert set(known) <= set(hand)
            assert len(hand) - len(known) <= (7 if self.state.round == 1 else 1)


class ExtremeMachine(TableMachine):
    game = extreme

    @precondition(lambda machine: machine.state.now > 0)
    @rule(seat=numbers, choice=numbers)
    def a_player_acts_in_the_past(self, seat, choice):
        options = conceivable(extreme, seat % self.state.players, self.state.now - 1)
        assert_refused(extreme, self.state, options[choice % len(options)])

    @invariant()
    def lives_and_stars_are_in_bounds(self):
        assert_lives_in_bounds(self.state)

    @invariant()
    def nobody_answers_twice(self):
        for seat in range(self.state.players):
            kinds = {type(action) for action in extreme.legal(self.state, seat)}
            assert extreme.LayHand not in kinds or not self.state.down[seat]
            assert extreme.Vote not in kinds or self.state.votes[seat] is None
            assert extreme.Discard not in kinds or self.state.chosen[seat] is None
            assert extreme.Ready not in kinds or not self.state.ready[seat]
            assert extreme.ProposeStar not in kinds or self.state.stars > 0

    @invariant()
    def play_stops_and_goes_on_in_turn(self):
        playing = [pause.playing for pause in self.state.pauses]
        assert playing == [number % 2 == 0 for number in range(len(playing))]
        if self.state.phase is extreme.Phase.PLAYING:
            assert playing[-1]
        times = [pause.at for pause in self.state.pauses]
        assert times == sorted(times)

    @invariant()
    def open_piles_are_in_order(self):
        for colour in extreme.Colour:
            if colour not in self.state.blind:
                values = [int(laid.card[1:]) for laid in self.state.pile(colour)]
                assert values == sorted(values, reverse=colour is extreme.Colour.RED)

    @precondition(lambda machine: not machine.table.over)
    @invariant()
    def nobody_holds_what_an_open_pile_has_passed(self):
        open_cards = [laid.card for laid in self.state.laid if laid.colour not in self.state.blind]
        for hand in self.state.hands:
            for card in hand:
                assert not any(comes_before(card, laid) for laid in open_cards)


some_steps = settings(stateful_step_count=30)
TestMindUp = MindUpMachine.TestCase
TestMindUp.settings = some_steps
TestExtreme = ExtremeMachine.TestCase
TestExtreme.settings = some_steps
