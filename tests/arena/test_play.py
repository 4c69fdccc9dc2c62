"""One game of the arena: whatever a bot does, it is finished and judged."""

from pathlib import Path

import pytest

import tacit.arena.tournament.play as arena
from tacit.arena.runner.asking import Timeouts, Watch
from tacit.arena.runner.entrant import entrant
from tacit.arena.tournament.play import Match, Terms, play_game
from tacit.bots.asking import asking_of
from tests.arena import bad_bots

BAD = Path(bad_bots.__file__)


def bad(name):
    return f"{BAD}:{name}"


def terms(*words, **timeouts):
    return Terms(
        game="mindup",
        entrants=tuple(map(entrant, words)),
        players=len(words),
        seed=1,
        millis=50,
        timeouts=Timeouts(**timeouts),
    )


def play(table, rotation=0, lost=None, lineup=(0, 1, 2)):
    match = Match(0, rotation, lineup, lost or {})
    return play_game(table, match, Watch())


def test_a_deal_moved_on_by_a_seat_is_the_same_deal_for_the_next_bot():
    table = terms("greedy@1", "greedy@2", "greedy@3")
    games = [play(table, rotation) for rotation in range(3)]
    for figure in ("scores", "places", "shares"):
        by_slot = [sorted(getattr(game, figure)[slot] for game in games) for slot in range(3)]
        assert by_slot[0] == by_slot[1] == by_slot[2]
    assert games[0].scores == games[1].scores[1:] + games[1].scores[:1]


def test_a_bots_luck_is_its_own_in_every_seat(monkeypatch):
    seeds = []

    def make(seat, players, seed):
        seeds.append((seat, seed))
        return bad_bots.First(seat, players, seed)

    monkeypatch.setattr(arena, "maker", lambda *_: make)
    table = terms("a", "b", "c")
    for rotation in range(3):
        play(table, rotation, lineup=(0, 0, 1))
    by_seed = {}
    for seat, seed in seeds:
        by_seed.setdefault(seed, set()).add(seat)
    assert list(by_seed.values()) == [{0, 1, 2}] * 3


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Crashes", "ZeroDivisionError: one over nothing"),
        ("CannotSit", "ValueError: this chair is taken"),
        ("Cheats", "chose the card 61, which its view does not allow"),
        ("Babbles", "answered 'seven', which is no card"),
        ("Unspeakable", "Sulks"),
        ("Leaves", "SystemExit: 3"),
    ],
)
def test_a_bot_that_misbehaves_is_last_and_the_others_finish(name, reason):
    game = play(terms("greedy", bad(name), "random"))
    assert game.forfeits == {1: reason}
    assert game.places[1] == 3
    assert (game.scores[1], game.shares[1]) == (0, 0)
    assert {game.places[0], game.places[2]} <= {1, 2}
    assert sum(game.shares) == 1


def test_a_game_without_a_bot_that_makes_any_move_lets_the_stand_in_play_on(monkeypatch):
    asking = asking_of("mindup")
    others = {name: where for name, where in asking.bots.items() if name != asking.any_move}
    monkeypatch.setattr(type(asking), "bots", others)
    monkeypatch.setattr(type(asking), "any_move", "")
    game = play(terms("greedy", bad("Cheats"), "linnet"))
    assert game.places[1] == 3
    assert game.scores[0] > 0


def test_a_forfeit_known_before_is_the_bots_whole_game():
    game = play(terms("greedy", "greedy@9", "random"), lost={1: "did not answer"})
    assert game.forfeits == {1: "did not answer"}
    assert game.gone == (1,)
    assert game.cards[1] == 0


def test_nobody_wins_if_all_forfeit():
    game = play(terms(bad("Cheats"), bad("Babbles"), bad("Leaves")))
    assert game.shares == (0, 0, 0)
    assert game.places == (3, 3, 3)


def test_the_third_late_answer_is_a_forfeit_but_not_in_a_first_game():
    table = terms("random", bad("Dawdles"), "greedy", factor=0, spare_s=0.01)
    watch = Watch()
    match = Match(0, 0, (0, 1, 2), {})
    assert play_game(table, match, watch).forfeits == {}
    assert play_game(table, match, watch).forfeits == {1: "was late 3 times: 0.0 s for one answer"}


def test_ties_split_the_win(monkeypatch):
    class Drawn(arena.Game):
        @property
        def result(self):
            return {"totals": [90, 80, 90], "places": [1, 3, 1]}

    monkeypatch.setattr(arena, "Game", Drawn)
    assert play(terms("random", "greedy", "random@1")).shares == (0.5, 0, 0.5)
    assert play(terms("random", "greedy", bad("Cheats"))).shares == (1, 0, 0)
    assert play(terms("random", "greedy", bad("Cheats"))).places == (1, 2, 3)
