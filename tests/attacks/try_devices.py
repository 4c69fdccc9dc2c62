"""A guest keeps a cookie that was taken from them, or uses a link up by looking at it."""

from __future__ import annotations

from tests.attacks.attack import Effort, Outcome, attack
from tests.server.client import people
from tests.server.sites import inside, quick


@attack("a device that was ended is nobody's any more", small=4, full=60)
async def go_on_with_an_ended_device(effort: Effort) -> Outcome:
    back = 0
    async with inside(quick(effort.folder / "devices.db")) as site:
        for _ in range(effort.tries):
            async with people(site.url, "Ann", "Thief") as (ann, thief):
                table = await ann.open("mindup")
                link = await ann.post("/api/me/link")
                token = link["url"].removeprefix("/device/")
                await thief.post("/api/me/device", token=token)
                cookie = thief.cookie
                async with ann.http.post(site.url + "/api/me/devices/end", json={}):
                    pass
                thief.http.cookie_jar.update_cookies({"tacit": cookie})
                async with thief.http.get(site.url + "/api/me") as response:
                    tables = (await response.json())["tables"]
                back += table in [one["table"] for one in tables]
    return Outcome(
        effort.tries, back, f"{back} of {effort.tries} ended devices were still signed in"
    )
