"""Finished games are kept as the logs tell them, and again the same."""

import random
import re
from concurrent.futures import Future
from contextlib import closing

import msgspec
import pytest

from tacit.arena.rating import after_game, beginner
from tacit.arena.strengths import strengths
from tacit.review.reviewing import heard
from tacit.server.history.projection import Projection, about, rated_id, weight
from tacit.store import SqliteStore, open_store
from tacit.store.games import BEGINNING
from tacit.store.postgres.log import PostgresStore
from tacit.table.log.records import Ended, Entry, encode
from tests.store.postgres_server import new_place
from tests.table.logged import log_of

ANN, BOB, CY = ("ann-id", "Ann"), ("bob-id", "Bob"), ("cy-id", "Cy")
DAY = 24 * 3600 * 1000


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def store(request, tmp_path):
    if request.param == "memory":
        made = open_store("memory:")
    elif request.param == "sqlite":
        made = SqliteStore(tmp_path / "live.db")
    else:
        made = PostgresStore(new_place())
    with closing(made):
        yield made


def keep(store, table, log, *, after=0, closed=True):
    done = Future()
    store.append(table, after, log[after:], done.set_result, closed=closed)
    assert done.result(20) is None


def catch_up(store):
    projection = Projection(store.games)
    while projection.read_new() + projection.rate_new():
        pass
    while waiting := projection.unheard(10):
        for game, replay in waiting:
            projection.hear(game, msgspec.json.encode(heard(replay)))


def rows(store):
    """All that is kept."""
    games = store.games.after(BEGINNING, 1000)
    who = {
        rated_id(about(game).game, person, player.name)
        for game in games
        for person, player in zip(game.people, about(game).players, strict=True)
    }
    return games, {one: store.games.history(one, 1000) for one in sorted(who)}


def fill(store, tables=6):
    """Play at some tables, in one order, and end in another."""
    chance = random.Random(5)
    for number in range(tables):
        game = chance.choice(["mindup", "mindup", "extreme"])
        people = chance.sample([ANN, BOB, CY], 2)
        bots = [chance.choice(["random", "greedy"])] if game == "mindup" else []
        at = 1_700_000_000_000 + chance.randrange(100) * DAY
        keep(store, f"t{number}", log_of(game, people, bots, seed=number, games=2, at=at))


def test_dropped_and_made_again_it_is_the_same(store):
    fill(store)
    catch_up(store)
    before = rows(store)
    assert len(before[0]) == 12
    assert any(before[1].values())
    assert {game.heard == b"{}" for game in before[0]} == {True, False}
    store.games.drop()
    assert rows(store)[0] == []
    catch_up(store)
    assert rows(store) == before


def test_game_by_game_it_is_the_same_as_all_at_once(store):
    fill(store)
    projection = Projection(store.games)
    names = [f"t{number}" for number in range(6)]
    random.Random(1).shuffle(names)
    for name in names:
        projection.read([name])
        projection.rate_new()
    catch_up(store)
    before = rows(store)
    store.games.drop()
    catch_up(store)
    assert rows(store) == before


def test_somebodys_games_are_told_with_whom_and_how(store):
    log = log_of("mindup", [ANN, BOB], ["greedy"], games=2)
    keep(store, "K7QF", log)
    catch_up(store)
    last, first = store.games.of("ann-id", 10)
    told = about(first)
    assert told.game == "mindup"
    assert [player.name for player in told.players] == ["Ann", "Bob", "greedy"]
    assert sorted(told.result) == ["places", "totals"]
    assert (first.position.number, last.position.number) == (1, 2)
    assert b"ann-id" not in first.about


def test_ratings_follow_the_places_in_the_order_of_the_games(store):
    log = log_of("mindup", [ANN, BOB], ["greedy"], games=2)
    keep(store, "K7QF", log)
    catch_up(store)
    lineup = [
        rated_id("mindup", "ann-id"),
        rated_id("mindup", "bob-id"),
        rated_id("mindup", "", "greedy"),
    ]
    expected = {lineup[2]: strengths("mindup")["greedy"]}
    for game in store.games.after(BEGINNING, 10):
        expected |= after_game(expected, lineup, about(game).result["places"])
    rated = store.games.ratings(lineup)
    assert {who: (one.mu, one.sigma) for who, one in rated.items()} == expected
    assert all(one.sigma < beginner().sigma for one in rated.values())


def test_a_fresh_site_ranks_bots_as_they_were_measured_however_the_first_game_ends(store):
    log = log_of("mindup", [ANN], ["random", "greedy", "linnet", "pebble"])
    keep(store, "K7QF", log)
    catch_up(store)
    names = {rated_id("mindup", "", bot): bot for bot in ("random", "greedy", "linnet", "pebble")}
    rated = sorted(store.games.ratings(names).values(), key=lambda one: -one.mu)
    assert [names[one.who] for one in rated][-1] == "random"
    begins = strengths("mindup")
    order = ["random", "pebble", "linnet", "greedy", "heron", "raven"]
    assert sorted(order, key=lambda bot: begins[bot].mu) == order
    assert all(abs(one.mu - begins[names[one.who]].mu) < 3 for one in rated)


def test_the_mind_extreme_has_no_ratings(store):
    keep(store, "K7QF", log_of("extreme", [ANN, BOB]))
    catch_up(store)
    assert store.games.ratings([rated_id("extreme", "ann-id")]) == {}
    (game,) = store.games.of("ann-id", 10)
    assert set(msgspec.json.decode(game.heard)) == {"synchrony", "paces"}


def test_a_damaged_log_keeps_no_other_waiting(store):
    keep(store, "broken", [b"{"])
    keep(store, "K7QF", log_of("mindup", [ANN, BOB, CY]))
    catch_up(store)
    assert store.games.unprojected(10) == []
    assert len(store.games.of("ann-id", 10)) == 1


def test_games_without_a_person_are_nobodys():
    store = open_store("memory:")
    log = log_of("mindup", [ANN, BOB, CY])
    keep(store, "K7QF", [re.sub(b"(ann|bob|cy)-id", b"", line) for line in log])
    catch_up(store)
    assert store.games.after(BEGINNING, 10) == []


def test_a_game_left_for_thirty_days_leaves_all_ratings_since_as_they_are(store):
    """It ended, without a result, when it was left: long before those that were rated since."""
    left = log_of("mindup", [ANN, BOB, CY])[:12]
    keep(store, "left", left, closed=False)
    for number in range(4):
        at = 1_700_000_000_000 + number * DAY
        keep(store, f"t{number}", log_of("mindup", [ANN, BOB], ["greedy"], seed=number, at=at))
    catch_up(store)
    rated, before = rows(store)[1], store.games.rated_up_to()
    assert all(len(rated[rated_id("mindup", who)]) == 4 for who, _ in (ANN, BOB))
    end = encode(Entry(house=(Ended(at=1_700_000_000_000 + 30 * DAY, games=0),)))
    keep(store, "left", [*left, end], after=len(left))
    projection = Projection(store.games)
    assert projection.read_new() == 1
    (given_up,) = (game for game in store.games.of("cy-id", 10) if game.table == "left")
    assert about(given_up).result is None
    assert given_up.position < before
    assert store.games.rated_up_to() == before
    assert projection.weigh() is None
    assert {who: store.games.history(who, 10) for who in rated} == rated


def test_a_rated_game_found_late_is_brought_in_by_steps_of_a_few_games(store):
    """While that lasts, ratings can be read; then all are what they are when made at once."""
    fill(store, tables=5)
    catch_up(store)
    whole = rows(store)
    late = next(game for game in whole[0] if about(game).game == "mindup")
    (log,) = store.games.read([late.table])
    store.games.put([(log, [])], weight)  # as if its log had not been read yet
    catch_up(store)
    others = {who: history for who, history in rows(store)[1].items() if history}
    assert others
    projection = Projection(store.games)
    projection.read([late.table])
    steps = 0
    while weighed := projection.weigh(2):
        assert weighed.games <= 2
        assert all(store.games.history(who, 100) for who in others)
        assert projection.settle(weighed)
        steps += 1
    assert steps > 1
    catch_up(store)
    assert rows(store) == whole
