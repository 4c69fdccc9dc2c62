"""A site as a club has it: a group with a tally, a deal that was played, evenings, and tables."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import APIRequestContext

from tests.browser.person import Person
from tests.browser.test_shuffle import PLAY_ON

LONG = "Wilhelmina-Josephine"
"""A name as long as names may be."""


class Club:
    """What a host has set up through the site's API, and the paths of its pages."""

    def __init__(self, host: Person, guest: Person, stranger: Person) -> None:
        self.host, self.guest, self.stranger = host, guest, stranger
        for one in (host, guest, stranger):
            one.page.goto("/")  # brings the guest's cookie
        self.group = self._group()
        new = self._asks("/api/groups", title="Sunday table", name=host.name)
        self.new_group = f"/g/{new['group']}"
        today = host.context.request.get("/api/daily").json()[0]["day"]
        self._plays(self._asks(f"/api/daily/mindup/{today}/play", name=host.name)["url"])
        self.lobby = self._evening()
        self.evening = self._evening()
        self._round()
        tables = ("mindup", "extreme")
        self.lobbies = {game: self._table(game, start=False) for game in tables}
        self.tables = {game: self._table(game) for game in tables}

    def _asks(self, path: str, of: Person | None = None, **body: Any) -> Any:
        asking: APIRequestContext = (of or self.host).context.request
        answer = asking.post(path, data=body)
        assert answer.ok, (path, answer.text())
        return answer.json()

    def _plays(self, path: str) -> None:
        self.host.page.goto(path)
        self.host.page.evaluate(PLAY_ON)

    def _table(self, game: str, *, start: bool = True) -> str:
        bots = {"mindup": ["greedy", "linnet"], "extreme": ["metronome"]}[game]
        body = {"game": game, "name": self.host.name, "bots": bots, "start": start}
        return str(self._asks("/api/tables", **body)["url"])

    def _group(self) -> str:
        """Play a game, and make a group of its table."""
        table = self._table("mindup")
        self._plays(table)
        api = table.replace("/t/", "/api/tables/")
        made = self._asks(f"{api}/group", title="Friday table", name=self.host.name)
        api, name = f"/api/groups/{made['group']}", self.guest.name
        self._asks(f"{api}/join", self.guest, name=name)
        self._asks(f"{api}/play", self.guest, game="mindup", name=name)
        return f"/g/{made['group']}"

    def _evening(self) -> str:
        wanted = {"title": "Club night", "game": "mindup", "size": 4, "minutes": 15}
        made = self._asks("/api/evenings", name=self.host.name, **wanted)
        self._asks(f"/api/evenings/{made['evening']}/join", self.guest, name=self.guest.name)
        return f"/evening/{made['evening']}"

    def _round(self) -> None:
        """Play a round: its host ends the time, and bots play what is left."""
        api = self.evening.replace("/evening", "/api/evenings")
        self._asks(f"{api}/rounds")
        self._asks(f"{api}/close")
        self.host.until(lambda: self.host.context.request.get(api).json()["finished"])

    def troubles(self) -> list[str]:
        """Return what the pages have complained about."""
        everyone = (self.host, self.guest, self.stranger)
        return [f"{one.name}: {trouble}" for one in everyone for trouble in one.troubles]
