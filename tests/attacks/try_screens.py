"""A stranger wants to see hands on a screen of a table, or to keep the players' own screens out."""

from __future__ import annotations

import random

from tacit.table.tell.audience import MOST_SCREENS
from tests.attacks.attack import Effort, Outcome, attack
from tests.server.client import HungUp, Line, Person, next_move, people, seated
from tests.server.sites import inside, quick
from tests.table.tell.test_screens import hands_in

NAMES = ("Ann", "Bob", "Cy", "Eve")
EVERY = 5
"""Tries between two turns of the players."""
WANTS = (
    {"do": "join", "name": "Eve"}, {"do": "join", "name": "Eve", "watch": True},
    {"do": "sit", "seat": 0}, {"do": "sit", "seat": 3}, {"do": "history"}, {"do": "odds"},
    {"do": "act", "action": {"kind": "pick", "card": 1}}, {"do": "say", "text": "Hm"},
    {"do": "stand-in", "seat": 0}, {"do": "pause"}, {"do": "leave"}, {"do": "claim-host"},
)  # fmt: skip
"""What only a guest at the table may ask, and hands would come of."""


async def _shown(who: Person, table: str) -> Line:
    """Return a screen of a table on the device of a player or a stranger."""
    await who.get(f"/api/tables/{table}")  # a screen's page asks first, and gets its cookie
    screen = await who.line(table, None)
    await screen.send({"type": "hello", "protocol": 1, "screen": True})
    answers = {"sync", "door", "bye"}
    await screen.until(lambda: answers & {one["type"] for one in screen.messages})
    return screen


@attack("no screen shows a hand, on any device and whatever it asks", small=30, full=600)
async def see_a_hand_on_a_screen(effort: Effort) -> Outcome:
    rng = random.Random(effort.seed)
    allowed = 0
    async with (
        inside(quick(effort.folder / "hands.db")) as site,
        people(site.url, *NAMES) as (ann, bob, cy, eve),
    ):
        table = await ann.open("mindup")
        for one in (bob, cy):
            await one.join(table)
        lines = await seated(table, ann, bob, cy)
        await lines[0].do("start")
        # A stranger's, and one on the device of a player, who is host besides.
        screens = [await _shown(who, table) for who in (eve, ann)]
        told = list(screens)
        for number in range(effort.tries):
            at = rng.randrange(len(screens))
            try:
                if rng.random() < 0.2:
                    await screens[at].send({"type": "hello", "protocol": 1, "version": 0})
                answer = await screens[at].ask(rng.choice(WANTS))
                allowed += answer["type"] != "refused"
            except HungUp:
                screens[at] = await _shown((eve, ann)[at], table)
                told.append(screens[at])
            if number % EVERY == 0:
                for line in lines:
                    move = next_move(line.copy, rng)
                    if move is not None:
                        await line.ask(move)
        messages = [message for one in told for message in one.messages]
        assert any(message["type"] == "update" for message in messages), "they show the game"
        assert hands_in([message for line in lines for message in line.messages])
        hands = len(hands_in(messages)) + sum(bool(one.get("legal")) for one in messages)
        people_there = len(site.site.tables.seen(table).people)
    found = allowed + hands + people_there - 3
    return Outcome(effort.tries, found, f"{len(WANTS)} requests, {len(messages)} messages")


@attack("strangers' screens are few, and give way to the players' own", small=20, full=150)
async def crowd_a_table_with_screens(effort: Effort) -> Outcome:
    strangers = [f"S{number}" for number in range(effort.tries)]
    async with (
        inside(quick(effort.folder / "crowd.db")) as site,
        people(site.url, "Ann", "Bob") as (ann, bob),
        people(site.url, *strangers) as crowd,
    ):
        table = await ann.open("mindup")
        await bob.join(table)
        ann_line, bob_line = await seated(table, ann, bob)
        theirs = [await _shown(one, table) for one in crowd]
        shown = [one for one in theirs if one.copy.house and not one.of("bye")]
        beyond = max(0, len(shown) - MOST_SCREENS)
        # The players' own come last, and have a place all the same.
        mine = [await _shown(one, table) for one in (ann, bob)]
        kept_out = sum(not one.copy.house for one in mine)
        # Players are told of every screen, and of no more than there may be.
        told = [one.get("screens", 0) for one in ann_line.of("presence")]
        assert max(told) > 0
        beyond += max(0, max(told) - MOST_SCREENS)
        assert (await bob_line.ask({"do": "say", "text": "Hello"}))["type"] == "ack"
    return Outcome(effort.tries + 2, beyond + kept_out, f"{len(shown)} screens of strangers")
