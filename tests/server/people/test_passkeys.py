"""People are known again by a passkey, and nobody else is taken for them."""

from __future__ import annotations

import asyncio
import json
from contextlib import asynccontextmanager

import pytest
from yarl import URL

from tacit.server.people import passkeys
from tacit.server.people.challenges import COOKIE
from tests.server.answers import call, of
from tests.server.authenticator import Authenticator, text
from tests.server.client import Person, people
from tests.server.cluster.test_nodes import nodes
from tests.server.sites import inside, quick, roomy
from tests.store.postgres_server import new_place


@asynccontextmanager
async def here(tmp_path, *names, **changes):
    """Let people come to a site by a name that browsers trust without https."""
    async with inside(quick(tmp_path / "a.db", **changes)) as site:
        url = f"http://localhost:{site.port}"
        async with people(url, *names) as came:
            for person in came:
                await person.get("/api/me")
            yield site, *came


def own_page(person: Person) -> dict[str, str]:
    return {"Origin": person.url}


async def ask(person: Person, path: str, body=None, headers=None):
    answer = await of(person, "POST", path, json=body or {}, headers=headers or own_page(person))
    assert answer.status == 200, answer.body
    return answer.json


async def tried(person: Person, path: str, body, headers=None):
    """Return status and key of what was refused, or the answer."""
    answer = await of(person, "POST", path, json=body, headers=headers or own_page(person))
    return answer.json if answer.status < 300 else answer.problem


async def secured(person: Person, key: Authenticator | None = None) -> Authenticator:
    """Let a guest add a passkey."""
    key = key or Authenticator(person.url)
    options = await ask(person, "/api/me/passkeys/ask", {"name": person.name})
    credential = key.create(options)
    added = await tried(person, "/api/me/passkeys", {"credential": credential, "name": person.name})
    assert isinstance(added, dict), added
    return key


async def proven(person: Person, key: Authenticator):
    """Let a guest sign in with a passkey."""
    credential = key.get(await ask(person, "/api/sign-in/ask"))
    return await tried(person, "/api/sign-in/passkey", {"credential": credential})


async def moved(person: Person, answer) -> dict:
    return await person.post("/api/me/device", token=answer["url"].removeprefix("/device/"))


@pytest.fixture
def place():
    return new_place()


UNKNOWN, LATE = (403, "passkey-unknown"), (410, "passkey-late")


async def test_a_passkey_finds_its_owner_on_another_device(tmp_path):
    async with here(tmp_path, "Ann", "Phone") as (_, ann, phone):
        table = await ann.open("mindup")
        key = await secured(ann)
        answer = await proven(phone, key)
        token = answer["url"].removeprefix("/device/")
        look = await phone.get(f"/api/me/device/{token}")
        assert look == {"same": False, "mine": 0, "theirs": 1, "name": "Ann"}
        assert (await phone.get("/api/me"))["tables"] == [], "nothing has happened yet"
        me = await moved(phone, answer)
        assert (me["name"], [one["table"] for one in me["tables"]]) == ("Ann", [table])
        assert [one["table"] for one in (await phone.get("/api/me"))["tables"]] == [table]
        assert len(await ann.get("/api/me/devices")) == 2, "and can be ended there"


async def test_a_passkey_is_discoverable_and_asks_for_nobody(tmp_path):
    async with here(tmp_path, "Ann", "Eve") as (_, ann, eve):
        options = await ask(ann, "/api/me/passkeys/ask", {"name": "Ann"})
        assert options["rp"]["id"] == "localhost"
        assert options["authenticatorSelection"]["residentKey"] == "required"
        assert options["authenticatorSelection"]["userVerification"] == "preferred"
        assert options["user"]["name"] == "Ann"
        cookie = ann.cookie.partition(".")[0]
        assert cookie not in json.dumps(options), "devices know a guest by another id"
        await secured(ann)
        asked = [await ask(person, "/api/sign-in/ask") for person in (ann, eve)]
        for one in asked:
            assert one.pop("challenge")
        assert asked[0] == asked[1], "the answer does not tell who has passkeys"
        assert not asked[0].get("allowCredentials")


async def test_passkeys_are_listed_and_a_removed_one_opens_nothing(tmp_path):
    async with here(tmp_path, "Ann", "Bob", "Phone") as (site, ann, bob, phone):
        await ann.open("mindup")
        first, second = await secured(ann), await secured(ann)
        kept = await ann.get("/api/me/kept")
        assert [one["host"] for one in kept["passkeys"]] == ["localhost", "localhost"]
        assert (kept["name"], kept["code"]) == ("Ann", None)
        assert abs(kept["passkeys"][0]["added"] - site.site.clock()) < 60_000
        options = await ask(ann, "/api/me/passkeys/ask")
        assert len(options["excludeCredentials"]) == 2
        gone = kept["passkeys"][0]["id"]
        await bob.post("/api/me/passkeys/remove", passkey=gone)
        assert len((await ann.get("/api/me/kept"))["passkeys"]) == 2, "only its owner removes it"
        assert (await bob.get("/api/me/kept"))["passkeys"] == []
        left = await ann.post("/api/me/passkeys/remove", passkey=gone)
        assert [one["id"] for one in left["passkeys"]] == [kept["passkeys"][1]["id"]]
        keys = {kept["passkeys"][0]["id"]: first, kept["passkeys"][1]["id"]: second}
        assert await proven(phone, keys[gone]) == UNKNOWN
        assert "url" in await proven(phone, keys[kept["passkeys"][1]["id"]])


async def test_an_assertion_is_good_once(tmp_path):
    async with here(tmp_path, "Ann", "Eve") as (_, ann, eve):
        for counts in (True, False):
            key = await secured(ann, Authenticator(ann.url, counts=counts))
            body = {"credential": key.get(await ask(eve, "/api/sign-in/ask"))}
            assert "url" in await tried(eve, "/api/sign-in/passkey", body)
            again = await tried(eve, "/api/sign-in/passkey", body)
            # A key that counts is found out by its counter, one that does not by the challenge.
            assert again == (UNKNOWN if counts else LATE)


async def test_of_many_at_once_an_assertion_helps_one(tmp_path):
    async with here(tmp_path, "Ann") as (_, ann):
        key = await secured(ann, Authenticator(ann.url, counts=False))
        body = {"credential": key.get(await ask(ann, "/api/sign-in/ask"))}
        tries = [tried(ann, "/api/sign-in/passkey", body) for _ in range(8)]
        answers = await asyncio.gather(*tries)
        assert sorted(isinstance(answer, dict) for answer in answers) == [False] * 7 + [True]


async def test_a_counter_that_does_not_move_on_is_a_copied_key(tmp_path):
    async with here(tmp_path, "Ann") as (_, ann):
        key = await secured(ann)
        assert "url" in await proven(ann, key)
        key.counter -= 1
        assert await proven(ann, key) == UNKNOWN
        assert "url" in await proven(ann, key)


async def test_an_assertion_helps_only_the_browser_that_asked(tmp_path):
    """Login CSRF: an attacker whose assertion another browser sends gets nowhere."""
    async with here(tmp_path, "Ann", "Eve") as (_, ann, eve):
        key = await secured(eve)
        body = {"credential": key.get(await ask(eve, "/api/sign-in/ask"))}
        assert await tried(ann, "/api/sign-in/passkey", body) == LATE
        await ask(ann, "/api/sign-in/ask")
        assert await tried(ann, "/api/sign-in/passkey", body) == UNKNOWN


async def test_no_guest_adds_a_passkey_to_another(tmp_path):
    async with here(tmp_path, "Ann", "Eve") as (_, ann, eve):
        key = Authenticator(eve.url)
        options = await ask(eve, "/api/me/passkeys/ask")
        body = {"credential": key.create(options)}
        ticket = eve.http.cookie_jar.filter_cookies(URL(f"{eve.url}/api/"))[COOKIE].value
        # Without Eve's ticket, with it, and after a ticket of Ann's own.
        assert await tried(ann, "/api/me/passkeys", body) == LATE
        ann.http.cookie_jar.update_cookies({COOKIE: ticket})
        assert await tried(ann, "/api/me/passkeys", body) == LATE
        await ask(ann, "/api/me/passkeys/ask")
        assert (await tried(ann, "/api/me/passkeys", body))[0] in (403, 410)
        assert (await ann.get("/api/me/kept"))["passkeys"] == []


@pytest.mark.parametrize(
    "path", ["/api/me/passkeys/ask", "/api/me/passkeys", "/api/me/passkeys/remove", "/api/me/code"]
)
async def test_other_sites_pages_do_nothing(tmp_path, path):
    async with here(tmp_path, "Ann") as (_, ann):
        for origin in ("https://evil.example", "null", "http://localhost:1"):
            answer = await tried(ann, path, {}, {"Origin": origin})
            assert answer == (403, "other-site")


async def test_a_passkey_belongs_to_one_guest(tmp_path):
    async with here(tmp_path, "Ann", "Eve") as (_, ann, eve):
        key = await secured(ann)
        options = await ask(eve, "/api/me/passkeys/ask")
        body = {"credential": key.create(options)}
        assert await tried(eve, "/api/me/passkeys", body) == (409, "passkey-taken")
        assert (await eve.get("/api/me/kept"))["passkeys"] == []


def spoiled_origin(key):
    key.origin = "http://localhost.evil.example"


def spoiled_host(key):
    key.host = "evil.example"


def spoiled_presence(key):
    key.flags = 0


@pytest.mark.parametrize("spoil", [spoiled_origin, spoiled_host, spoiled_presence])
async def test_what_was_signed_for_another_site_or_by_nobody_is_no_proof(tmp_path, spoil):
    async with here(tmp_path, "Ann") as (_, ann):
        key = await secured(ann)
        spoil(key)
        assert await proven(ann, key) == UNKNOWN
        fresh = Authenticator(ann.url)
        spoil(fresh)
        body = {"credential": fresh.create(await ask(ann, "/api/me/passkeys/ask"))}
        assert await tried(ann, "/api/me/passkeys", body) == UNKNOWN


async def test_a_key_nobody_has_and_a_wrong_signature_are_the_same_answer(tmp_path):
    async with here(tmp_path, "Ann", "Eve") as (_, ann, eve):
        known, unknown = await secured(ann), Authenticator(eve.url)
        forged = Authenticator(eve.url)
        forged.id, forged.handle = known.id, known.handle
        answers = []
        for key in (unknown, forged):
            body = {"credential": key.get(await ask(eve, "/api/sign-in/ask"))}
            answer = await of(eve, "POST", "/api/sign-in/passkey", json=body, headers=own_page(eve))
            answers.append((answer.status, answer.body))
        assert answers[0] == answers[1]
        known.handle = b"another guest"
        assert await proven(eve, known) == UNKNOWN


async def test_a_challenge_is_good_for_minutes_and_for_what_it_was_made_for(tmp_path):
    async with here(tmp_path, "Ann") as (site, ann):
        key = await secured(ann)
        body = {"credential": key.get(await ask(ann, "/api/me/passkeys/ask"))}
        assert await tried(ann, "/api/sign-in/passkey", body) == LATE
        body = {"credential": Authenticator(ann.url).create(await ask(ann, "/api/me/passkeys/ask"))}
        site.later(301)
        assert await tried(ann, "/api/me/passkeys", body) == LATE
        body = {"credential": key.get(await ask(ann, "/api/sign-in/ask"))}
        site.later(301)
        assert await tried(ann, "/api/sign-in/passkey", body) == LATE


async def test_ten_thousand_challenges_leave_nothing_behind(tmp_path):
    async with here(tmp_path, "Ann") as (site, ann):
        key = await secured(ann)
        place = passkeys.relying_party(ann.url)
        first = await ask(ann, "/api/sign-in/ask")
        for _ in range(10_000):
            site.site.passkeys._challenges.make(passkeys.Purpose("find", place.host), 0)
        for _ in range(20):
            assert await ask(ann, "/api/sign-in/ask") != first
        store = site.site.store
        with store._session("read") as connection:
            (spent,) = connection.execute("SELECT count(*) FROM spent").fetchone()
        assert spent == 1, "the one that was answered"
        assert "url" in await proven(ann, key)


@pytest.mark.parametrize(
    "credential",
    [
        {},
        {"rawId": None},
        {"id": "x", "rawId": "x", "type": "public-key"},
        {"id": "AAAA", "rawId": "AAAA", "type": "public-key", "response": []},
        {"id": "AAAA", "rawId": "AAAA", "type": 7, "response": {"clientDataJSON": "%%%"}},
        {"rawId": "é" * 100, "response": {"attestationObject": "9999"}},
    ],
)
async def test_rubbish_is_no_proof(tmp_path, credential):
    async with here(tmp_path, "Ann") as (_, ann):
        key = await secured(ann)
        mine = text(key.id)
        for known in (credential, credential | {"rawId": mine}):
            await ask(ann, "/api/sign-in/ask")
            answer = await tried(ann, "/api/sign-in/passkey", {"credential": known})
            assert answer == UNKNOWN
            await ask(ann, "/api/me/passkeys/ask")
            assert await tried(ann, "/api/me/passkeys", {"credential": known}) == UNKNOWN


async def test_nobody_has_endless_passkeys(tmp_path, monkeypatch):
    monkeypatch.setattr("tacit.server.http.api.sign_in.MOST_PASSKEYS", 2)
    async with here(tmp_path, "Ann") as (_, ann):
        body = {"credential": Authenticator(ann.url).create(await ask(ann, "/api/me/passkeys/ask"))}
        await secured(ann)
        await secured(ann)
        too_many = (409, "too-many-passkeys")
        assert await tried(ann, "/api/me/passkeys/ask", {}) == too_many
        assert await tried(ann, "/api/me/passkeys", body) == too_many


async def test_tries_are_limited(tmp_path):
    async with here(tmp_path, "Ann", limits=roomy(sign_ins=3)) as (site, ann):
        key = await secured(ann)
        for _ in range(2):
            assert await proven(ann, Authenticator(ann.url)) == UNKNOWN
        assert await proven(ann, Authenticator(ann.url)) == (429, "too-many-tries")
        assert "url" in await proven(ann, key), "the right one is not for others to use up"
        site.later(31)
        assert await proven(ann, Authenticator(ann.url)) == UNKNOWN


async def test_passkeys_belong_to_the_name_the_site_was_asked_by(tmp_path):
    """Behind a proxy that ends https, under two names."""
    async with here(tmp_path, "Ann", behind_proxy=True) as (site, ann):
        cookies = {"tacit": ann.cookie}

        async def told(host, path, body):
            headers = {"Host": host, "Origin": f"https://{host}", "X-Forwarded-Proto": "https"}
            jar = "; ".join(f"{name}={value}" for name, value in cookies.items())
            answer = await call(site, "POST", path, json=body, headers=headers | {"Cookie": jar})
            if COOKIE in answer.cookies:
                given = answer.cookies[COOKIE]
                assert given["secure"]
                assert given["httponly"]
                assert given["samesite"] == "Strict"
                cookies[COOKIE] = given.value
            return answer.json if answer.status < 300 else answer.problem

        key = Authenticator("https://play.example", "play.example")
        options = await told("play.example", "/api/me/passkeys/ask", {})
        assert options["rp"]["id"] == "play.example"
        body = {"credential": key.create(options)}
        assert await told("other.example", "/api/me/passkeys", body) == LATE
        added = await told("play.example", "/api/me/passkeys", body)
        assert [one["host"] for one in added["passkeys"]] == ["play.example"]
        for host, expected in (("other.example", UNKNOWN), ("play.example", None)):
            body = {"credential": key.get(await told(host, "/api/sign-in/ask", {}))}
            answer = await told(host, "/api/sign-in/passkey", body)
            assert answer == expected if expected else "url" in answer


async def test_where_browsers_have_no_passkeys_that_is_said(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann") as (ann,):
        await ann.get("/api/me")
        for path in ("/api/me/passkeys/ask", "/api/me/passkeys", "/api/sign-in/ask"):
            for headers in ({"Origin": site.url}, {"Accept": "*/*"}):
                answer = await tried(
                    ann, path, {"credential": {}} if path.endswith("keys") else {}, headers
                )
                assert answer == (409, "no-passkeys")
        body = {"credential": {}}
        assert await tried(ann, "/api/sign-in/passkey", body) == (409, "no-passkeys")


async def test_a_client_without_a_cookie_keeps_nothing(tmp_path):
    async with here(tmp_path, "Ann") as (_, ann):
        ann.http.cookie_jar.clear()
        assert await ann.get("/api/me/kept") == {"name": "", "passkeys": [], "code": None}
        for path, body in (
            ("/api/me/kept", {}),
            ("/api/me/passkeys/ask", {}),
            ("/api/me/passkeys", {"credential": {}}),
            ("/api/me/passkeys/remove", {"passkey": "AAAA"}),
            ("/api/me/code", {}),
        ):
            assert await tried(ann, path, body) == (401, "nobody")


async def test_a_name_is_kept_only_of_those_who_want_to_be_known(tmp_path):
    async with here(tmp_path, "Ann") as (_, ann):
        assert (await ann.post("/api/me/kept", name="Ann"))["name"] == ""
        await secured(ann)
        assert (await ann.post("/api/me/kept", name=" Anna\n" + "a" * 40))[
            "name"
        ] == "Anna " + "a" * 15
        assert (await ann.post("/api/me/kept", name=" \t"))["name"] == "Anna " + "a" * 15


async def test_nodes_know_each_others_challenges_and_passkeys(place):
    async with nodes(place) as (one, two):
        url, other = (f"http://localhost:{node.port}" for node in (one, two))
        async with people(url, "Ann", "Phone") as (ann, phone):
            table = await ann.open("mindup")
            key = await secured(ann)
            options = await ask(phone, "/api/sign-in/ask")
            body = {"credential": key.get(options)}
            # One name, two nodes: the balancer sends the answer to the other.
            phone.url, headers = other, {"Host": f"localhost:{one.port}", "Origin": url}
            answer = await tried(phone, "/api/sign-in/passkey", body, headers)
            assert [row["table"] for row in (await moved(phone, answer))["tables"]] == [table]
            again = await tried(phone, "/api/sign-in/passkey", body, headers)
            assert again == UNKNOWN
