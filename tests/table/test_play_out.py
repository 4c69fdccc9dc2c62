"""When the time of a game is up, players act no more, and bots play it out: it always ends."""

from __future__ import annotations

import random

import pytest

from tacit.games.mindup import Pick
from tacit.log.verify import verify
from tacit.table import play_out as module
from tacit.table.decide.first_entries import first_entries
from tacit.table.decide.moderation import CallTime
from tacit.table.decide.requests import AddBot, Join, Pause, Start
from tacit.table.fairtime.game_clock import PLAY_OUT_ATTEMPTS
from tacit.table.log.records import Opened, PersonId, Settings, TimeUp, encode
from tacit.table.log.state import Stage
from tacit.table.outputs import Answered, GiveUp
from tacit.table.past.replays import replay_of
from tacit.table.play_out import play_out
from tacit.table.table import RETRY_AFTER_MS
from tacit.table.tell.messages import Ack
from tests.table.tables import LAY, Desk, pick, play

UNTIL = 60_000
SIZES = {"mindup": 3, "extreme": 2}


def desk(game: str, people: int = 2, *, until: int = UNTIL, seed: int = 1, **more) -> Desk:
    """Return a table of a given deal whose time will be up, and everyone connected."""
    luck = random.Random(seed)
    setup = Opened(
        game, luck.randbytes(32).hex(), Settings(spectators=False), given=True, until=until
    )
    joins = [(PersonId(f"p{at}"), Join(name=f"P{at}")) for at in range(people)]
    host = joins[0][0]
    bots = [(host, AddBot(seat=at, bot="random")) for at in range(people, SIZES[game])]
    entries = first_entries(setup, [*joins, *bots, (host, Start())], lambda: luck.randbytes(32))
    found = Desk(log=[encode(one) for one in entries], **more)
    for person, _ in joins:
        found.connect(person)
    return found


@pytest.mark.parametrize("game", SIZES)
@pytest.mark.parametrize("seed", range(3))
def test_a_game_ends_when_its_time_is_up(game, seed):
    table = desk(game, seed=seed, thinking=True)
    table.wait(UNTIL - 1)
    assert table.state.stage is Stage.PLAYING
    table.wait(1)
    assert table.state.stage is Stage.OVER
    house = table.copy("p0").house
    assert (house["until"], house["time_up"]) == (UNTIL, True), "players are told"
    assert any(isinstance(one, TimeUp) for entry in table.entries() for one in entry.house)
    replay = replay_of(table.entries(), 1)
    assert verify(replay).ok
    table.check_copies()


@pytest.mark.parametrize("game", SIZES)
def test_the_rest_is_a_function_of_the_table(game):
    state = desk(game).state
    assert play_out(state, 5) == play_out(state, 5)


def test_players_act_no_more_once_the_time_is_up():
    table = desk("mindup", saving=False)
    card = table.hand("p0")[0]
    table.wait(UNTIL)
    table.do("p0", pick(card), "late")
    table.do("p1", Pause(), "too late")
    table.save()
    keys = {answer.key for name in ("late", "too late") for _, answer in table.answers(name)}
    assert keys == {"time-up"}
    assert table.state.stage is Stage.OVER


def held_at_the_end(until: int) -> tuple[Desk, str]:
    """Return a table with a card that was pressed in time and waits for a slower connection."""
    table = desk("extreme", until=until)
    table.raise_hands()
    (person, card), (other, _) = table.next_cards()
    table.heard(other).rtt = 280
    table.wait(UNTIL - 1 - table.now)
    held = table.press(person, play(card))
    table.wait(0)
    assert table.answers(held) == []
    return table, held


def test_a_card_that_was_pressed_in_time_counts_though_it_is_held_when_the_time_is_up():
    table, held = held_at_the_end(UNTIL)
    table.wait(1)
    ((_, answer),) = table.answers(held)
    assert isinstance(answer, Ack)
    assert table.state.stage is Stage.OVER


def test_and_when_the_site_calls_time():
    table, held = held_at_the_end(0)
    table.table.moderate(CallTime(), "m", table.now)
    table.pump()
    ((_, answer),) = table.answers(held)
    assert isinstance(answer, Ack)
    assert table.state.stage is Stage.OVER


@pytest.mark.parametrize("game", SIZES)
def test_it_ends_though_it_is_paused_and_everyone_is_away(game):
    table = desk(game)
    table.must("p0", Pause())
    for person in ("p0", "p1"):
        table.leave_the_room(person)
    table.wait(UNTIL)
    assert table.state.stage is Stage.OVER


def test_what_could_not_be_saved_is_tried_again():
    table = desk("extreme", saving=False)
    table.wait(UNTIL)
    table.lose()
    assert table.state.stage is Stage.PLAYING
    table.wait(2000)
    table.save()
    assert table.state.stage is Stage.OVER


def test_a_table_that_is_loaded_after_its_time_ends_at_once():
    before = desk("mindup")
    late = Desk(log=before.log, now=UNTIL + 5)
    late.wait(1)
    assert late.state.stage is Stage.OVER
    crashed = desk("mindup", saving=False)
    crashed.wait(UNTIL)
    between = [*crashed.log, crashed.saves[0].entry]
    resumed = Desk(log=between, now=UNTIL + 5)
    assert resumed.state.stage is Stage.OVER


def test_the_site_may_call_time_once():
    table = desk("mindup", until=0)
    table.wait(10 * UNTIL)
    assert table.state.stage is Stage.PLAYING
    for number in range(2):
        table.table.moderate(CallTime(), f"m{number}", table.now)
        table.pump()
    assert table.state.stage is Stage.OVER
    answered = [one for one in table.outputs if isinstance(one, Answered) and one.id[:1] == "m"]
    assert [one.refused for one in answered] == [None, None]


def test_other_tables_have_no_such_time():
    table = Desk("extreme").seat("ann", "bob")
    table.must("ann", Start())
    table.must("ann", LAY)
    table.wait(10 * UNTIL)
    assert table.state.stage is Stage.PLAYING


def test_a_choice_made_at_the_same_time_is_not_asked_for_again(monkeypatch):
    """And nobody chooses a second time after they have seen the others' choices."""
    state, asked = desk("mindup").state, []
    step = module._PlayedOut._step

    def counted(playing, seat, **more):
        asked.append(seat)
        return step(playing, seat, **more)

    monkeypatch.setattr(module._PlayedOut, "_step", counted)
    chosen = [one for one in play_out(state, 5).events if isinstance(one, Pick)]
    assert len(asked) == len(chosen) > 3


class Fails:
    """A bot that fails at everything."""

    def __init__(self, seat, players, seed):
        pass

    def __getattr__(self, name):
        raise AttributeError(name)


@pytest.mark.parametrize("game", SIZES)
def test_bots_that_fail_do_not_keep_a_game_from_ending(game, monkeypatch):
    state = desk(game).state
    monkeypatch.setattr(module, "find_bot", lambda _name, _game: Fails)
    assert state.rules.over(play_out(state, 5).state)


@pytest.mark.parametrize("game", SIZES)
def test_bots_that_cannot_even_sit_down_do_not_keep_a_game_from_ending(game, monkeypatch):
    def broken(*_: object) -> None:
        raise ValueError("no such bot")

    state = desk(game).state
    monkeypatch.setattr(module, "find_bot", lambda _name, _game: broken)
    assert state.rules.over(play_out(state, 5).state)


class Failing:
    """Plays games out after some failures."""

    def __init__(self, failures: float):
        self.failures = failures
        self.tried = 0

    def __call__(self, state, now):
        self.tried += 1
        if self.tried <= self.failures:
            raise RuntimeError("The bots did not finish the game.")
        return play_out(state, now)


def given_up(table: Desk) -> int:
    return sum(isinstance(one, GiveUp) for one in table.outputs)


@pytest.mark.parametrize("game", SIZES)
def test_a_game_that_could_not_be_played_out_is_tried_again(game):
    table = desk(game)
    table.play_out = Failing(PLAY_OUT_ATTEMPTS - 1)
    table.wait(UNTIL)
    assert table.state.stage is Stage.PLAYING
    table.wait(10 * RETRY_AFTER_MS)
    assert (table.state.stage, given_up(table)) == (Stage.OVER, 0)


@pytest.mark.parametrize("game", SIZES)
def test_a_game_that_can_never_be_played_out_is_given_up_once(game):
    table = desk(game)
    table.play_out = Failing(float("inf"))
    table.wait(UNTIL + 100 * RETRY_AFTER_MS)
    assert table.play_out.tried == PLAY_OUT_ATTEMPTS, "its cost is bounded"
    assert (table.state.stage, given_up(table)) == (Stage.PLAYING, 1)


class Cheats(Fails):
    """A bot that wants what the rules refuse."""

    def choose(self, view, budget):
        return 999

    def plan(self, view, now):
        return now, "no action"


@pytest.mark.parametrize("game", SIZES)
def test_bots_that_break_the_rules_do_not_keep_a_game_from_ending(game, monkeypatch):
    state = desk(game).state
    monkeypatch.setattr(module, "find_bot", lambda _name, _game: Cheats)
    assert state.rules.over(play_out(state, 5).state)


def test_a_game_that_the_bots_do_not_end_is_an_error_and_no_endless_loop(monkeypatch):
    state = desk("mindup").state
    monkeypatch.setattr(module, "MOST_ACTIONS", 2)
    with pytest.raises(RuntimeError, match="did not finish"):
        play_out(state, 5)


def test_a_bot_that_needs_a_worker_process_is_played_out_by_the_stand_in(monkeypatch):
    luck = random.Random(1)
    setup = Opened("mindup", luck.randbytes(32).hex(), Settings(spectators=False))
    host = PersonId("p0")
    seated = [(host, Join(name="P0")), *((host, AddBot(seat=at, bot="heron")) for at in (1, 2))]
    entries = first_entries(setup, [*seated, (host, Start())], lambda: luck.randbytes(32))
    state = Desk(log=[encode(one) for one in entries]).state
    asked = []
    find = module.find_bot
    monkeypatch.setattr(
        module, "find_bot", lambda name, game: (asked.append(name), find(name, game))[1]
    )
    assert state.rules.over(play_out(state, 5).state)
    assert asked == ["greedy"] * 3
