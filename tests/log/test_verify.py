"""A replay is true byte for byte, card for card, or it is found out."""

from msgspec.structs import replace

import tacit
from tacit.core.chance import commitment
from tacit.games import extreme, mindup
from tacit.log.replay import dump
from tacit.log.verify import verify


def replay_of(name, players, **settings):
    game = tacit.new(name, players=players, seed=4, **settings)
    while not game.over:
        seat = game.waiting[0]
        game.play(seat, game.legal(seat)[0])
    return game.replay()


def problem(replay, **changes):
    verdict = verify(replace(replay, **changes))
    assert verdict.ok is (verdict.problem is None)
    return verdict.problem


def exchanged(events, number, event):
    return (*events[:number], event, *events[number + 1 :])


def test_a_true_replay_is_true():
    replay = replay_of("mindup", 3)
    verdict = verify(replay, dump(replay))
    assert verdict.ok
    assert (verdict.game, verdict.events, verdict.problem) == ("mindup", len(replay.events), None)


def test_one_changed_byte_is_found():
    replay = replay_of("mindup", 3)
    assert "was changed after it was written" in verify(replay, dump(replay) + b" ").problem


def test_another_seed_does_not_give_these_cards():
    replay = replay_of("mindup", 3)
    said = problem(replay, seed=bytes(32))
    assert said == "Event 1 of 91: round-begun had to follow here, and not as the replay has it."


def test_a_contribution_made_up_later_is_found():
    assert "Event 1 of" in problem(replay_of("extreme", 2), contributions=(b"late",))


def test_a_move_against_the_rules_is_found():
    replay = replay_of("mindup", 3)
    stolen = mindup.Pick(seat=0, card=replay.events[2].card)
    said = problem(replay, events=exchanged(replay.events, 1, stolen))
    assert said.startswith("Event 2 of 91: not allowed: You do not hold the ")


def test_a_consequence_that_does_not_follow_is_found():
    replay = replay_of("extreme", 2)
    early = extreme.StarAgreed()
    said = problem(replay, events=exchanged(replay.events, 1, early))
    assert "star-agreed does not follow from what happened before" in said


def test_a_score_written_up_is_found():
    replay = replay_of("mindup", 3)
    number = next(i for i, e in enumerate(replay.events) if isinstance(e, mindup.RoundEnded))
    ended = replay.events[number]
    better = replace(ended.scores[0], bonuses=(9, 9, 9, 9, 9))
    forged = replace(ended, scores=(better, *ended.scores[1:]))
    assert "round-ended had to follow" in problem(
        replay, events=exchanged(replay.events, number, forged)
    )


def test_a_game_that_stops_early_is_found():
    replay = replay_of("mindup", 3)
    assert problem(replay, events=replay.events[:-1]) == "The game stops before its end."


def test_nothing_happens_after_the_end():
    replay = replay_of("mindup", 3)
    more = (*replay.events, replay.events[1])
    assert problem(replay, events=more) == "Event 92 of 92: not allowed: The game is over."


def test_another_result_is_found():
    replay = replay_of("extreme", 2)
    other = {"outcome": "won", "level": 12}
    assert problem(replay, result=other) == "The result is not what the game gives."


def test_a_name_too_many_is_found():
    replay = replay_of("extreme", 2)
    said = problem(replay, names=("A", "B", "C"))
    assert said == "2 players sat down, but there are 3 names."


def test_impossible_settings_are_found():
    replay = replay_of("mindup", 3)
    said = problem(replay, settings=mindup.Settings(players=7))
    assert said == "Mind Up! is for 3 to 6 players, not 7."


def test_a_commitment_that_a_player_kept_has_to_fit_the_seed():
    """A site that exchanged its seed after it had seen the contributions: a game true in itself."""
    replay = replay_of("mindup", 3)
    line = dump(replay)
    assert verify(replay, line, [commitment(replay.seed)]).ok
    said = verify(replay, line, [commitment(replay.seed), commitment(bytes(32))]).problem
    assert said == "The seed is not the one that a player was promised before the game."
