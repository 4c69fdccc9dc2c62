"""What a guest played here is told to them, with whom, how it ended, and to nobody else."""

from __future__ import annotations

import asyncio
import json
import random
import shutil
from concurrent.futures import Future
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from tacit.games.extreme.review.heard import heard
from tacit.server.config import Limits
from tacit.server.history.follower import ProjectionFollower
from tacit.server.history.my_games import (
    PAGE,
    GameFilter,
    played_by,
    tell_games,
    tell_practice,
    tell_records,
)
from tacit.server.history.projection import Projection, rated_id
from tacit.server.people.identity import COOKIE
from tacit.store import StoreError, open_store
from tacit.store.erasure import Erasure
from tacit.table.log.records import Settings
from tests.server.client import people, play
from tests.server.sites import inside, quick
from tests.store.postgres_server import new_place
from tests.table.logged import log_of

BOTS = {"bots": ["random", "greedy"], "start": True}
KEPT = Path(__file__).parents[1] / "kept" / "v0.1.0"
ANN, BOB, CY = ("ann-id", "Ann"), ("bob-id", "Bob"), ("cy-id", "Cy")
DAY = 24 * 3600 * 1000


async def test_a_game_is_told_to_those_who_played_it_and_to_nobody_else(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann", "Eve") as two:
        ann, eve = two
        table = await ann.open("mindup", **BOTS)
        line = await ann.line(table)
        watching = await eve.join(table, watch=True)
        assert watching is None
        assert (await ann.get("/api/me/games"))["total"] == 0
        await play(line, random.Random(1))
        told = await ann.get("/api/me/games")
        assert told["total"] == 1
        (game,) = told["games"]
        assert (game["table"], game["number"], game["game"]) == (table, 1, "mindup")
        assert [one["name"] for one in game["players"]] == ["Ann", "random", "greedy"]
        assert game["result"]["places"][game["seat"]] == game["place"]
        assert game["points"] == game["result"]["totals"][0]
        assert game["begun"] <= game["ended"] <= site.site.clock()
        assert (await eve.get("/api/me/games"))["total"] == 0
        records = await ann.get("/api/me/records")
        (record,) = records["records"]
        assert (record["players"], record["games"], record["best"]) == (3, 1, game["points"])
        (rating,) = records["ratings"]
        assert {bot["name"] for bot in rating["bots"]} == {"random", "greedy"}
        assert len(rating["history"]) == 1
        assert 0 < rating["unsure"] < 2 * 25 / 3
        for answer in (told, records):
            assert ann.id not in json.dumps(answer)


async def test_a_visitor_without_a_cookie_has_no_games_and_gets_none(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Eve") as (eve,):
        for path in ("games", "records", "practice"):
            async with eve.http.get(f"{site.url}/api/me/{path}") as response:
                assert response.status == 200
                assert COOKIE not in response.cookies


async def test_asking_badly_or_often_is_refused(tmp_path):
    config = quick(tmp_path / "a.db", limits=Limits(my_games=0.5))
    async with inside(config) as site, people(site.url, "Ann") as (ann,):
        await ann.open("mindup")

        async def status(path):
            async with ann.http.get(f"{site.url}/api/me/{path}") as response:
                return response.status

        for wrong in ("since=soon", "first=-1", "first=99999999", "until=1.5"):
            assert await status(f"games?{wrong}") == 400
        assert [await status("games") for _ in range(5)] == [200] * 5
        assert {await status(one) for one in ("games", "records", "practice")} == {429}


async def test_games_of_an_earlier_version_are_found_when_the_site_starts(tmp_path):
    db = shutil.copy(KEPT / "site.db", tmp_path)
    before = json.loads((KEPT / "told.json").read_text())
    over = {name for name, seen in before["tables"].items() if seen[0]["house"]["stage"] == "over"}
    async with inside(quick(db)) as site, people(site.url, "Ann") as (ann,):
        ann.http.cookie_jar.update_cookies({COOKIE: before["cookies"][0]})
        await site.site.projection.settled(20)
        told = await ann.get("/api/me/games")
        assert {game["table"] for game in told["games"]} == over
        for game in told["games"]:
            file = json.loads((KEPT / f"{game['game']}.tacit.json").read_bytes())
            assert game["result"] == file["result"]


async def test_the_timing_of_a_game_is_heard_in_time():
    store = open_store("memory:")
    keep(store, "K7QF", log_of("extreme", [ANN, BOB], seed=3))
    follower = ProjectionFollower(store, sweep_s=0.05)
    task = asyncio.create_task(follower.run())
    while not store.games.of("ann-id", 1) or store.games.unheard(1):
        await asyncio.sleep(0.05)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    await follower.close()
    (game,) = store.games.of("ann-id", 1)
    assert 0 < msgspec.json.decode(game.heard)["synchrony"] < 1


def keep(store, table, log):
    done = Future()
    store.append(table, 0, log, done.set_result, closed=True)
    assert done.result(20) is None


def full_store():
    """Ann plays three games of Mind Up! with different people, and two of The Mind Extreme."""
    store = open_store("memory:")
    keep(store, "A", log_of("mindup", [ANN, BOB], ["greedy"], seed=1, at=100 * DAY))
    keep(store, "B", log_of("mindup", [BOB, CY, ANN], seed=2, at=200 * DAY))
    keep(store, "C", log_of("mindup", [ANN, CY], ["greedy", "random"], seed=3, at=300 * DAY))
    keep(store, "D", log_of("extreme", [ANN, BOB], seed=4, games=2, at=400 * DAY))
    projection = Projection(store.games)
    while projection.read_new() + projection.rate_new():
        pass
    return store


def test_games_are_chosen_by_game_name_and_time():
    store = full_store()
    mine = played_by(store.games, "ann-id")

    def tables(**chosen):
        return "".join(one.table for one in tell_games(mine, GameFilter(**chosen), 0).games)

    assert tables() == "DDCBA"
    assert tables(game="mindup") == "CBA"
    assert tables(with_name="Bob") == "DDBA"
    assert tables(with_name="greedy") == "CA"
    assert tables(with_name="Ann") == ""
    assert tables(since=200 * DAY, until=300 * DAY) == "B"
    told = tell_games(mine, GameFilter(game="extreme", with_name="Bob"), 1)
    assert (told.total, len(told.games)) == (2, 1)
    assert told.played == {"mindup": 3, "extreme": 2}
    assert [(one.name, one.bot, one.games) for one in told.companions] == [
        ("Bob", False, 4),
        ("Cy", False, 2),
        ("greedy", True, 2),
        ("random", True, 1),
    ]


def test_records_are_kept_by_game_and_number_of_players():
    store = full_store()
    mine = played_by(store.games, "ann-id")
    told = tell_records(store.games, "ann-id", mine, GameFilter())
    assert [(one.game, one.players, one.games) for one in told.records] == [
        ("extreme", 2, 2),
        ("mindup", 3, 2),
        ("mindup", 4, 1),
    ]
    extreme, three, _ = told.records
    games = {(one.table, one.number): one for one in tell_games(mine, GameFilter(), 0).games}
    reached = [one.points for one in games.values() if one.game == "extreme"]
    assert extreme.best == max(reached)
    assert extreme.mean == sum(reached) / 2
    assert games[three.table, three.number].points == three.best
    assert three.won == sum(games[table, 1].won for table in "AB")
    (rating,) = told.ratings
    assert rating.game == "mindup"
    assert [one.at for one in rating.history] == sorted(one.at for one in rating.history)
    assert len(rating.history) == 3


def test_a_page_has_fifty():
    store = open_store("memory:")
    keep(store, "A", log_of("extreme", [ANN, BOB], games=PAGE + 3))
    Projection(store.games).read(["A"])
    mine = played_by(store.games, "ann-id")
    first, last = tell_games(mine, GameFilter(), 0), tell_games(mine, GameFilter(), PAGE)
    assert (len(first.games), len(last.games), first.total) == (PAGE, 3, PAGE + 3)
    numbers = [one.number for one in (*first.games, *last.games)]
    assert numbers == list(range(PAGE + 3, 0, -1))


def test_a_game_that_was_given_up_is_listed_and_counts_for_nothing():
    store = open_store("memory:")
    keep(
        store,
        "A",
        [*log_of("mindup", [ANN, BOB, CY])[:-5], b'{"house":[{"kind":"ended","at":1,"games":0}]}'],
    )
    projection = Projection(store.games)
    projection.read(["A"])
    projection.rate_new()
    mine = played_by(store.games, "ann-id")
    (game,) = tell_games(mine, GameFilter(), 0).games
    assert game.result is None
    assert not game.won
    told = tell_records(store.games, "ann-id", mine, GameFilter())
    assert told.records == told.ratings == ()
    assert tell_games(mine, GameFilter(), 0).played == {}


PRACTICE = Settings(own={"practice": 3, "piles": "open"})


def test_practice_counts_for_no_record_rating_or_list_and_is_told_apart():
    store = open_store("memory:")
    keep(store, "A", log_of("extreme", [ANN], ["metronome"], seed=5, settings=PRACTICE, games=2))
    keep(store, "B", log_of("extreme", [ANN, BOB], seed=4))
    projection = Projection(store.games)
    while projection.read_new() + projection.rate_new():
        pass
    assert tell_practice(store.games, "ann-id", "extreme").pending == 2
    for game, replay in projection.unheard(9):
        projection.hear(game, msgspec.json.encode(heard(replay)))
    mine = played_by(store.games, "ann-id")
    told = tell_games(mine, GameFilter(), 0)
    assert ([one.table for one in told.games], told.played) == (["B"], {"extreme": 1})
    assert [one.name for one in told.companions] == ["Bob"]
    records = tell_records(store.games, "ann-id", mine, GameFilter())
    assert [(one.games, one.table) for one in records.records] == [(1, "B")]
    assert [one.table for one in records.timing] == ["B"]
    practice = tell_practice(store.games, "ann-id", "extreme").practice
    assert [(one.table, one.number) for one in practice] == [("A", 1), ("A", 2)]
    assert [(one.shown["level"], one.shown["blind"]) for one in practice] == [(3, [])] * 2
    assert tell_practice(store.games, "ann-id", "mindup").practice == ()
    assert tell_practice(store.games, "bob-id", "extreme").practice == ()


async def test_practice_at_a_live_table_ends_with_its_level_and_shows_what_it_was(
    tmp_path, monkeypatch
):
    monkeypatch.setitem(ProjectionFollower.__init__.__kwdefaults__, "sweep_s", 0.1)
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann", "Eve") as two:
        ann, eve = two
        wanted = {"own": {"practice": 2, "piles": "blind"}}
        table = await ann.open("extreme", bots=["metronome"], start=True, settings=wanted)
        line = await ann.line(table)
        await play(line, random.Random(1))
        assert line.copy.view["level"] == 2
        assert line.copy.view["lives"] == 2, "no mistake costs a life"
        told = await ann.get(f"/api/tables/{table}/tempi")
        assert [one["level"] for one in told["trained"]] == [2, 2]
        assert told["trained"][0]["blind"] == ["white", "red"]
        assert (await ann.get("/api/me/games"))["total"] == 0
        assert (await eve.get("/api/me/practice?game=extreme")) == {"practice": [], "pending": 0}
        await site.site.projection.settled(20)
        while site.site.store.games.unheard(1):
            await asyncio.sleep(0.05)
        mine = await ann.get("/api/me/practice?game=extreme")
        assert mine["practice"][0]["shown"] == told["trained"][0]
        assert ann.id not in json.dumps(mine)


@pytest.mark.parametrize(
    "own", [{"practice": 99}, {"practice": "x"}, {"lives": 9}, {"piles": "open"}]
)
async def test_practice_that_there_is_not_is_refused(tmp_path, own):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann") as (ann,):
        body = {"game": "extreme", "name": "Ann", "settings": {"own": own}}
        async with ann.http.post(f"{site.url}/api/tables", json=body) as response:
            assert response.status in (400, 409)


async def test_a_log_that_is_left_alone_does_not_hide_those_behind_it():
    """An erasure of a player at the first table has begun, so it stays unprojected."""
    store = open_store("memory:")
    for number, one in enumerate((ANN, BOB, BOB)):
        keep(store, f"t{number}", log_of("mindup", [one, CY], ["greedy"], seed=number))
    store.begin_erasure(Erasure("ann-id", "alias"), 1)
    follower = ProjectionFollower(store)
    follower.ended("t0")
    async with asyncio.timeout(20):
        await follower._catch_up()
    await follower.close()
    assert {one.table for one in store.games.of("cy-id", 10)} == {"t1", "t2"}
    assert [one.table for one in store.games.unprojected(10)] == ["t0"]


@pytest.fixture(params=["sqlite", "postgres"])
def url(request, tmp_path):
    return new_place() if request.param == "postgres" else str(tmp_path / "a.db")


async def test_where_many_games_end_a_worker_process_reads_and_rates_them(url):
    """What it finds is what is found without it, and it goes on after it was killed."""
    alone = open_store("memory:")
    with closing(open_store(url)) as store:
        follower = ProjectionFollower(store, url=url)
        for begin in (0, 8):
            for number in range(begin, begin + 8):
                log = log_of("mindup", [ANN, BOB], ["greedy"], seed=number, at=1000 * DAY + number)
                for one in (store, alone):
                    keep(one, f"t{number}", log)
                follower.ended(f"t{number}")
            assert follower.lag.games == 8
            assert follower.lag.seconds > 0
            async with asyncio.timeout(60):
                await follower._catch_up()
            assert follower.lag == (0, 0)
            worker = follower._projector._worker
            assert worker.runs
            worker.kill()
            worker._process.wait()
            with pytest.raises(StoreError, match="worker process ended"):
                await follower._projector.weigh(1)
        await follower.close()
        projection = Projection(alone.games)
        while projection.read_new() + projection.rate_new():
            pass
        who = [rated_id("mindup", "ann-id"), rated_id("mindup", "", "greedy")]
        for one in who:
            found, expected = store.games.history(one, 50), alone.games.history(one, 50)
            assert [rated[2:] for rated in found] == [rated[2:] for rated in expected]
            assert len(found) == 16
        assert len(store.games.of("bob-id", 50)) == 16


async def test_the_worker_process_of_a_quiet_site_is_not_started(tmp_path):
    with closing(open_store(str(tmp_path / "a.db"))) as store:
        follower = ProjectionFollower(store, url=str(tmp_path / "a.db"))
        keep(store, "t0", log_of("mindup", [ANN, BOB], ["greedy"]))
        follower.ended("t0")
        async with asyncio.timeout(60):
            await follower._catch_up()
        assert follower._projector._worker is None
        assert len(store.games.of("bob-id", 50)) == 1
        await follower.close()
