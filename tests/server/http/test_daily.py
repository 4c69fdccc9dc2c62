"""The deal of the day over HTTP: the same for everyone, once, and closed to those who have not."""

from __future__ import annotations

import asyncio
import hashlib
import random

import pytest

from tacit.club.daily import daily_game, deal_of_table, seed_of
from tacit.club.field import play_deal
from tacit.core.rulebook import Refused
from tacit.games.mindup import Pick
from tacit.log.replay import load
from tacit.server.config import Limits
from tacit.server.history.reviews import Unmade
from tacit.server.tables.refusals import TablesError
from tests.server.answers import call
from tests.server.client import people, play
from tests.server.http.test_groups import problem
from tests.server.sites import inside, quick, roomy
from tests.store.postgres_server import new_place

NOON_S = 12 * 3600
COUNTED_PER_ADDRESS = Limits().daily_per_address


@pytest.fixture(params=["sqlite", "postgres"])
def db(request, tmp_path):
    return str(tmp_path / "a.db") if request.param == "sqlite" else new_place()


class First:
    """Always plays the first card of its hand."""

    def choose(self, view, budget):
        return view.hand[0]


class _First(random.Random):
    """Always chooses the first."""

    def choice(self, seq):
        return seq[0]


def at_noon(site):
    """Let the site's clock be at noon of UTC, so that no test plays around midnight."""
    site.later((NOON_S - site.site.clock() / 1000) % 86_400)
    return site.site.daily.today("mindup")


async def begin(person, deal):
    wanted = {"name": person.name}
    return (await person.post(f"/api/daily/{deal.game}/{deal.day}/play", **wanted))["table"]


async def finish(site, person, table, rng=None):
    line = await person.line(table)
    await play(line, rng or random.Random(1))
    await site.site.projection.settled(10)


async def status(person, path):
    async with person.http.get(person.url + path) as answer:
        return answer.status


async def told(person, game="mindup"):
    return next(one for one in await person.get("/api/daily") if one["game"] == game)


def picks(replay):
    """Return the cards that each seat picked, in order; who was faster is a matter of the day."""
    found = [one for one in replay.events if isinstance(one, Pick)]
    return [[one.card for one in found if one.seat == seat] for seat in range(4)]


async def test_everyone_gets_the_same_cards_and_the_same_bots(db):
    async with inside(quick(db)) as site, people(site.url, "Ann", "Bob") as two:
        deal = at_noon(site)
        bodies = []
        for one in two:
            table = await begin(one, deal)
            await finish(site, one, table, _First())
            async with one.http.get(f"{one.url}/api/tables/{table}/games/1") as answer:
                bodies.append(load((await answer.read()).rstrip(b"\n")))
        seed = seed_of(site.site.daily._secret, deal)
        simulated = play_deal(daily_game("mindup"), seed, First())
        for replay in bodies:
            assert replay.seed == seed
            assert not any(replay.contributions)
            assert tuple(replay.result["totals"]) == simulated.result["totals"]
        assert picks(bodies[0]) == picks(bodies[1])


async def test_the_other_game_deals_everyone_the_same_hands_too(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann", "Bob") as two:
        at_noon(site)
        deal = site.site.daily.today("extreme")
        lines = [await one.line(await begin(one, deal)) for one in two]
        ann, bob = (line.copy for line in lines)
        assert ann.stage == bob.stage == "playing"
        assert ann.view["hand"] == bob.view["hand"]
        assert ann.house["commitment"] == bob.house["commitment"]


async def test_a_second_try_leads_to_the_same_table_and_counts_once(db):
    async with inside(quick(db)) as site, people(site.url, "Ann") as (ann,):
        deal = at_noon(site)
        before = await told(ann)
        assert (before["done"], before["table"], before["of"], before["streak"]) == (
            False, None, None, 0,
        )  # fmt: skip
        table = await begin(ann, deal)
        assert (await told(ann))["table"] == table
        assert await begin(ann, deal) == table
        line = await ann.line(table)
        await play(line, random.Random(2))
        assert await line.refused("rematch") == "given-deal"
        await site.site.projection.settled(10)
        assert await begin(ann, deal) == table
        after = await told(ann)
        assert (after["done"], after["place"], after["of"], after["streak"]) == (True, 1, 1, 1)
        games = (await ann.get(f"/api/daily/mindup/{deal.day}"))["games"]
        assert [(one["name"], one["you"], one["place"]) for one in games] == [("Ann", True, 1)]


async def test_what_others_did_is_closed_until_a_person_has_played_or_the_day_is_over(db):
    async with inside(quick(db)) as site, people(site.url, "Ann", "Bob") as (ann, bob):
        deal = at_noon(site)
        table = await begin(ann, deal)
        await finish(site, ann, table)
        game = f"/api/tables/{table}/games/1"
        paths = [game, f"{game}/tape", f"{game}/review", f"{game}/picture.png"]
        paths.append(f"/api/daily/mindup/{deal.day}")
        for begun in (False, True):
            if begun:
                mine = await begin(bob, deal)
            for path in paths:
                assert await status(bob, path) == 403, path
            assert await problem(bob, f"{game}/together", x=1) == (403, "daily-first")
        assert (await told(bob))["of"] is None
        assert await problem(bob, f"/api/tables/{table}/join", name="Bob", watch=True) == (
            409, "given-deal",
        )  # fmt: skip
        going_on = {"table": table, "number": 1, "place": [1, 1]}
        for one in (ann, bob):
            wanted = {"game": "mindup", "name": "A", "bots": ["random"] * 3, "what_if": going_on}
            assert await problem(one, "/api/tables", **wanted) == (403, "daily-open")
        await finish(site, bob, mine)
        for path in paths[:2] + paths[-1:]:
            assert await status(bob, path) == 200
        async with people(site.url, "Eve") as (eve,):
            assert await status(eve, paths[0]) == 403
            site.later(86_400)
            assert await status(eve, paths[0]) == 200
            assert len((await eve.get(paths[-1]))["games"]) == 2


async def test_tomorrows_cards_are_promised_today_and_can_be_checked_the_day_after(db):
    async with inside(quick(db)) as site, people(site.url, "Ann") as (ann,):
        deal = at_noon(site)
        promised = (await told(ann))["next_commitment"]
        tomorrow = deal.after(1)
        assert await status(ann, f"/api/daily/mindup/{tomorrow.day}") == 404
        assert (await problem(ann, f"/api/daily/mindup/{tomorrow.day}/play", name="A"))[0] == 404
        site.later(86_400)
        assert (await told(ann))["commitment"] == promised
        table = await begin(ann, tomorrow)
        line = await ann.line(table)
        assert line.copy.house["commitment"] == promised
        await play(line, random.Random(3))
        assert line.copy.house["seed"] is None
        await site.site.projection.settled(10)
        assert (await ann.get(f"/api/daily/mindup/{tomorrow.day}"))["seed"] is None
        site.later(86_400)
        seed = (await ann.get(f"/api/daily/mindup/{tomorrow.day}"))["seed"]
        assert hashlib.sha256(bytes.fromhex(seed)).hexdigest() == promised


async def test_a_game_that_ends_after_its_day_does_not_count(db):
    async with inside(quick(db)) as site, people(site.url, "Ann") as (ann,):
        deal = at_noon(site)
        table = await begin(ann, deal)
        site.later(86_400)
        await finish(site, ann, table)
        line = await ann.line(table)
        assert (line.copy.house["kind"], line.copy.house["day"]) == ("daily", str(deal.day))
        found = await ann.get(f"/api/daily/mindup/{deal.day}")
        mine = found["mine"]
        assert (found["people"], mine["counts"], mine["place"]) == (0, False, None)
        assert (await told(ann))["streak"] == 0


async def test_the_archive_is_playable_and_counts_for_nothing(db):
    async with inside(quick(db)) as site, people(site.url, "Ann") as (ann,):
        site.later(3 * 86_400)
        deal = at_noon(site).after(-1)
        first, second = await begin(ann, deal), await begin(ann, deal)
        assert first != second
        assert deal_of_table(first) is None
        await finish(site, ann, first)
        line = await ann.line(first)
        assert (line.copy.house["kind"], line.copy.house["day"]) == ("past", str(deal.day))
        found = await ann.get(f"/api/daily/mindup/{deal.day}")
        assert (found["people"], found["mine"], found["over"]) == (0, None, True)
        assert (await told(ann))["streak"] == 0
        assert await status(ann, "/api/daily/mindup/2020-01-01") == 404
        assert await status(ann, "/api/daily/mindup/yesterday") == 404
        assert await status(ann, f"/api/daily/chess/{deal.day}") == 404


async def test_one_address_has_a_bounded_number_of_games_that_count(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site:
        deal = at_noon(site)
        opened = []
        for _ in range(COUNTED_PER_ADDRESS + 2):
            async with people(site.url, "Ann") as (ann,):
                opened.append(await begin(ann, deal))
        assert len({*opened}) == COUNTED_PER_ADDRESS + 2
        labels = [(await site.site.tables.find(one)).table.state.label for one in opened]
        assert labels == [deal.label] * COUNTED_PER_ADDRESS + [deal.past_label] * 2
        next_day = deal.after(1)
        site.later(86_400)
        async with people(site.url, "Ann") as (ann,):
            table = await begin(ann, next_day)
            assert (await site.site.tables.find(table)).table.state.label == next_day.label


async def test_a_person_is_told_before_the_first_card_that_their_game_will_not_count(tmp_path):
    config = quick(tmp_path / "a.db", limits=roomy(daily_per_address=2))
    async with (
        inside(config) as site,
        people(site.url, "Ann", "Bob", "Cleo", "Dan") as (ann, bob, cleo, dan),
    ):
        deal = at_noon(site)
        path = f"/api/daily/mindup/{deal.day}/play"
        assert (await told(dan))["counts"]
        assert (await ann.post(path, name="Ann"))["counts"]
        assert (await told(dan))["counts"]
        assert (await bob.post(path, name="Bob"))["counts"]
        assert not (await told(dan))["counts"], "also those of whom the site knows nothing yet"
        assert (await told(dan, "extreme"))["counts"], "each game has a deal of its own"
        assert not (await cleo.post(path, name="Cleo"))["counts"]
        assert not (await told(cleo))["counts"]
        assert (await told(ann))["counts"], "hers is among those that count"
        assert (await ann.post(path, name="Ann"))["counts"]
        site.later(86_400)
        assert (await told(dan))["counts"]
        assert not (await dan.post(path, name="Dan"))["counts"], "a deal of the archive"


async def test_people_whom_a_proxy_signs_in_use_up_nothing_of_their_address(tmp_path):
    limits = roomy(daily_per_address=1)
    config = quick(tmp_path / "a.db", behind_proxy=True, user_header="Remote-User", limits=limits)
    async with inside(config) as site:
        path = f"/api/daily/mindup/{at_noon(site).day}/play"
        for name in ("ann", "bob", "cleo"):
            signed = {"Remote-User": f"{name}@club.example"}
            played = await call(site, "POST", path, json={"name": name}, headers=signed)
            assert played.json["counts"], name
        for counts in (True, False):  # guests of the same address, with a new cookie each
            played = await call(site, "POST", path, json={"name": "Eve"})
            assert played.json["counts"] is counts


async def test_a_table_that_could_not_be_opened_uses_up_no_game_that_counts(tmp_path, monkeypatch):
    async with inside(quick(tmp_path / "a.db")) as site:
        deal, tables = at_noon(site), site.site.tables

        async def busy(*_):
            raise TablesError(Refused("not-saved", "It could not be saved. Try again later."))

        async with people(site.url, "Ann") as (ann,):
            with monkeypatch.context() as patched:
                patched.setattr(tables, "open", busy)
                for _ in range(COUNTED_PER_ADDRESS):
                    await problem(ann, f"/api/daily/mindup/{deal.day}/play", name="Ann")
            table = await begin(ann, deal)
        assert (await tables.find(table)).table.state.label == deal.label


async def test_a_percentile_means_something_from_the_first_player_on(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann") as (ann,):
        site.site.daily.field_games = 15
        deal = at_noon(site)
        await finish(site, ann, await begin(ann, deal))
        path = f"/api/daily/mindup/{deal.day}"
        first = await ann.get(path)
        assert (first["mine"]["below"], first["field"]["scores"]) == (None, None)
        await asyncio.wait_for(asyncio.gather(*site.site.reviews._works.values()), 120)
        found = await ann.get(path)
        assert sum(games for _, games in found["field"]["scores"]) == 15
        assert 0 <= found["mine"]["below"] <= 1
        assert found["scores"] == [[found["mine"]["score"], 1]]


async def test_days_in_a_row_are_counted(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann") as (ann,):
        deal = at_noon(site)
        for later in range(2):
            await finish(site, ann, await begin(ann, deal.after(later)))
            site.later(86_400)
        assert (await told(ann))["streak"] == 2
        site.later(86_400)
        assert (await told(ann))["streak"] == 0


async def test_a_game_of_the_archive_is_compared_and_counts_for_nothing(db):
    async with inside(quick(db)) as site, people(site.url, "Ann", "Bob", "Eve") as (ann, bob, eve):
        site.site.daily.field_games = 15
        deal = at_noon(site)
        await finish(site, ann, await begin(ann, deal))
        path = f"/api/daily/mindup/{deal.day}"
        await asyncio.gather(*site.site.reviews._works.values())
        site.later(86_400)
        tables = []
        for seed in (4, 5):
            tables.append(await begin(bob, deal))
            await finish(site, bob, tables[-1], random.Random(seed))
        found = await bob.get(path)
        again, scores = found["again"], [one["score"] for one in found["games"]]
        assert (again["table"], again["number"], again["counts"]) == (tables[-1], 1, False)
        assert again["place"] == 1 + sum(one > again["score"] for one in scores)
        assert 0 <= again["below"] <= 1
        assert again["of"] == 2
        assert (found["mine"], found["people"]) == (None, 1)
        assert [one["name"] for one in found["games"]] == ["Ann"]
        assert found["scores"] == [[scores[0], 1]]
        # Who played it on its day has both; who did not play it has neither.
        assert (await ann.get(path))["again"] is None
        await finish(site, ann, await begin(ann, deal))
        both = await ann.get(path)
        assert (both["mine"]["counts"], both["mine"]["of"]) == (True, 1)
        assert (both["again"]["place"], both["again"]["of"]) == (1, 1), "not compared with herself"
        assert not both["again"]["counts"]
        assert ((await eve.get(path))["mine"], (await eve.get(path))["again"]) == (None, None)
        assert ((await told(bob))["streak"], (await told(ann))["streak"]) == (0, 1)


async def test_the_field_begins_with_the_first_game_that_counts(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann", "Bob") as two:
        site.site.daily.field_games = 15
        ann, bob = two
        site.later(86_400)
        deal = at_noon(site)
        await begin(ann, deal.after(-1))
        assert not site.site.reviews._works, "a game for fun begins none"
        await begin(ann, deal)
        (work,) = site.site.reviews._works.values()
        await begin(bob, deal)
        assert [*site.site.reviews._works.values()] in ([work], [])
        await asyncio.wait_for(work, 120)
        await finish(site, ann, await begin(ann, deal))
        found = await ann.get(f"/api/daily/mindup/{deal.day}")
        assert found["field"]["scores"] is not None
        assert found["mine"]["below"] is not None


async def test_a_field_that_cannot_be_made_is_not_waited_for(tmp_path, monkeypatch):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann") as (ann,):
        deal = at_noon(site)

        def fails(*_):
            raise Unmade("a package is missing")

        monkeypatch.setattr(site.site.reviews, "begin", fails)
        await finish(site, ann, await begin(ann, deal))
        field = (await ann.get(f"/api/daily/mindup/{deal.day}"))["field"]
        assert field == {"done": 0, "of": 0, "scores": None, "unmade": True}


async def test_members_compare_todays_deal_and_who_has_not_played_learns_nothing(db):
    names = ("Ann", "Bob", "Cy", "Eve")
    async with inside(quick(db)) as site, people(site.url, *names) as (ann, bob, cy, eve):
        deal = at_noon(site)
        group = (await ann.post("/api/groups", title="Fridays", name="Ann"))["group"]
        for one in (bob, cy):
            await one.post(f"/api/groups/{group}/join", name=one.name)
        path = f"/api/groups/{group}/daily"

        async def told(person):
            async with person.http.get(person.url + path) as answer:
                return answer.status, await answer.read()

        before = await told(cy)
        for one, rng in ((ann, _First()), (bob, random.Random(2)), (eve, random.Random(3))):
            await finish(site, one, await begin(one, deal), rng)
            site.later(5)
            assert await told(cy) == before, "not a byte tells that others have played"
        (mindup,) = [one for one in await ann.get(path) if one["game"] == "mindup"]
        assert (mindup["open"], mindup["day"]) == (True, str(deal.day))
        board = await ann.get(f"/api/daily/mindup/{deal.day}")
        assert board["people"] == 3
        scores = {one["name"]: one["score"] for one in board["games"]}
        assert {one["name"]: one["score"] for one in mindup["rows"]} == {
            name: scores[name] for name in ("Ann", "Bob")
        }, "Eve is no member"
        ours = sorted((scores["Ann"], scores["Bob"]), reverse=True)
        assert [one["place"] for one in mindup["rows"]] == [1 + ours.index(one) for one in ours]
        assert [one["name"] for one in mindup["rows"] if one["you"]] == ["Ann"]
        # The other game of the day is as closed to Ann as to all who have not played it.
        others = [one for one in await ann.get(path) if one["game"] != "mindup"]
        assert [(one["open"], one["rows"]) for one in others] == [(False, [])]
        assert await problem(eve, path) == (403, "not-in-group")
        await ann.post(f"/api/groups/{group}/remove", member=1)
        assert await problem(bob, path) == (403, "not-in-group")
        (mindup,) = [one for one in await ann.get(path) if one["game"] == "mindup"]
        assert [one["name"] for one in mindup["rows"]] == ["Ann"]
