"""A guest wants the site to call a server inside the host's own network, or to call without end."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time

from tacit.server.calls.push import Message
from tacit.server.calls.sender import AT_ONCE_BY_PARTY, TIMEOUT_S, Delivery, Sender
from tests.attacks.attack import Effort, Outcome, attack
from tests.server.answers import of
from tests.server.calls.push_service import Device, PushService, push_service
from tests.server.calls.test_correspondence import begun
from tests.server.calls.test_push import idle, loopback, subscribe
from tests.server.client import Person, eventually, move, people
from tests.server.sites import inside, quick, roomy

HOSTS = (
    "127.0.0.1", "localhost", "LOCALHOST.", "127.1", "2130706433", "0x7f000001", "0177.0.0.1",
    "[::1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "0.0.0.0", "127.0.0.1.", "ip6-localhost",
    "me@127.0.0.1", "[64:ff9b::7f00:1]", "[2002:7f00:1::]",
)  # fmt: skip
"""Ways to write this machine."""


@attack("the site calls no server inside the host's own network", small=16, full=160)
async def reach_a_server_behind_the_site(effort: Effort) -> Outcome:
    reached = refused = 0

    async def take(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal reached
        reached += 1
        writer.close()

    server = await asyncio.start_server(take, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    rng = random.Random(effort.seed)
    async with (
        server,
        inside(quick(effort.folder / "calls.db")) as site,
        people(site.url, "Eve") as (eve,),
    ):
        table = await eve.open("mindup")
        for number in range(effort.tries):
            scheme = "http" if rng.random() < 0.2 else "https"
            url = f"{scheme}://{HOSTS[number % len(HOSTS)]}:{port}/{number}"
            wanted = Device(PushService(), "x").subscription | {"endpoint": url}
            refused += (await of(eve, "POST", "/api/me/push", json=wanted)).status == 400
            site.site.calls.pushes.tell((eve.id,), lambda _: Message("t", "b", "t/x", "x"))
            hook = await of(eve, "POST", f"/api/tables/{table}/hook", json={"url": url})
            refused += hook.status == 400
            site.site.calls.hooks.tell(lambda: [(eve.id, table)], lambda _: "x", "t/x")
            if number % len(HOSTS) == len(HOSTS) - 1:  # names that nobody has take a while
                async with asyncio.timeout(60):
                    while site.site.calls.sender._waiting:
                        await asyncio.sleep(0.01)
    return Outcome(
        2 * effort.tries, reached, f"{refused} refused at once, the others when looked up"
    )


@attack("a turn is one call, however often it is changed", small=20, full=400)
async def be_called_again_and_again(effort: Effort) -> Outcome:
    async with (
        push_service() as service,
        inside(loopback(effort.folder / "turns.db")) as site,
        people(site.url, "Eve", "Bob", "Cleo") as three,
    ):
        _, bob, _ = three
        _, lines = await begun(*three)
        await subscribe(bob, Device(service, "Bob"))
        await lines[1].close()
        await eventually(lambda: [live.table.connections for live in site.site.tables] == [2])
        rng = random.Random(effort.seed)
        for _ in range(effort.tries):
            card = move("pick", lines[0].copy.legal["pick"], rng)
            await lines[0].ask({"do": "act", "action": card})
            await lines[0].ask({"do": "act", "action": {"kind": "take-back"}})
            await lines[0].ask({"do": "pause"})
            await lines[0].ask({"do": "resume"})
        await idle(site)
        return Outcome(effort.tries, len(service.sent), "picks, take-backs and pauses of one turn")


@attack("only the host of a table knows and sets where it writes to", small=20, full=400)
async def take_over_the_webhook_of_a_table(effort: Effort) -> Outcome:
    secret = "https://ntfy.sh/a-secret-address"
    async with (
        inside(quick(effort.folder / "hooks.db")) as site,
        people(site.url, "Ann", "Eve") as (ann, eve),
    ):
        table = await ann.open("mindup", settings={"turn_seconds": 24 * 3600})
        await ann.post(f"/api/tables/{table}/hook", url=secret)
        group = (await ann.post("/api/groups", title="Friday", name="Ann"))["group"]
        await ann.post(f"/api/groups/{group}/hook", url=secret)
        await eve.join(table)
        await eve.post(f"/api/groups/{group}/join", name="Eve")
        rng = random.Random(effort.seed)
        learned = 0
        for _ in range(effort.tries):
            path = rng.choice((f"/api/tables/{table}/hook", f"/api/groups/{group}/hook"))
            wanted = {"json": {"url": rng.choice(("", "https://eve.example.org/"))}}
            answer = await of(eve, *rng.choice((("POST", path), ("GET", path))), **wanted)
            learned += answer.status not in (403, 429) or b"secret" in answer.body
        for person in (ann, eve):
            line = await person.line(table)
            learned += "a-secret" in str(line.copy.house)
        kept = site.site.calls.hooks.of(ann.id, table)
        learned += kept is None or kept.url != secret
        return Outcome(effort.tries, learned, "a guest at the table and a member of the group")


@attack("servers that never answer delay no one else's message", small=30, full=300)
async def silence_all_calls(effort: Effort) -> Outcome:
    """Each webhook of Eve's is of another domain, the name server of which is silent."""
    hang: list[str] = []

    async def silent(host: str, _port: int) -> list[str]:
        hang.append(host)
        await asyncio.Event().wait()
        return []

    limits = roomy(my_games=1e6)
    config = loopback(effort.folder / "silent.db", behind_proxy=True, limits=limits)
    async with (
        push_service() as service,
        inside(config) as site,
        people(site.url, "Eve", "Bob") as (eve, bob),
    ):
        site.site.calls.sender._lookup = silent

        async def play(person: Person, url: str, address: str) -> None:
            """Have a group write to a server."""
            head = {"X-Forwarded-For": address}
            wanted = {"title": "Friday", "name": person.name}
            opened = await of(person, "POST", "/api/groups", json=wanted, headers=head)
            path = f"/api/groups/{opened.json['group']}"
            await of(person, "POST", f"{path}/hook", json={"url": url}, headers=head)
            wanted = {"game": "mindup", "name": person.name}
            await of(person, "POST", f"{path}/play", json=wanted, headers=head)

        for number in range(effort.tries):
            await play(eve, f"https://dark{number}.example/x", "192.0.2.1")
        await play(bob, f"{service.url}/bob", "198.51.100.1")
        await service.until(1)
        held = len(hang)
    return Outcome(effort.tries, max(0, held - AT_ONCE_BY_PARTY), f"{held} waited at once")


@attack("a server that answers without end is hung up on", small=4, full=40)
async def answer_for_ever(effort: Effort) -> Outcome:
    """Parsing interim answers costs time; what Eve's server sends is none, or a long line."""
    endless = (b"HTTP/1.1 100 Continue\r\n\r\n" * 1000, b"HTTP/1.1 200 " + b"x" * 30_000)
    held_s: list[float] = []

    async def flood(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        began = time.monotonic()
        with contextlib.suppress(OSError):
            while not writer.transport.is_closing():
                writer.write(endless[len(held_s) % 2])
                await writer.drain()
                await asyncio.sleep(0)
        held_s.append(time.monotonic() - began)
        writer.transport.abort()

    server = await asyncio.start_server(flood, "127.0.0.1", 0)
    url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
    told: list[int | None] = []
    sender = Sender(to_loopback=True)
    deliveries = [Delivery(url, b"x", {}, told.append, "Eve") for _ in range(effort.tries)]
    try:
        async with server:
            sender.take(lambda: deliveries)
            await eventually(lambda: len(held_s) == len(told) == effort.tries)
    finally:
        await asyncio.to_thread(sender.close)
    believed = sum(status is not None for status in told)
    held = sum(one >= TIMEOUT_S / 2 for one in held_s)
    return Outcome(effort.tries, held + believed, f"held for {max(held_s):.2f} s at most")
