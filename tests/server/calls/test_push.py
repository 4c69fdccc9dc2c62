"""Web push: who is called, once a turn, and what nobody but their device can read."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tacit.server.calls.calls import Calls
from tacit.server.calls.push import CONTACT, MOST_DEVICES, Message
from tacit.server.tables.live.turn_calls import GameEnded, TurnBegun
from tests.server.answers import of
from tests.server.calls.push_service import Device, PushService, push_service
from tests.server.calls.test_correspondence import DAY, all_but_the_last_pick, all_gone, begun, pick
from tests.server.client import Person, eventually, people
from tests.server.people.test_devices import linked
from tests.server.sites import Inside, inside, quick, roomy
from tests.table.tables import started

CROWD = ("Ann", "Bob", "Cleo")


def loopback(db: Path, **changes: Any) -> Any:
    return quick(db, calls_to_loopback=True, **changes)


async def subscribe(person: Person, device: Device, **more: Any) -> dict[str, Any]:
    return await person.post("/api/me/push", **device.subscription, **more)


async def idle(site: Inside) -> None:
    """Wait until nothing is on its way to another server."""
    await eventually(lambda: site.site.calls.sender._waiting == 0)


async def test_players_who_are_away_are_called_once_a_turn_and_others_are_not(tmp_path):
    async with (
        push_service() as service,
        inside(loopback(tmp_path / "a.db")) as site,
        people(site.url, *CROWD) as three,
    ):
        ann, bob, cleo = three
        phones = {name: Device(service, name) for name in CROWD}
        table, lines = await begun(*three)
        for person, language in ((ann, "en"), (bob, "de"), (cleo, "xx")):
            answer = await subscribe(person, phones[person.name], language=language)
            assert answer["devices"] == 1
        await lines[1].close()
        await eventually(lambda: len(site.site.tables.seen(table).people) == 3)
        await eventually(lambda: [live.table.connections for live in site.site.tables] == [2])
        await pick(lines[0])
        await pick(lines[2])
        await idle(site)
        assert service.sent == [], "nobody is called in the middle of a turn"
        line = await bob.line(table)
        await line.until(lambda: line.copy.stage == "playing")
        await lines[2].close()
        await eventually(lambda: [live.table.connections for live in site.site.tables] == [2])
        await pick(line)
        await service.until(1)
        await idle(site)
        (called,) = phones["Cleo"].messages
        assert called == {
            "title": "Mind Up!: Ann, Bob",
            "body": "It is your turn.",
            "path": f"t/{table}",
            "tag": f"turn {table}",
        }
        assert [one.device for one in service.sent] == ["Cleo"], "Ann and Bob are at the table"
        (sent,) = service.sent
        assert sent.headers["content-encoding"] == "aes128gcm"
        assert len(sent.headers["topic"]) == 32
        assert table.encode() not in sent.body, "the push service cannot read it"
        _, _, token = sent.headers["authorization"].partition("t=")
        claims = json.loads(base64.urlsafe_b64decode(token.split(".")[1] + "=="))
        assert claims["aud"] == service.url


async def test_a_call_is_the_same_whatever_the_cards_are(tmp_path):
    """It is made of the table's name, the game and the names of players: nothing of the game."""
    told: list[Any] = []
    async with inside(loopback(tmp_path / "a.db")) as site:
        calls: Calls = site.site.calls
        calls.pushes.tell = lambda whom, message: told.append((whom, message("fr")))
        for seed in ("00" * 32, "5a" * 32):
            state = started("mindup", "ann", "bob", "cleo", seed=seed).state
            calls.turn_begun(TurnBegun("K7QF", state, ("ann", "bob"), ("ann",)))
    first, second = told
    assert first == second
    assert first[1].body == "C’est à toi de jouer."


async def test_players_who_are_away_and_the_chat_hear_once_that_their_game_is_over(tmp_path):
    async with (
        push_service() as service,
        push_service() as chat,
        inside(loopback(tmp_path / "a.db")) as site,
        people(site.url, *CROWD) as three,
    ):
        ann, bob, cleo = three
        phones = {name: Device(service, name) for name in CROWD}
        table, lines = await begun(*three)
        await all_but_the_last_pick(site, table, lines)
        for person, language in ((ann, "en"), (bob, "de"), (cleo, "en")):
            await subscribe(person, phones[person.name], language=language)
        await idle(site)
        await ann.post(f"/api/tables/{table}/hook", url=f"{chat.url}/x")
        await lines[1].close()
        await lines[2].do("leave")
        await eventually(lambda: [live.table.connections for live in site.site.tables] == [2])
        await pick(lines[0])
        await service.until(1)
        await chat.until(1)
        await lines[0].do("rematch")
        await idle(site)
        assert [one.device for one in service.sent] == ["Bob"], "Ann saw it, and Cleo has left"
        (called,) = phones["Bob"].messages
        assert called == {
            "title": "Mind Up!: Ann, Cleo",
            "body": "Die Partie ist zu Ende. Schau, wie sie ausging.",
            "path": f"t/{table}",
            "tag": f"turn {table}",
        }
        (sent,) = chat.sent
        assert sent.body.decode() == "Mind Up!: the game is over (Ann, Bob, Cleo)."


async def test_those_who_are_awaited_are_reminded_once_of_the_end_of_their_turn(tmp_path):
    config = loopback(tmp_path / "a.db")
    async with push_service() as service, push_service() as chat:
        async with inside(config) as site, people(site.url, *CROWD) as three:
            ann, bob, cleo = three
            table, lines = await begun(*three)
            await ann.post(f"/api/tables/{table}/hook", url=f"{chat.url}/x")
            phones = {name: Device(service, name) for name in CROWD}
            for person, language in ((ann, "en"), (bob, "de"), (cleo, "en")):
                await subscribe(person, phones[person.name], language=language)
            await pick(lines[0])
            await pick(lines[2])
            await all_gone(site, lines)
            overdue = site.site.calls.overdue
            site.later(2 * DAY)
            assert await overdue.wake_some() == 0
            site.later(DAY / 4)
            assert await overdue.wake_some() == 1
            await service.until(1)
            (due,) = [one["due"] for one in await bob.get("/api/me/turns")]
            assert 0.6 * DAY < (due - site.site.clock()) / 1000 < 0.75 * DAY
            site.later(2 * 3600)
            site.site.tables.evict_idle()
            assert await overdue.wake_some() == 0
        async with inside(config) as site:
            site.later(2.5 * DAY)
            assert await site.site.calls.overdue.wake_some() == 0
            await site.site.tables.find(table)
            await idle(site)
        assert [one.device for one in service.sent] == ["Bob"], "Ann and Cleo have picked"
        (called,) = phones["Bob"].messages
        assert called["body"] == "Du bist dran, und die Zeit wird knapp."
        assert called["path"] == f"t/{table}"
        assert chat.sent == [], "the chat has heard whose turn it is"


async def test_the_end_of_a_game_is_told_alike_with_any_winner(tmp_path):
    told: list[Any] = []
    async with inside(loopback(tmp_path / "a.db")) as site:
        calls: Calls = site.site.calls
        calls.pushes.tell = lambda whom, message: told.append((whom, message("fr")))
        calls.hooks.tell = lambda _, message, path: told.append((message("fr"), path))
        for seed in ("00" * 32, "5a" * 32):
            desk = started("mindup", "ann", "bob", "cleo", seed=seed)
            desk.finish()
            calls.game_ended(GameEnded("K7QF", desk.state, ("ann",)))
    assert told[:2] == told[2:]


async def test_a_device_that_is_gone_is_called_no_more(tmp_path):
    async with (
        push_service() as service,
        inside(loopback(tmp_path / "a.db")) as site,
        people(site.url, *CROWD) as three,
    ):
        ann, _, cleo = three
        _, lines = await begun(*three)
        await subscribe(cleo, Device(service, "old"))
        service.status = 410
        await pick(lines[2])
        await lines[2].close()
        await eventually(lambda: [live.table.connections for live in site.site.tables] == [2])
        for other in lines[:2]:
            await pick(other)
        await service.until(1)
        await idle(site)
        await eventually(lambda: not site.site.calls.pushes.of(cleo.id))
        assert (await ann.get("/api/me/push"))["devices"] == 0


async def test_devices_of_a_person_are_bounded_and_gone_with_the_rest_of_their_data(tmp_path):
    async with (
        push_service() as service,
        inside(loopback(tmp_path / "a.db", erasure_recheck_s=0.0)) as site,
        people(site.url, "Ann") as (ann,),
    ):
        await ann.open("mindup")
        for number in range(MOST_DEVICES + 2):
            answer = await subscribe(ann, Device(service, str(number)))
        assert answer["devices"] == MOST_DEVICES
        assert answer["key"] == site.site.calls.pushes.key
        kept = [one.endpoint.rpartition("/")[2] for one in site.site.calls.pushes.of(ann.id)]
        assert kept == [str(number) for number in range(2, MOST_DEVICES + 2)]
        left = await ann.post("/api/me/push/remove", endpoint=f"{service.url}/2")
        assert left["devices"] == MOST_DEVICES - 1
        who = ann.id
        ticket = (await ann.post("/api/me/forget/ask"))["ticket"]
        await of(ann, "POST", "/api/me/forget", json={"ticket": ticket})
        await site.site.eraser.settled()
        assert site.site.calls.pushes.of(who) == []


async def test_members_of_a_group_are_called_when_one_of_them_opens_a_table(tmp_path):
    async with (
        push_service() as service,
        inside(loopback(tmp_path / "a.db")) as site,
        people(site.url, "Ann", "Bob") as (ann, bob),
    ):
        await bob.open("mindup")
        phone = Device(service, "Bob")
        await subscribe(bob, phone, language="it")
        group = (await ann.post("/api/groups", title="Friday", name="Ann"))["group"]
        await bob.post(f"/api/groups/{group}/join", name="Bob")
        opened = await ann.post(f"/api/groups/{group}/play", game="extreme", name="Ann")
        await service.until(1)
        again = await ann.post(f"/api/groups/{group}/play", game="mindup", name="Ann", fresh=True)
        await idle(site)
        assert again["table"] != opened["table"]
        (called,) = phone.messages
        assert called["title"] == "Friday"
        assert called["body"] == "Ann è al tavolo. Vieni a giocare!"
        assert called["path"] == f"t/{opened['table']}"


@pytest.mark.parametrize(
    "change",
    [
        {"endpoint": "http://push.example.org/x"},
        {"endpoint": "https://127.0.0.1/x"},
        {"endpoint": "https://user@push.example.org/x"},
        {"endpoint": "https://fcm.googleapis.com/" + 1000 * "x"},
        {"endpoint": "ftp://push.example.org/x"},
        {"keys": {"p256dh": "AAAA", "auth": 22 * "A"}},
        {"keys": {"p256dh": 87 * "B", "auth": 22 * "A"}},
        {"keys": {"p256dh": "x", "auth": "ü"}},
        {"endpoint": "https://updates.push.services.mozilla.com:8443/x"},
        {"endpoint": "https://[2606:4700:4700::1111]/x"},
        {"endpoint": "https://push.example.org/x"},
        {"endpoint": "https://notfcm.googleapis.com/x"},
        {"endpoint": "https://fcm.googleapis.com.example.org/x"},
    ],
)
async def test_what_is_no_subscription_is_refused(tmp_path, change):
    async with (
        push_service() as service,
        inside(quick(tmp_path / "a.db")) as site,
        people(site.url, "Ann") as (ann,),
    ):
        await ann.open("mindup")
        good = Device(service, "x").subscription | {
            "endpoint": "https://updates.push.services.mozilla.com/x"
        }
        assert (await of(ann, "POST", "/api/me/push", json=good)).status == 200
        assert (await of(ann, "POST", "/api/me/push", json=good | change)).status == 400


async def test_the_key_of_a_site_stays_the_same_and_a_stranger_has_no_devices(tmp_path):
    keys = []
    for _ in range(2):
        async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann") as (ann,):
            answer = await ann.get("/api/me/push")
            assert answer["devices"] == 0
            assert (await of(ann, "POST", "/api/me/push/remove", json={})).status == 401
            keys.append(answer["key"])
    assert keys[0] == keys[1]
    assert len(keys[0]) == 87


async def test_nothing_is_sent_for_players_without_a_device(tmp_path):
    async with (
        push_service() as service,
        inside(loopback(tmp_path / "a.db")) as site,
        people(site.url, *CROWD) as three,
    ):
        _, lines = await begun(*three)
        await all_gone(site, lines)
        await idle(site)
        assert service.sent == []


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://fcm.googleapis.com/fcm/send/x",
        "https://updates.push.services.mozilla.com/wpush/v2/x",
        "https://web.push.apple.com/x",
        "https://wns2-par02p.notify.windows.com/w/?token=x",
        "https://up.club.example/x",
    ],
)
async def test_devices_are_called_through_the_services_of_browsers_and_those_the_host_names(
    tmp_path, endpoint
):
    config = quick(tmp_path / "a.db", push_services=("Club.example.",))
    async with inside(config) as site, people(site.url, "Ann") as (ann,):
        await ann.open("mindup")
        wanted = Device(PushService(), "x").subscription | {"endpoint": endpoint}
        assert (await of(ann, "POST", "/api/me/push", json=wanted)).json["devices"] == 1


AUTH = "!aAAAAaA!AaAAAAaaAa=AaAAAA"
"""It decodes to 16 bytes if what does not belong there is skipped."""


@pytest.mark.parametrize("auth", [AUTH, 22 * "A" + 15_000 * "=", 22 * "A" + 15_000 * "!"])
async def test_a_key_has_nothing_in_it_but_the_key(tmp_path, auth):
    async with inside(loopback(tmp_path / "a.db")) as site, people(site.url, "Ann") as (ann,):
        await ann.open("mindup")
        good = Device(PushService(), "x").subscription | {"endpoint": "http://127.0.0.1:9/x"}
        bad = good | {"keys": good["keys"] | {"auth": auth}}
        assert (await of(ann, "POST", "/api/me/push", json=bad)).status == 400
        padded = {name: key + "=" * (-len(key) % 4) for name, key in good["keys"].items()}
        for keys in (good["keys"], padded):
            answer = await of(ann, "POST", "/api/me/push", json=good | {"keys": keys})
            assert answer.status == 200


async def test_one_members_broken_subscription_leaves_the_others_theirs(tmp_path):
    """As one that an earlier version has kept."""
    async with (
        push_service() as service,
        inside(loopback(tmp_path / "a.db")) as site,
        people(site.url, "Ann") as (ann,),
    ):
        await ann.open("mindup")
        await subscribe(ann, phone := Device(service, "Ann"))
        pushes = site.site.calls.pushes
        (good,) = pushes.of(ann.id)
        broken = msgspec.structs.replace(good, endpoint=f"{service.url}/eve", auth=AUTH)
        pushes.keep("eve", broken)
        pushes.tell(("eve", ann.id), lambda _: Message("Friday", "b", "t/x", "x"))
        await service.until(1)
        await idle(site)
        assert [one["title"] for one in phone.messages] == ["Friday"]


@pytest.mark.parametrize(
    "host", ["play.example.org:8443", "10.0.0.5:8443", "club", "[2001:db8::1]:8443", "a_b.example"]
)
async def test_a_site_calls_devices_whatever_its_own_address_is(tmp_path, host):
    async with (
        push_service() as service,
        inside(loopback(tmp_path / "a.db", behind_proxy=True)) as site,
        people(site.url, "Ann") as (ann,),
    ):
        head = {"X-Forwarded-Proto": "https", "Host": host}
        phone = Device(service, "Ann")
        await ann.open("mindup")
        answer = await of(ann, "POST", "/api/me/push", json=phone.subscription, headers=head)
        assert answer.status == 200
        pushes = site.site.calls.pushes
        assert pushes.of(ann.id)[0].site == f"https://{host}"
        pushes.tell((ann.id,), lambda _: Message("t", "b", "t/x", "x"))
        await service.until(1)
        _, _, token = service.sent[0].headers["authorization"].partition("t=")
        claims = json.loads(base64.urlsafe_b64decode(token.split(".")[1] + "=="))
        named = host.startswith("play")
        assert claims["sub"] == ("https://play.example.org" if named else CONTACT)


async def test_guests_of_one_address_cannot_fill_the_database_with_devices_and_webhooks(tmp_path):
    limits = roomy(sign_ins=5)
    async with (
        push_service() as service,
        inside(loopback(tmp_path / "a.db", limits=limits)) as site,
    ):
        kept = 0
        for number in range(20):
            async with people(site.url, f"Eve {number}") as (eve,):
                await eve.get("/api/me")
                group = (await eve.post("/api/groups", title="Friday", name="Eve"))["group"]
                path = f"/api/groups/{group}/hook"
                wanted = Device(service, str(number)).subscription
                device = await of(eve, "POST", "/api/me/push", json=wanted)
                hook = await of(eve, "POST", path, json={"url": "https://ntfy.sh/x"})
                kept += (device.status == 200) + (hook.status == 200)
                assert {device.status, hook.status} <= {200, 429}
        assert kept == 5


async def test_a_device_learns_whether_it_is_called_and_nothing_of_others(tmp_path):
    async with (
        push_service() as service,
        inside(loopback(tmp_path / "a.db")) as site,
        people(site.url, "Ann", "Bob", "Eve") as (ann, bob, eve),
    ):
        for one in (ann, bob):
            await one.open("mindup")
        phone, unknown = Device(service, "Ann"), f"{service.url}/none"
        theirs = phone.subscription["endpoint"]

        async def asked(person, endpoint):
            return await person.post("/api/me/push/known", endpoint=endpoint)

        assert await asked(ann, theirs) == {"known": False}
        await subscribe(ann, phone)
        assert await asked(ann, theirs) == {"known": True}
        for stranger in (bob, eve):  # Eve has never been here
            assert await asked(stranger, theirs) == await asked(stranger, unknown)
        await ann.post("/api/me/push/remove", endpoint=theirs)
        assert await asked(ann, theirs) == {"known": False}


async def test_a_new_endpoint_takes_the_place_and_the_language_of_the_old_one(tmp_path):
    async with (
        push_service() as service,
        inside(loopback(tmp_path / "a.db")) as site,
        people(site.url, "Ann", "Bob") as (ann, bob),
    ):
        for one in (ann, bob):
            await one.open("mindup")
        old, new = Device(service, "old"), Device(service, "new")
        await subscribe(ann, old, language="it")
        theirs = old.subscription["endpoint"]
        assert (await subscribe(bob, Device(service, "bob"), instead=theirs))["devices"] == 1
        assert len(site.site.calls.pushes.of(ann.id)) == 1, "Bob replaces nothing of Ann's"
        assert site.site.calls.pushes.of(bob.id)[0].language == "en"
        await subscribe(ann, new, instead=theirs)
        (kept,) = site.site.calls.pushes.of(ann.id)
        assert (kept.endpoint, kept.language) == (new.subscription["endpoint"], "it")


async def test_a_device_that_was_signed_out_is_called_no_more(tmp_path):
    async with (
        push_service() as service,
        inside(loopback(tmp_path / "a.db")) as site,
        people(site.url, "Ann", "Phone") as (ann, phone),
    ):
        await ann.open("mindup")
        await linked(ann, phone)
        await subscribe(ann, Device(service, "Ann"))
        assert (await subscribe(phone, Device(service, "lost")))["devices"] == 2
        pushes = site.site.calls.pushes
        lost = pushes.of(ann.id)[1]
        old = msgspec.structs.replace(lost, endpoint=f"{service.url}/old", device="")
        pushes.keep(ann.id, old)
        for one, known in ((lost, True), (old, False)):
            asked = await phone.post("/api/me/push/known", endpoint=one.endpoint)
            assert asked == {"known": known}, "the app renews what does not name its device"
        assert await ann.post("/api/me/devices/end") == {"ended": 1}
        assert lost not in pushes._kept(ann.id)
        pushes.keep(ann.id, lost)  # as a node that signed it out at the same moment may have it
        pushes.tell((ann.id,), lambda _: Message("t", "b", "t/x", "x"))
        await service.until(2)
        await idle(site)
        told = sorted(one.device for one in service.sent)
        assert told == ["Ann", "old"], "which device the old one belongs to is not known"
