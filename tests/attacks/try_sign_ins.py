"""Strangers use up what tries there are, so that a guest with the right code is refused."""

from __future__ import annotations

from tacit.server.people import recovery_codes as codes
from tests.attacks.attack import Effort, Outcome, attack
from tests.server.answers import call, of
from tests.server.client import people
from tests.server.sites import inside, quick, roomy

EACH = 30
"""Wrong codes from each address: what it may try at once."""


@attack("no number of strangers keeps a guest from their own", small=25, full=250)
async def use_up_the_sign_ins_from_many_addresses(effort: Effort) -> Outcome:
    """Try wrong codes from many addresses, the guest's own among them."""
    limits = roomy(sign_ins=EACH)
    config = quick(effort.folder / "codes.db", behind_proxy=True, limits=limits)
    addresses = [f"198.51.{n // 250}.{n % 250}" for n in range(effort.tries)]
    refused = 0
    async with inside(config) as site, people(site.url, "Ann", "Bob") as (ann, bob):
        home = {"X-Forwarded-For": addresses[0]}
        await bob.open("mindup")
        await ann.get("/api/me")
        code = (await ann.post("/api/me/code"))["code"]
        for address in addresses:
            there = {"X-Forwarded-For": address}
            for _ in range(EACH):
                body = {"code": codes.new_code()}
                await call(site, "POST", "/api/sign-in/code", json=body, headers=there)
        signed = await call(site, "POST", "/api/sign-in/code", json={"code": code}, headers=home)
        refused += signed.status != 201
        for guest in (ann, bob):
            asked = await of(guest, "POST", "/api/me/forget/ask", headers=home)
            ticket = {"ticket": asked.json["ticket"]}
            gone = await of(guest, "POST", "/api/me/forget", json=ticket, headers=home)
            refused += gone.status != 200
    tries = effort.tries * EACH
    return Outcome(3, refused, f"{refused} of 3 rightful requests refused after {tries} wrong ones")
