"""A visitor claims to be a person whom the host's proxy has signed in."""

from __future__ import annotations

import random

from tacit.server.people.identity import COOKIE
from tests.attacks.attack import Effort, Outcome, attack
from tests.server.answers import NEW, call
from tests.server.sites import Inside, inside, quick

HEADER = "Remote-User"
ANN = "ann@club.example"


def _claims(chance: random.Random) -> list[tuple[str, str]]:
    """Return headers with which a visitor without the proxy could try to be Ann."""
    named = chance.choice([HEADER, HEADER.lower(), "Remote_User", "REMOTE-USER", f"X-{HEADER}"])
    user = chance.choice([ANN, f" {ANN} ", ANN.upper(), f"{ANN}, {ANN}"])
    forged = [(named, user)] * chance.choice([1, 2])
    hop = chance.choice(["127.0.0.1", "::1", "192.0.2.7", "localhost"])
    around = [("X-Forwarded-For", hop), ("Forwarded", f"for={hop}"), ("X-Real-IP", hop)]
    around.append(("Cookie", f"{COOKIE}={chance.choice([ANN, f'{ANN}.', 'x.' + 'a' * 32])}"))
    return forged + chance.sample(around, chance.randrange(len(around) + 1))


async def _is_ann(site: Inside, headers: list[tuple[str, str]]) -> bool:
    answer = await call(site, "GET", "/api/me", headers=headers)
    return answer.status == 200 and bool(answer.json["tables"] or answer.json["signed_in"])


@attack("no visitor past the proxy is a person whom it signs in", small=40, full=2000)
async def claim_to_be_signed_in(effort: Effort) -> Outcome:
    chance, hits = random.Random(effort.seed), 0
    proxied = {"behind_proxy": True, "user_header": HEADER}
    db = effort.folder / "signed-in.db"
    async with inside(quick(db, **proxied)) as site:
        opened = await call(site, "POST", "/api/tables", json=NEW, headers={HEADER: ANN})
        assert opened.status == 201
        assert await _is_ann(site, [(HEADER, ANN)])
    # The proxy is another machine: this one is a visitor who reaches the node directly.
    async with inside(quick(db, **proxied, proxies=("192.0.2.7/32",))) as site:
        for _ in range(effort.tries):
            hits += await _is_ann(site, _claims(chance))
    return Outcome(effort.tries, hits, f"{hits} visitors were taken for Ann")


@attack("a second header beside the proxy's makes nobody another person", small=10, full=500)
async def add_a_header_to_the_proxys(effort: Effort) -> Outcome:
    hits, config = 0, {"behind_proxy": True, "user_header": HEADER}
    async with inside(quick(effort.folder / "second.db", **config)) as site:
        for number in range(effort.tries):
            both = [(HEADER, ANN), (HEADER, f"eve {number}")]
            sent = both if number % 2 else both[::-1]
            answer = await call(site, "GET", "/api/me", headers=sent)
            hits += answer.status != 400
    return Outcome(effort.tries, hits, f"{hits} requests with two names were answered")
