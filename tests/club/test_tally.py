"""The tally of a group: wins, duels, streaks, the closest call, nights."""

from tacit.club.tally import NIGHT_MS, Duel, Night, Score, TalliedGame, tally

ANN, BOB, CY = "ann", "bob", "cy"
PEOPLE = [ANN, BOB, CY]
HOUR = 3_600_000


def mindup(ended, people, totals, table="K7QF"):
    places = [1 + sum(other > mine for other in totals) for mine in totals]
    result = {"totals": totals, "places": places}
    return TalliedGame(table, 1, "mindup", ended, tuple(people), tuple(people), result)


def extreme(ended, people, outcome, level):
    result = {"outcome": outcome, "level": level}
    return TalliedGame("M2XA", 1, "extreme", ended, tuple(people), tuple(people), result)


def test_wins_bests_and_streaks_are_counted_for_each_member():
    games = [
        mindup(1, [ANN, BOB, ""], [70, 60, 65]),
        mindup(2, [BOB, ANN, ""], [50, 80, 65]),
        mindup(3, [ANN, BOB, CY], [40, 90, 41]),
    ]
    (found,) = tally(games, PEOPLE).games
    assert (found.game, found.together, found.games, found.won) == ("mindup", False, 3, 0)
    assert found.scores == (
        Score(member=0, games=3, won=2, best=80, streak=2),
        Score(member=1, games=3, won=1, best=90, streak=1),
        Score(member=2, games=1, won=0, best=41, streak=0),
    )


def test_duels_count_who_came_in_before_whom():
    games = [
        mindup(1, [ANN, BOB, ""], [70, 60, 99]),
        mindup(2, [ANN, BOB, ""], [60, 70, 99]),
        mindup(3, [ANN, BOB, ""], [70, 70, 99]),  # a shared place is nobody's
        mindup(4, [ANN, CY, ""], [10, 20, 0]),
    ]
    (found,) = tally(games, PEOPLE).games
    assert found.duels == (Duel(0, 1, 1, 1), Duel(0, 2, 0, 1))


def test_the_closest_call_is_the_smallest_lead_the_latest_of_equals():
    games = [
        mindup(1, [ANN, BOB, ""], [70, 60, 65]),
        mindup(2, [ANN, BOB, ""], [70, 69, 65], table="A"),
        mindup(3, [ANN, BOB, ""], [70, 60, 69], table="B"),
    ]
    (found,) = tally(games, PEOPLE).games
    assert (found.closest.table, found.closest.points) == ("B", 1)
    assert found.closest.members == (0, 1)


def test_a_team_wins_together_and_has_its_best_level():
    games = [
        extreme(1, [ANN, BOB], "won", 12),
        extreme(2, [ANN, BOB], "won", 12),
        extreme(3, [ANN, CY], "lost", 7),
    ]
    (found,) = tally(games, PEOPLE).games
    assert (found.together, found.won, found.streak) == (True, 2, 2)
    assert found.closest.points == 12
    assert found.duels == ()
    assert found.scores[0] == Score(member=0, games=3, won=2, best=12, streak=2)


def test_games_without_a_long_pause_are_one_night():
    games = [
        mindup(0, [ANN, BOB, ""], [3, 2, 1]),
        extreme(2 * HOUR, [ANN, CY], "lost", 2),
        mindup(2 * HOUR + NIGHT_MS + 1, [BOB, CY, ""], [3, 2, 1]),
    ]
    assert tally(games, PEOPLE).nights == (
        Night(2 * HOUR + NIGHT_MS + 1, 1, (1, 2)),
        Night(0, 2, (0, 1, 2)),
    )


def test_games_that_were_given_up_and_strangers_do_not_count():
    gone = mindup(1, [ANN, BOB, ""], [3, 2, 1])._replace(result=None)
    assert tally([gone], PEOPLE).games == ()
    (found,) = tally([mindup(1, ["eve", BOB, ""], [3, 2, 1])], PEOPLE).games
    assert [score.member for score in found.scores] == [1]
