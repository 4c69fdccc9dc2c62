"""A game in progress, as Python users hold it."""

import copy
import hashlib
import pickle

import pytest

import tacit
from tacit.games import extreme, mindup
from tacit.log.game import Game, seed_from
from tacit.log.replay import load
from tacit.log.verify import verify


def played(game: Game) -> Game:
    while not game.over:
        seat = game.waiting[0]
        game.play(seat, game.legal(seat)[0])
    return game


def test_a_new_game_has_its_first_cards_dealt():
    game = tacit.new("mindup", players=4, seed=7)
    assert [len(game.view(seat).hand) for seat in range(4)] == [7, 7, 7, 7]
    assert game.waiting == (0, 1, 2, 3)
    assert not game.over


def test_the_same_number_gives_the_same_game_and_another_number_another():
    row = tacit.new("mindup", players=4, seed=7).view(0).row
    assert tacit.new("mindup", players=4, seed=7).view(0).row == row
    assert tacit.new("mindup", players=4, seed=8).view(0).row != row


def test_without_a_seed_games_differ():
    assert tacit.new("extreme", players=2).commitment != tacit.new("extreme", players=2).commitment


def test_bytes_are_taken_as_the_seed_itself():
    game = tacit.new("mindup", players=3, seed=bytes(32))
    assert game.commitment == "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"


def test_a_contribution_changes_the_cards_but_not_the_commitment():
    alone = Game("mindup", {"players": 3}, seed=bytes(32))
    mixed = Game("mindup", {"players": 3}, seed=bytes(32), contributions=[b"mine"])
    assert alone.commitment == mixed.commitment
    assert alone.view(0).row != mixed.view(0).row


@pytest.mark.parametrize(("name", "players"), [("mindup", 6), ("extreme", 3)])
def test_a_whole_game_by_legal_and_play(name, players):
    game = played(tacit.new(name, players=players, seed=1))
    assert game.waiting == ()
    assert all(game.legal(seat) == () for seat in range(players))


def test_objectives_are_a_setting_of_mind_up():
    assert len(tacit.new("mindup", players=3, objectives=5).view(0).objectives) == 5


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: tacit.new("chess", players=2), "There is no game 'chess'"),
        (lambda: tacit.new("mindup", players=2), "3 to 6 players, not 2"),
        (lambda: tacit.new("mindup", players=4, objectives=6), "0 to 5 objectives, not 6"),
        (lambda: tacit.new("extreme", players=5), "2 to 4 players, not 5"),
        (lambda: tacit.new("extreme", players=4, objectives=1), "unknown field `objectives`"),
        (lambda: tacit.new("mindup", players=4.0), "Expected `int`, got `float`"),
        (lambda: tacit.new("mindup", players=4, objectives=2.5), "Expected `int`, got `float`"),
        (lambda: tacit.new("mindup", players=3, names=[1, 2, 3]), "1 cannot be a name"),
        (lambda: tacit.new("mindup", players=3, names=["a", "b", "\ud800"]), "cannot be a name"),
        (lambda: tacit.new("mindup", players=3, seed=b"short"), "A seed has 32 bytes, not 5"),
        (lambda: tacit.new("mindup", players=3, names=["A"]), "3 players need 3 names, not 1"),
    ],
)
def test_an_impossible_game_says_what_is_possible(make, said):
    with pytest.raises(tacit.SettingsError, match=said):
        make()


def test_a_refused_action_changes_nothing_and_says_why():
    game = tacit.new("extreme", players=2, seed=1)
    before, events = game.state, list(game.events)
    card = game.view(0).hand[0]
    with pytest.raises(tacit.ActionRefused, match="Play has stopped") as caught:
        game.play(0, extreme.Play(seat=0, card=card))
    assert caught.value.refused.key == "not-playing"
    assert game.state is before
    assert game.events == events


def test_nobody_acts_for_another_seat():
    game = tacit.new("mindup", players=3, seed=1)
    with pytest.raises(ValueError, match="Seat 0 cannot act for seat 1"):
        game.play(0, game.legal(1)[0])


def test_what_is_not_an_action_is_named():
    game = tacit.new("mindup", players=3, seed=1)
    with pytest.raises(TypeError, match=r"22 is not an action: take one of game.legal\(0\)"):
        game.play(0, 22)
    card = game.view(0).hand[0]
    with pytest.raises(TypeError, match="is not an action"):
        game.play(0, mindup.Pick(seat=0, card=float(card)))
    with pytest.raises(TypeError, match="is not an action"):
        game.play(0, mindup.Pick(seat=False, card=card))


@pytest.mark.parametrize("seat", [-1, 3])
def test_there_is_no_seat_beyond_the_table(seat):
    game = tacit.new("mindup", players=3, seed=1)
    with pytest.raises(ValueError, match=f"There is no seat {seat}: they are 0 to 2"):
        game.view(seat)
    with pytest.raises(ValueError, match="There is no seat"):
        game.legal(seat)


def test_play_returns_what_happened_and_the_log_keeps_it():
    game = tacit.new("mindup", players=3, seed=1)
    game.play(0, game.legal(0)[0])
    game.play(1, game.legal(1)[0])
    events = game.play(2, game.legal(2)[0])
    assert [type(event) for event in events] == [mindup.Pick, mindup.Revealed]
    assert tuple(game.events[-2:]) == events


def test_the_seed_stays_secret_until_the_game_is_over(tmp_path):
    game = tacit.new("mindup", players=3, seed=1)
    with pytest.raises(ValueError, match="secret until then"):
        game.save(tmp_path / "early.tacit.json")
    assert list(tmp_path.iterdir()) == []


def test_a_saved_game_verifies_and_leaves_nothing_beside_it(tmp_path):
    path = tmp_path / "game.tacit.json"
    played(tacit.new("extreme", players=2, seed=5, names=["Ana", "Bo"])).save(path)
    line = path.read_bytes().removesuffix(b"\n")
    assert verify(load(line), line).ok
    assert list(tmp_path.iterdir()) == [path]


def test_a_seed_from_a_text_is_documented():
    assert seed_from("7") == hashlib.sha256(b"tacit seed 7").digest()


def halfway(name: str) -> Game:
    game = tacit.new(name, players=3, seed=5)
    for _ in range(20):
        seat = game.waiting[0]
        game.play(seat, game.legal(seat)[0])
    return game


COPIES = {
    "copy": Game.copy,
    "copy.copy": copy.copy,
    "copy.deepcopy": copy.deepcopy,
    "pickle": lambda game: pickle.loads(pickle.dumps(game)),
}


@pytest.mark.parametrize("name", ["mindup", "extreme"])
@pytest.mark.parametrize("how", COPIES)
def test_a_copy_goes_on_by_itself(name, how):
    game = halfway(name)
    before = game.scoresheet()
    other = COPIES[how](game)
    assert other.scoresheet() == before
    assert other.commitment == game.commitment
    played(other)
    assert game.scoresheet() == before
    assert played(game).scoresheet() == other.scoresheet()
    assert verify(other.replay()).ok


def test_copies_share_nothing_that_changes():
    game = halfway("mindup")
    other = game.copy()
    other.events.clear()
    assert game.events
