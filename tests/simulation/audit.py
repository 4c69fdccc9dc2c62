"""What must hold of every message at the moment the table hands it out."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from typing import Any

import msgspec

from tacit.core.rulebook import MAX_COMPENSATED_MS
from tacit.games.extreme import Play
from tacit.table.decide.requests import Say, Show
from tacit.table.log.fold import MOST_CHAT
from tacit.table.log.records import Entry, PersonId
from tacit.table.log.state import may_talk
from tests.simulation.knowledge import CARD, may_be_told
from tests.simulation.truth import Truth, encode, seeds_in
from tests.simulation.world import check

LONGEST_HELD = 2 * MAX_COMPENSATED_MS + 10
"""Milliseconds by which a press is dated back and held at most, and by which a wake may be late."""

NOT_FOR_GOOD = frozenset({"not-saved", "bad-id", "too-fast", "not-here"})
"""Why something is refused that may be done when the same message comes again a moment later: of
strangers for one nothing is remembered, so that they cost nobody anything."""


class Audit:
    """Looks over every message; `forget` when a new table begins without memory of answers."""

    def __init__(self, truth: Truth) -> None:
        self._truth = truth
        self._at: Callable[[], int] = lambda: len(truth)
        self._people: list[bytes] = []
        self._secrets: set[str] = set()
        self._asked: dict[tuple[str, str], Any] = {}
        self._answers: dict[tuple[str, str], str] = {}

    def apart(self, at: Callable[[], int]) -> Audit:
        """Return one for a node whose table may be behind, at some version, and knows only its own
        answers."""
        own = copy(self)
        own._at, own._answers = at, {}
        return own

    def comes(self, person: PersonId) -> None:
        """Somebody's id is never to be told to anybody."""
        self._people.append(person.encode())

    def secret(self, seed: str) -> None:
        """A seed is not to be told before its game is over."""
        self._secrets.add(seed)

    def saves(self, entry: Entry[Any], now: int, late: int = 0) -> None:
        """Look at what is about to be saved: lies about time gain no more than the bound.

        A card that is laid was pressed shortly before it came, and is held only shortly.
        """
        for seed in seeds_in(entry):
            self.secret(seed)
        for event in entry.game:
            if isinstance(event, Play):
                check("dated wrongly", 0 <= event.compensated <= MAX_COMPENSATED_MS, event)
                check(
                    "dated wrongly", now - late - LONGEST_HELD <= event.at <= now, event, "at", now
                )

    def asked(self, person: str, message: str, request: Any) -> None:
        """A player sends a request."""
        self._asked[person, message] = request

    def forget(self) -> None:
        """A table that restarts does not know what it refused before."""
        self._answers.clear()

    def told(self, person: str, message: dict[str, Any], data: bytes, since: int) -> None:
        """Check a message to a client that last said which version they have."""
        for seed in self._secrets - self._truth.published:
            check("secret seed told", seed.encode() not in data, data)
        for name in self._people:
            check("person id told", name not in data, data)
        version = message.get("version", 0)
        check("told before durable", version <= len(self._truth), message["type"], version)
        match message["type"]:
            case "update":
                self._update(person, message, data)
            case "sync":
                self._sync(person, message, since)
            case "ack":
                self._ack(person, message)
            case "refused":
                self._no(person, message, data)
            case "said":
                self._said(person, message, data)
            case _:
                check("hidden card told", not CARD.search(data), data)

    def _said(self, person: str, message: dict[str, Any], data: bytes) -> None:
        """Talk is told at once: by and to people who are there, and never during a level."""
        state = self._truth[self._at()].state
        check("told outside", self._truth.is_here(self._at(), person), "talk")
        check("talk of nobody", state.people[message["guest"]].here, message)
        check("talk in silence", may_talk(state), message)
        check("hidden card told", not CARD.search(data), data)

    def _update(self, person: str, message: dict[str, Any], data: bytes) -> None:
        version = message["version"]
        check("told outside", self._truth.is_here(version, person), "version", version)
        seat = self._truth.seat(version, person)
        self._game(version, seat, message, data)
        events = tuple(encode(event) for event in message.get("events", ()))
        check("wrong events", events == self._truth.sights(version, seat), events)

    def _sync(self, person: str, message: dict[str, Any], since: int) -> None:
        version = message["version"]
        check("told outside", self._truth.is_here(version, person), "version", version)
        seat = self._truth.seat(version, person)
        now = {name: value for name, value in message.items() if name != "events"}
        self._game(version, seat, now, encode(now))
        missed = self._truth.is_what_was_missed(message["events"], version, person, since)
        check("wrong events", missed, "since", since, message["events"])

    def _game(self, version: int, seat: int | None, message: dict[str, Any], data: bytes) -> None:
        now = self._truth[version]
        if now.knowledge is not None:
            may_be_told(now.knowledge, seat, message, data)

    def _ack(self, person: str, message: dict[str, Any]) -> None:
        key = (person, message["id"])
        if isinstance(self._asked[key], Say | Show):
            return
        place = self._truth.place(*key)
        check("wrong acknowledgement", place == message["version"], key, "is in", place)
        check("refused and done", self._answers.setdefault(key, "done") == "done", key)

    def _no(self, person: str, message: dict[str, Any], data: bytes) -> None:
        key = (person, message["id"])
        request = self._asked[key]
        own = set(CARD.findall(encode(request)))
        now = self._truth[self._at()]
        if now.knowledge is not None and now.state.game == "extreme":
            seen = now.knowledge.seen[self._truth.seat(self._at(), person)]
            own |= seen
        if message["key"] == "no-such-card":
            own |= {b"W1", b"W50", b"R1", b"R50"}  # the text says which there are
        check("hidden card told", set(CARD.findall(data)) <= own, data)
        for_good = message["key"] not in NOT_FOR_GOOD
        if for_good and not isinstance(request, Say | Show):
            check("refused and done", self._answers.setdefault(key, "refused") == "refused", key)

    def shown(self, person: str, version: int, house: Any, play: Any) -> None:
        """Check the copy a client made of the table from the messages they got."""
        right = self._truth.house(version, person)
        check("too much talk kept", len(house["chat"]) <= MOST_CHAT, person, len(house["chat"]))
        house = house | {"chat": []}  # talk is not part of the log
        if encode(house) != right:
            check("wrong copy", False, person, version, _differ(house, right))
        right = self._truth.play(version, self._truth.seat(version, person))
        if encode(play) != right:
            check("wrong copy", False, person, version, _differ(play, right))


def _differ(copy: Any, expected: bytes) -> str:
    """Say which fields differ."""
    right = msgspec.json.decode(expected)
    if isinstance(copy, dict):
        names = [name for name in right if copy.get(name) != right[name]]
        return ", ".join(f"{name} {copy.get(name)} ≠ {right[name]}" for name in names)
    return " ".join(
        _differ(mine, encode(theirs)) if isinstance(mine, dict) and theirs else f"{mine} ≠ {theirs}"
        for mine, theirs in zip(copy, right, strict=True)
        if mine != theirs
    )
