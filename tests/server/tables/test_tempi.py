"""What a listening bot made of everybody's tempo: told between levels, and to those inside only."""

from __future__ import annotations

import asyncio
import math
import random

import pytest

from tacit.games.extreme import COLOUR, POSITION, Colour, Phase, first_of
from tacit.games.extreme.bots.adaptive import Adaptive
from tacit.games.extreme.bots.belief.listening import Listener
from tacit.games.extreme.tempi import tempi
from tacit.table.bots import Pace
from tacit.table.decide.requests import StandIn, Start
from tacit.table.past.replays import views
from tests.server.answers import call, of
from tests.server.client import people
from tests.server.sites import inside, quick
from tests.table.tables import LAY, LIFT, READY, play, started


def count_through_a_level(desk, pace):
    """Let everybody lay their cards at one pace of this many milliseconds a number, both piles."""
    desk.raise_hands()
    tops = dict.fromkeys(Colour, (0, desk.now))
    while desk.game.phase is Phase.PLAYING:
        due = []
        for seat, person in desk.sitting():
            for colour in Colour:
                card = first_of(colour, desk.game.hands[seat])
                if card is not None:
                    position, since = tops[colour]
                    due.append((since + pace * (POSITION[card] - position), person, card))
        at, person, card = min(due)
        desk.wait(max(0, at - desk.now))
        desk.must(person, play(card))
        tops[COLOUR[card]] = POSITION[card], desk.now


def until_level(desk, level, pace):
    while True:
        count_through_a_level(desk, pace)
        if desk.game.level == level:
            return
        for _, person in desk.sitting():
            desk.must(person, READY)


class InTurn:
    """Two players who lay every card in its turn, each after the seconds a number they have then.

    `ann` and `bob` say it, given the pace of the other's last card and how many were laid.
    """

    def __init__(self, ann, bob):
        self.desk = started("extreme", "ann", "bob")
        self.paces = {"ann": ann, "bob": bob}
        self.showed = {"ann": 0.3, "bob": 0.3}
        self.laid = 0

    def until_level(self, level):
        while True:
            self._through_a_level()
            if self.desk.game.level == level:
                return tempi(self.desk.entries())
            for _, person in self.desk.sitting():
                self.desk.must(person, READY)

    def _through_a_level(self):
        desk = self.desk
        desk.raise_hands()
        tops = dict.fromkeys(Colour, (0, desk.now))
        while desk.game.phase is Phase.PLAYING:
            at, pace, person, card = min(self._next(colour, *tops[colour]) for colour in Colour)
            desk.wait(max(0, at - desk.now))
            desk.must(person, play(card))
            self.showed[person] = pace
            self.laid += 1
            tops[COLOUR[card]] = POSITION[card], desk.now

    def _next(self, colour, top, since):
        held = [
            (POSITION[card], person, card)
            for seat, person in self.desk.sitting()
            if (card := first_of(colour, self.desk.game.hands[seat])) is not None
        ]
        if not held:
            return math.inf, 0, "", None
        position, person, card = min(held)
        other = "bob" if person == "ann" else "ann"
        pace = self.paces[person](self.showed[other], self.laid)
        return since + round(1000 * pace * (position - top)), pace, person, card


def wavering(_, laid):
    """Change the pace after every three cards."""
    return random.Random(f"wavering {laid // 3}").choice((0.3, 0.6))


def even(_shown, _laid):
    return 0.4


def following(shown, _laid):
    return shown


@pytest.mark.parametrize(
    ("ann", "bob", "seat", "role"),
    [(wavering, following, 1, "follows"), (even, wavering, 0, "leads")],
)
def test_in_a_played_game_it_is_heard_who_follows_and_who_leads(ann, bob, seat, role):
    heard = InTurn(ann, bob).until_level(7)
    assert heard.seats[seat].role == role


@pytest.mark.parametrize("pace", [150, 300, 600])
def test_an_even_pace_is_heard(pace):
    desk = started("extreme", "ann", "bob")
    until_level(desk, 4, pace)
    heard = tempi(desk.entries())
    assert heard.level == 4
    for tempo in heard.seats:
        assert tempo.pace == pytest.approx(pace / 1000, rel=0.05)
        assert tempo.steady in {"very steady", "steady"}
        assert tempo.heard > 0


def test_nothing_of_a_level_is_told_before_it_has_ended():
    desk = started("extreme", "ann", "bob")
    assert tempi(desk.entries()) is None
    until_level(desk, 2, 300)
    told = tempi(desk.entries())
    for _, person in desk.sitting():
        desk.must(person, READY)
    desk.raise_hands()
    person, card = desk.next_cards()[0]
    desk.wait(5000)
    desk.must(person, play(card))
    assert tempi(desk.entries()) == told


def test_a_rematch_begins_unheard_and_a_lost_game_is_told_to_its_end():
    desk = started("extreme", "ann", "bob")
    until_level(desk, 2, 300)
    for _, person in desk.sitting():
        desk.must(person, READY)
    desk.finish()
    assert tempi(desk.entries()).level == desk.game.level
    desk.rematch()
    desk.must("ann", Start())
    assert tempi(desk.entries()) is None


def test_the_ladder_tells_where_lives_went_once_a_level_has_ended():
    desk = started("extreme", "ann", "bob")
    until_level(desk, 2, 300)
    ladder = tempi(desk.entries()).ladder
    assert [rung.level for rung in ladder] == [1, 2]
    for _, person in desk.sitting():
        desk.must(person, READY)
    assert tempi(desk.entries()).ladder == ladder
    desk.finish()
    ladder = tempi(desk.entries()).ladder
    assert [rung.level for rung in ladder] == [*range(1, desk.game.level + 1)]
    assert sum(rung.lost for rung in ladder) >= 2


def test_the_last_pile_is_heard_when_the_game_is_over():
    desk = started("extreme", "ann", "bob")
    until_level(desk, 12, 100)
    assert desk.game.outcome == "won"
    *before, _ = views(desk.entries())
    listener = Listener(2)
    for view in before:
        listener.hear(view)
    for belief, tempo in zip(listener.beliefs, tempi(desk.entries()).seats, strict=True):
        assert tempo.heard > belief.heard + 1


def test_what_a_stand_in_laid_is_not_told_of_the_person():
    desk = started("extreme", "ann", "bob", pace=Pace(10, 10), thinking=True)
    desk.leave_the_room("bob")
    desk.must("ann", StandIn(seat=1))
    desk.must("ann", LAY)
    desk.wait(2000)
    desk.must("ann", LIFT)
    while desk.game.phase is Phase.PLAYING:
        desk.wait(1000)
        if desk.hand("ann") and desk.game.phase is Phase.PLAYING and not desk.game.hands[1]:
            desk.must("ann", play(desk.table.state.rules.legal(desk.game, 0)[0].card))
    assert desk.game.phase is Phase.PASSED
    assert tempi(desk.entries()).seats[1] is None


def test_a_bot_that_comes_back_recalls_what_it_had_heard():
    desk = started("extreme", "ann", "bob")
    until_level(desk, 3, 300)
    seen = list(views(desk.entries()))
    for end in (len(seen) // 2, len(seen) - 1):
        there, back = Adaptive(0, 2, 0), Adaptive(0, 2, 0)
        for one in seen[: end + 1]:
            there.listener.hear(one)
        back.recall(seen, seen[end])
        back.listener.hear(seen[end])
        for sign in (-1, 0, 1):
            for mine, its in zip(there.listener.beliefs, back.listener.beliefs, strict=True):
                assert its.tempo(sign) == mine.tempo(sign)
        assert back.listener.left == there.listener.left


def test_mind_up_has_no_tempo():
    desk = started("mindup", "ann", "bob", "cleo")
    desk.finish()
    assert desk.state.conduct.chapter(desk.state.play) is None
    assert desk.state.conduct.tempi(desk.entries()) is None


async def test_only_who_is_at_the_table_may_ask(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann") as (ann,):
        table = await ann.open("extreme", bots=["metronome"], start=True)
        path = f"/api/tables/{table}/tempi"
        assert (await call(site, "GET", path)).problem == (403, "not-here")
        assert (await call(site, "GET", "/api/tables/none/tempi")).problem == (404, "not-found")
        assert (await of(ann, "GET", path)).problem == (404, "not-heard")
        line = await ann.line(table)
        while line.copy.view["phase"] != "passed":
            action = next_move(line.copy)
            if action is not None:
                await line.ask({"do": "act", "action": action})
            await asyncio.sleep(0.01)
        heard = await ann.get(path)
        assert heard["level"] == 1
        assert len(heard["seats"]) == 2


def next_move(copy):
    """What gets a player through a level, well or badly."""
    for kind in ("lay-hand", "lift-hand"):
        if kind in copy.legal:
            return {"kind": kind}
    cards = copy.legal.get("play")
    return {"kind": "play", "card": cards[0]} if cards else None
