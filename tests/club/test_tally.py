"""The tally of a group: wins, duels, streaks, the closest call, nights."""

from tacit.club.tally import NIGHT_MS, Duel, Night, Score, TalliedGame, tally
from tacit.club.tally_change import TallyChange, last_change

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
    (found,) = tally(games, PEOPLE, here={ANN, CY}).games
    assert found.duels == (Duel(0, 2, 0, 1),)
    assert len(found.scores) == 3, "who has left stays in the scores"


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
    assert found.scores[0] == Score(member=0, games=3, won=2, best=12, streak=2, of=12)


def test_teams_of_different_sizes_are_compared_by_a_win_and_then_by_their_share_of_the_levels():
    two, three, four = [ANN, BOB], [ANN, BOB, CY], [ANN, BOB, CY, ""]
    games = [extreme(1, three, "lost", 7), extreme(2, two, "lost", 8)]
    (found,) = tally(games, PEOPLE).games
    assert (found.closest.points, found.closest.of) == (7, 10), "7 of 10 is further than 8 of 12"
    assert [(one.best, one.of) for one in found.scores] == [(7, 10), (7, 10), (7, 10)]
    assert change_of(games) == TallyChange()
    games.append(extreme(3, two, "lost", 9))
    assert change_of(games) == TallyChange(bests=(0, 1), closest=True), "9 of 12"
    games.append(extreme(4, four, "lost", 8))
    assert change_of(games) == TallyChange(bests=(0, 1, 2), closest=True)
    games.append(extreme(5, four, "won", 8))
    assert change_of(games).closest, "as far as before, and won"
    (found,) = tally(games, PEOPLE).games
    assert (found.closest.at, found.closest.won, found.closest.of) == (5, True, 8)
    games.append(extreme(6, two, "lost", 12))
    assert not change_of(games).closest
    (found,) = tally(games, PEOPLE).games
    assert found.closest.at == 5, "a level that a larger team has not is not further than its win"
    games.append(extreme(7, three, "won", 10))
    assert not change_of(games).closest
    (found,) = tally(games, PEOPLE).games
    assert found.closest.at == 7, "the latest of equals"


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


def change_of(games, here=(ANN, BOB, CY)):
    return last_change(games, tally(games, PEOPLE, set(here)), PEOPLE, set(here))


def test_a_game_says_which_records_it_set_and_how_the_duels_stand():
    games = [
        mindup(1, [ANN, BOB, CY], [70, 60, 40]),
        mindup(2, [ANN, BOB, CY], [80, 90, 30]),
    ]
    change = change_of(games)
    # Bob and Ann have new bests; Bob is now level with Ann, and each is one more ahead of Cy.
    assert (change.bests, change.streaks, change.closest) == ((0, 1), (), False)
    assert change.duels == (Duel(1, 0, 1, 1), Duel(0, 2, 2, 0), Duel(1, 2, 2, 0))
    games.append(mindup(3, [ANN, BOB, ""], [50, 51, 10]))
    change = change_of(games)
    assert (change.bests, change.streaks, change.closest) == ((), (1,), True)
    assert change.duels == (Duel(1, 0, 2, 1),)


def test_what_is_only_as_good_as_before_or_the_first_of_its_kind_is_no_record():
    first = mindup(1, [ANN, BOB, ""], [70, 60, 1])
    assert change_of([first]) == TallyChange(duels=(Duel(0, 1, 1, 0),))
    again = mindup(2, [ANN, BOB, ""], [70, 60, 1], table="A")
    assert change_of([first, again]) == TallyChange(streaks=(0,), duels=(Duel(0, 1, 2, 0),))
    tie = mindup(3, [ANN, BOB, ""], [60, 60, 1])
    assert change_of([first, tie]) == TallyChange(streaks=(0,), closest=True)
    assert change_of([first, extreme(2, [ANN, BOB], "lost", 3)]) == TallyChange()
    given_up = tie._replace(result=None)
    assert change_of([first, given_up]) == change_of([]) == TallyChange()


def test_a_team_that_came_further_or_won_again_is_told():
    games = [extreme(1, [ANN, BOB], "lost", 3), extreme(2, [ANN, BOB], "won", 12)]
    assert change_of(games) == TallyChange(bests=(0, 1), closest=True)
    games.append(extreme(3, [ANN, BOB], "won", 12))
    assert change_of(games) == TallyChange(streaks=(0, 1), streak=True)
    games.append(extreme(4, [ANN, BOB], "lost", 5))
    assert change_of(games) == TallyChange()
