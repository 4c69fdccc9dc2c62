"""Webhooks: a table or a group writes into a chat, once a turn, and only its host sets that."""

from __future__ import annotations

import asyncio
import json
import re

import msgspec
import pytest

from tacit.club.group import KIND
from tacit.server.calls.hooks import JOINER, MOST_HOOKS, SLACK_PLAIN, Hook, delivery, shape_of
from tacit.server.tables.live.turn_calls import TurnBegun
from tacit.store.store import log_id
from tacit.table.decide.names import clean_name
from tests.server.answers import of
from tests.server.calls.push_service import push_service
from tests.server.calls.test_correspondence import DAY, all_gone, begun, hurry, pick
from tests.server.calls.test_push import CROWD, idle, loopback
from tests.server.client import eventually, people
from tests.server.sites import inside, quick
from tests.table.tables import started

NONE = {"host": "", "shape": None, "trouble": ""}


def written(shape, text="*Ann* <@everyone> & Bob", site="https://play.test"):
    hook = Hook(url="https://chat.test/x", shape=shape, site=site)
    return delivery(hook, text, "t/K7QF", lambda _: None)


def test_the_shape_follows_from_the_address():
    assert shape_of("https://discord.com/api/webhooks/1/x") == "discord"
    assert shape_of("https://canary.discord.com/api/webhooks/1/x") == "discord"
    assert shape_of("https://hooks.slack.com/services/T/B/x") == "slack"
    assert shape_of("https://ntfy.sh/friday") == "ntfy"
    assert shape_of("https://notdiscord.com/x") == "ntfy"
    assert shape_of("https://[/") == "ntfy"


def test_every_chat_gets_its_shape_and_names_call_nobody_there():
    said = json.loads(written("discord").body)
    assert said["allowed_mentions"] == {"parse": []}
    assert said["flags"] == 4, "no previews"
    text = f"\\*Ann\\* \\<{JOINER}@{JOINER}everyone\\> & Bob\n<https://play.test/t/K7QF>"
    assert said["content"] == text
    said = json.loads(written("slack").body)
    text = f"*Ann* &lt;{JOINER}@{JOINER}everyone&gt; &amp; Bob\n<https://play.test/t/K7QF>"
    assert said == {"text": text, **SLACK_PLAIN}
    sent = written("ntfy")
    assert sent.body.decode() == f"*Ann* <{JOINER}@{JOINER}everyone> & Bob"
    assert sent.headers["Click"] == "https://play.test/t/K7QF"
    assert sent.headers["Markdown"] == "no"


FOUND_BY_CHATS = re.compile(
    r"""https?://                # a scheme
    | [\w-]+[.。][a-z]{2,}       # a bare domain, or an invitation to another server
    | [@＠]\w                    # a mention, or an address for mail
    | (?<!\\)<[@#!:/a-z]         # a mention or link of Discord or Slack
    | (?<!\\)\]\s?[(\[]          # a link in Markdown
    """,
    re.VERBOSE | re.IGNORECASE,
)
HOSTILE = (
    "https://evil.example",
    "HTTP://evil.example/?a=b",
    "evil.example",
    "discord.gg/abcdef",
    "evil。example",
    "@everyone",
    "@here",
    "＠channel",
    "<@123>",
    "<@&123>",
    "<#123>",
    "<!channel>",
    "<!subteam^S1>",
    "<https://evil.example|ok>",
    "[ok](https://e.ex)",
    "![ok](//evil.ex)",
    "[ok][1]",
    "mailto:a@evil.ex",
    "a:b@evil.example",
    "\\[ok](//evil.ex)",
    f"htt{JOINER}ps://evil.ex",
)


@pytest.mark.parametrize("shape", ["discord", "slack", "ntfy"])
@pytest.mark.parametrize("name", HOSTILE)
def test_no_name_becomes_a_link_or_a_mention(name, shape):
    assert FOUND_BY_CHATS.search(name), "it would be found as it stands"
    for called in {name, clean_name(name)}:
        body = written(shape, f"Mind Up!: it is the turn of Ann, {called}, Bob.").body.decode()
        if shape != "ntfy":
            told = json.loads(body)
            body = told.get("content") or told["text"]
            body, _, link = body.rpartition("\n")
            assert link == "<https://play.test/t/K7QF>", "the site's own link works"
        assert FOUND_BY_CHATS.search(body) is None, body


async def test_a_table_writes_once_a_turn_and_tells_whose_it_is(tmp_path):
    async with (
        push_service() as chat,
        inside(loopback(tmp_path / "a.db")) as site,
        people(site.url, *CROWD) as three,
    ):
        ann, bob, _ = three
        table, lines = await begun(*three)
        await idle(site)
        hook = {"url": f"{chat.url}/secret", "shape": "slack", "language": "de"}
        answer = await ann.post(f"/api/tables/{table}/hook", **hook)
        assert answer == {"host": "127.0.0.1", "shape": "slack", "trouble": ""}
        assert "secret" not in json.dumps(await ann.get(f"/api/tables/{table}/hook"))
        for line in lines:
            await pick(line)
        await chat.until(1)
        await lines[0].ask({"do": "pause"})
        await lines[0].ask({"do": "resume"})
        await idle(site)
        (sent,) = chat.sent
        link = f"{site.url}/t/{table}"
        text = f"Mind Up!: Am Zug: Ann, Bob, Cleo.\n<{link}>"
        assert json.loads(sent.body)["text"] == text
        # A guest who is not the host neither sees nor sets it; and it goes with the host.
        refused = await of(bob, "POST", f"/api/tables/{table}/hook", json=hook)
        assert (refused.status, refused.json["key"]) == (403, "host-only")
        assert (await of(bob, "GET", f"/api/tables/{table}/hook")).status == 403
        await lines[0].do("pass-host", guest=1)
        assert (await bob.get(f"/api/tables/{table}/hook")) == NONE
        for line in lines:
            await pick(line)
        await idle(site)
        assert len(chat.sent) == 1


async def test_a_table_at_which_bots_play_for_everyone_writes_nothing(tmp_path):
    """All have missed a deadline, and turn follows turn within seconds."""
    async with (
        push_service() as chat,
        inside(loopback(tmp_path / "a.db")) as site,
        people(site.url, *CROWD) as three,
    ):
        ann = three[0]
        table, lines = await begun(*three)
        hook = {"url": f"{chat.url}/secret", "shape": "ntfy"}
        await ann.post(f"/api/tables/{table}/hook", **hook)
        await all_gone(site, lines)
        site.later(3 * DAY)
        assert await site.site.calls.overdue.wake_some() == 1
        await hurry(site, table)
        await eventually(lambda: site.site.tables.seen(table).play.turn >= 3)
        await idle(site)
        assert chat.sent == []


async def test_a_webhook_that_its_chat_has_removed_says_so_and_gets_no_more(tmp_path):
    async with (
        push_service() as chat,
        inside(loopback(tmp_path / "a.db")) as site,
        people(site.url, *CROWD) as three,
    ):
        ann = three[0]
        table, lines = await begun(*three)
        await idle(site)
        path = f"/api/tables/{table}/hook"
        await ann.post(path, url=f"{chat.url}/x")
        assert await ann.post(path, url="") == NONE
        await ann.post(path, url=f"{chat.url}/x")
        chat.status = 404
        for line in lines:
            await pick(line)
        await chat.until(1)
        await idle(site)
        await eventually_in(ann, path, "gone")
        chat.status = 204
        for line in lines:
            await pick(line)
        await idle(site)
        assert len(chat.sent) == 1
        assert (await ann.get(path))["host"] == "127.0.0.1", "its host sees what is wrong"
        await ann.post(path, url=f"{chat.url}/y")
        assert (await ann.get(path))["trouble"] == ""


async def eventually_in(person, path, trouble):
    async with asyncio.timeout(10):
        while (await person.get(path))["trouble"] != trouble:
            await asyncio.sleep(0.01)


async def test_its_host_sends_a_test_message_and_learns_what_became_of_it(tmp_path):
    async with (
        push_service() as chat,
        inside(loopback(tmp_path / "a.db")) as site,
        people(site.url, "Ann", "Bob") as (ann, bob),
    ):
        table = await ann.open("mindup")
        await bob.join(table)
        path = f"/api/tables/{table}/hook"
        assert await ann.post(f"{path}/test") == NONE
        await ann.post(path, url=f"{chat.url}/x", language="de")
        assert (await of(bob, "POST", f"{path}/test")).status == 403
        assert chat.sent == []
        assert (await ann.post(f"{path}/test"))["trouble"] == ""
        assert chat.sent[0].body.decode() == "Testnachricht von Tacit: Es klappt."
        chat.status = 403
        assert (await ann.post(f"{path}/test"))["trouble"] == "refused"
        chat.status = 204
        assert (await ann.post(f"{path}/test"))["trouble"] == "", "it is well again"
        assert (await of(ann, "POST", f"{path}/test")).status == 429
        site.later(40)
        assert (await of(ann, "POST", f"{path}/test")).status == 200
        assert len(chat.sent) == 4


async def test_a_founder_tests_the_webhook_of_a_group(tmp_path):
    async with (
        push_service() as chat,
        inside(loopback(tmp_path / "a.db")) as site,
        people(site.url, "Ann", "Bob") as (ann, bob),
    ):
        group = (await ann.post("/api/groups", title="Friday", name="Ann"))["group"]
        await bob.post(f"/api/groups/{group}/join", name="Bob")
        path = f"/api/groups/{group}/hook"
        await ann.post(path, url=f"{chat.url}/x")
        assert (await of(bob, "POST", f"{path}/test")).status == 403
        chat.status = 410
        assert (await ann.post(f"{path}/test"))["trouble"] == "gone"


async def test_the_late_answer_of_an_old_webhook_leaves_its_replacement(tmp_path):
    async with inside(loopback(tmp_path / "a.db")) as site:
        hooks = site.site.calls.hooks
        old, new = (Hook(url=f"http://127.0.0.1:9/{one}", shape="ntfy") for one in ("old", "new"))
        hooks.keep("ann", "K7QF", old)
        (sent,) = hooks._deliveries(lambda: [("ann", "K7QF")], lambda _: "x", "t/K7QF")
        hooks.keep("ann", "K7QF", new)
        sent.answered(404)
        assert hooks.of("ann", "K7QF") == new
        (sent,) = hooks._deliveries(lambda: [("ann", "K7QF")], lambda _: "x", "t/K7QF")
        sent.answered(404)
        assert hooks.of("ann", "K7QF").trouble == "gone"
        assert hooks._deliveries(lambda: [("ann", "K7QF")], lambda _: "x", "t/K7QF") == []
        hooks.keep("ann", "K7QF", None)
        sent.answered(204)
        assert hooks.of("ann", "K7QF") is None, "one that was turned off stays off"


async def test_a_group_writes_when_it_is_at_a_table_and_its_founder_alone_sets_that(tmp_path):
    async with (
        push_service() as chat,
        inside(loopback(tmp_path / "a.db")) as site,
        people(site.url, *CROWD) as three,
    ):
        ann, bob, cleo = three
        group = (await ann.post("/api/groups", title="Friday", name="Ann"))["group"]
        for one in (bob, cleo):
            await one.post(f"/api/groups/{group}/join", name=one.name)
        path = f"/api/groups/{group}/hook"
        refused = await of(bob, "POST", path, json={"url": f"{chat.url}/x"})
        assert (refused.status, refused.json["key"]) == (403, "founder-only")
        await ann.post(path, url=f"{chat.url}/x")
        settings = {"turn_seconds": 24 * 3600}
        play = {"game": "mindup", "name": "Bob", "settings": settings}
        opened = await bob.post(f"/api/groups/{group}/play", **play)
        await chat.until(1)
        assert chat.sent[0].body.decode() == "Friday: Bob is at the table. Come and play!"
        # Its tables write there, too.
        for one in (ann, cleo):
            await one.join(opened["table"])
        line = await bob.line(opened["table"])
        await line.do("start")
        await chat.until(2)
        await idle(site)
        assert chat.sent[1].body.decode() == "Mind Up!: it is the turn of Bob, Ann, Cleo."
        assert len(chat.sent) == 2


async def test_a_groups_log_is_read_again_for_a_turn_only_where_its_webhook_is_used(tmp_path):
    async with (
        push_service() as chat,
        inside(loopback(tmp_path / "a.db")) as site,
        people(site.url, "Ann", "Bob") as (ann, bob),
    ):
        calls, reads = site.site.calls, []
        group = (await ann.post("/api/groups", title="Friday", name="Ann"))["group"]
        await bob.post(f"/api/groups/{group}/join", name="Bob")
        load = calls._store.load
        calls._store.load = lambda name: reads.append(name) or load(name)
        label = log_id(KIND, group)
        state = msgspec.structs.replace(started("mindup", "ann", "bob", "cleo").state, label=label)

        async def turn():
            calls.turn_begun(TurnBegun("K7QF", state, ("ann",), ()))
            await idle(site)

        for _ in range(20):
            await turn()
        assert reads == [label]
        await ann.post(f"/api/groups/{group}/hook", url=f"{chat.url}/x")
        del reads[:]
        await turn()
        assert (reads, len(chat.sent)) == ([label], 1)
        await ann.post(f"/api/groups/{group}/leave")
        await turn()
        assert len(chat.sent) == 1, "Ann is not its founder any more"
        site.site.calls.hooks._sender.admits = lambda _: False
        del reads[:]
        await turn()
        assert reads == [], "what is refused costs no reading"


@pytest.mark.parametrize("url", ["http://chat.example.org/", "https://10.0.0.1/", "https://[::1]/"])
async def test_an_address_that_is_not_public_is_refused(tmp_path, url):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann") as (ann,):
        table = await ann.open("mindup")
        answer = await of(ann, "POST", f"/api/tables/{table}/hook", json={"url": url})
        assert answer.status == 400


async def test_webhooks_of_a_person_are_bounded_and_gone_with_the_rest_of_their_data(tmp_path):
    config = quick(tmp_path / "a.db", erasure_recheck_s=0.0)
    async with inside(config) as site, people(site.url, "Ann") as (ann,):
        tables = [await ann.open("mindup") for _ in range(MOST_HOOKS + 2)]
        for table in tables:
            await ann.post(f"/api/tables/{table}/hook", url="https://ntfy.sh/x")
            site.later(1)
        hooks, who = site.site.calls.hooks, ann.id
        kept = [table for table in tables if hooks.of(who, table) is not None]
        assert kept == tables[2:]
        ticket = (await ann.post("/api/me/forget/ask"))["ticket"]
        await of(ann, "POST", "/api/me/forget", json={"ticket": ticket})
        await site.site.eraser.settled()
        assert not any(hooks.of(who, table) for table in tables)
