"""People whom a proxy signs in: who they are, who cannot be them, and what is left of them."""

from __future__ import annotations

import pytest

from tacit.server.http import visitor
from tacit.server.people.identity import COOKIE
from tacit.server.people.users import MAX_ERASURES, MAX_USER_CHARS
from tacit.server.settings import ConfigError, settle
from tacit.store.erasure import person_hash
from tests.server.answers import NEW, Answer, call, of
from tests.server.client import people
from tests.server.sites import Inside, inside, quick

HEADER = "Remote-User"
ANN = {HEADER: "ann@club.example"}


def behind(path, **changes):
    usual = {"behind_proxy": True, "user_header": HEADER, "erasure_recheck_s": 0.0}
    return quick(path / "a.db", **usual | changes)


async def opened(site: Inside, headers) -> str:
    answer = await call(site, "POST", "/api/tables", json=NEW, headers=headers)
    assert answer.status == 201, answer.json
    return answer.json["table"]


async def tables(site: Inside, headers) -> list[str]:
    answer = await call(site, "GET", "/api/me", headers=headers)
    assert answer.status == 200, answer.json
    return [one["table"] for one in answer.json["tables"]]


async def test_a_signed_in_person_is_the_same_on_every_device_without_a_cookie(tmp_path):
    async with inside(behind(tmp_path)) as site:
        table = await opened(site, ANN)
        for path in ("/", "/api/me", f"/t/{table}"):
            answer = await call(site, "GET", path, headers=ANN)
            assert COOKIE not in answer.cookies
        assert await tables(site, ANN) == [table]  # each call is a device of its own
        assert await tables(site, {HEADER: "bob@club.example"}) == []
    async with inside(behind(tmp_path)) as site:
        assert await tables(site, ANN) == [table]  # after a restart, too


async def test_a_signed_in_person_plays_over_a_websocket(tmp_path):
    async with inside(behind(tmp_path)) as site, people(site.url, "Ann") as (ann,):
        table = await opened(site, ANN)
        line = await ann.line(table, headers=ANN)
        assert line.copy.house["you"] == 0


async def test_a_name_is_proposed_and_guests_are_proposed_none(tmp_path):
    async with inside(behind(tmp_path)) as site:
        for user, name in (("ann@club.example", "ann"), ("x" * 60, "x" * 20), ("Zoë", "Zoë")):
            answer = await call(site, "GET", "/api/me", headers={HEADER: user})
            assert answer.json["signed_in"] == name
        assert (await call(site, "GET", "/api/me")).json["signed_in"] == ""


async def test_whom_the_proxy_lets_through_unsigned_is_a_guest_as_ever(tmp_path):
    async with inside(behind(tmp_path)) as site, people(site.url, "Gus") as (gus,):
        table = await gus.open("mindup")
        assert [one["table"] for one in (await of(gus, "GET", "/api/me")).json["tables"]] == [table]
        mine = {"Cookie": f"{COOKIE}={gus.cookie}"}
        assert await tables(site, mine | ANN) == []  # the header counts, not the cookie
        assert await tables(site, mine | {HEADER: "  "}) == [table]


@pytest.mark.parametrize(
    "config",
    [
        {"behind_proxy": False},
        {"user_header": ""},
        {"proxies": ("192.0.2.7/32",)},
        {"behind_proxy": False, "proxies": ("127.0.0.1/32",)},
    ],
)
async def test_only_the_proxy_is_believed(tmp_path, config):
    async with inside(behind(tmp_path)) as site:
        await opened(site, ANN)
    async with inside(behind(tmp_path, **config)) as site:
        answer = await call(site, "GET", "/api/me", headers=ANN)
        assert (answer.json["tables"], answer.json["signed_in"]) == ([], "")
        assert COOKIE in answer.cookies


async def test_a_client_of_another_machine_is_not_believed_unless_the_host_names_it(
    tmp_path, monkeypatch
):
    monkeypatch.setattr(visitor, "is_loopback", lambda address: False)
    async with inside(behind(tmp_path)) as site:
        assert (await call(site, "GET", "/api/me", headers=ANN)).json["signed_in"] == ""
    async with inside(behind(tmp_path, proxies=("127.0.0.0/8",))) as site:
        assert (await call(site, "GET", "/api/me", headers=ANN)).json["signed_in"] == "ann"


async def test_with_named_proxies_no_other_client_names_its_address(tmp_path):
    forwarded = {"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https"}
    async with inside(behind(tmp_path, proxies=("192.0.2.7/32",))) as site:
        answer = await call(site, "GET", "/api/me", headers=forwarded)
        assert not answer.cookies[COOKIE]["secure"]
    async with inside(behind(tmp_path, proxies=("127.0.0.1/32",))) as site:
        answer = await call(site, "GET", "/api/me", headers=forwarded)
        assert answer.cookies[COOKIE]["secure"]


@pytest.mark.parametrize(
    "sent",
    [
        [(HEADER, "eve"), (HEADER, "ann@club.example")],
        [(HEADER, "ann@club.example"), (HEADER, "")],
        [(HEADER, "x" * (MAX_USER_CHARS + 1))],
        [(HEADER, "ann\u202e")],
    ],
)
async def test_two_names_or_an_odd_one_are_nobody(tmp_path, sent):
    async with inside(behind(tmp_path)) as site:
        for path in ("/", "/api/me", "/ws/anywhere"):
            assert (await call(site, "GET", path, headers=sent)).problem == (400, "bad-user")


async def test_what_moves_guests_between_devices_is_closed_to_the_signed_in(tmp_path):
    origin = {"Origin": "https://club.example"}
    async with inside(behind(tmp_path, origins=("https://club.example",))) as site:
        for path, body in (
            ("/api/me/link", None),
            ("/api/me/device", {"token": "x"}),
            ("/api/me/code", {"name": "Ann"}),
            ("/api/me/passkeys/ask", {"name": "Ann"}),
            ("/api/sign-in/ask", None),
            ("/api/sign-in/code", {"code": "x"}),
        ):
            answer = await call(site, "POST", path, json=body, headers=ANN | origin)
            assert answer.problem == (409, "signed-in"), path


async def erased(site: Inside, headers) -> Answer:
    ticket = (await call(site, "POST", "/api/me/forget/ask", headers=headers)).json["ticket"]
    body = {"ticket": ticket}
    answer = await call(site, "POST", "/api/me/forget", json=body, headers=headers)
    assert answer.status == 200, answer.json
    return answer


async def test_after_an_erasure_a_person_is_a_new_one_and_nothing_is_left(tmp_path):
    config = behind(tmp_path)
    async with inside(config) as site:
        await opened(site, ANN)
        before = site.site.users.person(ANN[HEADER])
        await erased(site, ANN)
        await site.site.eraser.settled()
        assert await tables(site, ANN) == []
        after = site.site.users.person(ANN[HEADER])
        assert after != before
        table = await opened(site, ANN)
    for file in tmp_path.iterdir():
        assert ANN[HEADER].encode() not in file.read_bytes()
        assert before.encode() not in file.read_bytes()
    async with inside(config) as site:
        assert site.site.users.person(ANN[HEADER]) == after
        assert await tables(site, ANN) == [table]


async def test_erasures_of_one_person_are_bounded(tmp_path):
    async with inside(behind(tmp_path)) as site:
        users = site.site.users
        for _ in range(MAX_ERASURES):
            site.site.identity.erase({person_hash(users.person("ann"))})
        assert users.person("ann") is None
        assert users.person("bob") is not None
        answer = await call(site, "POST", "/api/me/forget/ask", headers={HEADER: "ann"})
        assert answer.problem == (401, "nobody")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"user_header": HEADER}, "--user-header must stand with --behind-proxy"),
        (
            {"user_header": HEADER, "behind_proxy": True, "workers": "2", "host": "0.0.0.0"},
            "--user-header with --workers must have a --host of this machine",
        ),
        ({"user_header": "User-Agent", "behind_proxy": True}, "that only the proxy sets"),
        ({"user_header": "X-Forwarded-For", "behind_proxy": True}, "that only the proxy sets"),
        ({"user_header": "a b", "behind_proxy": True}, "that only the proxy sets"),
        ({"user_header": "a" * 65, "behind_proxy": True}, "that only the proxy sets"),
        ({"proxy": ["10.0.0.1"]}, "--proxy must stand with --behind-proxy"),
        ({"proxy": ["10.0.0.1/8"], "behind_proxy": True}, "addresses or networks such as"),
        ({"embed": "https://club.example/x"}, "--embed must be an origin"),
        ({"embed": "https://club.example; script-src *"}, "--embed must be an origin"),
        ({"embed": "https://*.example"}, "--embed must be an origin"),
        ({"embed": "*"}, "--embed must be an origin"),
    ],
)
def test_a_setting_with_which_visitors_could_be_others_is_refused(arguments, said):
    with pytest.raises(ConfigError) as refused:
        settle(arguments, {})
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


def test_every_source_may_name_the_header(tmp_path):
    told = {"TACIT_USER_HEADER": HEADER, "TACIT_BEHIND_PROXY": "yes", "TACIT_PROXY": "10.0.0.5"}
    assert settle({}, told).user_header == HEADER
    assert settle({}, told).proxies == ("10.0.0.5/32",)
    (tmp_path / "a.toml").write_text('user-header = "X-User"\nembed = "https://club.example"\n')
    config = settle({"behind_proxy": True}, {}, str(tmp_path / "a.toml"))
    assert (config.user_header, config.embed) == ("X-User", "https://club.example")
